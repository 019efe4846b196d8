"""Common parts of players whose protocol has no versions, ids or tokens."""

import time
from abc import abstractmethod
from collections.abc import Sequence

from tests.cluster.history import Move
from tests.cluster.players import Player
from tests.cluster.streams import behind, by_content

HOST = "127.0.0.1"


class DeployedPlayer(Player):
    """A player who stays connected while the node lives, and then reconnects by name."""

    wanted: Move | None = None
    _behind = 0
    """Number of tiles on its shelf when it sent the request."""

    @abstractmethod
    async def join(self, table: int, room: int) -> None:
        """Sit down at a table for two that waits for its second player."""

    def want(self, placed: int, cells: Sequence[Sequence[int]], column: int) -> None:
        """Record that a move is requested, possibly again."""
        name, self._behind = by_content(placed, cells, column), placed
        known = [m for m in self.history.moves if m.name == name and m.answered is None]
        if known:
            known[-1].times += 1
        now = time.monotonic()
        self.wanted = known[-1] if known else self.history.ask(self.table, self.seat, name, now)

    def played(self, *, surely: bool = False) -> None:
        """Record that a move was acknowledged, unless the answer may be for an earlier request."""
        alike = [m for m in self.history.moves if m.name.endswith(behind(self._behind))]
        if self.wanted and (surely or alike == [self.wanted]):
            self.wanted.answered = time.monotonic()
        self.wanted = None

    def saw(self, tiles: int) -> None:
        """Record the state of the game as it is shown."""
        if self.table:
            self.history.tiles.append((self.table, tiles))
