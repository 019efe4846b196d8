"""Connections over TCP, for both ends; RMI is in `net.rmi`.

- `port`: a port to listen at; `admission`: which connections are accepted
- `proxy`: how a proxy names its client; `silence`: machines that no longer answer
- `link`: a client's connection in the words of one protocol
"""

from ludoteca.net.link import Link, LostError
from ludoteca.net.port import Peer, Port

__all__ = ["Link", "LostError", "Peer", "Port"]
