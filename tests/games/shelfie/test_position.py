"""Whole tables as text: written tables can be read, and errors name their line."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludoteca.games import Rules, Seat, shelfie
from ludoteca.games.shelfie import Kind, kind_of, read_state, write_state
from ludoteca.games.shelfie.board import TILES, Tile, picture_of
from tests.games.random_play import Setup, play_out, setups
from tests.games.shelfie.drawn import tiles_of

GAME: Rules = shelfie


@given(setups(GAME), st.data())
def test_a_written_table_is_read_with_its_pictures(setup: Setup, data: st.DataObject) -> None:
    state = data.draw(st.sampled_from(play_out(setup, absences=True).states))
    read = read_state(write_state(state))
    assert write_state(read) == write_state(state)
    assert sorted(tiles_of(read)) == list(TILES)
    assert list(map(kind_of, read.bag)) == list(map(kind_of, state.bag))
    for field in state.__struct_fields__:
        if field not in ("board", "bag", "shelves"):
            assert getattr(read, field) == getattr(state, field)
    assert {c: looks(t) for c, t in read.board.items()} == {
        c: looks(t) for c, t in state.board.items()
    }
    for one, other in zip(read.shelves, state.shelves, strict=True):
        assert [[*map(looks, column)] for column in one] == [
            [*map(looks, column)] for column in other
        ]


def looks(tile: Tile) -> tuple[Kind, int]:
    return kind_of(tile), picture_of(tile)


def test_omitted_parts_are_as_before_the_first_turn() -> None:
    state = read_state("seats 3")
    assert write_state(state) == write_state(
        shelfie.apply(shelfie.BLANK, shelfie.TableLaid(3, shelfie.Edition.ITALIAN, (), Seat(0)))
    )


def test_a_table_can_be_played_from_a_drawing() -> None:
    state = read_state("""
        seats 2
        turn 2
        room
            . . . . . . . . .
            . . . . . . . . .
            . . . . C . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
            . . . . . . . . .
        shelf 2  ...../...../...../...../...../B....
        common 3  1
    """)
    assert [kind_of(tile) for tile in state.shelves[1][0]] == [Kind.BOOK]
    assert (state.turn, state.claims) == (1, {3: (0,)})
    assert [*map(shelfie.write_move, shelfie.legal_moves(state, Seat(1)))] == [
        f"e3 > {column}" for column in range(1, 6)
    ]


ROOM_OF_CATS = "/".join("C" * 9 if row in range(3, 6) else "." * 9 for row in range(9))


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("", "'seats' must be given"),
        ("turn 1", "'seats' must be given"),
        ("seats 5", "line 1: a number from 2 to 4 is wanted, not '5'"),
        ("seats two", "line 1: a number from 2 to 4 is wanted, not 'two'"),
        ("seats 2\nseats 2", "line 2: 'seats' is given twice"),
        ("seats 2\n\nturn 3", "line 3: a number from 1 to 2 is wanted, not '3'"),
        ("seats 2\nshelves 3", "line 2: there is no part 'shelves 3'"),
        ("seats 2\nshelf 3\n  C", "line 2: there is no seat 3"),
        ("seats 2\nshelf 1\n  C", "line 2: a drawing has 6 rows of 5 marks, and this one has 1"),
        ("seats 2\ngoal 1 13", "line 2: a number from 1 to 12 is wanted, not '13'"),
        ("seats 2\ncommon 1 1 1", "line 2: a seat is named twice"),
        ("seats 2\nedition french", "line 2: 'french' is not a valid Edition"),
        ("seats 2\noutcome won 1", "line 2: 'won' is not a valid Ending"),
        (f"seats 2\nroom {ROOM_OF_CATS}", "line 2: there is no cell in row 4, column 1"),
        (
            f"seats 4\nshelf 1 {'/'.join(['C' * 5] * 6)}",
            "line 2: there are too many tiles of kind C",
        ),
    ],
)
def test_unreadable_position_says_where(text: str, error: str) -> None:
    with pytest.raises(ValueError) as said:  # noqa: PT011 - the whole text is compared
        read_state(text)
    assert str(said.value) == error
