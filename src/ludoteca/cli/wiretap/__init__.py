"""`ludoteca wiretap`: shows the messages between a client and a server."""
