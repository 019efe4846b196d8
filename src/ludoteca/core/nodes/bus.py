"""The bus: messages between nodes that share a journal."""

from collections.abc import Awaitable, Callable
from typing import Protocol, TypeVar

from ludoteca.messages.cluster import Publication, Question, Reply

M = TypeVar("M", bound=Publication)
Q = TypeVar("Q", bound=Question)

ASKED = 0.3
"""Timeout of a question, in seconds."""


class Bus(Protocol):
    """Carries messages to the other nodes; a node never receives its own messages.

    Messages from one node arrive in order, unless they are lost. Handlers are called one at a time
    and never wait.
    """

    node: str
    """Unique name of this process."""
    shared: bool
    """Whether there can be other nodes."""

    @property
    def connected(self) -> bool:
        """Whether messages are likely to arrive."""
        ...

    def publish(self, message: Publication) -> None:
        """Send a message to all other nodes, or to those that follow its table, without waiting.

        Messages may be lost.
        """
        ...

    def subscribe(self, kind: type[M], handler: Callable[[str, M], None]) -> None:
        """Call `handler` with the sender and each message of a kind."""
        ...

    def follow(self, table: int) -> None:
        """Receive messages about a table from now on."""
        ...

    def unfollow(self, table: int) -> None:
        """Stop receiving messages about a table."""
        ...

    async def ask(self, node: str, question: Question) -> Reply | None:
        """Ask another node; return None if it does not answer in time."""
        ...

    def answer(self, kind: type[Q], handler: Callable[[str, Q], Awaitable[Reply]]) -> None:
        """Answer questions of a kind with `handler`."""
        ...

    def on_gap(self, handler: Callable[[], None]) -> None:
        """Call `handler` when messages were lost and all shared state must be read again."""
        ...


class LocalBus:
    """The bus of a single server, which discards all messages."""

    node = "alone"
    shared = False
    connected = True

    def publish(self, message: Publication) -> None:
        pass

    def subscribe(self, kind: type[M], handler: Callable[[str, M], None]) -> None:
        pass

    def follow(self, table: int) -> None:
        pass

    def unfollow(self, table: int) -> None:
        pass

    async def ask(self, node: str, question: Question) -> Reply | None:
        return None

    def answer(self, kind: type[Q], handler: Callable[[str, Q], Awaitable[Reply]]) -> None:
        pass

    def on_gap(self, handler: Callable[[], None]) -> None:
        pass
