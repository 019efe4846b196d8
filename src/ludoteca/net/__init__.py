"""Connections, for whoever calls a house."""

from ludoteca.net.link import Link, LostError

__all__ = ["Link", "LostError"]
