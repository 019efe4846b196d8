"""The small numbers of tables: each the smallest that no other live table of its game has."""

from heapq import heappop, heappush


class Rooms:
    """The rooms of one game."""

    def __init__(self) -> None:
        self._tables: dict[int, int] = {}
        """The table in each room that is taken."""
        self._freed: list[int] = []
        """Rooms below the highest that may be free, the smallest first."""
        self._highest = -1

    def smallest_free(self) -> int:
        """The smallest room that is free."""
        while self._freed and self._freed[0] in self._tables:
            heappop(self._freed)
        return self._freed[0] if self._freed else self._highest + 1

    def table_in(self, room: int) -> int:
        """The table in a room; 0 is none."""
        return self._tables.get(room, 0)

    def take(self, room: int, table: int) -> None:
        """Let a table have a room, which may be its own already."""
        if self._tables.get(room) == table:
            return
        if self._freed and self._freed[0] == room:
            heappop(self._freed)
        for passed in range(self._highest + 1, room):
            heappush(self._freed, passed)
        self._highest = max(self._highest, room)
        self._tables[room] = table

    def leave(self, room: int, table: int) -> None:
        """Free the room of a table, if that is its own."""
        if self._tables.get(room) == table:
            del self._tables[room]
            heappush(self._freed, room)
