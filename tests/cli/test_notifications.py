"""Notifications over all channels at real endpoints, across kills of the server."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.cli.servers import serving
from tests.conftest import no_coverage
from tests.delivery.endpoints import BUSY, Endpoints, soon, text_of
from tests.delivery.subscriber import (
    AT_ONCE,
    NEVER,
    begun,
    bruno_with_subscriptions,
    follow_link,
    play_on,
    play_turn,
    sent,
)
from tests.server.websockets import web_clients

pytestmark = no_coverage


@pytest.fixture
async def endpoints(tmp_path: Path) -> AsyncIterator[Endpoints]:
    async with Endpoints(tmp_path).running() as endpoints:
        yield endpoints


async def test_turn_is_notified_once_over_each_channel_after_a_kill(
    endpoints: Endpoints, tmp_path: Path
) -> None:
    flags = ("--data", str(tmp_path / "data"), *endpoints.flags)
    environment = endpoints.environment
    with serving(*flags, *NEVER, environment=environment) as (process, port):
        async with web_clients(port) as web:
            bruno = await bruno_with_subscriptions(web, endpoints)
            anna = await begun(web, bruno)
            await bruno.socket.close()
            await play_turn(anna)
            process.kill()
    endpoints.status = BUSY
    with serving(*flags, *AT_ONCE, environment=environment) as (process, port):
        mail = await soon(endpoints.mails)
        pushed = await soon(endpoints.pushed)
        await soon(endpoints.refused)
        process.kill()  # after the webhook has failed
    assert mail["Subject"] == "It's your turn in My Shelfie (table 1)"
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert pushed["body"] == "Tocca a te a My Shelfie (tavolo 1)"
    endpoints.status = 200
    with serving(*flags, *AT_ONCE, environment=environment) as (process, port):
        hooked = await soon(endpoints.hooked)
        assert hooked["link"] == "https://games.example.org/table/1"
        assert mail["X-Ludoteca-Id"] == pushed["id"] == hooked["id"]
        async with web_clients(port) as web:
            await play_on(web, bruno, anna)
            for queue in (endpoints.pushed, endpoints.hooked):
                assert (await soon(queue))["id"] != hooked["id"]
            await soon(endpoints.mails)
            assert await sent(web, 4) == {"push": 1, "mail": 1, "hook": 2}
            await follow_link(web, text_of(mail))
            again = await web.come_in("Bruno", bruno.token)
            kept = await again.ask("notification_settings", do="ask_notifications")
            assert {one["channel"] for one in kept["subscriptions"]} == {"hook", "push"}


async def test_player_who_has_moved_or_seen_the_turn_is_not_notified(
    endpoints: Endpoints, tmp_path: Path
) -> None:
    flags = ("--data", str(tmp_path / "data"), *endpoints.flags)
    with serving(*flags, *NEVER, environment=endpoints.environment) as (process, port):
        async with web_clients(port) as web:
            bruno = await bruno_with_subscriptions(web, endpoints)
            anna = await begun(web, bruno)
            await bruno.socket.close()
            await play_turn(anna)
            back = await web.come_in("Bruno", bruno.token)
            await play_turn(back)
            await play_turn(anna)  # Bruno sees that it is his turn again, and leaves
            await back.hear("table_news")
            await back.ask("done", do="choose_notifications", choices={"turn": ["hook"]})
            await back.socket.close()
        process.terminate()
        process.wait()
    with serving(*flags, *AT_ONCE, environment=endpoints.environment) as (_, port):
        async with web_clients(port) as web:
            await play_on(web, bruno, anna)
            await soon(endpoints.hooked)
            assert await sent(web, 1) == {"hook": 1}
    assert endpoints.pushed.empty()
    assert endpoints.mails.empty()
