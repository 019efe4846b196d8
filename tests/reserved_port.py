"""Ports that stay reserved while a server of a test is down."""

import socket


class ReservedPort:
    """A port chosen by the system, for a server that a test stops and starts again.

    A bound socket keeps it: the system neither chooses the port for another listener nor for an
    outgoing connection. Servers can still listen there, because they set `SO_REUSEADDR` as well.
    """

    def __init__(self) -> None:
        self._socket = socket.socket()
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self._socket.bind(("127.0.0.1", 0))
        self.number: int = self._socket.getsockname()[1]

    def release(self) -> None:
        self._socket.close()
