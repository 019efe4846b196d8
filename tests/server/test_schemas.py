"""Messages over the WebSocket and values of games validate against their JSON Schema."""

import random
from collections.abc import Iterator
from typing import Any

import aiohttp
import jsonschema_rs
import msgspec
import pytest

from ludoteca.server.openapi import web_schema
from tests.server.websockets import Client, WebClients

SCHEMA = msgspec.json.decode(msgspec.json.encode(web_schema()))
VALID = jsonschema_rs.validator_for(SCHEMA)


class Noting(Client):
    """A client that validates every message against the schema."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        super().__init__(socket)
        self.kinds: set[str] = set()

    async def say(self, **request: Any) -> None:
        VALID.validate(request)
        await super().say(**request)

    async def next(self) -> Any:
        notice = await super().next()
        VALID.validate(notice)
        self.kinds.add(notice["notice"])
        return notice


async def test_whole_games_keep_to_the_schema(web: WebClients) -> None:
    heard = set[str]()
    for game, seats in (("shelfie", 2), ("renaissance", 1), ("renaissance", 2)):
        anna = Noting((await web.come_in(f"Anna {game} {seats}")).socket)
        await anna.say(do="open_table", game=game, seats=seats, closely=True)
        table = (await anna.hear("table_shown"))["info"]["table"]
        if seats > 1:
            await anna.say(do="seat_bot", table=table, bot="uniform")
        await play_out(anna, table, random.Random(seats))  # noqa: S311 - moves
        heard |= anna.kinds
    assert heard >= {"table_shown", "table_seen", "table_news", "moves", "guided", "gesture"}


async def play_out(client: Client, table: int, dice: random.Random) -> None:
    """Begin each move step by step, then play another one, until the game is over."""
    over = False
    while not over:
        notice = await client.next()
        if notice["notice"] == "table_seen":
            over = notice["guide"]["to_do"] == "over"
            if 0 in notice["to_move"]:
                pick = notice["guide"].get("pick")
                step = {"step": "pick", "cell": pick[0]} if pick else {"step": "use_basic"}
                await client.say(do="draft", table=table, step=step)
                await client.say(do="ask_moves", table=table)
        elif notice["notice"] == "moves" and notice["moves"]:
            some = dice.choices(notice["moves"], k=4)
            move = max(some, key=lambda move: len(str(move)))
            await client.say(do="play", table=table, move=move)


@pytest.mark.parametrize(
    "words",
    [
        {"do": "play", "table": 1, "move": {}},
        {"do": "play", "table": 1, "move": {"move": "take_tiles", "cells": [[1]], "column": 0}},
        {"do": "play", "table": 1, "move": {"move": "take_tiles", "cells": [], "column": "0"}},
        {"do": "play", "table": 1, "move": {"move": "buy_card", "card": 1}},
        {"do": "play", "table": 1, "move": {"move": "take_marbles", "way": "up", "index": 0}},
        {"do": "draft", "table": 1, "step": {"step": "dance"}},
        {"do": "open_table", "game": "shelfie", "seats": 2, "options": {"edition": "french"}},
        {"notice": "moves", "table": 1, "moves": [{"move": "pass"}]},
        {"notice": "guided", "table": 1, "guide": {"to_do": "dance"}},
        {"notice": "gesture", "table": 1, "seat": 0, "draft": {"seat": 0}},
    ],
    ids=str,
)
def test_value_of_no_game_does_not_match(words: Any) -> None:
    assert not VALID.is_valid(words)


def holes(schema: Any, path: str = "") -> Iterator[str]:
    """Return the places where a schema accepts any value."""
    if isinstance(schema, list):
        for place, one in enumerate(schema):
            yield from holes(one, f"{path}/{place}")
    if isinstance(schema, dict):
        for name, one in schema.items():
            if one == {} and name not in ("default", "properties"):
                yield f"{path}/{name}"
            yield from holes(one, f"{path}/{name}")


def test_schema_describes_every_value() -> None:
    assert list(holes(SCHEMA)) == []


def test_numbers_are_explained() -> None:
    parts = SCHEMA["$defs"]
    tile = parts["shelfie.View"]["properties"]["board"]["items"]["items"]["anyOf"][0]
    assert "Cats start at 0, books at 22" in tile["description"]
    bought = parts["renaissance.BuyCard"]["properties"]
    assert bought["card"]["description"].startswith("A development card, 1 to 48")
    assert bought["slot"]["description"].startswith("A slot for development cards")
    assert parts["Watch"]["properties"]["table"]["description"]
