"""`ludoteca journal`: check, copy and compact journals."""
