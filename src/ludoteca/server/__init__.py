"""The open doors."""

from ludoteca.server.remote import Reception, RmiDoor, open_reception
from ludoteca.server.tcp import TcpDoor
from ludoteca.server.web import WebDoor

__all__ = ["Reception", "RmiDoor", "TcpDoor", "WebDoor", "open_reception"]
