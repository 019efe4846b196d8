"""A player with subscriptions at real endpoints, and the games of that player."""

import re

from tests.delivery.endpoints import Endpoints, soon, text_of
from tests.server.websockets import Client, WebClients

LINK = re.compile(r"https://games\.example\.org(/notifications/\S+)")
NEVER = ("--notify-after", "3600")
AT_ONCE = ("--notify-after", "0")


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
