"""Recorded conversations of deployed programs, if recordings lie beside the checkout.

The requests are replayed in order, on a board dealt as it was, and the replies compared in order
and shape. `expected` and `told` handle replies in which our server says more or something better.
"""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest

from ludoteca.bots import BOTS, Bots
from ludoteca.core import Dispatcher, Services
from ludoteca.games import Dice, shelfie
from ludoteca.games.shelfie.board import CELLS
from ludoteca.games.shelfie.board import TILES as ALL_TILES
from ludoteca.games.shelfie.hand import Hand
from ludoteca.journal import MemoryJournal
from ludoteca.ops import Metrics
from ludoteca.protocols.javastream import HEADER
from ludoteca.protocols.jrmp import Call, Ref
from ludoteca.protocols.requests import client_stream, server_stream
from ludoteca.protocols.requests.calls import CLIENT, HANDLER, LISTENER
from ludoteca.protocols.requests.views import TILES
from ludoteca.protocols.requests.words import ClientWord, Tile
from tests.core.local import keeper_of
from tests.protocols.recorded import recorded_calls
from tests.protocols.requests.talk import Calling, Client, Room
from tests.protocols.rigged import Rigged

CAPTURES = Path(__file__).parents[4] / "shared" / "protocols" / "captures"
NAMES = ["s004_IS23-AM11.tcp_cli_session.txt", "s004_IS23-AM11.tcp_full_match.txt"]
CALLS = "s004_IS23-AM11.rmi_cli_session.raw.txt"
LINE = re.compile(r" *[0-9.]+ (c\d+) (C>S|S>C) object (\{.*?\})(?: \| ([0-9a-f]+))?")
KINDS = {tile.value: kind for kind, tile in TILES.items()}
PICKS = ("PickTileResponse", "UnpickTileResponse")
PULSE = ("PingMessage", "PongMessage")
END = "PlayerDisconnectedNotify"


class Line(NamedTuple):
    """An object of a recording."""

    by: str
    asked: bool
    """Whether the client said it."""
    word: dict[str, Any]
    data: bytes

    @property
    def kind(self) -> str:
        return str(self.word["@"])


def recorded(name: str) -> list[Line]:
    """Read a conversation up to the first permanent departure."""
    if not (CAPTURES / name).exists():
        pytest.skip("the recordings of deployed programs are not beside this checkout")
    lines: list[Line] = []
    for text in (CAPTURES / name).read_text(encoding="utf-8").splitlines():
        if not (found := LINE.fullmatch(text)):
            continue
        line = Line(
            found[1], found[2] == "C>S", json.loads(found[3]), bytes.fromhex(found[4] or "")
        )
        if line.kind == END:
            break
        lines.append(line)
    return lines


def called() -> list[Line]:
    """Read the conversation over RMI up to the first permanent departure."""
    lines: list[Line] = []
    people: dict[bytes, str] = {}
    for _, method, said, data in recorded_calls(CALLS, LISTENER, HANDLER, CLIENT):
        if not isinstance(said, Call):
            continue
        if method.name == "registerClient":
            callback = said.arguments[0]
            assert isinstance(callback, Ref)
            people[said.target] = people[callback.id] = f"c{len(people)}"
        if method.name != "receiveMessage":
            continue
        word = said.arguments[0]
        line = Line(people[said.target], method is HANDLER["receiveMessage"], plain(word), data)
        if line.kind == END:
            break
        lines.append(line)
    return lines


def plain(word: Any) -> dict[str, Any]:
    """Convert a message to the format of the recordings."""
    members = json.loads(msgspec.json.encode(word))
    members["@"] = members.pop("type")
    if "board" in members:
        members["board"] = {"board": {"@map": members["board"]["board"]}}
    if "bookshelf" in members:
        members["bookshelf"] = {"bookshelf": members["bookshelf"]}
    return members  # type: ignore[no-any-return]


class Recorded(Rigged):
    """Chance that deals the recorded game."""

    def deal(self, starts: list[dict[str, Any]], names: list[str]) -> None:
        """Deal the game that these messages begin, in the order of the seats."""
        self.draw(shelfie.COMMON_GOALS, (goal["id"] for goal in starts[0]["commonGoals"]))
        self.draw(shelfie.PERSONAL_GOALS, (start["personalGoal"]["id"] for start in starts))
        self.draws.append(names.index(starts[0]["nextPlayer"]))
        board = kinds_on(starts[0]["board"])
        self.fill(ALL_TILES, (board[cell] for cell in CELLS[len(starts)]))


def kinds_on(board: dict[str, Any]) -> dict[shelfie.Cell, shelfie.Kind]:
    return {
        shelfie.Cell(place["row"], place["column"] + 3): KINDS[tile]
        for place, tile in board["board"]["@map"]
        if tile != Tile.EMPTY
    }


def as_word(line: Line) -> ClientWord:
    """Return a client's recorded message."""
    members = {"type" if name == "@" else name: value for name, value in line.word.items()}
    word: ClientWord = msgspec.convert(members, ClientWord)
    return word


