"""Recorded conversations of deployed clients, if recordings lie beside the checkout.

They are replayed request by request on a different deal: a move's legality depends only on the
positions of tiles, so the moves are the same although the kinds of tiles differ. Replies are
compared in shape and order.
"""

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from ludoteca.bots import BOTS, Bots
from ludoteca.core import AbsencePolicy, Dispatcher, Services
from ludoteca.games import Dice, Refusal, shelfie
from ludoteca.ops import Metrics
from ludoteca.protocols.jrmp import Call, Ref, Returned
from ludoteca.protocols.updates import (
    ClientWord,
    ServerWord,
    UpdatesWord,
    client_stream,
    server_stream,
)
from ludoteca.protocols.updates.calls import CLIENT, ESTABLISHMENT, SERVER
from ludoteca.protocols.updates.views import FIRST_CARD, ITEMS
from ludoteca.protocols.updates.words import (
    Beep,
    BookshelfUpdate,
    ChatAccepted,
    CommonGoalCardsUpdate,
    Disconnection,
    EndGameUpdate,
    GameSelection,
    GamesList,
    LivingRoomUpdate,
    PersonalGoalCardUpdate,
    ScoresUpdate,
    SelectedItems,
    StartTurnUpdate,
)
from tests.core.local import LocalServer
from tests.protocols.recorded import recorded_calls
from tests.protocols.updates.talk import Calling, Client, Room

PROTOCOLS = Path(__file__).parents[4] / "shared" / "protocols"
SESSION, MATCH = "s002_IS23-AM38.tcp_cli_session", "s002_IS23-AM38.tcp_full_match"
CALLS = "s002_IS23-AM38.rmi_cli_session.raw.txt"
pytestmark = pytest.mark.skipif(
    not PROTOCOLS.is_dir(), reason="no recordings beside the checkout, in ../shared/protocols"
)


def recorded(name: str) -> Iterator[tuple[str, str, str, str, bytes]]:
    """Yield connection, direction, kind, meaning and bytes of each line."""
    for line in (PROTOCOLS / "captures" / f"{name}.txt").read_text().splitlines():
        if line.startswith("#"):
            continue
        words, bar, data = line.rpartition(" | ")
        _, connection, direction, kind, *meaning = (words if bar else line).split(maxsplit=4)
        yield connection, direction, kind, "".join(meaning), bytes.fromhex(data if bar else "")


def word_of(meaning: str) -> UpdatesWord:
    """Return the message that a recorder saw."""

    def plain(value: Any) -> Any:
        match value:
            case {"@map": pairs}:
                if pairs and isinstance(pairs[0][0], dict):
                    return [[plain(key), item] for key, item in pairs]
                return dict(pairs)
            case {"@": name, **members}:
                return {"type": name, **{key: plain(member) for key, member in members.items()}}
            case list():
                return [plain(item) for item in value]
            case _:
                return value

    word: UpdatesWord = msgspec.convert(plain(json.loads(meaning)), ClientWord | ServerWord)
    return word


def test_recorded_bytes_decode_to_the_recorded_messages() -> None:
    ends: dict[tuple[str, str], Any] = {}
    seen = 0
    for connection, direction, kind, meaning, data in recorded(SESSION):
        make = server_stream if direction == "C>S" else client_stream
        words = [*ends.setdefault((connection, direction), make()).feed(data)]
        assert words == ([word_of(meaning)] if kind == "object" else [])
        seen += len(words)
    assert seen > 100


def called() -> Iterator[tuple[int, bool, UpdatesWord | None]]:
    """Yield each call's client, direction and message; an arriving client has no message."""
    people: dict[bytes, int] = {}
    for _, method, said, _ in recorded_calls(CALLS, ESTABLISHMENT, SERVER, CLIENT):
        match method.name, said:
            case "init", Call(_, _, (Ref() as stub,)):
                number = people[stub.id] = len(people) // 2
            case "init", Returned(Ref() as ref):
                people[ref.id] = number
                yield number, True, None
            case "lookup" | "dirty" | "clean", _:
                pass
            case _, Call(target, _, (word,)):
                assert isinstance(word, UpdatesWord)
                yield people[target], method.name != "receive", word


class Dealt(LocalServer):
    """A server where this seat begins the first game."""

    def __init__(self, first: int) -> None:
        self._seed = next(seed for seed in range(100) if _first(seed) == first)
        super().__init__()

    def _dispatcher(self) -> Dispatcher:
        chance, bots = Dice(self._seed), Bots(BOTS, Dice(7))
        supplies = Services(self.journal, chance, self.clock.wall, bots, Metrics(), self.clock)
        return Dispatcher(supplies, AbsencePolicy(3, 60, 0))


def _first(seed: int) -> int:
    events = shelfie.setup(2, shelfie.Options(), Dice(seed))
    assert not isinstance(events, Refusal)
    return next(event.first for event in events if isinstance(event, shelfie.TableLaid))


