"""Tables that have not ended: their lists, their players, and limits on waiting tables."""

from bisect import bisect_left, bisect_right, insort
from collections import defaultdict
from collections.abc import Collection, Hashable, Iterator
from heapq import merge
from math import inf
from typing import NamedTuple, TypeAlias

from ludoteca.core.lobby.loaded_tables import LoadedTables
from ludoteca.core.lobby.registry import Rooms
from ludoteca.core.rate_limits import Capacity
from ludoteca.core.services import Services
from ludoteca.core.tables.listing import Listing, shown_info
from ludoteca.games import GAMES, Seat
from ludoteca.messages import LookAround, TableInfo, TableOpened, key
from ludoteca.messages.names import folded, plain_code

FREE, OTHERS = GROUPS = "fo"
"""Groups of tables, as named in cursors: tables waiting for players, then all other tables."""


class Page(NamedTuple):
    """Table numbers, and the cursor of the next page, which is empty on the last page."""

    numbers: list[int]
    more: str


class _Entry(NamedTuple):
    group: str
    game: str
    name: str
    text: str
    """Text that searches look through."""


class TableList:
    """Numbers of listed tables. Tables with free seats come first; each group is newest first."""

    def __init__(self) -> None:
        self._entries: dict[int, _Entry] = {}
        self._numbers: dict[tuple[str, str], list[int]] = {}
        """Sorted table numbers, by group and game."""
        self._named: dict[str, int] = {}

    def __contains__(self, number: int) -> bool:
        return number in self._entries

    def put(self, number: int, listing: Listing) -> None:
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
    title = GAMES[opened.game].TITLE if opened.game in GAMES else ""
    people = [holder.name for holder in listing.holders if holder]
    text = folded("\n".join((opened.name, opened.game, title, listing.owner, *people)))
    return _Entry(FREE if listing.has_room else OTHERS, opened.game, key(opened.name), text)


UNSEATED = 3600.0
"""Seconds for which the loss of a seat is remembered."""
MOST_OWN = 100
"""Maximum number of a player's own tables shown at once."""
MOST_OVER = 1000
"""Maximum number of finished tables whose version is kept, to recognize outdated messages."""


class LiveTables:
    """The listings of live tables, found by number, code, name, room or player."""

    def __init__(self, services: Services) -> None:
        self._clock = services.clock
        self._now = services.now
        self._listings: dict[int, Listing] = {}
        self._versions: dict[int, int] = {}
        """Latest known version of each live table and of recently finished tables."""
        self._over: dict[int, None] = {}
        self._list = TableList()
        self._codes: dict[str, int] = {}
        self._names: dict[str, int] = {}
        self._rooms: defaultdict[str, Rooms] = defaultdict(Rooms)
        self._seated: dict[str, set[int]] = {}
        self._kept: dict[str, set[int]] = {}
        """Rematches that keep a seat for each player."""
        self._matching: dict[Hashable, list[int]] = {}
        """Tables that wait for players who want the same game, oldest first."""
        self._unseated: dict[str, float] = {}
        """When each player last lost a seat, oldest first."""

    def __len__(self) -> int:
        return len(self._listings)

    def __iter__(self) -> Iterator[int]:
        """Iterate over the numbers of live tables."""
        return iter(list(self._listings))

    def __getitem__(self, number: int) -> Listing:
        return self._listings[number]

    def get(self, number: int) -> Listing | None:
        return self._listings.get(number)

    def is_listed(self, number: int) -> bool:
        """Return whether this is a live public table."""
        return number in self._list

    def is_known(self, number: int, version: int) -> bool:
        """Return whether a table's listing is known at this version or a later version."""
        return version <= self._versions.get(number, 0)

    def page(self, asked: LookAround, name: str = "") -> Page:
        """Return a page of public tables.

        The first page begins with the tables where the named player has a seat or is awaited,
        unless there is a search.
        """
        if asked.room >= 0:
            number = self._rooms[asked.game].table_in(asked.room) if asked.game in GAMES else 0
            return Page([number] if number in self._list else [], "")
        shown = () if asked.search else self.own(name)
        own = [number for number in shown if number in self._list]
        page = self._list.page(asked, frozenset(own))
        first = [] if asked.after else own[:MOST_OWN]
        return Page([*first, *page.numbers], page.more)

    def numbered(self, code: str) -> int:
        """Return the number of the live table with this code; 0 if there is none."""
        return self._codes.get(code) or self._codes.get(plain_code(code), 0)

    def match_for(self, opened: TableOpened, besides: Collection[int] = ()) -> int:
        """Return the table that has waited longest for the same game; 0 if there is none."""
        waiting = self._matching.get(opened.wish, ())
        return next((number for number in waiting if number not in besides), 0)

    # Names and rooms

    def free_name(self, name: str) -> str:
        """Return the name if no live table has it, else an empty string."""
        return "" if key(name) in self._names else name

    def free_room(self, game: str) -> int:
        return self._rooms[game].smallest_free()

    def reserve(self, number: int, opened: TableOpened) -> None:
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

    def own(self, name: str) -> list[int]:
        """Return the live tables where a player has a seat or a kept seat, newest first."""
        held = {*self._seated.get(key(name), ()), *self._kept.get(key(name), ())}
        return sorted(held, reverse=True)

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
        """Return the clock time when a player last held a seat; infinity if that is now."""
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
        """Forget seats that were lost more than `UNSEATED` seconds ago."""
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
        """Store the listing of a table at a version, or remove a table that has ended."""
        before = self._listings.pop(number, None)
        for holder in before.holders if before else ():
            if holder and not holder.bot:
                self._unseat(number, key(holder.name))
        for name in before.kept_for if before else ():
            self._keep_none(number, key(name))
        self._codes.pop(listing.opened.code, None)
        self._list.drop(number)
        self._match(number, listing)
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
        for name in listing.kept_for:
            self._kept.setdefault(key(name), set()).add(number)

    def _keep_none(self, number: int, name: str) -> None:
        kept = self._kept.get(name, set())
        kept.discard(number)
        if not kept:
            self._kept.pop(name, None)

    def _match(self, number: int, listing: Listing) -> None:
        """Add or remove a table that waits for players who want the same game."""
        wish = listing.opened.wish
        others = [other for other in self._matching.pop(wish, ()) if other != number]
        if waiting := sorted([*others, number]) if listing.is_matching else others:
            self._matching[wish] = waiting

    def _forget_versions(self, number: int) -> None:
        self._over[number] = None
        if len(self._over) > MOST_OVER:
            oldest = next(iter(self._over))
            del self._over[oldest], self._versions[oldest]


