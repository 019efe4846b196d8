"""`ludoteca admin`: what an operator asks a running server."""
