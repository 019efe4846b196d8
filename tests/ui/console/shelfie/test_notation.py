"""Cells and moves as a player types them."""

import pytest

from ludoteca.games.shelfie import Cell, TakeTiles
from ludoteca.ui.console.shelfie.drawing import is_move, read_cell, read_move

D2_E2_IN_3 = TakeTiles((Cell(1, 3), Cell(1, 4)), 2)


@pytest.mark.parametrize(
    "line",
    [
        "d2 e2 > 3",
        "D2,E2 -> 3",
        "d2e2>3",
        "2,4 2,5 > 3",
        "(2,4) (2,5) > 3",
        "2,4,2,5 => 3",
        "d2 2,5 > 3",
    ],
)
def test_whole_move_is_read_from_one_line(line: str) -> None:
    assert read_move(line) == D2_E2_IN_3


@pytest.mark.parametrize("line", ["d2 > 6", "k2 > 1", "> 1", "d2 e2", "2 4 > 1", "0,4 > 1", ""])
def test_invalid_move_is_rejected(line: str) -> None:
    assert read_move(line) is None


@pytest.mark.parametrize(
    ("line", "cell"),
    [
        ("d2", Cell(1, 3)),
        ("I9", Cell(8, 8)),
        ("2,4", Cell(1, 3)),
        ("(2; 4)", Cell(1, 3)),
        ("2 4", Cell(1, 3)),
        ("0,10", Cell(-1, 9)),  # the console reports that it is not on the board
        ("k2", None),
        ("d", None),
        ("", None),
    ],
)
def test_cell_is_read(line: str, cell: Cell | None) -> None:
    assert read_cell(line) == cell


def test_chat_with_an_arrow_is_not_a_move() -> None:
    assert is_move("d2 > 9")
    assert not is_move("/chat look > there")
