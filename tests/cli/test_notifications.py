"""Notifications over all channels at real endpoints, across kills of the server."""

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.cli.servers import serving
from tests.conftest import no_coverage
from tests.delivery.endpoints import BUSY, Endpoints, soon, text_of
from tests.server.websockets import Client, WebClients, web_clients

pytestmark = no_coverage
LINK = re.compile(r"https://games\.example\.org(/notifications/\S+)")
NEVER = ("--notify-after", "3600")
AT_ONCE = ("--notify-after", "0")


@pytest.fixture
async def endpoints(tmp_path: Path) -> AsyncIterator[Endpoints]:
    async with Endpoints(tmp_path).running() as endpoints:
        yield endpoints


async def follow_link(web: WebClients, text: str) -> None:
    """Open the first link in an email, then press its button."""
    found = LINK.search(text)
    assert found
    url = f"http://127.0.0.1:{web.port}{found[1]}"
    for method in ("GET", "POST"):
        async with web.session.request(method, url) as answer:
            assert answer.status == 200


async def bruno_with_subscriptions(web: WebClients, endpoints: Endpoints) -> Client:
    """Return an account with a browser, a webhook and a confirmed email address."""
    bruno = await web.come_in("Bruno")
    await bruno.ask("done", do="change_secret", new="correct horse")
    endpoints.key = (await bruno.ask("notification_settings", do="ask_notifications"))["key"]
    push = {"endpoint": endpoints.push_url, **endpoints.browser.keys}
    await bruno.ask("subscription_added", do="add_push", language="it", **push)
    added = await bruno.ask("subscription_added", do="add_hook", url=endpoints.hook_url)
    endpoints.secret = added["secret"]
    await bruno.ask("subscription_added", do="add_mail", address="bruno@example.org")
    await follow_link(web, text_of(await soon(endpoints.mails)))
    return bruno


async def begun(web: WebClients, bruno: Client) -> Client:
    """Start a game; it is Anna's turn."""
    anna = await web.come_in("Anna")
    await anna.ask("table_shown", do="open_table", game="shelfie", seats=2, absence="wait")
    await bruno.ask("table_shown", do="join_table", table=1)
    await play_turn(bruno)  # if he moves first
    return anna


async def play(client: Client) -> None:
    moves = (await client.ask("moves", do="ask_moves", table=1))["moves"]
    await client.ask("table_news", do="play", table=1, move=moves[0])


async def play_turn(client: Client) -> None:
    """Play the moves of a turn."""
    while (await client.ask("moves", do="ask_moves", table=1))["moves"]:
        await play(client)


async def play_on(web: WebClients, bruno: Client, anna: Client) -> None:
    """Let Bruno return for his turn and leave, then let Anna play hers."""
    back = await web.come_in("Bruno", bruno.token)
    await back.ask("table_shown", do="watch", table=1)
    await play_turn(back)
    await back.socket.close()
    other = await web.come_in("Anna", anna.token)
    await other.ask("table_shown", do="watch", table=1)
    await play_turn(other)


async def sent(web: WebClients, count: int) -> dict[str, int]:
    """Wait for this number of messages sent; return their numbers by channel."""
    pattern = re.compile(r'ludoteca_notifications_total\{channel="(\w+)",outcome="sent"\} (\d+)')
    found: dict[str, int] = {}
    while sum(found.values()) < count:
        lines = map(pattern.fullmatch, await web.metrics())
        found = {match[1]: int(match[2]) for match in lines if match}
    return found


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
