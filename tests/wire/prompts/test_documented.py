"""A client that was written from the document alone, over a real socket."""

import asyncio
import json
from typing import Any

from ludoteca.games import Seat
from ludoteca.wire.prompts.views import TILE_NAMES
from tests.hall.local import keeper_of
from tests.wire.prompts.programs import Program, leave, open_house, score
from tests.wire.prompts.talk import NEW_GAME, answers_to

NAMED = {"UsernameAnswer": "Username", "NumberOfPlayers": "Response"}
"""What the document calls answers that deployed programs call otherwise."""


class Documented(Program):
    """Answers under the document's names, and calls what they hold as it likes."""

    def answer(self, word: dict[str, Any]) -> None:
        kind = answers_to(word)
        said: dict[str, dict[str, Any]] = {
            "ReconnectionAnswer": {"s": ""},
            "UsernameAnswer": {"username": self.name},
            "NumberOfPlayers": {"response": self.players},
            "OldGameIdAnswer": {"id": 0},
            "Move": {"move": self.choose() if kind == "Move" else ""},
            "ACK": {},
        }
        self.say(json.dumps({"type": NAMED.get(kind, kind), **said[kind]}))


async def test_a_person_on_bare_lines_has_any_time_for_a_move() -> None:
    async with open_house(answer=1.0) as (_, port):
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
        assert (await late.hear())["type"] == "Reconnect"
        assert (await late.hear())["type"] == "RefusedConnection"  # its time is over
        asked.say("b,3,b,4,0")
        assert (await asked.hear())["type"] == "GraphicalGameInfo"
        await leave(late, *people)


async def test_a_client_of_the_document_plays_a_match_and_sees_the_shelves_before_the_result() -> (
    None
):
    async with open_house() as (house, port):
        programs = [Documented(f"p{n}", 2, n) for n in range(2)]
        for program in programs:
            await program.connect(port)
            await program.until(lambda p=program: bool(p.of("Lobby")))  # type: ignore[misc]
        await asyncio.gather(*(program.play() for program in programs))
        view = keeper_of(house).table.view(Seat(0))
        assert view is not None
        shelves = [
            [[TILE_NAMES[tile] for tile in row] for row in seat.shelf] for seat in view.seats
        ]
        for program in programs:
            assert program.of("Win")[0]["s"] == score(keeper_of(house))
            *_, last, _, _ = program.heard  # then Win, and the next question
            assert last["type"] == "GraphicalGameInfo"
            assert last["shelves"] == [*shelves, None, None]
            assert last["s"].endswith("The game is over.")
            assert last["activePlayerUsername"] == ""
        await leave(*programs)
