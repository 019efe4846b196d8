"""The open doors."""

from ludoteca.server.tcp import TcpDoor
from ludoteca.server.web import WebDoor

__all__ = ["TcpDoor", "WebDoor"]
