"""Taking tiles from the living room and dropping them into a shelf."""

from typing import Any

import pytest

from ludoteca.games import Dice, Refusal, Seat, shelfie
from ludoteca.games.shelfie import Cell, Reason, TakeTiles, TilesTaken
from ludoteca.games.shelfie.board import only_lone_tiles
from ludoteca.games.shelfie.shelf import grid_of
from tests.games.shelfie.drawn import EXAMPLES, after, board, grid, played, table

FULL_BUT_TWO = "CBG.T/CBG.T/CBGFT/CBGFT/CBGFT/CBGFT"
FULL_ROOM_FOR_TWO = """
    . . . . . . . . .
    . . . C B . . . .
    . . . G F T . . .
    . . P C B G F T .
    . C B G F T P C .
    . B G F T P C . .
    . . . T P C . . .
    . . . . B G . . .
    . . . . . . . . .
"""


@pytest.mark.parametrize(
    ("move", "expected"),
    [
        ("d3 e3 f3 > 1", "taken"),
        ("f3 d3 e3 > 5", "taken"),  # in any order
        ("d6 > 1", "taken"),
        ("f7 f8 > 3", "taken"),
        ("a5 b4 > 1", Reason.NOT_IN_A_LINE),
        ("c3 d3 c4 > 1", Reason.NO_FREE_SIDE),
        ("c3 d3 b4 > 1", Reason.NOT_IN_A_LINE),
        ("e5 f5 g5 > 1", Reason.NO_FREE_SIDE),  # the middle one is walled in
        ("e4 > 1", Reason.NO_FREE_SIDE),
        ("d3 f3 > 1", Reason.NOT_ADJACENT),  # same row, but with a gap
        ("c3 d3 e3 f3 > 1", Reason.HAND_FULL),
        ("d2 > 1", Reason.EMPTY_CELL),
        ("a1 > 1", Reason.OFF_THE_BOARD),
        ("e3 e3 > 1", Reason.ALREADY_PICKED),
    ],
)
def test_only_adjacent_tiles_in_a_line_with_a_free_side_are_taken(
    move: str, expected: str | Reason
) -> None:
    answer = played(table(), move)
    assert (answer if isinstance(answer, Reason) else "taken") == expected


@pytest.mark.parametrize(
    ("move", "expected"),
    [
        ("d2 e2 > 1", "taken"),  # cells not used with two players count as free sides
        ("c4 > 1", "taken"),
        ("d2 d3 d4 > 1", Reason.NO_FREE_SIDE),  # free only once the others are gone
        ("f2 > 1", Reason.OFF_THE_BOARD),  # a cell for four players
    ],
)
def test_taking_with_two_players(move: str, expected: str | Reason) -> None:
    answer = played(table(2, FULL_ROOM_FOR_TWO), move)
    assert (answer if isinstance(answer, Reason) else "taken") == expected


@pytest.mark.parametrize(
    ("move", "expected"),
    [
        ("d3 e3 f3 > 4", Reason.NO_ROOM),  # no column has three free cells
        ("d3 e3 > 4", "taken"),
        ("d3 e3 > 1", Reason.COLUMN_TOO_FULL),
        ("d3 > 5", Reason.COLUMN_TOO_FULL),
    ],
)
def test_taken_tiles_must_fit(move: str, expected: str | Reason) -> None:
    answer = played(table(shelves=[FULL_BUT_TWO]), move)
    assert (answer if isinstance(answer, Reason) else "taken") == expected


@pytest.mark.parametrize("column", [-1, 5, 100])
def test_a_shelf_has_five_columns(column: int) -> None:
    answer = shelfie.play(table(), Seat(0), TakeTiles((Cell(5, 3),), column), Dice(0))
    assert isinstance(answer, Refusal)
    assert answer.code == Reason.NO_SUCH_COLUMN


def test_at_least_one_tile_is_taken() -> None:
    answer = shelfie.play(table(), Seat(0), TakeTiles((), 0), Dice(0))
    assert isinstance(answer, Refusal)
    assert answer.code == Reason.NOTHING_TAKEN


@pytest.mark.parametrize("cell", [(-1, 3), (9, 4), (4, 9), (4, -1), (10**9, -(10**9))])
def test_a_cell_outside_the_room_is_off_the_board(cell: tuple[int, int]) -> None:
    answer = shelfie.play(table(), Seat(0), TakeTiles((Cell(*cell),), 0), Dice(0))
    assert isinstance(answer, Refusal)
    assert answer.code == Reason.OFF_THE_BOARD


PICKS = [
    pytest.param(example, pick, id=f"{example['note']}-{pick['note']}")
    for example in EXAMPLES["pick_examples"]
    for pick in example["picks"]
]


@pytest.mark.parametrize(("example", "pick"), PICKS)
def test_an_example_of_taking(example: dict[str, Any], pick: dict[str, Any]) -> None:
    state = table(
        example["players"],
        example["board"],
        shelves=[example["shelf"]] if "shelf" in example else [],
    )
    cells = tuple(Cell(row, column) for row, column in pick["cells"])
    answers = [
        shelfie.play(state, Seat(0), TakeTiles(cells, column), Dice(0)) for column in range(5)
    ]
    assert any(not isinstance(answer, Refusal) for answer in answers) is pick["legal"]
    offered = {move.cells for move in shelfie.legal_moves(state, Seat(0))}
    assert (cells in offered) is pick["legal"]


@pytest.mark.parametrize("example", EXAMPLES["refill_examples"], ids=lambda e: str(e["note"]))
def test_when_the_room_is_filled_again(example: dict[str, Any]) -> None:
    tiles = table(room=example["board"]).board
    assert only_lone_tiles(tiles) is example["refill"]


@pytest.mark.parametrize("example", EXAMPLES["drop_examples"], ids=["three", "one"])
def test_tiles_fall_in_the_order_given(example: dict[str, Any]) -> None:
    room = [list("........."), *[list(".........") for _ in range(8)]]
    room[4][2 : 2 + len(example["tiles"])] = example["tiles"]
    state = table(room=["".join(row) for row in room], shelves=[example["before"]])
    cells = " ".join(f"{'cde'[i]}5" for i in range(len(example["tiles"])))
    done = after(state, f"{cells} > {example['column'] + 1}")
    assert grid_of(done.shelves[0]) == grid(example["after"])
    assert not any(Cell(4, column) in done.board for column in range(2, 5)) or done.turns


def test_tile_keeps_its_picture_from_the_room_to_the_shelf() -> None:
    state = table()
    tile = state.board[Cell(5, 3)]
    assert after(state, "d6 > 2").shelves[0][1] == (tile,)


def test_event_lists_taken_cells_and_their_column() -> None:
    events = played(table(), "f8 f7 > 3")
    assert not isinstance(events, Reason)
    assert events[0] == TilesTaken(Seat(0), (Cell(7, 5), Cell(6, 5)), 2)


def test_reading_a_room_leaves_out_empty_cells() -> None:
    assert len(board(FULL_ROOM_FOR_TWO)) == 29
