"""The bus: how nodes that share a journal tell each other what is new."""

from collections.abc import Awaitable, Callable
from typing import Any, Protocol, TypeVar

from ludoteca.messages.cluster import Publication, Question, Reply

M = TypeVar("M", bound=Publication)
Q = TypeVar("Q", bound=Question)

ASKED = 0.3
"""How many seconds the answer to a question is waited for."""


class Bus(Protocol):
    """Carries messages to the other nodes; a node never hears its own.

    Messages of one node arrive in order, unless they are lost. Handlers are called one at a time
    and never wait.
    """

    node: str
    """What this process is called, and no other."""
    shared: bool
    """Whether there can be other nodes."""

    @property
    def connected(self) -> bool:
        """Whether messages are likely to arrive."""
        ...

    def publish(self, message: Publication) -> None:
        """Tell all other nodes, or those which follow the table; never waits, may be lost."""
        ...

    def subscribe(self, kind: type[M], handler: Callable[[str, M], None]) -> None:
        """Let messages of a kind be handled, with the node that sent them."""
        ...

    def follow(self, table: int) -> None:
        """Hear from now on what is told about a table."""
        ...

    def unfollow(self, table: int) -> None:
        """Hear no more of a table."""
        ...

    async def ask(self, node: str, question: Question) -> Reply | None:
        """Ask another node; return None if it does not answer in time."""
        ...

    def answer(self, kind: type[Q], handler: Callable[[str, Q], Awaitable[Reply]]) -> None:
        """Let questions of a kind be answered."""
        ...

    def on_gap(self, handler: Callable[[], None]) -> None:
        """Let it be known that messages were lost: everything has to be looked up again."""
        ...


class LocalBus:
    """The bus of a server that is alone: there is nobody to tell anything."""

    node, shared, connected = "alone", False, True

    def publish(self, message: Publication) -> None:
        """Nobody hears it."""

    def subscribe(self, kind: type[Any], handler: Callable[[str, Any], None]) -> None:
        """Nothing will come."""

    def follow(self, table: int) -> None:
        """Nothing will come."""

    def unfollow(self, table: int) -> None:
        """Nothing would have come."""

    async def ask(self, node: str, question: Question) -> Reply | None:
        """Nobody answers."""
        return None

    def answer(self, kind: type[Any], handler: Callable[[str, Any], Awaitable[Reply]]) -> None:
        """Nobody asks."""

    def on_gap(self, handler: Callable[[], None]) -> None:
        """Nothing is lost."""
