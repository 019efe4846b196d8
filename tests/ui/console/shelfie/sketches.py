"""Matches as the protocol describes them, drawn in letters."""

from collections.abc import Sequence

from ludoteca.games.shelfie import Kind
from ludoteca.protocols.pipes.words import VirtualView
from ludoteca.ui.console.shelfie.state import KINDS, ClientPhase, PipesState

NAMES = {kind: name for name, kind in reversed(KINDS.items())}
ROOM = """
    . . . . . . . . .
    . . . P C . . . .
    . . . b b T . . .
    . . C B F . G T .
    . T T G . . F P .
    . T T T T P G . .
    . . . P P F . . .
    . . . . . . . . .
    . . . . . . . . .
"""
"""A living room; lower-case letters are selected tiles."""
SHELF = """
    . . . . .
    . . . . .
    . . . . .
    P . . . .
    T B . . C
    G C . G C
"""


def rows_of(drawing: str) -> list[list[str | None]]:
    """Convert a drawing to the protocol's rows."""
    return [[_name(mark) for mark in line.split()] for line in drawing.strip().split("\n")]


def _name(mark: str) -> str | None:
    if mark == ".":
        return None
    return (">" if mark.islower() else "") + NAMES[Kind(mark.upper())]


def view_of(players: Sequence[str] = ("anna", "bruno"), *, over: bool = False) -> VirtualView:
    """Return a match in which the first player is to move and holds two tiles."""
    count = len(players)
    results: list[list[str | None]] = [[None] * 6] * (count + 1)
    if over:
        rows = [[name, "8", "4", "11", None, "23"] for name in players]
        rows[0][4] = "1"
        results = [*rows, [players[0], None, None, None, None, None]]
    return VirtualView(
        admin=players[0],
        board=rows_of(ROOM),
        commonGoalScores=[8, 0],
        commonGoals=["CommonGoalStairs", "CommonGoal2Lines"],
        currentPlayer=players[0],
        currentPlayerHand=[NAMES[Kind.BOOK]] * 2,
        endGameToken=not over,
        gameResults=results,
        hiddenPoints=[2, *[0] * (count - 1)],
        matchID=0,
        maxSeats=count,
        personalGoals=[5, *[0] * (count - 1)],
        players=list(players),
        publicChat=[],
        scores=[3] * count,
        shelves=[rows_of(SHELF)] * count,
    )


def state_of(players: Sequence[str] = ("anna", "bruno"), *, over: bool = False) -> PipesState:
    """Return the match as its first player sees it."""
    view = view_of(players, over=over)
    return PipesState(typed=players[0], phase=ClientPhase.PLAYING, view=view)
