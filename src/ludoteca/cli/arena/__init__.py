"""`ludoteca arena`: bots against each other."""
