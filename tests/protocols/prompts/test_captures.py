"""Recorded conversations of deployed programs, if recordings lie beside the checkout.

The requests are replayed in order, on boards dealt as they were, and the replies compared in order
and shape. `told` handles replies in which our server says more or something better.
"""

import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from ludoteca.bots import BOTS, Bots
from ludoteca.core import AbsencePolicy, Dispatcher, Services
from ludoteca.games import Dice, shelfie
from ludoteca.games.shelfie.board import CELLS, TILES
from ludoteca.ops import Metrics
from ludoteca.protocols.jrmp import Returned, Thrown
from ludoteca.protocols.prompts.calls import CLIENT, SERVER
from ludoteca.protocols.prompts.views import BLANK, COLOURS, COMMON_NUMBERS, PERSONAL_IDS, read_move
from tests.core.local import keeper_of
from tests.protocols.prompts.remote import CALLS
from tests.protocols.prompts.talk import ACK, Client, Room
from tests.protocols.recorded import recorded_calls
from tests.protocols.rigged import Rigged

CAPTURES = Path(__file__).parents[4] / "shared" / "protocols" / "captures"
RECORDINGS = {
    "s003_PSP01.tcp_full_match_2p.txt": 999.0,
    # Then an id leads nowhere, because that server has not noticed that its player is gone.
    "s003_PSP01.tcp_cli_session.txt": 31.0,
    CALLS: 999.0,
}
LINE = re.compile(r" *([0-9.]+) (c\d+) (C>S|S>C) (\".*\")")
CLOSED = re.compile(r" *([0-9.]+) (c\d+) C>S <close>")
KINDS = {colour: kind for kind, colour in COLOURS.items()}


class Said(NamedTuple):
    """A line of a recording."""

    by: str
    asked: bool
    """Whether the client said it."""
    text: str
    word: dict[str, Any]
    """Empty if the client closed its connection."""


def recorded(name: str) -> list[Said]:
    if name == CALLS:
        return [*by_calls()]
    if not (CAPTURES / name).exists():
        pytest.skip("the recordings of deployed programs are not beside this checkout")
    lines = []
    for line in (CAPTURES / name).read_text(encoding="utf-8").splitlines():
        if (found := LINE.fullmatch(line)) and float(found[1]) < RECORDINGS[name]:
            text = json.loads(found[4])
            lines.append(Said(found[2], found[3] == "C>S", text, json.loads(text)))
        elif (found := CLOSED.fullmatch(line)) and float(found[1]) < RECORDINGS[name]:
            lines.append(Said(found[2], True, "", {}))
    return lines


def by_calls() -> Iterator[Said]:
    """Yield the questions of calls and their return values, up to the death of a player."""
    for call in recorded_calls(CALLS, CLIENT, SERVER):
        if call.method.name != "sendMessageAndGetAnswer" or isinstance(call.said, Thrown):
            continue
        returned = isinstance(call.said, Returned)
        text = call.said.value if isinstance(call.said, Returned) else call.said.arguments[0]
        assert isinstance(text, str)
        word = json.loads(text)
        if word["type"] == "Disconnection":
            return
        yield Said(call.line[1], returned, text, word)


class Recorded(Rigged):
    """Chance that deals the recorded game."""

    def deal(self, infos: list[dict[str, Any]]) -> None:
        """Deal the game that these first pictures show."""
        numbers = {number: goal for goal, number in COMMON_NUMBERS.items()}
        ids = {number: goal for goal, number in PERSONAL_IDS.items()}
        seats = sorted(infos, key=lambda info: int(info["yourId"]))
        self.draw(shelfie.COMMON_GOALS, (numbers[n] for n in map(card, infos[0]["commonCards"])))
        self.draw(shelfie.PERSONAL_GOALS, (ids[i["personalCard"]["id"]] for i in seats))
        self.draws.append(infos[0]["usernames"].index(infos[0]["activePlayerUsername"]))
        board = kinds_on(infos[0]["board"])
        self.fill(TILES, (board[cell] for cell in CELLS[len(seats)]))


