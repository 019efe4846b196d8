"""`ludoteca cluster`: several nodes on one machine, with PostgreSQL and NATS."""

DOORS = ".doors"
"""Suffix of the files that list a node's ports; one exists per node that should be running."""
