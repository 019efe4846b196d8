"""Connected players and public tables, with notices about changes.

Players who have blocked the reader, and the tables where they play, are left out.
"""

import asyncio
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence, Set
from itertools import zip_longest
from operator import itemgetter

from msgspec.structs import replace

from ludoteca import messages
from ludoteca.core.lobby.lobby import Lobby
from ludoteca.core.nodes.roster import Roster
from ludoteca.core.tables.listing import Listing

MOST_PEOPLE = 200
"""Maximum number of players listed in one answer."""
AT_ONCE = 10
"""Maximum number of followers notified in one round."""
MOST_TOLD = 200
"""Maximum number of notices sent in one round, to all of these followers together."""
ROUND = 0.04
"""Seconds between rounds.

This bounds the share of the server's time that idle followers take. Notifying 1,000 `pipes` clients
of one new table in a single burst took 0.7 s.
"""
MOST_MISSED = 10_000
"""Followers with more pending changes are disconnected, and get the whole list on reconnecting."""


class Overview:
    """Lists players and tables, and notifies followers of changes."""

    def __init__(self, roster: Roster) -> None:
        self._roster = roster
        self._followers: dict[messages.Listener, int] = {}
        """Number of each follower's first pending change; followers waiting longest come first."""
        self._changes: dict[Hashable, tuple[int, messages.Notice]] = {}
        """Latest change to each table and player, if it is pending for any follower."""
        self._count = 0
        """Number of changes so far."""
        self._next_round: asyncio.TimerHandle | None = None
        self._online: tuple[list[str], tuple[str, ...]] | None = None
        roster.on_person(self._tell_person)

    def attach(self, lobby: Lobby, hidden_from: Callable[[str], Set[str]]) -> None:
        """Show the tables of a lobby.

        `hidden_from` returns the keys of the players whom a player may not see.
        """
        self._lobby = lobby
        self._hidden_from = hidden_from

    def follow(self, client: messages.Listener, *, follow: bool) -> None:
        """Start or stop notifying a client of changes."""
        self._followers.pop(client, None)
        if follow:
            self._followers[client] = self._count

    def surroundings(
        self, asked: messages.LookAround | None = None, name: str = ""
    ) -> messages.Surroundings:
        """Return connected players and visible tables, starting with the player's own tables."""
        asked = asked or messages.LookAround()
        tables, more = self._lobby.infos.listed(asked, name)
        people, more_people = self.online(asked.people_after)
        if name and name not in (*people, *self._names_online()[1]) and not asked.people_after:
            people = (name, *people)
        known = tuple(filter(self._is_known, asked.names))
        around = messages.Surroundings(
            people,
            tables,
            asked.id,
            more,
            asked.after,
            asked.search,
            known,
            len(self._names_online()[0]),
            more_people,
            self._names_online()[1],
        )
        hidden = self._hidden_from(name)
        return self._without(around, hidden, name) if hidden else around

    def _without(
        self, around: messages.Surroundings, hidden: Set[str], viewer: str
    ) -> messages.Surroundings:
        def seen(names: Iterable[str]) -> tuple[str, ...]:
            return tuple(name for name in names if messages.key(name) not in hidden)

        tables = (info for info in around.tables if not is_hidden(_people(info), hidden, viewer))
        here = (name for name in hidden if self._roster.node_of(name))
        return replace(
            around,
            people=seen(around.people),
            tables=tuple(tables),
            known=seen(around.known),
            online=around.online - sum(not self._roster.is_program(name) for name in here),
            bots=seen(around.bots),
        )

    def online(self, after: str = "", most: int = MOST_PEOPLE) -> tuple[tuple[str, ...], str]:
        """Return up to `most` connected people by name, and the cursor of the next page."""
        names, _ = self._names_online()
        start = bisect_right(names, after)
        page = tuple(names[start : start + most])
        return page, page[-1] if start + most < len(names) else ""

    def _names_online(self) -> tuple[list[str], tuple[str, ...]]:
        """Return all connected people and some of the bots, cached until a player comes or goes."""
        if self._online is None:
            names = self._roster.names()
            programs = self._roster.programs()
            if programs:
                bots = tuple(name for name in names if messages.key(name) in programs)[:MOST_PEOPLE]
                names = [name for name in names if messages.key(name) not in programs]
            else:
                bots = ()
            self._online = names, bots
        return self._online

    def _is_known(self, name: str) -> bool:
        """Return whether a player is connected or holds a seat."""
        return self._roster.node_of(name) is not None or bool(self._lobby.seats_of(name))

    # Changes

    def tell_listing(self, number: int, listing: Listing) -> None:
        """Notify followers of a new or changed table."""
        if self._followers and not listing.opened.private:
            info = self._lobby.infos.info(number, listing)
            self._tell(number, messages.TableListed(info, closed=not listing.live))

    def _tell_person(self, name: str, here: bool, program: bool) -> None:
        self._online = None
        self._tell(name, messages.PersonHere(name, here=here, bot=program))

    def _tell(self, what: Hashable, notice: messages.Notice) -> None:
        """Notify followers of a change, which replaces a pending change to the same subject."""
        self._changes.pop(what, None)  # moved to the end: changes are sorted by number
        self._changes[what] = self._count, notice
        self._count += 1
        if self._next_round is None:
            self._tell_some()

    def _tell_some(self) -> None:
        """Notify the followers that have waited longest, and schedule the next round."""
        behind = self._behind()[:AT_ONCE]
        changes = list(self._changes.values())
        for follower in behind:
            self._tell_missed(follower, changes, MOST_TOLD // len(behind))
        oldest = min(self._followers.values(), default=self._count)
        if oldest < self._count:
            self._changes = {what: one for what, one in self._changes.items() if one[0] >= oldest}
            loop = asyncio.get_running_loop()
            self._next_round = loop.call_later(ROUND, self._tell_some)
        else:
            self._changes.clear()
            self._next_round = None

    def _behind(self) -> list[messages.Listener]:
        """Return the followers with pending changes, alternating between addresses."""
        by_address: defaultdict[str, list[messages.Listener]] = defaultdict(list)
        for follower, known in self._followers.items():
            if known < self._count:
                by_address[follower.address].append(follower)
        return [one for turn in zip_longest(*by_address.values()) for one in turn if one]

    def _tell_missed(
        self, follower: messages.Listener, changes: Sequence[tuple[int, messages.Notice]], most: int
    ) -> None:
        """Send a follower its first pending changes."""
        known = self._followers.pop(follower, self._count)
        if known == self._count:  # notifying another follower has disconnected this one
            return
        first = bisect_left(changes, known, key=itemgetter(0))
        if len(changes) - first > MOST_MISSED:
            follower.tell(messages.farewell(messages.ServerReason.TOO_SLOW))
            return
        missed = changes[first : first + most]
        self._followers[follower] = (
            missed[-1][0] + 1 if first + most < len(changes) else self._count
        )
        hidden = self._hidden_from(follower.name)
        for _, notice in missed:
            if seen := _seen(notice, hidden, follower.name) if hidden else notice:
                follower.tell(seen)

    def show_again(self, name: str, other: str) -> None:
        """Notify a player's clients of another player who has become hidden or visible to them."""
        hidden = self._hidden_from(name)
        is_seen = messages.key(other) not in hidden
        notices: list[messages.Notice] = []
        if self._roster.node_of(other):
            program = self._roster.is_program(other)
            notices.append(messages.PersonHere(other, here=is_seen, bot=program))
        for number in self._lobby.seats_of(other):
            if info := self._lobby.infos.listed_one(number):
                listed = messages.TableListed(info)
                notices.append(_seen(listed, hidden, name) or listed)
        for follower in self._followers:
            if messages.key(follower.name) == messages.key(name):
                for notice in notices:
                    follower.tell(notice)


def _seen(notice: messages.Notice, hidden: Set[str], viewer: str) -> messages.Notice | None:
    """Return a notice as a viewer may see it.

    A notice about a hidden player becomes None; a hidden table is shown as closed, without names.
    """
    match notice:
        case messages.PersonHere(name=name) if messages.key(name) in hidden:
            return None
        case messages.TableListed(info) if is_hidden(_people(info), hidden, viewer):
            seats = (None,) * len(info.seats)
            bare = replace(info, name="", owner="", seats=seats, kept_for=())
            return messages.TableListed(bare, closed=True)
        case _:
            return notice


def people_at(listing: Listing) -> list[str]:
    """Return the owner of a table and the people in its seats."""
    return [listing.owner, *(one.name for one in listing.holders if one and not one.bot)]


def _people(info: messages.TableInfo) -> list[str]:
    return [info.owner, *(one.name for one in info.seats if one and not one.bot)]


def is_hidden(people: Iterable[str], hidden: Set[str], viewer: str) -> bool:
    """Return whether a table is hidden from a viewer without a seat because of these people."""
    keys = set(map(messages.key, people))
    return messages.key(viewer) not in keys and not hidden.isdisjoint(keys)
