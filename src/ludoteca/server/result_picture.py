"""Pictures of finished games and invitations, with the pieces and colours of the page.

They are drawn as SVG and rendered as PNG, which needs the extra `pictures`.
"""

import re
import subprocess
import sys
from collections.abc import Sequence
from functools import cache
from html import escape
from importlib.util import find_spec
from pathlib import Path
from unicodedata import east_asian_width

from ludoteca.core import Final
from ludoteca.games import GAMES, ROWS, Seat, load
from ludoteca.games.descriptor import Colour, Piece
from ludoteca.server.page import contents

PACKAGES = ("font_manrope", "resvg_py")
RENDERER = Path(__file__).with_name("rendering.py")
LONGEST = 10.0
"""Seconds after which rendering is stopped."""
WIDTH, HEIGHT = 1200, 630
"""Size that sharing sites show without cropping."""
EDGE, TOP = 20, 120
"""Space around a seat, and above all seats."""
GRID, NAME, POINTS = 340, 408, 466
"""Height of a board, and the baselines of name and points, from the top of a seat."""
TITLE, LARGEST, SMALLEST = 64, 38, 22
"""Font sizes: of the title, of short names and of long names."""
CELL = 48
BADGE = 90
"""Radius of the badge of a player."""
WIDE_LETTERS = "MWmw@"
PALETTE = re.compile(rb"--([\w-]+): (?:light-dark\()?(#\w+)")
"""Matches a colour of the page's light theme."""


def available() -> bool:
    return all(map(find_spec, PACKAGES))


def drawn(svg: str) -> bytes:
    """Render a picture as PNG."""
    done = subprocess.run(  # noqa: S603 - our own program
        [sys.executable, "-I", RENDERER],
        input=svg.encode(),
        stdout=subprocess.PIPE,
        timeout=LONGEST,
        check=True,
    )
    return done.stdout


def as_svg(final: Final) -> str:
    """Draw the end of a game as SVG."""
    game = final.head.game
    seats = len(final.head.players)
    wide = WIDTH // seats
    drawings = (
        _seat(final, Seat(seat), seat * wide + EDGE, wide - 2 * EDGE) for seat in range(seats)
    )
    return _picture(GAMES[game].TITLE, *drawings, defs=_pieces(game))


