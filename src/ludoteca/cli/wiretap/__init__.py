"""`ludoteca wiretap`: show the messages between a client and a server."""
