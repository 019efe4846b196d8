"""The end of a match: points and winners."""

from ludoteca.games.renaissance.view import seat_points, seat_view, why_lost
from ludoteca.protocols.commands.ids import LORENZO
from ludoteca.protocols.commands.words import Scores
from ludoteca.ui.console.renaissance.goods import listed, points
from ludoteca.ui.console.renaissance.state import CommandsState
from ludoteca.ui.console.renaissance.texts import LOST_TO_LORENZO, SCORES, WON, YOU_WON
from ludoteca.ui.draw import columns


def draw_scores(state: CommandsState, scores: Scores) -> list[str]:
    """The scores from the best down, where they come from, and the winners."""
    ranked = sorted(zip(scores.points, scores.names, strict=True), key=lambda row: -row[0])
    heads = ["", "cards", "faith", "tiles", "leaders", "goods", "points"]
    rows = [
        heads,
        *([state.called(name), *_parts(state, name), str(total)] for total, name in ranked),
    ]
    return [SCORES, columns(rows), _winners(state, scores)]


def _parts(state: CommandsState, name: str) -> list[str]:
    return [str(part.amount) for part in seat_points(seat_view(state.board(name)))]


def _winners(state: CommandsState, scores: Scores) -> str:
    if scores.winners == (state.me,):
        return f"{YOU_WON} {points(state.points(state.me))}."
    if scores.winners == (LORENZO,):
        why = why_lost(state.board(LORENZO).faith, state.grid)
        return f"{LOST_TO_LORENZO}: {why}." if why else f"{LOST_TO_LORENZO}."
    return WON.format(winners=listed(map(state.called, scores.winners)))
