"""The server for RMI clients, with a module for each protocol."""

from ludoteca.server.rmi.server import RmiServer

__all__ = ["RmiServer"]
