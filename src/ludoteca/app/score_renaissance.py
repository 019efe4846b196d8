"""`ludoteca score renaissance`: what a board is worth, and where its points come from."""

from collections.abc import Sequence

import msgspec
from msgspec import Struct

from ludoteca.app.position import read_positions
from ludoteca.clients import columns
from ludoteca.games import Point, renaissance
from ludoteca.games.renaissance import Board


class BoardScore(Struct, frozen=True):
    """What a board is worth."""

    board: str
    total: int
    points: tuple[Point, ...]


def score_boards(texts: Sequence[str], *, as_json: bool) -> None:
    """Print what these boards are worth."""
    boards = read_positions(texts, renaissance.read_board)
    if as_json:
        print(msgspec.json.encode([_score(board) for board in boards]).decode())
    else:
        print("\n\n".join(map(_in_words, boards)))


def _score(board: Board) -> BoardScore:
    points = renaissance.seat_points(renaissance.seat_view(board))
    total = sum(point.amount for point in points)
    return BoardScore(renaissance.write_board(board), total, points)


def _in_words(board: Board) -> str:
    score = _score(board)
    rows = [[f"  {point.title}", str(point.amount)] for point in score.points]
    drawing = "\n".join(renaissance.draw_seat(renaissance.seat_view(board)))
    return f"{drawing}\n{columns(rows)}\nIn all: {score.total} points"
