"""Which clients listen at which tables."""

from collections.abc import Callable

from ludoteca.core.tables.keeper import Keeper
from ludoteca.messages import Listener


class Watching:
    """Knows the tables of every client, so that one who goes is gone from all of them."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._tables: dict[Listener, set[Keeper]] = {}

    async def listen(
        self,
        client: Listener,
        keeper: Keeper,
        seen: int = 0,
        request: str = "",
        *,
        with_guide: bool = False,
    ) -> None:
        """Show a client a table, and tell it what happens there from now on."""
        self._tables.setdefault(client, set()).add(keeper)
        await keeper.listen(client, seen, request, with_guide=with_guide)

    def stop(self, client: Listener, keeper: Keeper) -> None:
        """Tell a client nothing more of a table."""
        self._tables.get(client, set()).discard(keeper)
        keeper.quiet_since = self._now()
        keeper.remove_listener(client)

    def stop_anywhere(self, client: Listener) -> None:
        """Tell a client nothing more of any table."""
        for keeper in self._tables.pop(client, ()):
            keeper.quiet_since = self._now()
            keeper.remove_listener(client)

    def leave_finished(self, client: Listener) -> None:
        """Who sits down at another table is done with the games that are over."""
        for keeper in [k for k in self._tables.get(client, ()) if k.table.over]:
            self.stop(client, keeper)
