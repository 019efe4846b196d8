"""Earlier positions of running games, as a seat or spectators saw them."""

from collections import OrderedDict

from msgspec.structs import replace

from ludoteca.core.archive import replays
from ludoteca.core.archive.entries import PackedEntries, each_moment, positions_of
from ludoteca.core.tables import history
from ludoteca.core.tables.listing import Listing, ShownName
from ludoteca.games import Refusal, Seat
from ludoteca.journal import Journal
from ludoteca.messages import Positions

MOST_BYTES = 8 * 2**20
"""Maximum size of the cached games, in bytes."""


class RunningGames:
    """Caches the entries of running games whose earlier positions were requested."""

    def __init__(self, journal: Journal, shown: ShownName) -> None:
        self._journal = journal
        self._shown = shown
        self._games: OrderedDict[int, PackedEntries] = OrderedDict()
        """Least recently read first."""

    async def positions(
        self, number: int, listing: Listing, versions: range, eyes: Seat | None
    ) -> Positions | Refusal:
        """Return the positions of these versions, as a seat or a spectator saw them.

        Calls must not overlap, because each call appends the entries since the last one to the
        cache.
        """
        try:
            entries = await self._read(number)
            with history.reading(number):
                moments = each_moment(number, entries, self._shown)
                seen = await positions_of(moments, versions, eyes, whole=False)
        except history.UnreadableHistory as unreadable:
            return unreadable.refusal
        head = replays.head_of_listing(number, listing)
        shown = tuple(map(self._shown, head.players))
        return Positions(replace(head, players=shown), len(entries), seen)

    async def _read(self, number: int) -> PackedEntries:
        entries = self._games.pop(number, None) or PackedEntries()
        async for entry in history.each_entry(number, self._journal, len(entries)):
            entries.append(entry)
        self._games[number] = entries
        while sum(game.size for game in self._games.values()) > MOST_BYTES:
            self._games.popitem(last=False)
        return entries
