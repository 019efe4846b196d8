"""A table of any game: its drawing, and a menu of the legal moves."""

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
    """Draw points, table and moves: those of the guide, or else the requested ones."""
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
    """Return whether a guide lists the moves, so that they need not be requested."""
    return part(guide, "drawing") is not None


def part(value: Any, name: str) -> Any:
    """Return a member of a game value, whether its types are installed here or not."""
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
    """Colour the words of a line, if the game has colours."""
    if rules is None or not ROWS[rules.NAME].colours:
        return line(text)
    shades = load(ROWS[rules.NAME].colours)
    words = "|".join(map(re.escape, shades))
    spans = []
    for word in re.split(rf"(?<![\w'])({words})(?![\w'])", text):
        red, green, blue = shades.get(word, (0, 0, 0))
        spans.append(Span(word, f"fg:#{red:02x}{green:02x}{blue:02x}" if word in shades else ""))
    return spans