def kinds_on(board: list[list[str]]) -> dict[shelfie.Cell, shelfie.Kind]:
    return {
        shelfie.Cell(row, column): KINDS[text[:-1]]
        for row, line in enumerate(board)
        for column, text in enumerate(line)
        if text != BLANK
    }


def card(text: str) -> int:
    return int(re.findall(r"\d+", text)[0])


def told(words: list[dict[str, Any]]) -> Iterator[Any]:
    """Yield the compared parts: types, members, and values that should be equal."""
    for word in words:
        kind = word["type"]
        if is_new(word) or kind == "Reconnect":  # nobody is absent yet, so the name is asked first
            continue
        if kind == "InvalidColumn":  # the document has its own word for it
            kind = "NotValidMove"
        members = sorted(set(word) - {"type"})
        same = [word.get(member) for member in ("id", "actualNum", "totalNum", "yourId")]
        if kind == "GraphicalGameInfo":
            same += [kinds(word["board"]), [s and kinds(s) for s in word["shelves"]]]
            same += [word["usernames"], word["personalCard"]["matrixPersonal"], word["s"]]
            same += [word["activePlayerUsername"], [card(text) for text in word["commonCards"]]]
        yield kind, members, same


def kinds(rows: list[list[str]]) -> list[list[str]]:
    return [[tile if tile == BLANK else tile[:-1] for tile in row] for row in rows]


def is_new(word: dict[str, Any]) -> bool:
    """Return whether only our server says this: lists, reasons, games to join, final shelves."""
    over = word.get("activePlayerUsername") == ""
    return word["type"] == "Waiting" or "games" in word or over


async def answer_what_is_new(clients: Iterable[Client]) -> None:
    """Answer such messages at once."""
    for client in clients:
        while is_new(client.last):
            before = len(client.heard)
            join = "games" in client.last
            await client.say('{"id":0,"type":"IDtojoin"}' if join else ACK)
            if len(client.heard) == before:
                break


@pytest.mark.parametrize("name", RECORDINGS)
async def test_deployed_programs_get_the_recorded_messages(name: str) -> None:
    lines = recorded(name)
    pictures = [(i, said) for i, said in enumerate(lines) if "board" in said.word]

    room, dice = Room(calls=name == CALLS), Recorded()
    clock, bots = room.server.clock, Bots(BOTS, Dice(7))
    supplies = Services(room.server.journal, dice, clock.wall, bots, Metrics(), clock)
    room.server.dispatcher = Dispatcher(supplies, AbsencePolicy(3, 60, 0))
    dice.deal([said.word for _, said in pictures[:2]])
    clients: dict[str, Client] = {}
    before: dict[str, str] = {}
    for i, said in enumerate(lines):
        client = clients.get(said.by) or clients.setdefault(said.by, room.client())
        if not said.asked:
            before[said.by] = said.word["type"]
            continue
        await room.settle()
        if not said.word:
            client.drop()
            continue
        skipped = before[said.by] == "Reconnect" and client.last["type"] != "Reconnect"
        if before[said.by] == "Waiting" or skipped:
            continue  # an answer to words of which we need fewer
        if said.word["type"] == "Move":
            following = next((p.word for j, p in pictures if j > i), None)
            if following:
                state = keeper_of(room.server.dispatcher).table.state
                move = read_move(said.word["s"])
                if isinstance(move, shelfie.TakeTiles):
                    dice.refill(state, move, kinds_on(following["board"]))
        await client.say(said.text)
        await answer_what_is_new(clients.values())
    for by, client in clients.items():
        expected = [said.word for said in lines if said.by == by and not said.asked]
        heard = list(told(client.heard))
        assert heard[: len(list(told(expected)))] == list(told(expected))
        assert len(heard) <= len(list(told(expected))) + 1, heard[-1]
