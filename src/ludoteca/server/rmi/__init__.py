"""The house for programs that call remote objects."""

from ludoteca.hall import House
from ludoteca.net.rmi import Endpoint
from ludoteca.ops import Metrics
from ludoteca.server.rmi.pipes import offer_pipes
from ludoteca.server.rmi.port import RmiPort
from ludoteca.server.rmi.prompts import offer_prompts
from ludoteca.server.rmi.requests import offer_requests
from ludoteca.server.rmi.server import RmiServer
from ludoteca.server.rmi.updates import offer_updates
from ludoteca.wire.prompts import TEXTS, Texts, UserIds
from ludoteca.wire.prompts.calls import remote_prompts

__all__ = ["RmiPort", "RmiServer", "open_rmi_server"]


def open_rmi_server(
    house: House,
    metrics: Metrics,
    endpoint: Endpoint,
    ids: UserIds | None = None,
    texts: Texts = TEXTS,
) -> RmiServer:
    """A reception for all protocols that are spoken in calls; other doors know the same ids."""
    reception = RmiServer(house, metrics, endpoint)
    offer_pipes(reception)
    offer_requests(reception)
    offer_updates(reception)
    offer_prompts(reception, remote_prompts(ids, texts=texts))
    return reception
