"""Whoever can be told things: a person's connection, or a bot."""

from collections.abc import Awaitable, Callable, Collection
from typing import Protocol, TypeAlias

from ludoteca.messages import AnyRequest, Notice, ViewThunk


class Listener(Protocol):
    """Somebody who can be told things; telling never waits."""

    name: str
    bot: str
    """Which kind of bot this is; a person is none."""
    address: str
    """Where a person is connected from."""

    def tell(self, notice: Notice, look: ViewThunk | None = None, /) -> None:
        """Tell this, now or as soon as there is room; news of a table come with a look at it."""
        ...


Desk: TypeAlias = Callable[[Listener, AnyRequest], Awaitable[None]]
"""Where a request is answered."""


class Roster(Protocol):
    """The bots that can be asked to a table."""

    def kinds(self) -> Collection[str]:
        """What bots there are."""
        ...

    def player(self, kind: str, name: str, table: int, desk: Desk) -> Listener:
        """A bot of this kind that will play at a table by this name."""
        ...
