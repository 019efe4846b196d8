"""Drawings and short texts, in both directions."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludoteca.games import Refusal, Seat, shelfie
from ludoteca.games.shelfie import (
    RULE_SETS,
    Cell,
    Kind,
    Leftovers,
    Reason,
    RuleSet,
    Squares,
    TakeTiles,
    rules_in_words,
)
from ludoteca.games.shelfie.shelf import COLUMNS, ROWS
from tests.games.shelfie.drawn import LIVING_ROOM, after, board, table

ANY_KIND_STAY = RuleSet(Squares.ANY_KIND, Leftovers.STAY)


@pytest.mark.parametrize(
    ("text", "cells", "column"),
    [
        ("d3 > 1", [(2, 3)], 0),
        ("f8 f7 > 3", [(7, 5), (6, 5)], 2),
        ("  D3,E3, f3>5 ", [(2, 3), (2, 4), (2, 5)], 4),
        ("d3e3 -> 2", [(2, 3), (2, 4)], 1),
        ("d3 => 2", [(2, 3)], 1),
        ("a1 i9 > 1", [(0, 0), (8, 8)], 0),
        ("2,4 2,5 > 3", [(1, 3), (1, 4)], 2),
        ("(2,4) (2;5) > 3", [(1, 3), (1, 4)], 2),
        ("d2 2,5 > 3", [(1, 3), (1, 4)], 2),
    ],
)
def test_reading_a_move(text: str, cells: list[tuple[int, int]], column: int) -> None:
    assert shelfie.read_move(text) == TakeTiles(tuple(Cell(*cell) for cell in cells), column)


@pytest.mark.parametrize(
    "text",
    ["", "d3", "> 1", "d3 > 1 2", "take d3", "take d3 > 1", "2 4 > 1", "d3 > ²", "d3 > x"],
)
def test_invalid_move_is_refused_with_an_example(text: str) -> None:
    answer = shelfie.read_move(text)
    assert isinstance(answer, Refusal)
    assert answer.code == Reason.UNREADABLE
    assert "d2 e2 > 3" in answer.detail


@pytest.mark.parametrize(
    ("text", "code", "detail"),
    [
        ("d2 > 9", Reason.NO_SUCH_COLUMN, "A bookshelf has five columns."),
        ("d3 > 0", Reason.NO_SUCH_COLUMN, "A bookshelf has five columns."),
        ("j3 > 1", Reason.OFF_THE_BOARD, "There is no cell j3: columns are a to i, rows 1 to 9."),
        ("d0 > 1", Reason.OFF_THE_BOARD, "There is no cell d0: columns are a to i, rows 1 to 9."),
        ("0,4 > 1", Reason.OFF_THE_BOARD, "There is no cell 0,4: columns are a to i, rows 1 to 9."),
    ],
)
def test_move_outside_the_table_is_refused_with_the_reason(
    text: str, code: Reason, detail: str
) -> None:
    assert shelfie.read_move(text) == Refusal(code, detail)


COLUMN = st.lists(st.sampled_from(list(Kind)), max_size=ROWS)


@given(st.lists(COLUMN, min_size=COLUMNS, max_size=COLUMNS))
def test_a_drawn_shelf_can_be_read(columns: list[list[Kind]]) -> None:
    rows = [[c[h] if h < len(c) else None for c in columns] for h in reversed(range(ROWS))]
    shelf = tuple(tuple(row) for row in rows)
    assert shelfie.read_grid(shelfie.draw_grid(shelf)) == shelf
    assert shelfie.read_grid("/".join(shelfie.draw_grid(shelf).split("\n")).lower()) == shelf


@pytest.mark.parametrize(
    ("drawing", "sentence"),
    [
        ("", "6 rows of 5 marks, and this one has 0"),
        ("C....", "6 rows of 5 marks, and this one has 5"),
        ("...../...../...../...../...../....", "this one has 5 5 5 5 5 4"),
        ("...../...../...../...../...../X....", "not 'X'"),
        ("...../...../...../...../...../ß....", "not 'ß'"),
        ("...../...../C..../...../B..../B....", "row 3, column 1 has nothing below it"),
    ],
)
def test_invalid_shelf_is_refused_with_the_reason(drawing: str, sentence: str) -> None:
    answer = shelfie.read_grid(drawing)
    assert isinstance(answer, Refusal)
    assert answer.code == Reason.BAD_DRAWING
    assert sentence in answer.detail


@pytest.mark.parametrize(
    "drawing",
    [
        "",
        "C",
        "/".join(["........."] * 8),
        "Z........\n" * 9,
        "C......../" + "/".join(["........."] * 8),
    ],
)
def test_invalid_board_is_refused(drawing: str) -> None:
    assert isinstance(shelfie.read_board(drawing), Refusal)


@given(st.text(max_size=80))
def test_any_text_is_a_shelf_or_refused(text: str) -> None:
    shelfie.read_grid(text)
    shelfie.read_board(text)


DRAWING = """
My Shelfie, 4 players, Italian rules, 91 tiles in the bag. Turn 2: seat 2 to move.

  a b c d e f g h i    Seat 1       Seat 2 (you)    Seat 3       Seat 4

