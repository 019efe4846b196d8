"""Positions of My Shelfie where the effect of a move is obvious to a person."""

import pytest
from msgspec.structs import replace

from ludoteca.bots.judging import hint
from ludoteca.bots.shelfie.teacher import chance, reasons, say
from ludoteca.bots.teacher import effects, sentence
from ludoteca.games import Refusal, Seat, shelfie
from tests.bots.shelves import (
    FIVE_PLANTS,
    ONE_LEFT,
    ONE_STEP_SHORT,
    ROOM,
    THREE_CORNERS,
    WITHOUT_ITS_GAME,
)
from tests.games.shelfie.drawn import table

EMPTY = "...../...../...../...../...../....."
ONE_CAT = "...../...../...../...../...../C...."
TWO_GROUPS = "...../...../C..../C..C./CC.C./CC.C."


def told(shelf: str, move: str, common: tuple[int, ...] = ()) -> list[str]:
    """Return the teacher's comments on a move."""
    state = table(2, ROOM, [shelf.replace("/", "\n")], common, goals=(1, 2))
    read = shelfie.read_move(move)
    assert not isinstance(read, Refusal)
    told = reasons(shelfie.view(state, Seat(0)), Seat(0), read)
    return [say(reason) for reason in effects("shelfie", told)]


@pytest.mark.parametrize(
    ("shelf", "move", "common", "words"),
    [
        (ONE_CAT, "d2 > 1", (), "makes a pair of cats"),
        (FIVE_PLANTS, "g5 > 1", (), "makes a group of 6 plants"),
        (THREE_CORNERS, "e7 > 5", (8,), "completes common goal 8 for 8 points"),
        (THREE_CORNERS, "g5 > 5", (8,), "spoils common goal 8"),
        (ONE_STEP_SHORT, "c5 > 2", (12,), "completes common goal 12 for 8 points"),
        (ONE_CAT, "d2 > 5", (8,), "brings common goal 8 closer"),
        (WITHOUT_ITS_GAME, "b5 > 2", (), "brings your personal goal to 2 of 6"),
        (WITHOUT_ITS_GAME, "c5 > 2", (), "puts the wrong tile in a space of your personal goal"),
        (ONE_LEFT, "g5 > 5", (), "makes you the first to fill a shelf"),
        (TWO_GROUPS, "d2 > 3", (), "joins groups of cats that score more when kept apart"),
    ],
)
def test_effects_of_a_move(shelf: str, move: str, common: tuple[int, ...], words: str) -> None:
    assert words in told(shelf, move, common)


def test_a_goal_stays_open_if_the_same_tiles_would_spoil_it_elsewhere() -> None:
    assert "keeps the spaces of your personal goal free" in told(EMPTY, "d2 > 1")
    assert "keeps the spaces of your personal goal free" not in told(EMPTY, "d2 > 3")


def test_a_hint_is_a_sentence() -> None:
    state = table(2, ROOM, [FIVE_PLANTS], goals=(1, 2))
    advice = hint(shelfie, state, Seat(0))
    assert advice is not None
    words = sentence("shelfie", advice)
    assert words.startswith("Take g5 into column ")
    assert "makes a group of 6 plants" in words


def test_player_ahead_is_likely_to_win_especially_near_the_end() -> None:
    chances = []
    for shelf in (EMPTY, ONE_LEFT):
        level = shelfie.view(table(2, ROOM, [shelf, shelf]), None)
        assert chance(level, Seat(0)) == pytest.approx(0.5)
        ahead = replace(level, seats=(replace(level.seats[0], tokens={1: 8}), level.seats[1]))
        chances.append(chance(ahead, Seat(0)))
        assert chance(ahead, Seat(1)) == pytest.approx(1 - chances[-1])
    assert 0.6 < chances[0] < 0.9 < chances[1] < 1
