"""The server for clients that call remote objects."""

from ludoteca.hall import House
from ludoteca.net.rmi import Endpoint
from ludoteca.ops import Metrics
from ludoteca.server.rmi import pipes, prompts, requests, updates
from ludoteca.server.rmi.server import RmiServer
from ludoteca.wire.pipes.calls import pipes_over_rmi
from ludoteca.wire.prompts import TEXTS, Texts, UserIds
from ludoteca.wire.prompts.calls import prompts_over_rmi
from ludoteca.wire.requests.calls import requests_over_rmi
from ludoteca.wire.updates.calls import updates_over_rmi

__all__ = ["RmiServer", "open_rmi_server"]


def open_rmi_server(
    house: House,
    metrics: Metrics,
    endpoint: Endpoint,
    ids: UserIds | None = None,
    texts: Texts = TEXTS,
) -> RmiServer:
    """A server for all protocols that are spoken in calls; it shares its ids with other servers."""
    server = RmiServer(house, metrics, endpoint)
    pipes.offer(server, pipes_over_rmi)
    requests.offer(server, requests_over_rmi)
    updates.offer(server, updates_over_rmi)
    prompts.offer(server, prompts_over_rmi(ids, texts=texts))
    return server