1       . .            . . . . .    . . . . .       . . . . .    . . . . .
2       . . .          C . . . .    . . . . .       . . . . .    . . . . .
3     F G F T .        C B . . .    . . . . .       . . . . .    . . . . .
4   F P C G G T . .    C B G . .    . . . . .       . . . . .    . . . . .
5 P P C G B T B . .    C B G F .    . . . . .       . . . . .    . . . . .
6 . . . . P T . .      C B G F B    P . . . T       . . . . .    . . . . .
7     . . G F .        1 2 3 4 5    1 2 3 4 5       1 2 3 4 5    1 2 3 4 5
8       C T F          18 points    0 points        0 points     0 points
9         . .          first        to move

Your goal 2

. . . . .
. P . . .
C . G . .
. . . . B
. . . T .
. . . . F
1 2 3 4 5

Common goal 12, Staircase (tokens left: 6 4 2): No column empty, and each exactly one tile higher than the one before, or each one lower.
Common goal 1, Two squares (tokens left: 8 6 4 2): Two separate groups of one and the same kind, each with a 2x2 square in it.
Tiles: C cat, B book, G game, F frame, T trophy, P plant
"""  # noqa: E501 - as wide as it is drawn


def test_a_state_prints_so_that_a_person_can_play_from_it() -> None:
    shelf = "...../C..../CB.../CBG../CBGF./CBGF."
    state = table(shelves=[shelf, "...../...../...../...../...../P...T"], common=[12, 1])
    assert shelfie.draw(shelfie.view(after(state, "d6 > 5"), Seat(1))) == DRAWING.strip("\n")


def test_a_drawn_living_room_can_be_read() -> None:
    room = board(LIVING_ROOM)
    assert shelfie.read_board(shelfie.draw_board(room)) == room
    lines = [line.strip() for line in LIVING_ROOM.strip().splitlines()]
    assert shelfie.draw_board(room).split("\n") == lines


def test_a_spectator_is_shown_no_personal_goal() -> None:
    assert "goal 1" in shelfie.draw(shelfie.view(table(), Seat(0)))
    assert "Your goal" not in shelfie.draw(shelfie.view(table(), None))


@pytest.mark.parametrize(
    ("state", "words"),
    [
        (table(), "Turn 1: seat 1 to move."),
        (table(finisher=Seat(2)), "This is the last round."),
        *((table(rules=rules), f", {rules_in_words(rules)}, ") for rules in RULE_SETS),
        (table(rules=ANY_KIND_STAY, common=[1]), "of one kind or of two"),
        (table(common=[3], claims={3: (0, 1, 2, 3)}), "tokens left: none"),
        (table(away=frozenset({1})), "away"),
    ],
)
def test_the_drawing_says(state: shelfie.State, words: str) -> None:
    assert words in shelfie.draw(shelfie.view(state, None))


def test_drawing_names_the_winner() -> None:
    end = after(table(2, first=Seat(1), finisher=Seat(1)), "d3 > 1")
    assert "The game is over: seat " in shelfie.draw(shelfie.view(end, None))