class TableInfos:
    """Describes live tables and which of their players are connected."""

    def __init__(self, live: LiveTables, keepers: LoadedTables, services: Services) -> None:
        self._live = live
        self._keepers = keepers
        self._shown = services.shown
        self._roster = services.roster
        self._cached: dict[int, tuple[Listing, frozenset[Seat] | None, TableInfo]] = {}
        """Cached descriptions, with the listing and the absent seats they were made from."""

    def listed(self, asked: LookAround, name: str = "") -> tuple[tuple[TableInfo, ...], str]:
        """Return a page of public tables (see `LiveTables.page`) and the next page's cursor."""
        numbers, more = self._live.page(asked, name)
        return tuple(self.info(number, self._live[number]) for number in numbers), more

    def listed_one(self, number: int) -> TableInfo | None:
        """Return a live table if it is public."""
        return self.info(number, self._live[number]) if self._live.is_listed(number) else None

    def invited(self, code: str) -> TableInfo | None:
        """Return the live table with this code, listed or private."""
        number = self._live.numbered(code)
        return self.info(number, self._live[number]) if number else None

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


PRIVATE = 2
"""Multiplier of the limits for private tables, which take no space in the lobby and wait longer."""
_Group: TypeAlias = tuple[bool, str]
"""Whether the tables are private, and their owner or address."""


class _Groups:
    """Table numbers, each assigned to one group."""

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

    def members(self, group: _Group) -> list[int]:
        return sorted(self._numbers.get(group, ()))


class WaitingTables:
    """Tables that have not started, by owner and by the address that opened them.

    Each node knows only the addresses of its own clients, and forgets them when it stops.
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
            self.drop(number)

    def reserve(self, number: int, opened: TableOpened, address: str) -> None:
        """Count a table that is being opened, for its owner and for the address of the client."""
        self._by_owner.put(number, (opened.private, key(opened.owner)))
        if address:
            self._by_address.put(number, (opened.private, address))

    def drop(self, number: int) -> None:
        """Stop counting a table."""
        self._by_owner.drop(number)
        self._by_address.drop(number)

    def exceeding_limit(self, opened: TableOpened, address: str) -> list[int]:
        """Return the owner's or address's waiting tables, oldest first, if a limit is reached."""
        times = PRIVATE if opened.private else 1
        own = self._by_owner.members((opened.private, key(opened.owner)))
        if len(own) >= self._capacity.tables_per_player * times:
            return own
        there = self._by_address.members((opened.private, address))
        return there if len(there) >= self._capacity.tables_per_address * times else []
