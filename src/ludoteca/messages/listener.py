"""Who receives notices, and where requests go: what hall, server and bots know of each other."""

from collections.abc import Awaitable, Callable, Collection
from typing import Protocol, TypeAlias

from ludoteca.messages.notices import Notice, ViewThunk
from ludoteca.messages.requests import AnyRequest
from ludoteca.messages.table_info import BotSpeed


class Listener(Protocol):
    """A client's connection or a bot; telling it something never waits."""

    name: str
    bot: str
    """Which kind of bot this is; empty for a player."""
    address: str
    """Where a client is connected from, as `origin_of` says; empty if that proves nothing."""
    protocol: str
    """What a client speaks: `web`, the name of a dialect, or `rmi`; empty for a bot."""
    names_only: bool
    """Whether its protocol knows names only, so that the address has to prove whose one is."""

    @property
    def cannot_undo(self) -> bool:
        """Whether its client cannot show that a move is taken back."""
        ...

    def tell(self, notice: Notice, look: ViewThunk | None = None, /) -> None:
        """Queue a notice; news of a table come with a way to see it as it is then."""
        ...

    async def answers(self) -> bool:
        """Whether the machine at the other end still answers; it is waited for 3 s at most."""
        ...


Desk: TypeAlias = Callable[[Listener, AnyRequest], Awaitable[None]]
"""Answers a request."""


class AvailableBots(Protocol):
    """The bots that can be seated at a table."""

    def kinds(self, game: str) -> Collection[str]:
        """What bots there are for a game, from the weakest to the strongest."""
        ...

    def player(  # noqa: PLR0913, PLR0917 - what it is, and where it plays
        self,
        kind: str,
        name: str,
        table: int,
        desk: Desk,
        speed: BotSpeed,
        whose: Callable[[], str],
    ) -> Listener:
        """A bot of this kind that will play at a table by this name, so fast.

        `whose` says for whom it thinks: those take turns.
        """
        ...
