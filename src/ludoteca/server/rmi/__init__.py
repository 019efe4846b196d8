"""The server for clients that call remote objects; a module for each protocol offers it to them."""

from ludoteca.server.rmi.server import RmiServer

__all__ = ["RmiServer"]
