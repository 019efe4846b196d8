"""The end of a match: everybody's points, and who won."""

from ludoteca.clients.console.renaissance.goods import listed, points
from ludoteca.clients.console.renaissance.picture import Picture
from ludoteca.clients.console.renaissance.texts import LOST_TO_LORENZO, SCORES, WON, YOU_WON
from ludoteca.clients.draw import columns
from ludoteca.games.renaissance.view import seat_points, seat_view, why_lost
from ludoteca.wire.commands.ids import LORENZO
from ludoteca.wire.commands.words import Scores


def draw_scores(picture: Picture, scores: Scores) -> list[str]:
    """The scores from the best down, where they come from, and the winners."""
    ranked = sorted(zip(scores.points, scores.names, strict=True), key=lambda row: -row[0])
    heads = ["", "cards", "faith", "tiles", "leaders", "goods", "points"]
    rows = [
        heads,
        *([picture.called(name), *_parts(picture, name), str(total)] for total, name in ranked),
    ]
    return [SCORES, columns(rows), _winners(picture, scores)]


def _parts(picture: Picture, name: str) -> list[str]:
    return [str(part.amount) for part in seat_points(seat_view(picture.board(name)))]


def _winners(picture: Picture, scores: Scores) -> str:
    if scores.winners == (picture.me,):
        return f"{YOU_WON} {points(picture.points(picture.me))}."
    if scores.winners == (LORENZO,):
        why = why_lost(picture.board(LORENZO).faith, picture.grid)
        return f"{LOST_TO_LORENZO}: {why}." if why else f"{LOST_TO_LORENZO}."
    return WON.format(winners=listed(map(picture.called, scores.winners)))
