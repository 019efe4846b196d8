"""Interfaces for receivers of notices and handlers of requests, shared by higher layers."""

from collections.abc import Awaitable, Callable, Collection
from typing import Protocol, TypeAlias

from ludoteca.messages.notices import Notice, ViewThunk
from ludoteca.messages.requests import AnyRequest
from ludoteca.messages.table_info import BotSpeed


class Listener(Protocol):
    """A client's connection or a bot; `tell` never blocks."""

    name: str
    bot: str
    """Kind of bot; empty for a player."""
    address: str
    """Origin of the client as returned by `origin_of`; empty if it identifies nobody."""
    protocol: str
    """Protocol of the client: `web`, the name of a dialect, or `rmi`; empty for a bot."""
    names_only: bool
    """Whether the protocol has no secrets or tokens, so that players are identified by address."""

    @property
    def cannot_undo(self) -> bool:
        """Whether the client cannot show that a move was taken back."""
        ...

    def tell(self, notice: Notice, look: ViewThunk | None = None, /) -> None:
        """Queue a notice; `look` computes the current view of the table concerned."""
        ...

    async def answers(self) -> bool:
        """Return whether the client still answers; wait at most 3 seconds."""
        ...


RequestHandler: TypeAlias = Callable[[Listener, AnyRequest], Awaitable[None]]
"""Handles a client's request."""


class AvailableBots(Protocol):
    """Bots that can be seated at a table."""

    def kinds(self, game: str) -> Collection[str]:
        """Return the kinds of bots for a game, weakest first.

        A kind that adapts to the people at its table comes last.
        """
        ...

    def rating(self, game: str, kind: str) -> int | None:
        """Return the fixed rating of a kind of bot, or None if it has not been measured."""
        ...

    def player(  # noqa: PLR0913, PLR0917 - kind and place of a bot
        self,
        kind: str,
        name: str,
        table: int,
        handle: RequestHandler,
        speed: BotSpeed,
        whose: Callable[[], str],
        strength: int,
    ) -> Listener:
        """Create a bot of this kind that plays at a table under this name.

        `whose` returns the player for whom the bot thinks; the workers serve these players in turn.
        `strength` is the rating at which a bot of kind `even` plays.
        """
        ...
