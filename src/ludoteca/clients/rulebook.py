"""The rules of the games as texts, by language."""

import re
from importlib.resources import files

from ludoteca.games import ROWS

LANGUAGES = ("en", "it")
_ELSEWHERE = re.compile(r"<!-- page -->.*?<!-- /page -->\n", re.DOTALL)
_MARK = re.compile(r"<!-- /?terminal -->\n")


def rules_of(game: str, language: str = "en") -> str:
    """The rules of a game, in Markdown that reads well as plain text.

    Parts that are only about the page, or only about a terminal, are between marks.
    """
    page = files(ROWS[game].package) / f"rules.{language}.md"
    return page.read_text(encoding="utf-8")


def terminal_rules(game: str, language: str = "en") -> str:
    """The rules of a game for a terminal, without what is only about the page."""
    return _MARK.sub("", _ELSEWHERE.sub("", rules_of(game, language)))
