"""The open doors; those for remote objects are in `remote`."""

from ludoteca.server.tcp import TcpServer
from ludoteca.server.web import WebServer

__all__ = ["TcpServer", "WebServer"]
