"""Tables that wait for players, limited per player and per address."""

from collections import defaultdict
from typing import TypeAlias

from ludoteca.core.rate_limits import Capacity
from ludoteca.core.tables.listing import Listing
from ludoteca.messages import key

PRIVATE = 2
"""Factor of the limits for private tables: they take no room in the lobby, and wait longer."""
_Group: TypeAlias = tuple[bool, str]
"""Whether the tables are private, and an owner or an address."""


class _Groups:
    """Numbers of tables, each in one group."""

    def __init__(self) -> None:
        self._groups: dict[int, _Group] = {}
        self._numbers: defaultdict[_Group, set[int]] = defaultdict(set)

    def put(self, number: int, group: _Group) -> None:
        self.drop(number)
        self._groups[number] = group
        self._numbers[group].add(number)

    def drop(self, number: int) -> None:
        if (group := self._groups.pop(number, None)) is not None:
            self._numbers[group].discard(number)
            if not self._numbers[group]:
                del self._numbers[group]

    def group_of(self, number: int) -> _Group | None:
        return self._groups.get(number)

    def members(self, group: _Group) -> list[int]:
        return sorted(self._numbers.get(group, ()))


class WaitingTables:
    """Tables that have not started, by owner and by the address that opened them.

    Addresses are known only at this node, until the server stops.
    """

    def __init__(self, capacity: Capacity) -> None:
        self._capacity = capacity
        self._by_owner = _Groups()
        self._by_address = _Groups()

    def put(self, number: int, listing: Listing) -> None:
        """Add, update or remove a table."""
        if listing.live and not listing.started:
            self._by_owner.put(number, (listing.opened.private, key(listing.owner)))
        else:
            self._by_owner.drop(number)
            self._by_address.drop(number)

    def opened(self, number: int, address: str) -> None:
        """Remember the address that opened a waiting table."""
        if address and (group := self._by_owner.group_of(number)):
            private, _ = group
            self._by_address.put(number, (private, address))

    def exceeding_limit(self, owner: str, address: str, *, private: bool) -> list[int]:
        """Return the waiting tables of which one must close before another opens, oldest first."""
        times = PRIVATE if private else 1
        own = self._by_owner.members((private, key(owner)))
        if len(own) >= self._capacity.tables_per_player * times:
            return own
        there = self._by_address.members((private, address))
        return there if len(there) >= self._capacity.tables_per_address * times else []
