"""The rules of the games as people read them, in their language."""

from importlib.resources import files

LANGUAGES = ("en", "it")


def rules_of(game: str, language: str = "en") -> str:
    """The rules of a game, in Markdown that reads well as plain text."""
    page = files("ludoteca") / "games" / game / f"rules.{language}.md"
    return page.read_text(encoding="utf-8")
