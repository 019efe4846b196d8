"""Java RMI without Java: remote objects, for servers and clients.

- `endpoint`: exports objects, and calls those of other programs; `exports`: exported objects
- `server_connection`: calls from clients
- `client_pool`: calls to objects of other programs, and leases on them
"""

from ludoteca.net.rmi.client_pool import RemoteObject
from ludoteca.net.rmi.endpoint import TERM, Endpoint
from ludoteca.net.rmi.exports import Accounting, CallHandler, CallOrigin, Export, ThrownError
from ludoteca.net.rmi.server_connection import FIRST_CALL

__all__ = [
    "FIRST_CALL",
    "TERM",
    "Accounting",
    "CallHandler",
    "CallOrigin",
    "Endpoint",
    "Export",
    "RemoteObject",
    "ThrownError",
]
