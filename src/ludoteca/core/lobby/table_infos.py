"""Live tables as everybody may know them, in memory or not, here or at another node."""

from collections.abc import Mapping

from ludoteca.core.lobby.live_tables import LiveTables
from ludoteca.core.services import Services
from ludoteca.core.tables.display_names import shown_info
from ludoteca.core.tables.keeper import Keeper
from ludoteca.core.tables.listing import Listing
from ludoteca.games import Seat
from ludoteca.messages import LookAround, TableInfo, key


class TableInfos:
    """Tells what is listed of live tables, and which players are connected to them."""

    def __init__(self, live: LiveTables, keepers: Mapping[int, Keeper], services: Services) -> None:
        self._live, self._keepers = live, keepers
        self._shown, self._roster = services.shown, services.roster
        self._made: dict[int, tuple[Listing, frozenset[Seat] | None, TableInfo]] = {}
        """Listed tables as they were told last, with the seats of players who were away then."""

    def listed(self, asked: LookAround, name: str = "") -> tuple[tuple[TableInfo, ...], str]:
        """A page of the tables that everybody may know of, and where the next one begins.

        It begins with those where the player of this name holds a seat, unless others are searched.
        """
        numbers, more = self._live.page(asked, name)
        return tuple(self.info(number, self._live[number]) for number in numbers), more

    def listed_one(self, number: int) -> TableInfo | None:
        """A table that everybody may know of, if it is one."""
        return self.info(number, self._live[number]) if self._live.is_listed(number) else None

    def every(self) -> list[TableInfo]:
        """All live tables, also the private ones."""
        return [self.info(number, self._live[number]) for number in self._live]

    def info(self, number: int, listing: Listing) -> TableInfo:
        """A table as everybody may know it; what is listed is made once for all who look."""
        away, made = self._away(number, listing), self._made.get(number)
        if made and made[0] is listing and made[1] == away:
            return made[2]
        info = shown_info(listing.info(number, away), self._shown)
        if self._live.is_listed(number):
            self._made[number] = listing, away, info
        return info

    def drop(self, number: int) -> None:
        """Forget what was told of a table, as it has changed."""
        self._made.pop(number, None)

    def _away(self, number: int, listing: Listing) -> frozenset[Seat] | None:
        """The seats of players who are not connected to a table; None if nobody is."""
        if keeper := self._keepers.get(number):
            return keeper.away
        if not (elsewhere := self._roster.elsewhere(number)):
            return None
        return frozenset(
            Seat(seat)
            for seat, holder in enumerate(listing.holders)
            if holder and not holder.bot and key(holder.name) not in elsewhere
        )
