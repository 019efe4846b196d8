"""The table in words: the text shows everything on a board."""

from ludoteca.games import renaissance
from ludoteca.games.renaissance import draw_seat, seat_view


def test_drawing_describes_cards_and_leaders_on_a_board() -> None:
    board = renaissance.read_board("cards 9 | 3 17 | - ; leaders 64")
    assert isinstance(board, renaissance.Board)
    lines = list(draw_seat(seat_view(board)))
    assert lines[-5:] == [
        "  slots 1: 9, 2: 3 17, 3: -",
        "    9: green 1; 2 servants > 1 coin + 1 stone + 1 shield",
        "    17: green 2 over blue 1; 1 stone > 2 faith",
        "  leaders played 64, in hand 0",
        "    64: 1 coin > 1 of choice + 1 faith",
    ]
