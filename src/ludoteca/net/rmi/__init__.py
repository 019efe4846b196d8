"""Java RMI without Java: remote objects, for servers and clients."""

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
