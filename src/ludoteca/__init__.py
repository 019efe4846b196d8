"""Ludoteca: a server for playing board games together."""

__version__ = "0.6.0"
