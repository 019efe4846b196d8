"""Positions of Masters of Renaissance where the effect of a move is obvious to a person."""

from typing import Any

import pytest

from ludoteca.bots.judging import hint
from ludoteca.bots.renaissance.teacher import alternatives, chance, reasons, say
from ludoteca.bots.teacher import effects, sentence
from ludoteca.games import Refusal, Seat, renaissance
from ludoteca.games.renaissance import Board, DiscardLeader, EndTurn, Move, Phase, PlayLeader
from ludoteca.games.renaissance.resources import read_goods
from tests.games.renaissance.laid import board, table

NOBODY = board()
FULL = "1 coin | 2 stone | 3 shield"


def told(own: Board, move: str, **more: Any) -> list[str]:
    """Return the teacher's comments on a move."""
    read = renaissance.read_move(move)
    assert not isinstance(read, Refusal), read
    view = renaissance.view(table(own, NOBODY, **more), Seat(0))
    return [say(reason) for reason in effects("renaissance", reasons(view, Seat(0), read))]


@pytest.mark.parametrize(
    ("own", "move", "words"),
    [
        (board(faith=4), "row 1", "gives 1 faith"),
        (board(FULL), "row 3", "gives rivals"),
        (board(box="5 coin", hand="53 61"), "leader 53", "points, plus its ability"),
        (board(hand="61 62"), "discard 61", "gives up the benefits of that leader"),
        (board(box="4 shield", slots="9 | 5 |"), "buy 17 > 1", "covers a better production"),
        (board(box="4 shield", slots="13 | 5 |"), "buy 17 > 2", "is worth"),
    ],
)
def test_effects_of_a_move(own: Board, move: str, words: str) -> None:
    assert any(words in one for one in told(own, move, tops=(17,)))


@pytest.mark.parametrize(
    ("own", "said"),
    [
        ("| 1 stone |", []),
        ("1 stone | |", ["fits only after you rearrange your depots"]),
        ("1 coin | 2 servant | 3 shield", ["gives rivals 2 faith, as there is no room"]),
    ],
)
def test_resources_that_fit_after_rearranging_are_not_called_lost(
    own: str, said: list[str]
) -> None:
    assert [one for one in told(board(own), "row 2") if "room" in one or "fits only" in one] == said


def test_production_is_covered_only_by_a_card_on_top_of_it() -> None:
    words = told(board("| 2 shield |"), "buy 1 > 1", tops=(1,))
    assert "has a weak production" in words
    assert "covers a better production" not in words


def test_goods_are_for_a_card() -> None:
    placing: dict[str, Any] = {"phase": Phase.PLACING, "taken": read_goods("1 shield")}
    assert told(board(), "place shield > 3", tops=(1,), **placing) == ["gives 1 shield"]
    bought = told(board("| | 1 shield"), "place shield > 3", tops=(1,), **placing)
    assert bought == ["lets you buy card 1"]
    nearer = told(board("| | 1 shield"), "place shield > 3", tops=(9,), **placing)
    assert nearer == ["leaves you needing only 1 more for card 9"]


def test_only_alternatives_to_a_move_are_compared() -> None:
    state = table(board("| 2 coin | 2 shield", hand="61"), NOBODY, tops=(13,))
    moves = list(renaissance.legal_moves(state, Seat(0)))
    buying = next(move for move in moves if "buy" in renaissance.write_move(move))
    assert PlayLeader(61) not in alternatives(buying, moves)
    assert len(alternatives(buying, moves)) > 7
    acted: list[Move] = [DiscardLeader(61), EndTurn()]
    assert alternatives(DiscardLeader(61), acted) == acted
    assert alternatives(EndTurn(), acted) == [EndTurn()]


def test_a_hint_is_a_sentence() -> None:
    state = table(board("| 2 coin | 2 shield"), NOBODY, tops=(13,))
    advice = hint(renaissance, state, Seat(0))
    assert advice is not None
    assert sentence("renaissance", advice)[0].isupper()


def test_player_ahead_is_likely_to_win() -> None:
    view = renaissance.view(table(board(slots="13 | 5 |", faith=9), NOBODY), Seat(0))
    assert chance(view, Seat(0)) > 0.5
    assert chance(view, Seat(0)) + chance(view, Seat(1)) == pytest.approx(1)


def test_lorenzo_loses_to_a_player_nearer_to_the_end() -> None:
    early, late = (
        renaissance.view(table(board(slots="13 | 5 |"), cross=cross), Seat(0)) for cross in (2, 20)
    )
    assert chance(early, Seat(0)) > 0.5 > chance(late, Seat(0))
