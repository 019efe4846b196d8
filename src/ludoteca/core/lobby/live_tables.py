"""Tables that have not ended: lists of them, their players and their room numbers."""

from bisect import bisect_left, bisect_right, insort
from collections import defaultdict
from collections.abc import Collection, Iterator
from heapq import heappop, heappush, merge
from math import inf
from typing import NamedTuple

from ludoteca.core.services import Services
from ludoteca.core.tables.listing import Listing
from ludoteca.games import GAMES
from ludoteca.messages import LookAround, TableOpened, key
from ludoteca.messages.names import folded


class Rooms:
    """The room numbers of one game."""

    def __init__(self) -> None:
        self._tables: dict[int, int] = {}
        """Table in each occupied room."""
        self._freed: list[int] = []
        """Heap of rooms below the highest that may be free."""
        self._waiting: set[int] = set()
        """The same rooms as a set, to avoid duplicates in the heap."""
        self._highest = -1

    def smallest_free(self) -> int:
        while self._freed and self._freed[0] in self._tables:
            self._waiting.discard(heappop(self._freed))
        return self._freed[0] if self._freed else self._highest + 1

    def table_in(self, room: int) -> int:
        """Return the table in a room; 0 if it is free."""
        return self._tables.get(room, 0)

    def take(self, room: int, table: int) -> None:
        """Assign a room to a table, which may already have it."""
        if self._tables.get(room) == table:
            return
        for passed in range(self._highest + 1, room):
            self._free(passed)
        self._highest = max(self._highest, room)
        self._tables[room] = table

    def leave(self, room: int, table: int) -> None:
        """Free a room if this table has it."""
        if self._tables.get(room) == table:
            del self._tables[room]
            self._free(room)

    def _free(self, room: int) -> None:
        if room not in self._waiting:
            self._waiting.add(room)
            heappush(self._freed, room)


FREE, OTHERS = GROUPS = "fo"
"""Groups of tables, as named in cursors: those that wait for players, then all others."""


class Page(NamedTuple):
    """The numbers of some tables, and the cursor of the next page; empty on the last page."""

    numbers: list[int]
    more: str


class _Entry(NamedTuple):
    group: str
    game: str
    name: str
    text: str
    """Text to search."""


class TableList:
    """The numbers of listed tables: those with free seats first, in each group the newest first."""

    def __init__(self) -> None:
        self._entries: dict[int, _Entry] = {}
        self._numbers: dict[tuple[str, str], list[int]] = {}
        """Sorted numbers by group and game."""
        self._named: dict[str, int] = {}

    def __contains__(self, number: int) -> bool:
        return number in self._entries

    def put(self, number: int, listing: Listing) -> None:
        """Add or update a table."""
        self.drop(number)
        entry = self._entries[number] = _entry(listing)
        insort(self._numbers.setdefault((entry.group, entry.game), []), number)
        if entry.name:
            self._named[entry.name] = number

    def drop(self, number: int) -> None:
        entry = self._entries.pop(number, None)
        if entry is None:
            return
        numbers = self._numbers[entry.group, entry.game]
        del numbers[bisect_left(numbers, number)]
        if self._named.get(entry.name) == number:
            del self._named[entry.name]

    def page(self, asked: LookAround, without: Collection[int] = ()) -> Page:
        """Return a page of the requested tables, leaving out those in `without`."""
        words = folded(asked.search).split()
        exact = self._exact(asked)
        found = [] if asked.after else list(exact)
        more = ""
        for number in self._from(asked):
            if number in without or number in exact:
                continue
            entry = self._entries[number]
            if not all(word in entry.text for word in words):
                continue
            if len(found) >= asked.limit:
                return Page(found, more)
            found.append(number)
            more = f"{entry.group}{number}"
        return Page(found, "")

    def _exact(self, asked: LookAround) -> list[int]:
        """Return the tables whose name or number is the search text."""
        search = asked.search.strip()
        digits = search.isascii() and search.isdigit() and len(search) < 10
        alike = (self._named.get(key(search), 0), int(search) if digits else 0)
        return [
            number
            for number in dict.fromkeys(alike)
            if (entry := self._entries.get(number)) and asked.game in ("", entry.game)
        ]

    def _from(self, asked: LookAround) -> Iterator[int]:
        """Yield the tables of the requested game, or of all games, after the cursor."""
        after = asked.after.strip()
        group, last = (after[0], int(after[1:])) if after else (FREE, None)
        groups = (FREE,) if asked.free else GROUPS
        for each in groups[groups.index(group) :] if group in groups else ():
            some = [
                numbers
                for (of, game), numbers in self._numbers.items()
                if of == each and asked.game in ("", game)
            ]
            behind = last if each == group else None
            if asked.oldest:
                yield from merge(*(_upward(numbers, behind) for numbers in some))
            else:
                yield from merge(*(_downward(numbers, behind) for numbers in some), reverse=True)


def _upward(numbers: list[int], last: int | None) -> Iterator[int]:
    start = 0 if last is None else bisect_right(numbers, last)
    return (numbers[place] for place in range(start, len(numbers)))


def _downward(numbers: list[int], last: int | None) -> Iterator[int]:
    end = len(numbers) if last is None else bisect_left(numbers, last)
    return (numbers[place] for place in range(end - 1, -1, -1))


def _entry(listing: Listing) -> _Entry:
    opened = listing.opened
    free = not listing.started and None in listing.holders
    title = GAMES[opened.game].TITLE if opened.game in GAMES else ""
    people = [holder.name for holder in listing.holders if holder]
    text = folded("\n".join((opened.name, opened.game, title, listing.owner, *people)))
    return _Entry(FREE if free else OTHERS, opened.game, key(opened.name), text)


