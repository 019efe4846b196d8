"""`ludoteca bot`: a bot that connects to a server as a client."""
