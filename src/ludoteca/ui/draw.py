"""Terminal drawings: columns, coloured words, names and progress bars."""

import os
import re
import shutil
import time
from collections.abc import Callable, Mapping, Sequence
from textwrap import fill
from typing import TextIO, TypeAlias
from unicodedata import combining, east_asian_width

from ludoteca.games import ROWS, load
from ludoteca.games.descriptor import Colour

Shades: TypeAlias = Mapping[str, Colour]
"""Colours by word."""
LEVEL_NAMES = {"uniform": "random", "greedy": "smart"}
"""Display names of bot levels, as on the page, where they differ."""
_SEAT = re.compile(r"\b[Ss]eat ([1-9][0-9]?)\b( \(you\))?( {2,})?")
_FURTHER = " " * 4
"""Indent of continuation lines."""


def colours(stream: TextIO) -> bool:
    """Return whether this stream is a terminal that supports colours (see no-color.org)."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def shown(game: str, drawing: str, stream: TextIO) -> str:
    """Colour and wrap a drawing for a stream."""
    if stream.isatty():
        drawing = wrapped(drawing, shutil.get_terminal_size().columns)
    if not colours(stream) or not ROWS[game].colours:
        return drawing
    return paint(drawing, load(ROWS[game].colours))


def wrapped(text: str, width: int) -> str:
    """Wrap lines at words, with an indent for continuation lines."""
    return "\n".join(
        line if width_of(line) <= width else fill(line, width, subsequent_indent=_FURTHER)
        for line in text.split("\n")
    )


def paint(drawing: str, shades: Shades) -> str:
    """Colour all whole words that have a colour."""
    if not shades:
        return drawing
    words = "|".join(map(re.escape, shades))
    return shaded(drawing, re.compile(rf"(?<![\w'])(?:{words})(?![\w'])"), shades)


def shaded(text: str, words: re.Pattern[str], shades: Shades) -> str:
    """Colour the matched words."""

    def shade(word: re.Match[str]) -> str:
        red, green, blue = shades[word[0]]
        return f"\x1b[1;38;2;{red};{green};{blue}m{word[0]}\x1b[0m"

    return words.sub(shade, text)


def harmless(text: str) -> str:
    """Replace control characters, which a terminal would interpret."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or c == "\n" else "\ufffd" for c in text)


def printable(name: str) -> str:
    """Replace control characters in a name, including line breaks, with question marks."""
    return "".join(letter if letter.isprintable() else "?" for letter in name)


def counted(count: int, what: str, several: str = "") -> str:
    """Format a count with its noun: `1 game`, `2 games`."""
    return f"{count} {what}" if count == 1 else f"{count} {several or what + 's'}"


def shortened(text: str, longest: int) -> str:
    """Shorten text to at most `longest` characters, ending in `…`."""
    return text if len(text) <= longest else f"{text[: max(0, longest - 1)]}…"


def named(text: str, names: Sequence[str]) -> str:
    """Replace seat numbers with names, keeping columns aligned."""

    def name(found: re.Match[str]) -> str:
        seat, you, gap = int(found[1]) - 1, found[2] or "", found[3] or ""
        if seat >= len(names) or not names[seat]:
            return found[0]
        if not gap:
            return names[seat] + you
        room = len(found[0]) - len(you) - 2
        return (shortened(names[seat], room) + you).ljust(len(found[0]))

    return _SEAT.sub(name, text)


def spoken_to(text: str, seat: int) -> str:
    """Replace a seat with "you", keeping columns aligned."""
    here = rf"eat {seat + 1}\b"
    for words, instead in (
        (rf"\bs{here}'s turn", "your turn"),
        (rf"\bs{here} to move", "your move"),
        (rf"\bS{here} was\b", "You were"),
        (rf"\bS{here} begins\b", "You begin"),
    ):
        text = re.sub(words, instead, text)

    def you(found: re.Match[str]) -> str:
        said = "You" if found[1] == "S" else "you"
        return said.ljust(len(found[0])) if found[3] else said

    return re.sub(rf"\b([Ss]){here}( \(you\))?( {{2,}})?", you, text)


def level_name(bot: str) -> str:
    return LEVEL_NAMES.get(bot, bot)


def level_of(name: str) -> str:
    """Return the level with this name or display name, ignoring case."""
    name = name.lower()
    return next((bot for bot, called in LEVEL_NAMES.items() if called == name), name)


def clock(seconds: float) -> str:
    """Format a time in minutes and seconds, and hours if needed; or in days and hours."""
    minutes, rest = divmod(max(0, int(seconds)), 60)
    hours = minutes // 60
    if hours >= 24:
        return f"{hours // 24} d {hours % 24} h"
    if hours:
        return f"{hours}:{minutes % 60:02}:{rest:02}"
    return f"{minutes}:{rest:02}"


def width_of(text: str) -> int:
    """Return the width of a text in terminal columns."""
    return sum(
        0 if combining(letter) else 2 if east_asian_width(letter) in "WF" else 1 for letter in text
    )


def padded(text: str, width: int) -> str:
    return text + " " * (width - width_of(text))


def columns(rows: Sequence[Sequence[str]]) -> str:
    """Align rows in columns, the first to the left and the others to the right."""
    widths = [
        max(width_of(row[i]) for row in rows if i < len(row))
        for i in range(len(max(rows, key=len)))
    ]
    return "\n".join(
        "  ".join(
            " " * (width - width_of(cell)) + cell if i else padded(cell, width)
            for i, (cell, width) in enumerate(zip(row, widths, strict=False))
        ).rstrip()
        for row in rows
    )


class Bar:
    """A progress bar, drawn only on a terminal."""

    WIDTH = 30
    SECONDS = 0.1

    def __init__(
        self, total: int, what: str, stream: TextIO, now: Callable[[], float] = time.monotonic
    ) -> None:
        self._total = total
        self._what = what
        self._stream = stream
        self._now = now
        self._watched = stream.isatty()
        self._next = now()

    def reach(self, done: int) -> None:
        """Show the progress, at most every tenth of a second."""
        if self._watched and self._now() >= self._next:
            self._next = self._now() + self.SECONDS
            filled = self.WIDTH * done // self._total
            bar = "#" * filled + "-" * (self.WIDTH - filled)
            self._stream.write(f"\r[{bar}] {done} of {self._total} {self._what}")
            self._stream.flush()

    def clear(self) -> None:
        if self._watched:
            self._stream.write("\r\x1b[K")
            self._stream.flush()
