"""The rules of the games as texts, by language."""

import re
from importlib.resources import files

from ludoteca.games import ROWS

LANGUAGES = ("en", "it")
_ELSEWHERE = re.compile(r"<!-- page -->.*?<!-- /page -->\n", re.DOTALL)
_MARK = re.compile(r"<!-- /?terminal -->\n")
_RULE = re.compile(r"\|[-|]+\|")
"""The line below a table's header."""


def rules_of(game: str, language: str = "en") -> str:
    """Return the rules of a game, in Markdown that reads well as plain text.

    Comments mark the parts that apply only to the page or only to a terminal.
    """
    page = files(ROWS[game].package) / f"rules.{language}.md"
    return page.read_text(encoding="utf-8")


def terminal_rules(game: str, language: str = "en") -> str:
    """Return the rules of a game for a terminal: no parts about the page, no lines in tables."""
    lines = _MARK.sub("", _ELSEWHERE.sub("", rules_of(game, language))).splitlines()
    return "\n".join(_without_bars(line) for line in lines if not _RULE.fullmatch(line))


def plain_rules(game: str, language: str = "en") -> str:
    """Return the rules without Markdown, for a terminal without bold text."""
    return "\n".join(map(_plain, terminal_rules(game, language).splitlines()))


def _without_bars(line: str) -> str:
    return line.replace("|", " ").rstrip() if line.startswith("|") else line


def _plain(line: str) -> str:
    return line.lstrip("# ").upper() if line.startswith("#") else line.replace("`", "")
