"""Ludoteca: a house where people play board games with each other."""

__version__ = "0.1.0"
