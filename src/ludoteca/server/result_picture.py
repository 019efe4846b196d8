"""The picture of a finished game: its title, and what every seat has before it in the end."""

from collections.abc import Sequence

from ludoteca.core import Final
from ludoteca.games import GAMES, ROWS, Seat, load
from ludoteca.server.letters import STEP, drawable, width_of
from ludoteca.server.raster import Colour, Raster

WIDTH, HEIGHT = 1200, 630
"""What sharing sites show whole."""
PAPER, CARD, INK = (0xFA, 0xF6, 0xEF), (0xFF, 0xFD, 0xF9), (0x2B, 0x21, 0x18)
FAINT, ACCENT = (0x66, 0x58, 0x4B), (0x8A, 0x4B, 0x1F)
WOOD, EMPTY, LINE = (0xA8, 0x71, 0x3F), (0x8D, 0x5F, 0x37), (0xF0, 0xDD, 0xBD)
TITLE, TOP, GRID, NAME, POINTS = 44, 140, 320, 490, 543
"""Where the title stands, where the boards begin and how high they are, then names and points."""
LARGE, SMALL = 5, 3
"""How large a point of a name is, and of a long one."""
EDGE = 26


def drawn(final: Final) -> bytes:
    """The picture, as PNG."""
    raster, players = Raster(WIDTH, HEIGHT, PAPER), final.head.players
    title = drawable(GAMES[final.head.game].TITLE)
    raster.text(WIDTH // 2, TITLE, 8, title[: WIDTH // (8 * STEP)], INK)
    wide = WIDTH // len(players)
    for seat in map(Seat, range(len(players))):
        _draw_seat(raster, final, seat, range(seat * wide + EDGE, (seat + 1) * wide - EDGE))
    return raster.png()


def _draw_seat(raster: Raster, final: Final, seat: Seat, across: range) -> None:
    """Draw a seat between two edges; who has won is framed."""
    head, wide, middle = final.head, len(across), (across.start + across.stop) // 2
    won = head.result is not None and seat in head.result.outcome.winners
    raster.box(across.start - 6, TOP - 20, wide + 12, HEIGHT - TOP, ACCENT if won else LINE)
    raster.box(across.start, TOP - 14, wide, HEIGHT - TOP - 12, CARD)
    if squares := ROWS[head.game].squares:
        _draw_squares(raster, load(squares)(final.view, seat), middle, wide - 40)
    name = drawable(head.players[seat]) or f"({seat + 1})"
    size = LARGE if width_of(name) * LARGE < wide else SMALL
    raster.text(middle, NAME, size, name[: wide // (STEP * size)], ACCENT if won else INK)
    if head.result:
        raster.text(middle, POINTS, 6, str(head.result.totals[seat]), ACCENT if won else FAINT)


def _draw_squares(
    raster: Raster, rows: Sequence[Sequence[Colour | None]], middle: int, wide: int
) -> None:
    columns = len(rows[0])
    step = min(GRID // len(rows), wide // columns, 80)
    left, top = middle - step * columns // 2, TOP + (GRID - step * len(rows)) // 2 + 10
    raster.box(left - 10, top - 10, step * columns + 17, step * len(rows) + 17, WOOD)
    for down, row in enumerate(rows):
        for across, colour in enumerate(row):
            raster.tile(left + across * step, top + down * step, step - 3, colour or EMPTY)
