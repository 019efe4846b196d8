"""Puzzles: positions with one clearly best move, found by `bench/puzzles.py`.

They are in `puzzles.json` beside the bots of their game, and are read when they are first needed.
"""

from functools import cache
from importlib.resources import files

import msgspec

from ludoteca.games import GAMES
from ludoteca.games.contract import State
from ludoteca.games.positions import positions_of
from ludoteca.messages import Puzzle


@cache
def puzzles_of(game: str) -> tuple[Puzzle, ...]:
    """Return the puzzles of a game."""
    file = files("ludoteca.bots") / game / "puzzles.json"
    if positions_of(GAMES[game]) is None or not file.is_file():
        return ()
    return msgspec.json.decode(file.read_bytes(), type=tuple[Puzzle, ...])


def position_of(game: str, puzzle: Puzzle) -> State:
    """Return the state of the table in a puzzle."""
    written = positions_of(GAMES[game])
    assert written
    return written.read_state(puzzle.position)
