"""The tables that everybody may know of, in pages: who asks for one pays for that page only."""

from bisect import bisect_left, bisect_right, insort
from collections.abc import Collection, Iterator
from heapq import merge
from typing import NamedTuple

from ludoteca.core.tables.listing import Listing
from ludoteca.games import GAMES
from ludoteca.messages import LookAround, key
from ludoteca.messages.names import folded

FREE, OTHERS = GROUPS = "fo"
"""Tables that wait for players come first, then all others: the groups, as cursors name them."""


class Page(NamedTuple):
    """The numbers of some tables, and where the next page begins; empty if this is the last."""

    numbers: list[int]
    more: str


class _Entry(NamedTuple):
    group: str
    game: str
    name: str
    text: str
    """What is searched."""


class TableList:
    """The numbers of listed tables: those with free seats first, the newest of each group first."""

    def __init__(self) -> None:
        self._entries: dict[int, _Entry] = {}
        self._numbers: dict[tuple[str, str], list[int]] = {}
        """By group and game, in order."""
        self._named: dict[str, int] = {}

    def __contains__(self, number: int) -> bool:
        """Whether a table is listed."""
        return number in self._entries

    def put(self, number: int, listing: Listing) -> None:
        """List a table as it is now."""
        self.drop(number)
        entry = self._entries[number] = _entry(listing)
        insort(self._numbers.setdefault((entry.group, entry.game), []), number)
        if entry.name:
            self._named[entry.name] = number

    def drop(self, number: int) -> None:
        """List a table no more."""
        entry = self._entries.pop(number, None)
        if entry is None:
            return
        numbers = self._numbers[entry.group, entry.game]
        del numbers[bisect_left(numbers, number)]
        if self._named.get(entry.name) == number:
            del self._named[entry.name]

    def page(self, asked: LookAround, without: Collection[int] = ()) -> Page:
        """The tables that are asked for, without some."""
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
        """The tables that have the name or the number that is searched."""
        search = asked.search.strip()
        digits = search.isascii() and search.isdigit() and len(search) < 10
        alike = (self._named.get(key(search), 0), int(search) if digits else 0)
        return [
            number
            for number in dict.fromkeys(alike)
            if (entry := self._entries.get(number)) and asked.game in ("", entry.game)
        ]

    def _from(self, asked: LookAround) -> Iterator[int]:
        """All tables of a game, or of all, behind the last one that was told."""
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
