"""Ludoteca: a server for playing board games with each other."""

__version__ = "0.6.0"
