"""A client written from the document alone, over a real socket and over RMI."""

import asyncio
import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from ludoteca.core import Dispatcher
from ludoteca.games import Seat
from ludoteca.protocols.prompts.views import TILE_NAMES
from tests.core.local import keeper_of
from tests.protocols.prompts.programs import Program, leave, moves_on, open_dispatcher, score
from tests.protocols.prompts.remote import CalledProgram, open_server
from tests.protocols.prompts.talk import NEW_GAME, answers_to

NAMED = {"UsernameAnswer": "Username", "NumberOfPlayers": "Response", "OldGameIdAnswer": "IDtojoin"}
"""The document's names of answers that deployed programs name differently."""
ROWS = "012345678"
SEED = 8
"""A seed with which a common goal is completed."""

USERNAME = "Choose a username"
NUMBER = (
    r"There are no games available, please insert how many players will be in your game "
    r"\(between 2 and 4\)"
)
GAMES = r"Available games: 0\) .*"
MOVE = (
    r"Please insert Which tiles you would like to remove from the board, and the column of your "
    r"bookshelf you want to put them in \(the first one will go to the first position available "
    r"on the bottom of the column and the others will pile up\)\. Example: "
    r"x1,y1,x2,y2,x3,y3,column"
)
COUNT = "Choose not less than 1 tile and not more than 3"
COLUMN = "You chose a column that doesn't exist"
EMPTY = r"You have selected an empty position\."
APART = r"The tiles aren't adjacent\."
SPACE = "You don't have enough space in the column for that many tiles"
COMPLETED = (
    r"The (first|second) common goal card has been completed by \w+ "
    r"who has been awarded \d points"
)
AWARDED = (
    r"You have completed the (first|second) common goal card, "
    r"you have been awarded \d points, good job!"
)
TO_ALL = (
    USERNAME,
    r"2/2 players connected\. Players connected: \w+, \w+",
    r"Starting game\.\.\.",
    MOVE,
    COUNT,
    COLUMN,
    EMPTY,
    APART,
    SPACE,
    COMPLETED,
)
TO_THE_FIRST = (
    NUMBER,
    r"1/2 players connected\. waiting for more players\.\.\. Players connected: \w+",
)
"""Texts in section 3 of the document."""


class Documented(Program):
    """Answers under the document's names, and names members freely.

    Before its first move it makes every mistake for which the document has a text, once.
    """

    def answer(self, word: dict[str, Any]) -> None:
        kind = answers_to(word)
        said: dict[str, dict[str, Any]] = {
            "UsernameAnswer": {"username": self.name},
            "NumberOfPlayers": {"response": self.players},
            "OldGameIdAnswer": {"id": 0},
            "Move": {"move": self.choose() if kind == "Move" else ""},
            "ACK": {},
        }
        self.say(json.dumps({"type": NAMED.get(kind, kind), **said[kind]}))

    def choose(self) -> str:
        seen = self.of("GraphicalGameInfo")[-1]
        board, shelf = seen["board"], seen["shelves"][seen["yourId"]]
        right = [*moves_on(board, shelf, ROWS)]
        wrong = (move for text, move in mistakes(shelf, right) if not self.has_heard(text))
        return next(wrong, None) or self.dice.choice(right)

    def has_heard(self, text: str) -> bool:
        return any(re.fullmatch(text, word.get("s", "").partition("\n")[0]) for word in self.heard)


def mistakes(shelf: list[list[str]], right: list[str]) -> Iterator[tuple[str, str]]:
    """Yield impossible moves, and the texts that refuse them."""
    tile, column = right[-1].rsplit(",", 1)
    row, place = map(int, tile.split(",")[:2])
    yield COUNT, column
    yield COLUMN, f"{tile},5"
    yield EMPTY, f"0,0,{column}"
    for other in right:
        cells = [int(part) for part in other.split(",")[:2]]
        if abs(cells[0] - row) + abs(cells[1] - place) > 1:
            yield APART, f"{row},{place},{cells[0]},{cells[1]},{column}"
            break
    for full in range(5):
        if shelf[0][full] != "BLANK":
            yield SPACE, f"{row},{place},{full}"


class CalledDocumented(Documented, CalledProgram):
    """The same over RMI."""


async def test_a_person_on_bare_lines_has_any_time_for_a_move() -> None:
    async with open_dispatcher(answer=1.0) as (_, port):
        people = [Program(name, 2) for name in ("anna", "bruno")]
        for person in people:
            await person.connect(port)
            for line in (NEW_GAME, person.name, "2" if person is people[0] else "0"):
                while answers_to(await person.hear()) == "ACK":
                    pass
                person.say(line)
        for person in people:
            while (await person.hear())["type"] != "GraphicalGameInfo":
                pass
        turn = people[0].heard[-1]["activePlayerUsername"]
        asked = next(person for person in people if person.name == turn)
        assert (await asked.hear())["type"] == "MoveMessage"
        late = Program("carla", 2)
        await late.connect(port)
        assert (await late.hear())["type"] == "ChooseUsername"
        assert (await late.hear())["type"] == "RefusedConnection"  # its time is over
        asked.say("b,3,b,4,0")
        assert (await asked.hear())["type"] == "GraphicalGameInfo"
        await leave(late, *people)


@pytest.mark.parametrize("kinds", [(Documented, CalledDocumented), (CalledDocumented, Documented)])
async def test_a_client_of_the_document_plays_a_match_and_meets_every_message(
    kinds: tuple[type[Documented], type[Documented]],
) -> None:
    async with open_server() as server:
        first, second = [kind(f"p{n}", 2, SEED + n) for n, kind in enumerate(kinds)]
        for program in (first, second):
            called = isinstance(program, CalledProgram)
            await program.connect(server.calls if called else server.lines)
            await program.until(lambda p=program: bool(p.of("Lobby")))  # type: ignore[misc]
        await asyncio.gather(first.play(), second.play())
        for program, more in ((first, TO_THE_FIRST), (second, (GAMES,))):
            assert not [text for text in (*TO_ALL, *more) if not program.has_heard(text)]
            # Document 1: nothing but the id of the player stands between name and game.
            heard = [word["type"] for word in program.heard[:2]]
            assert heard == ["ChooseUsername", "UserIdMessage"]
        # Document 2.3: the personal message is for the player who completed the card.
        for program in (first, second):
            done = [w for w in program.of("CommonCard") if f" by {program.name} " in w["s"]]
            awarded = [w for w in program.of("CommonCard") if re.fullmatch(AWARDED, w["s"])]
            assert len(awarded) == len(done)
        assert first.has_heard(AWARDED) or second.has_heard(AWARDED)
        check_end(server.dispatcher, first, second)
        await leave(first, second)


def check_end(server: Dispatcher, *programs: Program) -> None:
    """Check that every program saw the final shelves before the result."""
    view = keeper_of(server).table.view(Seat(0))
    assert view is not None
    shelves = [[[TILE_NAMES[tile] for tile in row] for row in seat.shelf] for seat in view.seats]
    for program in programs:
        assert program.of("Win")[0]["s"] == score(keeper_of(server))
        *_, last, _, question = program.heard  # then Win, and the next question
        assert last["type"] == "GraphicalGameInfo"
        assert last["shelves"] == [*shelves, None, None]
        assert last["s"].endswith("The game is over.")
        assert last["activePlayerUsername"] == ""
        assert question["type"] == "ChooseUsername"
