"""What can be seen without a table: who is connected at any node, and which tables there are."""

import asyncio
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Hashable, Sequence
from itertools import zip_longest
from operator import itemgetter

from ludoteca.core.lobby.lobby import Lobby
from ludoteca.core.nodes.roster import Roster
from ludoteca.core.tables.listing import Listing
from ludoteca.messages import (
    Listener,
    LookAround,
    Notice,
    PersonHere,
    ServerReason,
    Surroundings,
    TableListed,
    farewell,
    key,
)

MOST_PEOPLE = 200
"""How many players are told of at once."""
AT_ONCE, MOST_TOLD = 10, 200
"""Followers that hear of a change at once, and notices that they are told in all; the rest follows
in rounds."""
ROUND = 0.04
"""Seconds between two rounds: followers who do nothing take a bounded share of the server's time,
however many they are. Telling 1,000 clients of `pipes` of one new table took 0.7 s at a time."""
MOST_MISSED = 10_000
"""A follower that has yet to hear of more changes is disconnected, and sees all when it is back."""


class Overview:
    """Shows players and tables, and tells those who follow it what has changed."""

    def __init__(self, roster: Roster) -> None:
        self._roster = roster
        self._followers: dict[Listener, int] = {}
        """Up to which change each of them was told; who has waited longest comes first."""
        self._changes: dict[Hashable, tuple[int, Notice]] = {}
        """The last change of each table and player that a follower has yet to hear of."""
        self._count = 0
        """Changes so far."""
        self._next_round: asyncio.TimerHandle | None = None
        self._online: tuple[list[str], tuple[str, ...]] | None = None
        roster.on_person(self._tell_person)

    def watch(self, lobby: Lobby) -> None:
        """Show the tables of a lobby, which tells what changes there."""
        self._lobby = lobby

    def follow(self, client: Listener, *, follow: bool) -> None:
        """Tell a client what changes from now on, or nothing more."""
        self._followers.pop(client, None)
        if follow:
            self._followers[client] = self._count

    def surroundings(self, asked: LookAround = LookAround(), name: str = "") -> Surroundings:  # noqa: B008 - frozen
        """Who is connected, and which tables can be seen, the player's own first."""
        tables, more = self._lobby.listed(asked, name)
        people, more_people = self.online(asked.people_after)
        if name and name not in (*people, *self._names_online()[1]) and not asked.people_after:
            people = (name, *people)
        known = tuple(filter(self._is_known, asked.names))
        return Surroundings(
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

    def online(self, after: str = "", most: int = MOST_PEOPLE) -> tuple[tuple[str, ...], str]:
        """So many people who are connected, by name, and where the next page begins."""
        names, _ = self._names_online()
        start = bisect_right(names, after)
        page = tuple(names[start : start + most])
        return page, page[-1] if start + most < len(names) else ""

    def _names_online(self) -> tuple[list[str], tuple[str, ...]]:
        """All people who are connected, and some of the bots; made once for all who look."""
        if self._online is None:
            names, programs = self._roster.names(), self._roster.programs()
            if programs:
                bots = tuple(name for name in names if key(name) in programs)[:MOST_PEOPLE]
                names = [name for name in names if key(name) not in programs]
            else:
                bots = ()
            self._online = names, bots
        return self._online

    def _is_known(self, name: str) -> bool:
        """Whether a player is connected or holds a seat."""
        return self._roster.node_of(name) is not None or bool(self._lobby.seats_of(name))

    # What has changed

    def tell_listing(self, number: int, listing: Listing) -> None:
        """Tell those who follow that a table is new or has changed."""
        if self._followers and not listing.opened.private:
            info = self._lobby.info(number, listing)
            self._tell(number, TableListed(info, closed=not listing.live))

    def _tell_person(self, name: str, here: bool, program: bool) -> None:
        self._online = None
        self._tell(name, PersonHere(name, here=here, bot=program))

    def _tell(self, what: Hashable, notice: Notice) -> None:
        """Tell followers of a change; those who have not heard of the one before skip that."""
        self._changes.pop(what, None)
        self._changes[what] = self._count, notice
        self._count += 1
        if self._next_round is None:
            self._tell_some()

    def _tell_some(self) -> None:
        """Tell those who have waited longest, and the others in the next rounds."""
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

    def _behind(self) -> list[Listener]:
        """Return the followers that have yet to hear of a change; their addresses take turns."""
        by_address: defaultdict[str, list[Listener]] = defaultdict(list)
        for follower, known in self._followers.items():
            if known < self._count:
                by_address[follower.address].append(follower)
        return [one for turn in zip_longest(*by_address.values()) for one in turn if one]

    def _tell_missed(
        self, follower: Listener, changes: Sequence[tuple[int, Notice]], most: int
    ) -> None:
        """Tell a follower of the first changes that it has missed."""
        known = self._followers.pop(follower, self._count)
        if known == self._count:  # disconnected by what another was told
            return
        first = bisect_left(changes, known, key=itemgetter(0))
        if len(changes) - first > MOST_MISSED:
            follower.tell(farewell(ServerReason.TOO_SLOW))
            return
        missed = changes[first : first + most]
        self._followers[follower] = (
            missed[-1][0] + 1 if first + most < len(changes) else self._count
        )
        for _, notice in missed:
            follower.tell(notice)
