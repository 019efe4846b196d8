"""What a conversation needs of a screen, with a terminal behind it or without one."""

from collections.abc import Callable, Iterable
from typing import NamedTuple, Protocol


def anything(_: str) -> bool:
    """Every line is an answer."""
    return True


def always() -> bool:
    """Now is as good as later."""
    return True


def nothing() -> Iterable[str]:
    """Nothing can be completed."""
    return ()


class Question(NamedTuple):
    """Something a person is asked."""

    text: str
    choices: Callable[[], Iterable[str]] = nothing
    """What can be completed while it is typed."""
    takes: Callable[[str], bool] = anything
    """Whether a line that was written beforehand is meant for now; else it waits until it is."""
    ends: Callable[[], bool] = always
    """Whether the end of what was written beforehand is meant for now; else it waits as well."""


def no_status() -> str:
    """There is nothing to say."""
    return ""


class EndedError(Exception):
    """Nobody will answer any more."""


class BrokenOffError(Exception):
    """The person would rather not answer."""


class Screen(Protocol):
    """Shows text, and asks one question at a time."""

    alone: bool
    """Whether lines come from a file or a pipe, with nobody to ask."""
    status: Callable[[], str]
    """What is shown below every question, where there is room for it."""

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
        """The line somebody typed, without blanks around it."""
        ...

    def refresh(self) -> None:
        """Something has changed: whatever depends on it is looked at again."""
        ...
