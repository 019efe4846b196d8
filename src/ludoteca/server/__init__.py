"""Listening servers and their connections: TCP and the web; RMI is in `server.rmi`."""

from ludoteca.server.tcp import TcpServer
from ludoteca.server.web import WebServer

__all__ = ["TcpServer", "WebServer"]
