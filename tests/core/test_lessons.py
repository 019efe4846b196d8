"""Reviews of finished games, and the moves they skip."""

import asyncio

import msgspec
import pytest

from ludoteca.bots import coach
from ludoteca.core import Attempt, Trial
from ludoteca.core.archive.reviews import MOST_POSITIONS, PER_ADDRESS, STREAMS
from ludoteca.games import Refusal, Seat
from ludoteca.messages import MovePlayed, Resign, Study, TableNews, TakeBack
from tests.core.finished import resigned_game
from tests.core.local import LocalServer, mover_of, played
from tests.core.steps import calls_of


async def test_moves_that_were_taken_back_are_not_reviewed(server: LocalServer) -> None:
    clients = await server.table("Anna", "Bruno", take_back=True)
    mover, other = mover_of(clients)
    await played(mover)
    await mover.ask(TakeBack(table=1))
    await played(mover)
    await played(other)
    await mover.ask(Resign(table=1))
    moves = [news for news in mover.of(TableNews) if isinstance(news.record, MovePlayed)]
    taken_back, kept, last = (news.version for news in moves)
    for client, versions in ((mover, [kept]), (other, [last])):
        review = await server.dispatcher.lessons.review(1, "", seat_of(client.name), "")
        assert not isinstance(review, Refusal)
        assert [move.version for move in review.moves] == versions
        assert taken_back not in [odds.version for odds in review.curve]


async def test_a_review_is_computed_once_and_kept_with_the_game(
    server: LocalServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    await resigned_game(server, 1)
    lessons = server.dispatcher.lessons
    begun = await lessons.study(1, "", -1, "anna")
    assert isinstance(begun, Study)
    complete = await lessons.study(1, "", MOST_POSITIONS + 1, "bruno")
    assert isinstance(complete, Study)
    assert begun.done == 0
    assert complete.done == complete.positions == 2
    computed = calls_of(monkeypatch, coach, "_decisions")
    (kept,) = await server.journal.streams(STREAMS)
    other = LocalServer(server.journal)
    await other.dispatcher.open()
    for dispatcher in (server.dispatcher, other.dispatcher):
        again = await dispatcher.lessons.study(1, "", -1, "")
        assert isinstance(again, Study)
        assert msgspec.json.encode(again) == msgspec.json.encode(complete)
    assert not computed
    # A review that cannot be read, or by another judge, is computed again.
    await server.journal.append(kept.name, kept.version, [], b"nonsense")
    again = await lessons.study(1, "", MOST_POSITIONS + 1, "")
    assert msgspec.json.encode(again) == msgspec.json.encode(complete)
    assert len(computed) == 1


async def test_reviews_are_bounded_per_address(server: LocalServer) -> None:
    for table in range(1, PER_ADDRESS + 2):
        await resigned_game(server, table)
    lessons = server.dispatcher.lessons
    asked = [asyncio.create_task(lessons.study(n, "", -1, "a")) for n in range(1, PER_ADDRESS + 2)]
    answers = await asyncio.gather(*asked, lessons.study(1, "", -1, "b"))
    assert [isinstance(one, Refusal) for one in answers] == [False] * PER_ADDRESS + [True, False]
    other = await lessons.study(PER_ADDRESS + 1, "", MOST_POSITIONS + 1, "b")
    assert isinstance(other, Study)
    await lessons.close()


async def test_a_review_that_fails_is_refused_and_tried_again(
    server: LocalServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    await resigned_game(server, 1)
    with monkeypatch.context() as broken:
        broken.setattr(coach, "_decisions", None)
        answer = await server.dispatcher.lessons.study(1, "", MOST_POSITIONS + 1, "")
    assert isinstance(answer, Refusal)
    assert answer.code == "http/unavailable"
    assert isinstance(await server.dispatcher.lessons.study(1, "", -1, ""), Study)


async def test_only_a_move_of_the_seat_can_be_tried_again(server: LocalServer) -> None:
    clients = await server.table("Anna", "Bruno")
    mover, other = mover_of(clients)
    await played(mover)
    await other.ask(Resign(table=1))
    (version,) = (n.version for n in mover.of(TableNews) if isinstance(n.record, MovePlayed))
    for client in clients:
        trial = Trial(version, Attempt(seat_of(client.name)))
        answer = await server.dispatcher.lessons.practise(1, "", trial)
        assert isinstance(answer, Refusal) == (client is other)


async def test_the_solution_of_a_move_is_the_best_move_of_the_review_and_the_play_after_it(
    server: LocalServer,
) -> None:
    clients = await server.table("Anna", "Bruno")
    mover, other = mover_of(clients)
    await played(mover)
    await other.ask(Resign(table=1))
    lessons, seat = server.dispatcher.lessons, seat_of(mover.name)
    review = await lessons.review(1, "", seat, "")
    assert not isinstance(review, Refusal)
    (move,) = review.moves
    solution = await lessons.solution(1, "", move.version, seat, "")
    assert not isinstance(solution, Refusal)
    assert solution.move == solution.line[0].move == move.judged.best
    assert [one.seat for one in solution.line][:2] == [seat, 1 - seat]
    assert [one.view.eyes for one in solution.line] == [seat] * len(solution.line)
    turns = [one.view.turns for one in solution.line]
    assert turns == [turns[0] + number for number in range(len(turns))]
    for version, whose in ((move.version, seat_of(other.name)), (1, seat)):
        answer = await lessons.solution(1, "", version, whose, "")
        assert isinstance(answer, Refusal)
        assert answer.code == "house/no_such_version"


def seat_of(name: str) -> Seat:
    """Return the seat of a player, even one who has left."""
    return {"Anna": Seat(0), "Bruno": Seat(1)}[name]
