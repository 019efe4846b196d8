"""A chart of an arena as SVG: win rates with confidence intervals."""

from collections.abc import Iterator
from xml.sax.saxutils import escape

from ludoteca.cli.arena.report import Report, Standing

CHART, NUMBER, LETTER = 400, 150, 7
"""Widths of the bars, the numbers and one letter."""
ROW, TOP = 26, 56
INK, SOFT, BAR, REACH = "#222222", "#cccccc", "#7aa6c2", "#1d4e6b"


def plot(report: Report) -> str:
    """Draw a bar for each player at each table."""
    rows = [
        (f"{one.player} with {_others(one, table.players)}", one)
        for table in report.tables
        for one in table.standings
    ]
    left = 20 + LETTER * max(len(label) for label, _ in rows)
    width, height = left + CHART + NUMBER, TOP + ROW * len(rows) + 34
    title = f"{report.title}: games won, with 95 % intervals"
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" font-family="sans-serif" font-size="13" role="img">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{width}" height="{height}" fill="white"/>',
        _text(12, 24, f"{title} ({report.games} games, seed {report.seed})", size=15),
        *_scale(left, TOP + ROW * len(rows)),
    ]
    for place, (label, one) in enumerate(rows):
        lines += _bar(left, TOP + ROW * place, label, one)
    return "\n".join([*lines, "</svg>", ""])


def _others(one: Standing, players: tuple[str, ...]) -> str:
    others = list(players)
    others.remove(one.player)
    return ", ".join(others) or "nobody"


def _scale(left: int, bottom: int) -> Iterator[str]:
    for percent in (0, 25, 50, 75, 100):
        x = left + CHART * percent // 100
        yield f'<path d="M{x} {TOP - 8}V{bottom}" stroke="{SOFT}"/>'
        yield _text(x, bottom + 20, f"{percent} %", anchor="middle")


def _bar(left: int, top: int, label: str, one: Standing) -> Iterator[str]:
    rate = one.rate
    value, low, high = (round(CHART * part, 1) for part in (rate.value, rate.low, rate.high))
    middle = top + ROW // 2 - 3
    yield _text(left - 8, top + 15, label, anchor="end")
    yield f'<rect x="{left}" y="{top}" width="{value}" height="{ROW - 6}" fill="{BAR}"/>'
    yield (
        f'<path d="M{left + low} {middle}H{left + high}'
        f'M{left + low} {middle - 4}v8M{left + high} {middle - 4}v8" '
        f'stroke="{REACH}" stroke-width="1.5"/>'
    )
    yield _text(left + CHART + 14, top + 15, f"{rate.value:.1%}, {one.points:.1f} points")


def _text(x: float, y: float, text: str, *, anchor: str = "start", size: int = 13) -> str:
    where = f'x="{x}" y="{y}" text-anchor="{anchor}" font-size="{size}"'
    return f'<text {where} fill="{INK}">{escape(text)}</text>'
