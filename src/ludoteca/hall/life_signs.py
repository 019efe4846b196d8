"""Signs of life in the journal, of nodes that cannot tell others by the bus that they run."""

from ludoteca.hall.services import Services
from ludoteca.journal import Conflict, JournalError

PREFIX = "node/"


class LifeSigns:
    """Leaves signs of this node in its stream, and looks for those of others.

    A player whose node has lost the bus plays on, and must not count as away at other nodes.
    """

    def __init__(self, services: Services) -> None:
        self._journal, self._stream = services.journal, PREFIX + services.bus.node
        self._left = self._version = 0
        self._seen: dict[str, bytes] = {}

    async def leave(self) -> None:
        """Leave one more sign."""
        self._left += 1
        entries, note = [] if self._version else [b"{}"], str(self._left).encode()
        try:
            self._version = await self._journal.append(self._stream, self._version, entries, note)
        except Conflict as conflict:  # it was written, though that was not known
            self._version = conflict.found

    async def is_there(self, node: str) -> bool:
        """Whether a node has left a sign since this was asked last; unknown, it is yes."""
        try:
            stream = await self._journal.find(PREFIX + node)
        except JournalError:
            return True
        if stream is None or self._seen.get(node) == stream.note:
            self._seen.pop(node, None)
            return False
        self._seen[node] = stream.note
        return True
