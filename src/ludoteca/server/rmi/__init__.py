"""The server for RMI clients.

- `connection`: the server and its connections
- `offers`: the objects of each protocol
"""

from ludoteca.server.rmi.connection import RmiServer

__all__ = ["RmiServer"]
