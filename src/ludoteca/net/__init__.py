"""TCP connections for servers and clients; RMI is in `net.rmi`.

- `port`: a listening port, and connections that receive a few kilobytes at a time
- `admission`: limits on connections
- `proxy`: the PROXY protocol; `silence`: detection of dead peers
- `addresses`: addresses of this machine on its networks
- `link`: a client's connection that speaks one protocol
"""

from ludoteca.net.link import Link, LostError
from ludoteca.net.port import Peer, Port

__all__ = ["Link", "LostError", "Peer", "Port"]
