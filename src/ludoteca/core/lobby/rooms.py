"""The small numbers of tables: each the smallest that no other live table of its game has."""

from heapq import heappop, heappush


class Rooms:
    """The rooms of one game."""

    def __init__(self) -> None:
        self._tables: dict[int, int] = {}
        """The table in each room that is taken."""
        self._freed: list[int] = []
        """Rooms below the highest that may be free, the smallest first."""
        self._waiting: set[int] = set()
        """The same rooms, so that none of them is there twice."""
        self._highest = -1

    def smallest_free(self) -> int:
        """The smallest room that is free."""
        while self._freed and self._freed[0] in self._tables:
            self._waiting.discard(heappop(self._freed))
        return self._freed[0] if self._freed else self._highest + 1

    def table_in(self, room: int) -> int:
        """The table in a room; 0 is none."""
        return self._tables.get(room, 0)

    def take(self, room: int, table: int) -> None:
        """Let a table have a room, which may be its own already."""
        if self._tables.get(room) == table:
            return
        for passed in range(self._highest + 1, room):
            self._free(passed)
        self._highest = max(self._highest, room)
        self._tables[room] = table

    def leave(self, room: int, table: int) -> None:
        """Free the room of a table, if that is its own."""
        if self._tables.get(room) == table:
            del self._tables[room]
            self._free(room)

    def _free(self, room: int) -> None:
        if room not in self._waiting:
            self._waiting.add(room)
            heappush(self._freed, room)
