"""Puzzles: what is sent before they are solved, and the memory of solved ones."""

import asyncio

import msgspec
import pytest

from ludoteca.bots.puzzles import position_of, puzzles_of
from ludoteca.core import Attempt, PuzzleBook, PuzzlePosition, PuzzleTried
from ludoteca.core.people.solved import STREAMS
from ludoteca.games import GAMES, Refusal, Seat
from ludoteca.messages import (
    AskSolved,
    ChangeSecret,
    DeleteMe,
    Done,
    Grade,
    MarkSolved,
    PuzzlesSolved,
    Refused,
    Solution,
)
from tests.core.local import LocalServer

SECRET = "correct-horse"  # noqa: S105 - only here
each_game = pytest.mark.parametrize("game", ["shelfie", "renaissance"])


@each_game
async def test_a_puzzle_hides_the_information_of_other_seats(
    server: LocalServer, game: str
) -> None:
    for number in range(1, len(puzzles_of(game)) + 1):
        puzzle = server.dispatcher.lessons.puzzles.position(game, number)
        assert isinstance(puzzle, PuzzlePosition)
        assert puzzle.view.eyes == puzzle.seat
        others = [one for seat, one in enumerate(puzzle.view.seats) if seat != puzzle.seat]
        for one in others:
            assert one.goal is None if game == "shelfie" else not any(one.hand)


@each_game
async def test_the_best_move_solves_a_puzzle_and_others_do_not_reveal_it(
    server: LocalServer, game: str
) -> None:
    puzzles, rules = server.dispatcher.lessons.puzzles, GAMES[game]
    best = rules.read_move(puzzles_of(game)[0].move)
    state = position_of(game, puzzles_of(game)[0])
    seat = puzzles_of(game)[0].seat
    raw = msgspec.Raw(msgspec.json.encode(best))
    asked = await puzzles.attempt(game, 1, Attempt(Seat(0)))
    assert isinstance(asked, PuzzleTried)
    assert asked.verdict is None
    told = await puzzles.attempt(game, 1, Attempt(Seat(0), move=raw))
    assert isinstance(told, PuzzleTried)
    assert told.verdict is not None
    assert (told.verdict.grade, told.verdict.loss) == (Grade.BEST, 0)
    solution = await puzzles.solution(game, 1)
    assert isinstance(solution, Solution)
    assert solution.move == solution.line[0].move == best
    assert solution.line[0].view.eyes == seat
    compared = type(best)
    other = next(
        move
        for move in rules.legal_moves(state, seat)
        if isinstance(move, compared) and rules.write_move(move) != rules.write_move(best)
    )
    raw = msgspec.Raw(msgspec.json.encode(other))
    told = await puzzles.attempt(game, 1, Attempt(Seat(0), move=raw))
    assert isinstance(told, PuzzleTried)
    assert told.verdict is not None
    assert told.verdict.move == other
    assert msgspec.json.encode(best) not in msgspec.json.encode(told.verdict)


async def test_the_daily_puzzle_depends_on_the_day_alone(server: LocalServer) -> None:
    first = server.dispatcher.lessons.puzzles.book("shelfie")
    server.clock.time += 24 * 3600
    second = server.dispatcher.lessons.puzzles.book("shelfie")
    assert isinstance(first, PuzzleBook)
    assert isinstance(second, PuzzleBook)
    assert second.daily == first.daily % len(first.puzzles) + 1


async def test_unknown_puzzles_are_refused(server: LocalServer) -> None:
    puzzles = server.dispatcher.lessons.puzzles
    answers = [
        puzzles.book("chess"),
        puzzles.position("chess", 1),
        puzzles.position("shelfie", 100_000),
        await puzzles.attempt("shelfie", 100_000, Attempt(Seat(0))),
        await puzzles.solution("shelfie", 100_000),
    ]
    codes = [one.code for one in answers if isinstance(one, Refusal)]
    assert codes == ["house/no_such_game"] * 2 + ["http/no_such_path"] * 3


async def test_solved_puzzles_are_remembered_for_accounts_until_these_are_deleted(
    server: LocalServer,
) -> None:
    anna = await server.enter("Anna")
    assert isinstance(await anna.ask(MarkSolved(game="shelfie", number=1)), Refused)
    assert isinstance(await anna.ask(ChangeSecret(new=SECRET)), Done)
    marks = [("shelfie", 2), ("renaissance", 1), ("shelfie", 1), ("shelfie", 2)]
    await asyncio.gather(*(anna.ask(MarkSolved(game=g, number=n)) for g, n in marks))
    solved = {"shelfie": (1, 2), "renaissance": (1,)}
    assert await anna.ask(AskSolved()) == PuzzlesSolved(solved)
    refused = await anna.ask(MarkSolved(game="shelfie", number=100_000))
    assert isinstance(refused, Refused)
    (stream,) = await server.journal.streams(STREAMS)
    await server.journal.append(stream.name, stream.version, [], b"damaged")
    assert await anna.ask(AskSolved()) == PuzzlesSolved(solved)
    assert isinstance(await anna.ask(DeleteMe(secret=SECRET)), Done)
    (stream,) = await server.journal.streams(STREAMS)
    assert msgspec.json.decode(stream.note) == {}
