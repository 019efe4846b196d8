"""Cells as a player types them."""

import pytest

from ludoteca.games.shelfie import Cell
from ludoteca.ui.console.shelfie.drawing import is_move, read_cell


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
