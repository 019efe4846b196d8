"""Connections over TCP, for both ends; RMI is in `net.rmi`."""

from ludoteca.net.link import Link, LostError
from ludoteca.net.port import Port

__all__ = ["Link", "LostError", "Port"]
