"""`ludoteca serve`: start a server or a node of a cluster."""
