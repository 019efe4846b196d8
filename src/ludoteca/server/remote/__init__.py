"""The house for programs that call remote objects."""

from ludoteca.hall import House
from ludoteca.net.rmi import Endpoint
from ludoteca.ops import Metrics
from ludoteca.server.remote.door import RmiDoor
from ludoteca.server.remote.pipes import offer_pipes
from ludoteca.server.remote.prompts import offer_prompts
from ludoteca.server.remote.reception import Reception
from ludoteca.server.remote.requests import offer_requests
from ludoteca.server.remote.updates import offer_updates
from ludoteca.wire.prompts import TEXTS, Texts, UserIds
from ludoteca.wire.prompts.remote import remote_prompts

__all__ = ["Reception", "RmiDoor", "open_reception"]


def open_reception(
    house: House,
    metrics: Metrics,
    endpoint: Endpoint,
    ids: UserIds | None = None,
    texts: Texts = TEXTS,
) -> Reception:
    """A reception for all protocols that are spoken in calls; other doors know the same ids."""
    reception = Reception(house, metrics, endpoint)
    offer_pipes(reception)
    offer_requests(reception)
    offer_updates(reception)
    offer_prompts(reception, remote_prompts(ids, texts=texts))
    return reception
