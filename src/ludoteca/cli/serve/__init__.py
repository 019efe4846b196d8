"""`ludoteca serve`: starts a server or a node of a cluster."""