def expected(lines: list[Line], by: str) -> Iterator[Any]:
    """Yield what a connection heard, except messages that our server omits or changes."""
    asker = mover = ""
    for line in lines:
        if line.asked:
            asker = line.by
        if line.by != by or line.asked or line.kind in PULSE:
            continue
        if line.kind in ("GameStartNotify", "EndTurnNotify"):
            mover = line.word["nextPlayer"]
        if line.kind == "ConfirmPickResponse" and not line.word["valid"] and asker != by:
            continue  # only the client that sent the request sees its refusal
        yield line.kind, line.word, mover


def told(client: Client) -> list[tuple[str, dict[str, Any]]]:
    """Return a connection's messages, without server chat and other players' final turns."""
    words = []
    for word in client.heard:
        members = json.loads(msgspec.json.encode(word))
        kind = members.pop("type")
        if kind != "ChatMessage" or members["player"] != "[house]":
            words.append((kind, members))
    if words[-1][0] == "GameResultNotify":
        del words[-2]  # the turn of the player who did not move last
        if words[-3][1].get("player") == words[-2][1]["player"]:
            del words[-3]  # the turn that shows the last mover the shelf
    return words


def same(kind: str, was: dict[str, Any], now: dict[str, Any], name: str) -> bool:
    """Return whether two messages agree, as far as they should."""
    if "board" in was:
        board = {(p["row"], p["column"] + 3): KINDS[tile] for p, tile in now["board"]["board"]}
        if board != kinds_on(was["board"]):
            return False
    match kind:
        case "GameStartNotify":
            goals = [goal["id"] for goal in was["commonGoals"]]
            mine = {name: was["personalGoal"][name] for name in ("id", "tiles")}
            members = ("commonGoalsTokens", "nextPlayer")
            return (
                goals == [goal["id"] for goal in now["commonGoals"]]
                and mine.items() <= now["personalGoal"].items()
                and sorted(was["players"]) == sorted(now["players"])
                and all(was[member] == now[member] for member in members)
            )
        case "EndTurnNotify":
            turn = ("commonGoalsTokens", "player", "nextPlayer")
            return (
                was["bookshelf"]["bookshelf"] == now["bookshelf"]
                # That server gives the point for a full shelf to everybody who fills one.
                and (was["player"] != name or 0 <= was["points"] - now["points"] <= 1)
                and all(was[member] == now[member] for member in turn)
            )
        case "ConfirmPickResponse":
            return bool(was["valid"] == now["valid"])
        case _:
            return all(now[member] == was[member] for member in was if member != "@")


async def replay(
    room: Room, lines: list[Line], names: list[str], *, calls: bool
) -> dict[str, Client]:
    """Replay the requests on the board that was dealt."""
    dice = Recorded()
    clock, bots = room.server.clock, Bots(BOTS, Dice(7))
    supplies = Services(MemoryJournal(), dice, clock.wall, bots, Metrics(), clock)
    room.server.dispatcher = Dispatcher(supplies, room.server.absence_policy)
    clients = {
        by: Calling(room) if calls else room.client(streams=True)
        for by in sorted({line.by for line in lines})
    }
    starts = [line for line in lines if line.kind == "GameStartNotify"]
    dice.deal([line.word for line in sorted(starts, key=lambda line: line.by)], names)
    for place, line in enumerate(lines):
        if not line.asked:
            continue
        if line.kind == "ConfirmOrderNotify":
            keeper = keeper_of(room.server.dispatcher)
            after = next(x for x in lines[place:] if x.kind == "EndTurnNotify")
            hand = keeper._drafts.of(keeper.table.state.turn)  # noqa: SLF001 - what will be played
            assert isinstance(hand, Hand)
            move = shelfie.TakeTiles(hand.cells, hand.column or 0)
            dice.refill(keeper.table.state, move, kinds_on(after.word["board"]))
        if line.data and not calls:
            await clients[line.by].send(b"\x79" + line.data)
        else:
            await clients[line.by].say(as_word(line))
    return clients


@pytest.mark.parametrize("name", [*NAMES, CALLS])
async def test_deployed_programs_get_the_recorded_messages(room: Room, name: str) -> None:
    calls = name == CALLS
    lines = called() if calls else recorded(name)
    logins = [line for line in lines if line.kind == "LoginResponse" and line.word["nickname"]]
    names = {line.by: line.word["nickname"] for line in logins}

    clients = await replay(room, lines, [names[by] for by in sorted(names)], calls=calls)
    for by, client in clients.items():
        was, now = [*expected(lines, by)], told(client)
        assert [kind for kind, *_ in was] == [kind for kind, _ in now]
        for (kind, before, mover), (_, after) in zip(was, now, strict=True):
            if kind in PICKS and mover != names[by]:  # that server believed anybody
                assert not after.get("valid", after.get("successful"))
            else:
                assert same(kind, before, after, names[by]), (kind, before, after)
    assert keeper_of(room.server.dispatcher).table.over == (name == NAMES[1])


def test_recorded_objects_are_read_and_written_byte_for_byte() -> None:
    server, client = server_stream(), client_stream()
    list(server.feed(HEADER))
    list(client.feed(HEADER))
    again = 0
    for line in recorded(NAMES[0]):
        reads, says = (server, client) if line.asked else (client, server)
        (word,) = reads.feed(b"\x79" + line.data)
        assert not isinstance(word, Exception), word
        if "board" not in line.word and line.kind != "GameStartNotify":
            assert says.write(word).removeprefix(b"\x79") == line.data
            again += 1
    assert again > 40
