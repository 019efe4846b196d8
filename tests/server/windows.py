"""Two tabs and a phone of one player, and an opponent, over WebSockets."""

from collections.abc import Sequence
from itertools import count
from typing import Any

from tests.server.websockets import Client, WebClients

SECRET = "correct-horse"  # noqa: S105 - only here
NUMBERS = count(1)


async def seated(tabs: WebClients, phone: WebClients) -> tuple[list[Client], Client, int]:
    """Seat Anna, in two tabs and on a phone, and Bruno, who uses the phone's server."""
    first = await tabs.come_in("Anna", secret=SECRET)
    bruno = await phone.come_in("Bruno")
    shown = await first.ask("table_shown", do="open_table", game="shelfie", seats=2, closely=True)
    table = shown["info"]["table"]
    await bruno.ask("table_shown", do="join_table", code=shown["info"]["code"], closely=True)
    windows = [
        first,
        await tabs.come_in("Anna", first.token),
        await phone.come_in("Anna", secret=SECRET),
    ]
    for client in windows[1:]:
        await client.ask("table_shown", do="watch", table=table, closely=True)
    return windows, bruno, table


async def pick_and_play(
    windows: Sequence[Client], actor: Client, bruno: Client, table: int
) -> None:
    """Let Anna pick a tile in one window and play there; every window shows both. Bruno answers."""
    moves = (await actor.ask("moves", do="ask_moves", table=table))["moves"]
    if not moves:  # Bruno begins
        await follow([*windows, bruno], await play(bruno, table))
        moves = (await actor.ask("moves", do="ask_moves", table=table))["moves"]
    move = next(one for one in moves if len(one["cells"]) == 1)
    await actor.say(do="draft", table=table, step={"step": "pick", "cell": move["cells"][0]})
    guides = [(await client.hear("guided"))["guide"] for client in windows]
    assert [one["hand"] for one in guides] == [move["cells"]] * len(windows)
    await follow([*windows, bruno], await play(actor, table, move))
    await follow(windows, await play(bruno, table))


async def play(client: Client, table: int, move: Any = None) -> int:
    """Play a move, or any legal one; return the version of the table after it."""
    if move is None:
        move = (await client.ask("moves", do="ask_moves", table=table))["moves"][0]
    request = f"move {next(NUMBERS)}"
    await client.say(do="play", table=table, move=move, id=request)
    while (news := await client.hear("table_news")).get("request") != request:
        pass
    client.version = news["version"]
    return int(news["version"])


async def follow(clients: Sequence[Client], version: int) -> None:
    """Wait until all clients have received a version of their table."""
    for client in clients:
        while client.version < version:
            client.version = (await client.hear("table_news"))["version"]