async def replayed(name: str, first: int) -> list[tuple[list[UpdatesWord], list[UpdatesWord]]]:
    """Return what each connection received in the recording, and what our server sends."""
    room = Room(java=True, server=Dealt(first))
    clients: dict[str, Client] = {}
    told: dict[str, list[UpdatesWord]] = {}
    for connection, direction, kind, meaning, _ in recorded(name):
        if kind == "<connect>":
            clients[connection], told[connection] = room.client(), []
        elif kind == "<close>" and direction == "C>S":
            clients[connection].drop()
        elif kind == "object" and direction == "S>C":
            told[connection].append(word_of(meaning))
        elif kind == "object":
            word = word_of(meaning)
            if isinstance(word, GameSelection):  # they count games from 0, we from 1
                word = GameSelection(word.id + 1)
            await clients[connection].say(word)
    return [(told[connection], client.heard) for connection, client in clients.items()]


def shapes(words: Iterable[UpdatesWord]) -> list[Any]:  # noqa: C901 - one case a word
    """Return messages without values of the deal, times, and repetitions."""
    shaped: list[Any] = []
    for word in words:
        match word:
            case Beep():
                pass
            case CommonGoalCardsUpdate():  # the first one always comes
                if "CommonGoalCardsUpdate" not in shaped:
                    shaped.append("CommonGoalCardsUpdate")
            case PersonalGoalCardUpdate() if "PersonalGoalCardUpdate" in shaped:
                pass
            case ScoresUpdate() if shaped[-1] == "ScoresUpdate":
                pass
            case LivingRoomUpdate(cells) | BookshelfUpdate(_, cells):
                empty = {position for position, item in cells if item is None}
                shaped.append((type(word).__name__, {position for position, _ in cells}, empty))
            case SelectedItems(items) if items:
                shaped.append(("SelectedItems", len(items)))
            case PersonalGoalCardUpdate() | ScoresUpdate() | EndGameUpdate():
                shaped.append(type(word).__name__)
            case GamesList(available) if available:
                shaped.append(("GamesList", [replace(game, id=0) for game in available]))
            case _:
                shaped.append(word)
    return shaped


async def test_recorded_match_is_reproduced_in_shape_and_order() -> None:
    for theirs, ours in await replayed(MATCH, first=1):
        assert shapes(ours) == shapes(theirs)
        assert len(ours) > 100
        assert ours.count(Beep()) == theirs.count(Beep())


async def test_recorded_session_is_reproduced_in_shape_and_order() -> None:
    ends = await replayed(SESSION, first=0)
    for theirs, ours in ends[:2]:
        # The document accepts a chat to one by ChatAccepted, too.
        accepted = [word for word in shapes(ours) if word != ChatAccepted(accepted=True)]
        assert accepted == [w for w in shapes(theirs) if w != ChatAccepted(accepted=True)]
    # A returning client gets old chat in any order. With one player left, we begin no turn.
    theirs, ours = ([word for word in words if word != Beep()] for words in ends[2])
    assert set(ours[8:10]) == set(theirs[8:10])
    for words in (theirs, ours):
        del words[8:10]
    assert shapes(theirs)[:-1] == shapes(ours)


async def test_recorded_rmi_session_is_reproduced_in_shape_and_order() -> None:
    room = Room(server=Dealt(first=1))
    clients: list[Calling] = []
    told: list[list[UpdatesWord]] = []

    for number, asked, word in called():
        if word is None:
            if number == 2:  # a returning client
                clients[1].drop()
            clients.append(Calling(room))
            told.append([])
        elif not asked:
            told[number].append(word)
        elif isinstance(word, GameSelection):  # they count games from 0, we from 1
            await clients[number].say(GameSelection(word.id + 1))
        else:
            await clients[number].say(word)
    # With one left, we begin nobody's turn; a chat to one is accepted by ChatAccepted, too.
    started = len(told[0]) - told[0][::-1].index(StartTurnUpdate("alice")) - 1
    del told[0][started]
    for theirs, client in zip(told[:2], clients, strict=False):
        accepted = [word for word in shapes(client.heard) if word != ChatAccepted(accepted=True)]
        assert accepted == [w for w in shapes(theirs) if w != ChatAccepted(accepted=True)]
        assert client.heard.count(Beep()) == theirs.count(Beep())
    # A returning client gets old chat in any order, without messages to unknown receivers. The
    # recording then ends with a drop, which is not replayed.
    lost = told[2].index(Disconnection("alice"))
    back = [word for word in told[2][:lost] if getattr(word, "receiver", "") != "nobody"]
    ours = [type(word).__name__ for word in clients[2].heard if word != Beep()]
    assert ours == [type(word).__name__ for word in back if word != Beep()]


def test_card_ids_match_deployed_clients() -> None:
    kinds = {"TROPHY": "CUP"}
    lines = (PROTOCOLS / "tables" / "myshelfie.goal_ids.txt").read_text().splitlines()
    cards = [line.split()[2:] for line in lines if line.startswith("personal s002 ")]
    assert len(cards) == 12
    for number, *cells in cards:
        goal = shelfie.PERSONAL_GOALS[int(number) + FIRST_CARD]
        drawn = {f"{row},{column}={kind.name}" for (row, column), kind in goal.items()}
        assert drawn == set(cells)
    assert all(ITEMS[kind] == kinds.get(kind.name, kind.name) for kind in shelfie.Kind)
