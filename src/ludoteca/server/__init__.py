"""The open doors; those for remote objects are in `remote`."""

from ludoteca.server.tcp import TcpDoor
from ludoteca.server.web import WebDoor

__all__ = ["TcpDoor", "WebDoor"]
