"""`ludoteca admin`: operate a running server."""
