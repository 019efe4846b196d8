"""Recorded sessions of deployed programs, replayed against our server with the same cards.

The recordings are not part of the repository: these tests run where their folder lies beside the
checkout.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from ludoteca.games.renaissance import CARDS, DECKS, LEADERS
from ludoteca.games.renaissance.cards import TOKENS
from ludoteca.games.renaissance.resources import MARBLES
from ludoteca.protocols.commands.codecs import JsonLines, read_word
from ludoteca.protocols.commands.ids import GRID, LEADER_IDS, card_of, leader_of
from ludoteca.protocols.commands.ids import MARBLES as MARBLE_WORDS
from tests.protocols.commands.local import Client, CommandsServer

FOLDER = Path(__file__).parents[4] / "shared" / "protocols" / "captures"
pytestmark = pytest.mark.skipif(
    not FOLDER.exists(), reason="the recordings of deployed programs are not beside the checkout"
)


class Said(NamedTuple):
    """A line of a recording: the connection, whether the program sent it, and the text."""

    who: str
    by_program: bool
    line: str

    @property
    def members(self) -> dict[str, Any]:
        said: dict[str, Any] = json.loads(self.line)
        return said


def recording(name: str) -> list[Said]:
    text = (FOLDER / f"s001_Masters-AM8.{name}.txt").read_text()
    rows = [row.split(maxsplit=3) for row in text.splitlines() if not row.startswith("#")]
    said = [row for row in rows if row[3].startswith('"')]
    return [Said(who, way == "C>S", json.loads(line)) for _, who, way, line in said]


class Rigged:
    """Chance that deals the recorded cards, and arbitrary ones where the recording shows none."""

    def __init__(self, script: Sequence[Said]) -> None:
        heard = [said.members for said in script if not said.by_program]
        laid = next(one for one in heard if one["command"] == "GAME_SETUP")
        marbles = [one["resourceType"] for one in laid["marketSetUp"]]
        by_rows = [marbles[3 * column + row] for row in range(3) for column in range(4)]
        words = {word: marble for marble, word in MARBLE_WORDS.items()}
        self._orders: list[tuple[Sequence[Any], list[Any]]] = [
            (MARBLES, [words[word] for word in (*by_rows, marbles[12])])
        ]
        decks: list[list[int]] = [[] for _ in DECKS]
        for place, known in zip(GRID, laid["cardGridIDs"], strict=True):
            decks[place].append(card_of(known))
        for one in heard:
            if one["command"] == "NOTIFY_CARDGRID" and one["newID"] > 0:
                card = card_of(one["newID"])
                deck = decks[DECKS.index((CARDS[card].colour, CARDS[card].level))]
                deck += [] if card in deck else [card]
        for (colour, level), shown in zip(DECKS, decks, strict=True):
            deck = [n for n, card in CARDS.items() if (card.colour, card.level) == (colour, level)]
            self._orders.append((deck, shown))
        hands = {one["senderNickname"]: one["cardsID"] for one in heard
                 if one["command"] == "NOTIFY_HAND"}  # fmt: skip
        order = [leader_of(n) for name in laid["nicknames"] for n in hands.get(name, ())]
        self._orders.append((list(LEADERS), order))
        if "LORENZO" in laid["nicknames"]:
            drawn = [o["actionID"] for o in heard if o["command"] == "NOTIFY_LORENZO_ACTION"]
            self._orders += [(TOKENS, stack) for stack in _stacks(drawn)]
        self._picks = self._all_picks()

    def _all_picks(self) -> Iterator[int]:
        for things, first in self._orders:
            pile = list(things)
            for thing in first:
                yield pile.index(thing)
                pile.remove(thing)
            yield from (0 for _ in pile)

    def below(self, n: int) -> int:
        return next(self._picks, 0) % n


def _stacks(actions: Iterable[int]) -> list[list[int]]:
    """Group Lorenzo's tokens by stack: action 6 shuffles all of them again."""
    stacks: list[list[int]] = [[]]
    for action in actions:
        two_steps = 6 if 5 in stacks[-1] else 5
        stacks[-1].append({5: two_steps, 6: 7}.get(action, action))
        if action == 6:
            stacks.append([])
    return stacks