UNSEATED = 3600.0
"""Seconds for which the loss of a seat is remembered."""
MOST_OWN = 100
"""Most tables of their own that a player is shown at once."""
MOST_OVER = 1000
"""Finished tables whose version is remembered, so that outdated messages are ignored."""


class LiveTables:
    """The listings of live tables, found by number, code, name, room or player."""

    def __init__(self, services: Services) -> None:
        self._clock = services.clock
        self._now = services.now
        self._listings: dict[int, Listing] = {}
        self._versions: dict[int, int] = {}
        """Latest known version of each live table and of recently finished ones."""
        self._over: dict[int, None] = {}
        self._list = TableList()
        self._codes: dict[str, int] = {}
        self._names: dict[str, int] = {}
        self._rooms: defaultdict[str, Rooms] = defaultdict(Rooms)
        self._seated: dict[str, set[int]] = {}
        self._unseated: dict[str, float] = {}
        """When each player last lost a seat, by the clock; the oldest comes first."""

    def __len__(self) -> int:
        return len(self._listings)

    def __iter__(self) -> Iterator[int]:
        """Iterate over the numbers of live tables."""
        return iter(list(self._listings))

    def __getitem__(self, number: int) -> Listing:
        return self._listings[number]

    def get(self, number: int) -> Listing | None:
        """Return the listing of a table, if it is live."""
        return self._listings.get(number)

    def is_listed(self, number: int) -> bool:
        """Return whether this is a live public table."""
        return number in self._list

    def is_known(self, number: int, version: int) -> bool:
        """Return whether the listing is known up to this version of a table."""
        return version <= self._versions.get(number, 0)

    def page(self, asked: LookAround, name: str = "") -> Page:
        """Return a page of public tables.

        The first page begins with the tables where the named player has a seat, unless there is a
        search.
        """
        if asked.room >= 0:
            number = self._rooms[asked.game].table_in(asked.room) if asked.game in GAMES else 0
            return Page([number] if number in self._list else [], "")
        held = [] if asked.search else self.seats_of(name)[::-1]
        own = [number for number in held if number in self._list]
        page = self._list.page(asked, frozenset(own))
        first = [] if asked.after else own[:MOST_OWN]
        return Page([*first, *page.numbers], page.more)

    def numbered(self, code: str) -> int:
        """Return the number of the live table with this code; 0 if there is none."""
        return self._codes.get(code, 0)

    # Names and rooms

    def free_name(self, name: str) -> str:
        """Return the name if no live table has it, else an empty string."""
        return "" if key(name) in self._names else name

    def free_room(self, game: str) -> int:
        return self._rooms[game].smallest_free()

    def reserve(self, number: int, opened: TableOpened) -> None:
        """Assign a table its name and room."""
        if opened.name:
            self._names[key(opened.name)] = number
        self._rooms[opened.game].take(opened.room, number)

    def release(self, number: int, opened: TableOpened) -> None:
        """Free the name and room of a table, if it has them."""
        if self._names.get(key(opened.name)) == number:
            del self._names[key(opened.name)]
        self._rooms[opened.game].leave(opened.room, number)

    # Seats

    def seats_of(self, name: str) -> list[int]:
        """Return the live tables where a player has a seat."""
        return sorted(self._seated.get(key(name), ()))

    def seated_since(self, name: str) -> int | None:
        """Return when a player took the oldest of their seats, in milliseconds since 1970."""
        held = [self._listings[number] for number in self._seated.get(key(name), ())]
        taken = [
            holder.at or listing.opened.at
            for listing in held
            for holder in listing.holders
            if holder and not holder.bot and key(holder.name) == key(name)
        ]
        return min(taken, default=None)

    def seated_until(self, name: str) -> float:
        """Return when a player last held a seat, by the clock; infinity if they hold one."""
        if self._seated.get(key(name)):
            return inf
        return self._unseated.get(key(name), -inf)

    def remember_end(self, listing: Listing) -> None:
        """Remember when players lost their seats in a game that ended before the server started."""
        at = self._clock() - (self._now() - listing.at / 1000)
        for player in listing.players:
            if player and not player.bot and key(player.name) not in self._seated:
                self._lost_seat(key(player.name), at)

    def forget_unseated(self, now: float) -> None:
        """Forget seats that were lost long ago."""
        for name, at in list(self._unseated.items()):
            if at > now - UNSEATED:
                break
            del self._unseated[name]

    def _unseat(self, number: int, name: str) -> None:
        held = self._seated.get(name, set())
        held.discard(number)
        if not held:
            self._seated.pop(name, None)
            self._lost_seat(name, self._clock())

    def _lost_seat(self, name: str, at: float) -> None:
        self._unseated.pop(name, None)
        self._unseated[name] = at

    # Changes

    def put(self, number: int, listing: Listing, version: int) -> None:
        """Store the listing of a version; a table that has ended is removed."""
        for holder in before.holders if (before := self._listings.pop(number, None)) else ():
            if holder and not holder.bot:
                self._unseat(number, key(holder.name))
        self._codes.pop(listing.opened.code, None)
        self._list.drop(number)
        self._versions[number] = version
        if not listing.live:
            self.release(number, listing.opened)
            self._forget_versions(number)
            return
        self._listings[number] = listing
        if not listing.opened.private:
            self._list.put(number, listing)
        self._codes[listing.opened.code] = number
        self.reserve(number, listing.opened)
        for holder in listing.holders:
            if holder and not holder.bot:
                self._seated.setdefault(key(holder.name), set()).add(number)

    def _forget_versions(self, number: int) -> None:
        self._over[number] = None
        if len(self._over) > MOST_OVER:
            oldest = next(iter(self._over))
            del self._over[oldest], self._versions[oldest]
