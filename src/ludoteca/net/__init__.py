"""Connections, for whoever calls and for whoever is called."""

from ludoteca.net.link import Link, LostError
from ludoteca.net.port import Port

__all__ = ["Link", "LostError", "Port"]
