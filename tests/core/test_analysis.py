"""Analysis boards: positions after moves, and the positions of finished games."""

import asyncio
from functools import reduce
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import Raw

from ludoteca.core import Line
from ludoteca.core.archive.analysis import AnalysisBoards
from ludoteca.games import GAMES, Refusal, Rules, Seat
from ludoteca.games.positions import chance_at, positions_of, read_position
from ludoteca.messages import AbsenceRule, Analysis, Resign
from tests.core.finished import resigned_game, sit_down
from tests.core.local import LocalServer, mover_of, played
from tests.games.random_play import accepted

WRITTEN = [rules for rules in GAMES.values() if positions_of(rules)]
NO_ARCHIVE: Any = None


def boards() -> AnalysisBoards:
    return AnalysisBoards(None, NO_ARCHIVE)


@given(st.sampled_from(WRITTEN), st.integers(0, 2**32), st.data())
def test_moves_lead_to_the_same_position_as_in_a_game(
    rules: Rules, seed: int, data: st.DataObject
) -> None:
    asyncio.run(check_moves(rules, seed, data))


async def check_moves(rules: Rules, seed: int, data: st.DataObject) -> None:
    seats = data.draw(st.sampled_from(rules.SEATS))
    begun = accepted(await boards().begin(rules.NAME, seats, Raw(b"{}"), seed))
    again = accepted(await boards().begin(rules.NAME, seats, Raw(b"{}"), seed))
    assert msgspec.json.encode(begun) == msgspec.json.encode(again)
    text = begun.positions[0].position
    state = read_position(rules, text)
    moves: list[str] = []
    texts = [text]
    for _ in range(data.draw(st.integers(0, 20))):
        seat = data.draw(st.sampled_from(sorted(rules.seats_to_move(state))))
        move = accepted(rules.sample(state, seat, chance_at(text)))
        moves.append(f"{seat + 1} {rules.write_move(move)}")
        events = accepted(rules.play(state, seat, move, chance_at(texts[-1])))
        state = reduce(rules.apply, events, state)
        texts.append(written(rules, state))
    shown = accepted(await boards().follow(rules.NAME, Line(text, moves)))
    assert [position.position for position in shown.positions] == texts
    assert [position.move for position in shown.positions] == ["", *moves]
    middle = len(moves) // 2
    later = accepted(await boards().follow(rules.NAME, Line(texts[middle], moves[middle:])))
    assert msgspec.json.encode(later.positions[1:]) == msgspec.json.encode(
        shown.positions[middle + 1 :]
    )


def written(rules: Rules, state: Any) -> str:
    functions = positions_of(rules)
    assert functions
    return functions.write_state(state)


async def test_a_position_of_a_finished_game_shows_what_the_replay_contains(
    server: LocalServer,
) -> None:
    await resigned_game(server, 1)
    game = accepted(await server.dispatcher.archive.find(1, ""))
    analyses = server.dispatcher.lessons.boards
    for step in accepted(await game.steps()):
        table = await game.at(step.version)
        assert table
        found = await analyses.from_game(1, "", step.version)
        assert isinstance(found, Analysis)
        (position,) = found.positions
        state = read_position(table.rules, position.position)
        for seat in map(Seat, range(2)):
            assert table.rules.points(table.view(seat), seat) == table.rules.points(
                table.rules.view(state, seat), seat
            )
    for version in (1, 999):
        refused = await analyses.from_game(1, "", version)
        assert isinstance(refused, Refusal)
        assert refused.code == "house/no_such_version"


async def test_a_running_game_cannot_be_analysed(server: LocalServer) -> None:
    clients = await server.table("Anna", "Bruno")
    await played(mover_of(clients)[0])
    for version in (1, 4, 999):
        refused = await server.dispatcher.lessons.boards.from_game(1, "", version)
        assert isinstance(refused, Refusal)
        assert refused.code == "house/not_over"


async def test_a_private_game_needs_its_code(server: LocalServer) -> None:
    clients = [await server.enter(name) for name in ("Anna", "Bruno")]
    shown = await sit_down(clients, "shelfie", private=True, absence=AbsenceRule.FORFEIT)
    mover, other = mover_of(clients)
    await played(mover)
    await other.ask(Resign(table=1))
    code = shown.info.code
    analyses = server.dispatcher.lessons.boards
    game = accepted(await server.dispatcher.archive.find(1, code))
    version = accepted(await game.steps())[0].version
    refused = await analyses.from_game(1, "", version)
    assert isinstance(refused, Refusal)
    assert refused.code == "house/no_such_table"
    assert isinstance(await analyses.from_game(1, code, version), Analysis)


async def test_absent_seats_are_skipped() -> None:
    begun = accepted(await boards().begin("renaissance", 3, Raw(b"{}"), 5))
    rules = GAMES["renaissance"]
    text = begun.positions[0].position
    state = read_position(rules, text)
    while "phase setup" in written(rules, state):
        seat = min(rules.seats_to_move(state))
        move = accepted(rules.sample(state, seat, chance_at(text)))
        state = reduce(rules.apply, accepted(rules.play(state, seat, move, chance_at(text))), state)
    other = (state.turn + 1) % 3
    line = Line(
        f"{written(rules, state)}\naway {other + 1}\nphase acted", [f"{state.turn + 1} end"]
    )
    line = line._replace(position=line.position.replace("phase acting\n", ""))
    shown = accepted(await boards().follow("renaissance", line))
    assert shown.positions[-1].to_move == ((state.turn + 2) % 3,)


@pytest.mark.parametrize(
    ("game", "seats", "options", "code"),
    [
        ("chess", 2, b"{}", "house/no_such_game"),
        ("shelfie", 5, b"{}", "house/bad_seats"),
        ("shelfie", 2, b'{"edition":"klingon"}', "house/bad_options"),
        ("shelfie", 2, b"nonsense", "house/bad_options"),
    ],
)
async def test_a_new_table_must_be_possible(
    game: str, seats: int, options: bytes, code: str
) -> None:
    refused = await boards().begin(game, seats, Raw(options), 0)
    assert isinstance(refused, Refusal)
    assert refused.code == code


@pytest.mark.parametrize(
    ("move", "code"),
    [
        ("", "house/unreadable_move"),
        ("0 d4 > 1", "house/unreadable_move"),
        ("1", "shelfie/unreadable"),
        ("1 nonsense", "shelfie/unreadable"),
        ("² d4 > 1", "house/unreadable_move"),
        ("9 d4 > 1", "shelfie/no_such_seat"),
    ],
)
async def test_an_unreadable_move_is_refused(move: str, code: str) -> None:
    begun = accepted(await boards().begin("shelfie", 2, Raw(b"{}"), 0))
    refused = await boards().follow("shelfie", Line(begun.positions[0].position, [move]))
    assert isinstance(refused, Refusal)
    assert refused.code == code


async def test_a_server_without_judges_has_boards_without_evaluation() -> None:
    begun = accepted(await boards().begin("shelfie", 2, Raw(b"{}"), 0))
    refused = await boards().evaluate("shelfie", begun.positions[0].position, "")
    assert isinstance(refused, Refusal)
    assert refused.code == "house/no_teacher"


async def test_a_judge_that_fails_is_not_available(
    server: LocalServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    analyses = server.dispatcher.lessons.boards
    begun = accepted(await analyses.begin("shelfie", 2, Raw(b"{}"), 0))
    position = begun.positions[0].position
    monkeypatch.setattr("ludoteca.bots.coach.evaluated", None)
    refused = await analyses.evaluate("shelfie", position, "")
    assert isinstance(refused, Refusal)
    assert refused.code == "http/unavailable"
