"""`ludoteca score renaissance`: the points of a board, by source."""

import argparse

import msgspec
from msgspec import Struct

from ludoteca.games import Point, renaissance
from ludoteca.games.renaissance import Board
from ludoteca.ui import columns
from ludoteca.ui.draw import counted
from ludoteca.ui.positions import read_positions


class BoardScore(Struct, frozen=True):
    """Points of a board."""

    board: str
    total: int
    points: tuple[Point, ...]


def describe(parser: argparse.ArgumentParser) -> None:
    """Add the command-line arguments."""
    parser.description = (
        "Show the points of boards by source. A board is a list of its non-empty parts, separated "
        "by semicolons: leaders, hand, cards by slot, depots, box, faith, tiles."
    )
    parser.epilog = (
        "example: ludoteca score renaissance 'depots coin 1, stone 2, - ; box 3 coin ; "
        "cards 9 | 3 17 | - ; leaders 64 ; faith 13 ; tiles + + ?'"
    )
    parser.add_argument("boards", nargs="+", metavar="BOARD", help="a board, or - to read one")


def score(arguments: argparse.Namespace) -> str:
    """Score the boards on the command line, in words or as JSON."""
    boards = read_positions(arguments.boards, renaissance.read_board)
    if arguments.json:
        return msgspec.json.encode([_score(board) for board in boards]).decode()
    return "\n\n".join(map(_in_words, boards))


def _score(board: Board) -> BoardScore:
    points = renaissance.seat_points(renaissance.seat_view(board))
    total = sum(point.amount for point in points)
    return BoardScore(renaissance.write_board(board), total, points)


def _in_words(board: Board) -> str:
    score = _score(board)
    rows = [[f"  {point.title}", str(point.amount)] for point in score.points]
    drawing = "\n".join(renaissance.draw_seat(renaissance.seat_view(board)))
    return f"{drawing}\n{columns(rows)}\nIn all: {counted(score.total, 'point')}"
