"""The faith tracks of all players as a drawing."""

from ludoteca.games.renaissance import Board, PopeTile
from ludoteca.games.renaissance.board import LAST_SPACE, SECTIONS, track_points
from ludoteca.protocols.commands.ids import LORENZO
from ludoteca.ui.console.renaissance.goods import points
from ludoteca.ui.console.renaissance.state import CommandsState

_NAME = 8
_SPACES = range(LAST_SPACE + 1)
_SCORING = [s for s in _SPACES if s and track_points(s) > track_points(s - 1)]


def draw_faith(state: CommandsState) -> list[str]:
    """Draw the faith track with all players, the vatican report sections and the tiles."""
    lines = [
        "Faith: the last space reached counts. When a player",
        "reaches a P, players in its section keep the pope tile",
        _row("space", {space: str(space) for space in _SCORING}),
        _row("points", {space: str(track_points(space)) for space in _SCORING}),
        _row("pope", _sections()),
    ]
    for name, board in zip(state.names, state.boards, strict=True):
        lines.append(_row(state.called(name), dict.fromkeys(_SPACES, "-") | {board.faith: "@"}))
        lines.append(f"    {_stands_on_track(name, board)}")
    return lines


def _row(name: str, marks: dict[int, str]) -> str:
    cells = "".join(f"{marks.get(space, ''):>2}" for space in _SPACES)
    return f"{name[:_NAME]:<{_NAME}}{cells}".rstrip()


def _sections() -> dict[int, str]:
    marks: dict[int, str] = {}
    for first, pope, _ in SECTIONS:
        marks |= dict.fromkeys(range(first, pope), "..")
        marks |= {first: " [", pope: ".P"}
    return marks


def _stands_on_track(name: str, board: Board) -> str:
    where = f"on {board.faith}: {points(track_points(board.faith))}"
    return where if name == LORENZO else f"{where}; pope tiles {tiles(board)}"


def tiles(board: Board) -> str:
    """Describe the state of the pope's favour tiles."""
    said = []
    for section, tile in zip(SECTIONS, board.tiles, strict=True):
        state = {PopeTile.PENDING: "open", PopeTile.KEPT: "kept", PopeTile.LOST: "lost"}[tile]
        said.append(f"{section.points} {state}")
    return ", ".join(said)
