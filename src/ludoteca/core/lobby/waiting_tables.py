"""Listed tables that wait for players: a player and an address may have only a few at once."""

from collections import defaultdict

from ludoteca.core.rate_limits import Capacity
from ludoteca.core.tables.listing import Listing
from ludoteca.messages import key


class WaitingTables:
    """The listed tables that have not started, by owner and by the address of the opener.

    Where a table was opened from is known until the server stops, and at this node only.
    """

    def __init__(self, capacity: Capacity) -> None:
        self._capacity = capacity
        self._owners: dict[int, str] = {}
        self._addresses: dict[int, str] = {}
        self._by_owner: defaultdict[str, set[int]] = defaultdict(set)
        self._by_address: defaultdict[str, set[int]] = defaultdict(set)

    def put(self, number: int, listing: Listing) -> None:
        """Follow a table as it is now."""
        if listing.live and not listing.started and not listing.opened.private:
            self._owners[number] = owner = key(listing.owner)
            self._by_owner[owner].add(number)
        else:
            self._forget(number, self._owners, self._by_owner)
            self._forget(number, self._addresses, self._by_address)

    def opened(self, number: int, address: str) -> None:
        """Remember from where a waiting table was opened."""
        if address and number in self._owners:
            self._addresses[number] = address
            self._by_address[address].add(number)

    @staticmethod
    def _forget(number: int, whose: dict[int, str], numbers: dict[str, set[int]]) -> None:
        if (name := whose.pop(number, None)) is not None:
            numbers[name].discard(number)
            if not numbers[name]:
                del numbers[name]

    def in_the_way(self, owner: str, address: str) -> list[int]:
        """The waiting tables of which one must go before another is opened, the oldest first."""
        own = self._by_owner.get(key(owner), set())
        if len(own) >= self._capacity.tables_per_player:
            return sorted(own)
        there = self._by_address.get(address, set())
        return sorted(there) if len(there) >= self._capacity.tables_per_address else []
