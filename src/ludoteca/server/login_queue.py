"""A queue in which connections of one address log in a few at a time.

A connection that waits is not read, so it needs neither a task nor memory for one. 2,000 clients
that logged in at once blocked all others for a tenth of a second at a time.
"""

import asyncio
from collections import defaultdict
from collections.abc import Callable

from ludoteca.messages import Listener

AT_ONCE = 2
"""Connections of one address that log in at once; as many secrets are checked at once."""


class LoginQueue:
    """Connections without a name: those being read, and those waiting."""

    def __init__(self) -> None:
        self._busy: defaultdict[str, set[Listener]] = defaultdict(set)
        self._waiting: defaultdict[str, dict[Listener, Callable[[], None]]] = defaultdict(dict)

    def admit(self, connection: Listener, again: Callable[[], None]) -> bool:
        """Return whether it is a connection's turn; if not, call `again` when it may be."""
        busy = self._busy[connection.address]
        if connection not in busy and len(busy) >= AT_ONCE:
            self._waiting[connection.address][connection] = again
            return False
        busy.add(connection)
        return True

    def leave(self, connection: Listener) -> None:
        """Remove a connection, and pass on its turn if it has one."""
        if not self._busy:
            return
        busy = self._busy[connection.address]
        waiting = self._waiting[connection.address]
        busy.discard(connection)
        waiting.pop(connection, None)
        if waiting and len(busy) < AT_ONCE:
            following = next(iter(waiting))
            busy.add(following)
            asyncio.get_running_loop().call_soon(waiting.pop(following))
        if not busy:
            del self._busy[connection.address]
        if not waiting:
            del self._waiting[connection.address]