def invitation_svg(title: str, seats: Sequence[str], free: str, text: str) -> str:
    """Draw a table that waits for players as SVG; an empty name stands for a free seat."""
    wide = WIDTH // len(seats)
    places = (
        _place(name, free, seat, seat * wide + EDGE, wide - 2 * EDGE)
        for seat, name in enumerate(seats)
    )
    size, fitting = _fitting(text, WIDTH - 2 * EDGE, LARGEST)
    return _picture(title, *places, _text(WIDTH // 2, HEIGHT - 36, fitting, "faint", size))


def _picture(title: str, *drawings: str, defs: str = "") -> str:
    size, fitting = _fitting(title, WIDTH - 2 * EDGE, TITLE)
    parts = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}">',
        f"<style>{_colours()}</style><defs>{defs}</defs>",
        '<rect class="paper" width="100%" height="100%"/>',
        _text(WIDTH // 2, 84, fitting, "ink", size),
        *drawings,
        "</svg>",
    )
    return "".join(parts)


def _place(name: str, free: str, seat: int, left: int, wide: int) -> str:
    """Draw a seat of a table that waits for players, with the same badge as on the page."""
    high = HEIGHT - TOP - 100
    middle = wide // 2
    badge, letter = (f"seat-{seat}", "card") if name else ("line", "paper")
    size, fitting = _fitting(name or free, wide - 2 * EDGE, LARGEST)
    parts = (
        f'<svg x="{left}" y="{TOP}" width="{wide}" height="{high}">',
        f'<rect class="line" width="{wide}" height="{high}" rx="14"/>',
        f'<rect class="{"card" if name else "paper"}" x="4" y="4" width="{wide - 8}"'
        f' height="{high - 8}" rx="11"/>',
        f'<circle class="{badge}" cx="{middle}" cy="{high // 2 - 40}" r="{BADGE}"/>',
        _text(middle, high // 2 - 10, (name or "?")[0].upper(), letter, 84),
        _text(middle, high - 70, fitting, "ink" if name else "faint", size),
        "</svg>",
    )
    return "".join(parts)


@cache
def _colours() -> str:
    """Return a class for each colour of the page."""
    found = PALETTE.findall(contents()["base.css"])
    return "".join(f".{name.decode()}{{fill:{colour.decode()}}}" for name, colour in found)


def _pieces(game: str) -> str:
    return contents().get(f"games/{game}/pieces.svg", b"").decode()


def _seat(final: Final, seat: Seat, left: int, wide: int) -> str:
    """Draw a seat, cut off at its edges; winners are framed."""
    head = final.head
    high = HEIGHT - TOP - EDGE
    middle = wide // 2
    won = head.result is not None and seat in head.result.outcome.winners
    frame, ink, faint = ("accent",) * 3 if won else ("line", "ink", "faint")
    squares = ROWS[head.game].squares
    size, name = _fitting(head.players[seat] or f"({seat + 1})", wide - 2 * EDGE, LARGEST)
    parts = (
        f'<svg x="{left}" y="{TOP}" width="{wide}" height="{high}">',
        f'<rect class="{frame}" width="{wide}" height="{high}" rx="14"/>',
        f'<rect class="card" x="5" y="5" width="{wide - 10}" height="{high - 10}" rx="10"/>',
        _board(load(squares)(final.view, seat), wide) if squares else "",
        _text(middle, NAME, name, ink, size),
        _text(middle, POINTS, str(head.result.totals[seat]), faint, 50) if head.result else "",
        "</svg>",
    )
    return "".join(parts)


def _board(rows: Sequence[Sequence[Piece | Colour | None]], wide: int) -> str:
    """Draw rows of pieces at the largest size that fits."""
    width, height = (CELL * len(each) for each in (rows[0], rows))
    return (
        f'<svg x="{EDGE}" y="{EDGE}" width="{wide - 2 * EDGE}" height="{GRID}"'
        f' viewBox="-5 -5 {width + 10} {height + 10}">'
        f'<rect class="art-wood" x="-5" y="-5" width="{width + 10}" height="{height + 10}" rx="8"/>'
        + "".join(
            _cell(CELL * across, CELL * down, piece)
            for down, row in enumerate(rows)
            for across, piece in enumerate(row)
        )
        + "</svg>"
    )


def _cell(x: int, y: int, piece: Piece | Colour | None) -> str:
    place = f'x="{x + 1}" y="{y + 1}" width="{CELL - 2}" height="{CELL - 2}"'
    if isinstance(piece, str):
        return f'<use href="#{piece}" {place}/>'
    fill = f'fill="rgb{piece}"' if piece else 'class="art-well"'
    return f'<rect {place} rx="7" {fill}/>'


def _fitting(text: str, wide: int, largest: int) -> tuple[int, str]:
    """Return a font size for a text, and the part of the text that fits."""
    size = max(SMALLEST, min(largest, int(wide / _width(text))))
    fits = text
    while _width(fits) * size > wide:
        fits = fits[:-1]
    return size, fits if fits == text else f"{fits[:-1]}…"


def _width(text: str) -> float:
    """Estimate the width of a text in multiples of the font size."""
    return sum(_letter_width(each) for each in text)


def _letter_width(letter: str) -> float:
    if letter in WIDE_LETTERS or east_asian_width(letter) in "WF":
        return 1
    return 0.75 if letter.isupper() else 0.6


def _text(middle: int, baseline: int, text: str, colour: str, size: int) -> str:
    return (
        f'<text class="{colour}" x="{middle}" y="{baseline}" font-size="{size}"'
        f' text-anchor="middle">{escape(text)}</text>'
    )
