"""What the console needs of a screen, with or without a terminal."""

from collections.abc import Callable, Iterable
from typing import NamedTuple, Protocol


def anything(_: str) -> bool:
    """Accept every line."""
    return True


def always() -> bool:
    """Accept at any time."""
    return True


def nothing() -> Iterable[str]:
    """Offer no completions."""
    return ()


class Question(NamedTuple):
    """A question to the user."""

    text: str
    choices: Callable[[], Iterable[str]] = nothing
    """The completions offered while typing."""
    takes: Callable[[str], bool] = anything
    """Whether a line of piped input answers this question now; else it waits until it does."""
    ends: Callable[[], bool] = always
    """Whether the end of piped input counts now; else it waits as well."""


def no_status() -> str:
    """Show no status."""
    return ""


class EndedError(Exception):
    """The input has ended."""


class BrokenOffError(Exception):
    """The user pressed Ctrl-C."""


class Screen(Protocol):
    """Shows text, and asks one question at a time."""

    alone: bool
    """Whether lines come from a file or a pipe, not from a terminal."""
    status: Callable[[], str]
    """The status line below every question, if the screen has one."""

    @property
    def width(self) -> int:
        """How many characters fit into a line."""
        ...

    @property
    def coloured(self) -> bool:
        """Whether colours are shown."""
        ...

    def show(self, text: str) -> None:
        """Show a text, above the question that is open."""
        ...

    async def ask(self, question: Question) -> str:
        """The line the user typed, without blanks around it."""
        ...

    def drop_typed(self) -> bool:
        """Drop what was typed since the last question; whether there was anything."""
        ...

    def refresh(self) -> None:
        """Update what depends on the state, after it has changed."""
        ...
