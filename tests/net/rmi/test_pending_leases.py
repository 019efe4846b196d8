"""Leases being requested or released: each uses a socket, so their number per host is limited."""

from contextlib import ExitStack

from ludoteca.net.rmi.client_pool import MOST_PENDING, ClientPool
from ludoteca.net.rmi.exports import Accounting
from ludoteca.protocols.javastream import StreamLimits


def test_pending_leases_are_bounded_by_host() -> None:
    pool = ClientPool(StreamLimits(), Accounting())
    with ExitStack() as stack:
        room = [stack.enter_context(pool.pending("a.example")) for _ in range(MOST_PENDING + 1)]
        assert room == [True] * MOST_PENDING + [False]
        assert stack.enter_context(pool.pending("b.example"))
    with pool.pending("a.example") as has_room:
        assert has_room
