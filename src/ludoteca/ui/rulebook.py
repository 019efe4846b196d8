"""The rules of the games as texts, by language."""

import re
from collections.abc import Sequence
from importlib.resources import files

from ludoteca.games import ROWS
from ludoteca.ui.draw import wrapped

LANGUAGES = ("en", "it")
AROUND = 12
"""Number of lines needed for the prompts above and below a page of the rules."""
LOWEST = 8
"""Minimum number of lines of a page."""
MORE = "Type rules again to read on."
AGAIN = "This is the end. Type rules to begin again."
_ELSEWHERE = re.compile(r"<!-- page -->.*?<!-- /page -->\n", re.DOTALL)
_MARK = re.compile(r"<!-- /?terminal -->\n")
_RULE = re.compile(r"\|[-|]+\|")
"""The line below the header of a table."""


def rules_of(game: str, language: str = "en") -> str:
    """Return the rules of a game, in Markdown that reads well as plain text.

    Comments mark the parts that apply only to the page or only to a terminal.
    """
    page = files(ROWS[game].package) / f"rules.{language}.md"
    return page.read_text(encoding="utf-8")


def terminal_rules(game: str, language: str = "en") -> str:
    """Return the rules of a game for a terminal, without parts about the page or table markup."""
    lines = _MARK.sub("", _ELSEWHERE.sub("", rules_of(game, language))).splitlines()
    return "\n".join(_without_bars(line) for line in lines if not _RULE.fullmatch(line))


def plain_rules(game: str, language: str = "en") -> str:
    """Return the rules without Markdown, for a terminal without bold text."""
    return "\n".join(map(_plain, terminal_rules(game, language).splitlines()))


class RulesReader:
    """Reads the rules of a game in pages that fit a terminal; each call turns one page."""

    def __init__(self, game: str) -> None:
        self._game = game
        self._read = 0
        """Number of lines read."""

    def page(self, width: int, height: int | None) -> str:
        """Return the next page and an instruction for turning it; without a height, all rules."""
        lines = wrapped(plain_rules(self._game), width).split("\n")
        if height is None:
            return "\n".join(lines)
        starts = _starts(lines, max(LOWEST, height - AROUND))
        number = next((n for n, start in enumerate(starts) if start >= self._read), 0)
        pages = [*starts, len(lines)]
        self._read = pages[number + 1] if number + 1 < len(starts) else 0
        further = MORE if self._read else AGAIN
        shown = "\n".join(lines[pages[number] : pages[number + 1]]).strip("\n")
        head = f"{lines[0]}\n\n" if number else ""
        return f"{head}{shown}\n({number + 1}/{len(starts)}) {further}"


def _starts(lines: Sequence[str], most: int) -> list[int]:
    """Return the first line of each page; if possible, pages end at a blank line."""
    starts = [0]
    while len(lines) - starts[-1] > most:
        first = starts[-1]
        blank = (n for n in range(first + most, first + most // 2, -1) if not lines[n])
        starts.append(next(blank, first + most))
    return starts


def _without_bars(line: str) -> str:
    return line.replace("|", " ").rstrip() if line.startswith("|") else line


def _plain(line: str) -> str:
    return line.lstrip("# ").upper() if line.startswith("#") else line.replace("`", "")
