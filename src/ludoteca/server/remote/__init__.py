"""The house for programs that call remote objects."""

from ludoteca.hall import House
from ludoteca.net.rmi import Endpoint
from ludoteca.ops import Metrics
from ludoteca.server.remote.door import RmiDoor
from ludoteca.server.remote.pipes import offer_pipes
from ludoteca.server.remote.reception import Reception
from ludoteca.server.remote.updates import offer_updates

__all__ = ["Reception", "RmiDoor", "open_reception"]


def open_reception(house: House, metrics: Metrics, endpoint: Endpoint) -> Reception:
    """A reception for all protocols that are spoken in calls."""
    reception = Reception(house, metrics, endpoint)
    offer_pipes(reception)
    offer_updates(reception)
    return reception
