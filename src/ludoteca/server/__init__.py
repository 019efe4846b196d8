"""The open doors."""

from ludoteca.server.web import WebDoor

__all__ = ["WebDoor"]