async def replay(script: Sequence[Said]) -> dict[str, list[str]]:
    """Replay each program's lines and return our server's lines for it."""
    server = CommandsServer(Rigged(script))
    clients: dict[str, Client] = {said.who: server.client(said.who) for said in script}
    for said in script:
        if said.by_program:
            clients[said.who].receive(said.line.encode() + b"\n")
            await server.settle()
    sent = {who: client.sent.decode().splitlines() for who, client in clients.items()}
    return {who: [without_additions(line) for line in lines] for who, lines in sent.items()}


LOBBY = ("Owner", "MaxPlayer", "NumConnected")
ADDED = {
    "LOBBY_LIST": LOBBY,
    "GAME_SETUP": ("cardGridIds", "marketSetup"),
    "NOTIFY_HAND": ("cards_ids",),
    "DISCARD_OK": ("ID",),
    "START_FILL": ("QuestionMarkInput", "QuestionMarkOutput", "ProdSlotID"),
    "ACTIVATE_OK": ("leaderCardID",),
    "NOTIFY_SCORES": ("players", "points"),
}
"""The document's members, sent beside those of deployed servers."""


def without_additions(line: str) -> str:
    """Remove the document's members from one of our lines."""
    members = json.loads(line)
    for name in ADDED.get(members["command"], ()):
        for each in members.get("lobbyInfos", () if name in LOBBY else [members]):
            added = f',"{name}":{json.dumps(each[name], separators=(",", ":"))}'
            assert added in line
            line = line.replace(added, "", 1)
    return line


def shape(line: str) -> tuple[Any, ...] | None:
    """Return a line without texts and without order, or None for a line of text only."""
    said = json.loads(line)
    if said["command"] in ("REPLY", "PING"):
        return None
    members = {name: value for name, value in said.items() if name not in ("info", "receiver")}
    if "containers" in members:
        members["containers"] = sorted(members["containers"], key=str)
    if said["command"] == "PLAYER_LIST":
        members = {"command": "PLAYER_LIST", "data": sorted(members["data"])}
    return tuple((name, json.dumps(value)) for name, value in members.items())


def match_part(lines: Iterable[str]) -> list[tuple[Any, ...]]:
    """Return the lines from the first turn to the end; a repeated question counts once."""
    told: list[tuple[Any, ...]] = []
    begun = False
    for line in lines:
        command = json.loads(line)["command"]
        begun = begun or command == "NOTIFY_GAME_STARTED"
        one = shape(line)
        if begun and one is not None and one != (told[-1] if told else None):
            told.append(one)
        if command == "END_GAME":
            break
    return told


@pytest.mark.parametrize("name", ["tcp_full_game_2p", "tcp_solo_game"])
async def test_recorded_match_is_reproduced_word_for_word(name: str) -> None:
    script = recording(name)
    ours = await replay(script)
    for who in ours:
        theirs = [said.line for said in script if said.who == who and not said.by_program]
        assert match_part(ours[who]) == match_part(theirs)
        assert json.loads(theirs[0]).keys() == json.loads(ours[who][0]).keys()


async def test_recorded_session_has_the_same_shapes_until_the_first_cheat() -> None:
    script = recording("tcp_cli_session")
    cheat = next(i for i, said in enumerate(script) if '"CHEAT_VAULT"' in said.line)
    ours = await replay(script[:cheat])
    for who in ours:
        theirs = [s.line for s in script[:cheat] if s.who == who and not s.by_program]
        assert set(map(shape, theirs)) <= set(map(shape, ours[who]))
        assert match_part(ours[who]) == match_part(theirs)


@pytest.mark.parametrize("name", ["tcp_full_game_2p", "tcp_solo_game", "tcp_cli_session"])
def test_every_recorded_line_is_a_word_and_is_written_the_same(name: str) -> None:
    for said in recording(name):
        word = read_word(said.line.encode())
        assert not isinstance(word, Exception)
        assert without_additions(JsonLines().write(word).decode()) == said.line + "\n"


def test_the_leaders_of_recordings_are_ours() -> None:
    for said in recording("tcp_full_game_2p"):
        if "cardsID" in said.line:
            assert all(leader_of(known) in LEADER_IDS for known in said.members["cardsID"])
