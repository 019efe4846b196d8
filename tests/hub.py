"""A bus that joins several servers in one process and can lose or delay messages."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple

from ludoteca.core.nodes.bus import ASKED
from ludoteca.messages.cluster import (
    Publication,
    Question,
    Reply,
    ToTable,
    read_message,
    write_message,
)

QUIET_TURNS = 30
"""The turns of the event loop without a message after which everything has settled."""


class Parcel(NamedTuple):
    """A message in transit."""

    receiver: "HubBus"
    data: bytes


class Hub:
    """Delivers encoded messages in order, one per turn of the event loop."""

    def __init__(self) -> None:
        self.buses: dict[str, HubBus] = {}
        self.loses: Callable[[str, str, Any], bool] = _loses_nothing
        """Whether a message is lost on its way from one node to another."""
        self.held: dict[str, list[Parcel]] = {}
        """The messages held back for each paused node."""
        self.cut: set[str] = set()
        """Nodes that neither receive nor send anything."""
        self._on_the_way = 0

    def bus(self, node: str) -> "HubBus":
        """Return the bus of one more node."""
        self.buses[node] = HubBus(self, node)
        return self.buses[node]

    def remove(self, node: str) -> None:
        """Remove a node, as if it were killed."""
        del self.buses[node]

    def hold(self, node: str) -> None:
        """Hold back all messages to a node until they are released."""
        self.held[node] = []

    def release(self, node: str) -> None:
        """Deliver the held messages in their current order."""
        for parcel in self.held.pop(node):
            self._send(parcel)

    def take(self, sender: "HubBus", message: Publication, number: int) -> None:
        """Deliver a message to all other nodes, or to those that follow its table."""
        if self.buses.get(sender.node) is not sender:
            return  # of one who is dead
        data = write_message(sender.node, number, message)
        for receiver in self.buses.values():
            follows = not isinstance(message, ToTable) or message.table in receiver.followed
            if receiver is sender or not follows:
                continue
            cut = {sender.node, receiver.node} & self.cut
            if cut or self.loses(sender.node, receiver.node, message):
                continue
            parcel = Parcel(receiver, data)
            if receiver.node in self.held:
                self.held[receiver.node].append(parcel)
            else:
                self._send(parcel)

    def _send(self, parcel: Parcel) -> None:
        self._on_the_way += 1
        asyncio.get_running_loop().call_soon(self._deliver, parcel)

    def _deliver(self, parcel: Parcel) -> None:
        self._on_the_way -= 1
        if self.buses.get(parcel.receiver.node) is parcel.receiver:
            parcel.receiver.deliver(parcel.data)

    async def settle(self) -> None:
        """Wait until all messages have arrived and all their effects are complete."""
        quiet = 0
        while quiet < QUIET_TURNS:
            quiet = 0 if self._on_the_way else quiet + 1
            await asyncio.sleep(0)


def _loses_nothing(_sender: str, _receiver: str, _message: Any) -> bool:
    return False


class HubBus:
    """The bus from one node to the others in the same process."""

    shared = True

    def __init__(self, hub: Hub, node: str) -> None:
        self.connected = True
        self.node, self.followed = node, set[int]()
        self._hub = hub
        self._sent = 0
        self._numbers: dict[str, int] = {}
        self._handlers: dict[type, list[Callable[[str, Any], None]]] = {}
        self.answers: dict[type, Callable[[str, Any], Awaitable[Reply]]] = {}
        self._on_gap: list[Callable[[], None]] = []

    def publish(self, message: Publication) -> None:
        number = 0
        if not isinstance(message, ToTable):
            number = self._sent = self._sent + 1
        self._hub.take(self, message, number)

    def deliver(self, data: bytes) -> None:
        received = read_message(data)
        assert received
        if received.number:
            before = self._numbers.get(received.node)
            self._numbers[received.node] = max(before or 0, received.number)
            if before is not None and received.number > before + 1:
                self.lose()
        for handler in self._handlers.get(type(received.message), ()):
            handler(received.node, received.message)

    def lose(self) -> None:
        """Report that messages were lost."""
        for handler in self._on_gap:
            handler()

    def subscribe(self, kind: type, handler: Callable[[str, Any], None]) -> None:
        self._handlers.setdefault(kind, []).append(handler)

    def follow(self, table: int) -> None:
        self.followed.add(table)

    def unfollow(self, table: int) -> None:
        self.followed.discard(table)

    async def ask(self, node: str, question: Question) -> Reply | None:
        await asyncio.sleep(0)
        asked = self._hub.buses.get(node)
        if asked is None or {node, self.node} & (self._hub.held.keys() | self._hub.cut):
            return None
        handler = asked.answers.get(type(question))
        try:
            async with asyncio.timeout(ASKED):
                return await handler(self.node, question) if handler else None
        except TimeoutError:
            return None

    def answer(self, kind: type, handler: Callable[[str, Any], Awaitable[Reply]]) -> None:
        self.answers[kind] = handler

    def on_gap(self, handler: Callable[[], None]) -> None:
        self._on_gap.append(handler)
