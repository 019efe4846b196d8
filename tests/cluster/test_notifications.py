"""Notifications over all channels at real endpoints, from nodes of which one is killed."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from tests.cli.servers import serving
from tests.conftest import no_coverage
from tests.delivery.endpoints import BUSY, Endpoints, soon
from tests.delivery.subscriber import (
    AT_ONCE,
    NEVER,
    begun,
    bruno_with_subscriptions,
    play_on,
    play_turn,
    sent,
)
from tests.nats import NatsServer
from tests.postgres import fresh_database, shared_server
from tests.server.websockets import Client, WebClients, web_clients

pytestmark = no_coverage


@pytest.fixture
async def endpoints(tmp_path: Path) -> AsyncIterator[Endpoints]:
    async with Endpoints(tmp_path).running() as endpoints:
        yield endpoints


@pytest.fixture
async def flags(endpoints: Endpoints, nats: NatsServer) -> tuple[str, ...]:
    """The flags of every node."""
    journal = await fresh_database(await asyncio.to_thread(shared_server))
    return (*endpoints.flags, "--journal", journal, "--bus", nats.url)


async def away(web: WebClients, endpoints: Endpoints) -> tuple[Client, Client]:
    """Begin a game between Anna and Bruno at one node; Bruno leaves, then his turn begins."""
    bruno = await bruno_with_subscriptions(web, endpoints)
    anna = await begun(web, bruno)
    await bruno.socket.close()
    await play_turn(anna)
    return anna, bruno


def id_of(notification: Any) -> str:
    return str(notification["X-Ludoteca-Id" if "X-Ludoteca-Id" in notification else "id"])


async def later(queue: asyncio.Queue[Any], earlier: str) -> str:
    """Return the id of the next notification; an earlier one may arrive again after a kill."""
    while (found := id_of(await soon(queue))) == earlier:
        pass
    return found


def assert_nothing_else_arrived(endpoints: Endpoints) -> None:
    for queue in (endpoints.pushed, endpoints.hooked, endpoints.mails):
        assert queue.empty()


async def test_turn_is_notified_once_over_each_channel_after_kills_of_nodes(
    endpoints: Endpoints, flags: tuple[str, ...]
) -> None:
    environment = endpoints.environment
    with serving(*flags, *AT_ONCE, environment=environment) as (second, _):
        with serving(*flags, *NEVER, environment=environment) as (first, port):
            async with web_clients(port) as web:
                anna, bruno = await away(web, endpoints)
                endpoints.status = BUSY
                first.kill()  # between the move and the sending
        mail, pushed = await soon(endpoints.mails), await soon(endpoints.pushed)
        await soon(endpoints.refused)
        with serving(*flags, *AT_ONCE, environment=environment) as (_, port):
            second.kill()  # after the webhook has failed
            endpoints.status = 200
            hooked = await soon(endpoints.hooked)
            assert mail["X-Ludoteca-Id"] == pushed["id"] == hooked["id"]
            async with web_clients(port) as web:
                await play_on(web, bruno, anna)
                arrivals = (endpoints.mails, endpoints.pushed, endpoints.hooked)
                mail, pushed, again = [await later(queue, hooked["id"]) for queue in arrivals]
                assert mail == pushed == again
                assert await sent(web, 4) == {"push": 1, "mail": 1, "hook": 2}
    assert_nothing_else_arrived(endpoints)


async def test_player_who_has_moved_is_not_notified_after_kills_of_nodes(
    endpoints: Endpoints, flags: tuple[str, ...]
) -> None:
    environment = endpoints.environment
    with (
        serving(*flags, *NEVER, environment=environment) as (first, port),
        serving(*flags, *NEVER, environment=environment) as (second, other),
    ):
        async with web_clients(port) as here, web_clients(other) as there:
            anna, bruno = await away(here, endpoints)
            back = await there.come_in("Bruno", bruno.token)
            await back.ask("table_shown", do="watch", table=1)
            await play_turn(back)
            first.kill()
            await back.ask("done", do="choose_notifications", choices={"turn": ["hook"]})
            await back.socket.close()
            second.kill()
    with serving(*flags, *AT_ONCE, environment=environment) as (_, port):
        async with web_clients(port) as web:
            anna = await web.come_in("Anna", anna.token)
            await anna.ask("table_shown", do="watch", table=1)
            await play_turn(anna)
            assert (await soon(endpoints.hooked))["kind"] == "turn"
            assert await sent(web, 1) == {"hook": 1}
    assert_nothing_else_arrived(endpoints)
