"""Heartbeats in the journal, of nodes that others may not hear over the bus."""

from ludoteca.journal import Conflict, Journal

PREFIX = "node/"


class Heartbeats:
    """Writes heartbeats of this node to its stream, and reads those of others.

    A player whose node has lost the bus plays on, and must not count as away at other nodes.
    """

    def __init__(self, journal: Journal, node: str) -> None:
        self._journal, self._stream = journal, PREFIX + node
        self._left = self._version = 0

    async def leave(self) -> None:
        """Write a heartbeat."""
        self._left += 1
        entries, note = [] if self._version else [b"{}"], str(self._left).encode()
        try:
            self._version = await self._journal.append(self._stream, self._version, entries, note)
        except Conflict as conflict:  # it was written, though that was not known
            self._version = conflict.found

    async def last(self, node: str) -> bytes:
        """Return the last heartbeat of a node."""
        stream = await self._journal.find(PREFIX + node)
        return stream.note if stream else b""
