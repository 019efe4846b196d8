"""Java RMI without Java: objects that can be called over the network, at either end."""

from ludoteca.net.rmi.endpoint import TERM, Endpoint
from ludoteca.net.rmi.exports import Answering, Export, ThrownError, Where
from ludoteca.net.rmi.held import Held

__all__ = ["TERM", "Answering", "Endpoint", "Export", "Held", "ThrownError", "Where"]
