"""A table of any game: its drawing, and the moves that may be played as a menu."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from ludoteca.games import ROWS, Rules, load
from ludoteca.games.contract import Move
from ludoteca.ui.draw import harmless
from ludoteca.ui.fullscreen.contract import Actions, Sight
from ludoteca.ui.fullscreen.spans import BOLD, Block, Choice, Line, Span, line, rows


def draw(
    sight: Sight,
    actions: Actions,
    width: int,
    rules: Rules | None,
    asked: Sequence[Move],
) -> Block:
    """The points, the drawing, and the moves: those of the guide, or else those asked for."""
    drawing = part(sight.guide, "drawing")
    if drawing is None:
        drawing = rules.draw(sight.view) if rules else "This game is not installed here."
    totals = [Span(sight.title(seat), BOLD) for seat in range(len(sight.names))]
    moves = list(_offers(sight, rules, asked))
    return [
        *rows(totals, width),
        line(),
        *(_coloured(harmless(text), rules) for text in str(drawing).split("\n")),
        line(),
        *([line("Your move:", BOLD)] if moves else []),
        *rows((_offer(text, move, actions) for text, move in moves), width),
    ]


def has_moves(guide: Any) -> bool:
    """Whether a guide tells the moves, so that they need not be asked for."""
    return part(guide, "drawing") is not None


def part(value: Any, name: str) -> Any:
    """A member of a value of a game, whether its types are installed here or not."""
    return value.get(name) if isinstance(value, Mapping) else getattr(value, name, None)


def _offers(sight: Sight, rules: Rules | None, asked: Iterable[Move]) -> Iterator[tuple[str, Move]]:
    if has_moves(sight.guide):
        for offer in part(sight.guide, "moves") or ():
            yield str(part(offer, "text")), part(offer, "move")
    else:
        for move in asked:
            yield rules.write_move(move) if rules else str(move), move


def _offer(text: str, move: Move, actions: Actions) -> Span:
    choice = Choice(f"move {text}", f"Play {text}", actions.play(move))
    return Span(f"[{harmless(text)}]", BOLD, choice)


def _coloured(text: str, rules: Rules | None) -> Line:
    """A line of a drawing with its words in their colours, if the game has any."""
    if rules is None or not ROWS[rules.NAME].colours:
        return line(text)
    shades = load(ROWS[rules.NAME].colours)
    words = "|".join(map(re.escape, shades))
    spans = []
    for word in re.split(rf"(?<![\w'])({words})(?![\w'])", text):
        red, green, blue = shades.get(word, (0, 0, 0))
        spans.append(Span(word, f"fg:#{red:02x}{green:02x}{blue:02x}" if word in shades else ""))
    return spans
