"""Java RMI without Java: objects that can be called over the network, at either end."""

from ludoteca.net.rmi.endpoint import TERM, Endpoint
from ludoteca.net.rmi.exports import Export, ThrownError, Where
from ludoteca.net.rmi.held import Held

__all__ = ["TERM", "Endpoint", "Export", "Held", "ThrownError", "Where"]
