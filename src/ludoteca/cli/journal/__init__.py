"""`ludoteca journal`: checks, copies and compacts journals."""
