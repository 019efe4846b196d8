"""Public descriptions of live tables, in memory or not, here or at another node."""

from collections.abc import Mapping

from ludoteca.core.lobby.live_tables import LiveTables
from ludoteca.core.services import Services
from ludoteca.core.tables.display_names import shown_info
from ludoteca.core.tables.keeper import Keeper
from ludoteca.core.tables.listing import Listing
from ludoteca.games import Seat
from ludoteca.messages import LookAround, TableInfo, key


class TableInfos:
    """Describes live tables and which of their players are connected."""

    def __init__(self, live: LiveTables, keepers: Mapping[int, Keeper], services: Services) -> None:
        self._live = live
        self._keepers = keepers
        self._shown = services.shown
        self._roster = services.roster
        self._cached: dict[int, tuple[Listing, frozenset[Seat] | None, TableInfo]] = {}
        """Cached descriptions, with the listing and the absent seats they were made from."""

    def listed(self, asked: LookAround, name: str = "") -> tuple[tuple[TableInfo, ...], str]:
        """Return a page of public tables and the cursor of the next page.

        The first page begins with the tables where the named player has a seat, unless there is a
        search.
        """
        numbers, more = self._live.page(asked, name)
        return tuple(self.info(number, self._live[number]) for number in numbers), more

    def listed_one(self, number: int) -> TableInfo | None:
        """Return a table if it is public."""
        return self.info(number, self._live[number]) if self._live.is_listed(number) else None

    def every(self) -> list[TableInfo]:
        """Return all live tables, including private ones."""
        return [self.info(number, self._live[number]) for number in self._live]

    def info(self, number: int, listing: Listing) -> TableInfo:
        """Describe a table; descriptions of listed tables are cached."""
        away = self._away(number, listing)
        cached = self._cached.get(number)
        if cached and cached[0] is listing and cached[1] == away:
            return cached[2]
        info = shown_info(listing.info(number, away), self._shown)
        if self._live.is_listed(number):
            self._cached[number] = listing, away, info
        return info

    def drop(self, number: int) -> None:
        """Discard the cached description of a changed table."""
        self._cached.pop(number, None)

    def _away(self, number: int, listing: Listing) -> frozenset[Seat] | None:
        """Return the absent seats of a table; None if nobody is connected to it."""
        if keeper := self._keepers.get(number):
            return keeper.away
        if not (elsewhere := self._roster.elsewhere(number)):
            return None
        return frozenset(
            Seat(seat)
            for seat, holder in enumerate(listing.holders)
            if holder and not holder.bot and key(holder.name) not in elsewhere
        )
