"""Views of running tables, as spectators see them, for small pictures in the lobby.

Players name the tables on their screen. Every few seconds they are sent the views that have
changed, all in one notice. Views come from the tables in memory, on any node:
nothing is read from the journal, so a table that no node has in memory has no picture.
"""

import asyncio
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

import msgspec
from msgspec import Raw

from ludoteca.core.lobby.lobby import SLICE, Lobby
from ludoteca.core.services import Services
from ludoteca.core.tables.keeper import Keeper
from ludoteca.core.tables.listing import Listing
from ludoteca.messages import GlanceAt, Glanced, Listener, TableGlance
from ludoteca.messages.cluster import GlancesAsked, GlancesTold, GlanceTold
from ludoteca.ops.turns import sliced

PERIOD = 3.0
"""Seconds between notices."""
MOST_BYTES = 8000
"""Maximum size of a view; the views of both games are less than half as large."""
AT_ONCE = 100
"""Maximum number of tables in a request to another node, so that the answer fits a message."""


class Glances:
    """Sends players the changed views of the tables on their screen."""

    def __init__(self, services: Services, lobby: Lobby) -> None:
        self._clock = services.clock
        self._bus = services.bus
        self._roster = services.roster
        self._lobby = lobby
        self._followers: dict[Listener, dict[int, int]] = {}
        """For each follower, the tables and the versions sent."""
        self._known: dict[int, TableGlance] = {}
        """Latest known view of each followed table."""
        self._told_at = self._clock()
        self._telling: asyncio.Task[None] | None = None
        if self._bus.shared:
            self._bus.answer(GlancesAsked, self._answer)

    def follow(self, client: Listener, request: GlanceAt) -> Glanced:
        """Follow these tables in place of the previous ones; return their known views."""
        self._followers.pop(client, None)
        if wanted := dict.fromkeys(request.tables, 0):
            self._followers[client] = wanted
            self._learn(wanted)
        return Glanced(self._news(client), request.id)

    def stop(self, client: Listener) -> None:
        self._followers.pop(client, None)

    def tick(self) -> None:
        """Send followers the views that have changed, once every `PERIOD` seconds."""
        idle = self._telling is None or self._telling.done()
        if self._followers and idle and self._clock() - self._told_at >= PERIOD:
            self._told_at = self._clock()
            self._telling = asyncio.create_task(self._tell())

    async def _tell(self) -> None:
        wanted = {number for tables in self._followers.values() for number in tables}
        self._known = {n: known for n, known in self._known.items() if n in wanted}
        self._learn(wanted)
        for node, numbers in self._elsewhere(wanted).items():
            await self._ask(node, numbers)
        async for client in sliced(list(self._followers), SLICE):
            if tables := self._news(client):
                client.tell(Glanced(tables))

    def _news(self, client: Listener) -> tuple[TableGlance, ...]:
        """Return the views that a follower has not been sent yet."""
        sent = self._followers.get(client, {})
        known = (self._known.get(number) for number in sent)
        news = tuple(one for one in known if one and one.version > sent[one.table])
        sent.update((one.table, one.version) for one in news)
        return news

    def _learn(self, numbers: Iterable[int]) -> None:
        """Update the known views from the tables in memory on this node."""
        for keeper in self._public(numbers):
            known = self._known.get(keeper.table.number)
            is_new = known is None or known.version != keeper.version
            if is_new and (glance := _glance(keeper)):
                self._known[glance.table] = glance

    def _public(self, numbers: Iterable[int]) -> Iterator[Keeper]:
        """Yield those tables in memory that any stranger may watch."""
        for number in numbers:
            keeper = self._lobby.loaded(number)
            if keeper and is_public(keeper.listing):
                yield keeper

    # Other nodes

    def _elsewhere(self, numbers: Iterable[int]) -> Mapping[str, list[int]]:
        """Return the tables that only other nodes have in memory, by node."""
        found: defaultdict[str, list[int]] = defaultdict(list)
        for number in numbers if self._bus.shared else ():
            if self._lobby.loaded(number) is None and (nodes := self._roster.nodes_at(number)):
                found[nodes[0]].append(number)
        return found

    async def _ask(self, node: str, numbers: list[int]) -> None:
        for at in range(0, len(numbers), AT_ONCE):
            some = numbers[at : at + AT_ONCE]
            known = {n: self._known[n].version if n in self._known else 0 for n in some}
            told = await self._bus.ask(node, GlancesAsked(known))
            for glance in told.glances if isinstance(told, GlancesTold) else ():
                self._known[glance.table] = TableGlance(
                    glance.table, glance.game, glance.rules, glance.version, Raw(glance.view)
                )

    async def _answer(self, _sender: str, asked: GlancesAsked) -> GlancesTold:
        keepers = self._public(asked.tables)
        news = (k for k in keepers if k.version > asked.tables[k.table.number])
        return GlancesTold(
            tuple(
                GlanceTold(one.table, one.game, one.rules, one.version, bytes(one.view))
                for keeper in news
                if (one := _glance(keeper))
            )
        )


def is_public(listing: Listing) -> bool:
    """Return whether any stranger may watch a running game."""
    opened = listing.opened
    return listing.started and listing.live and opened.watchable and not opened.private


def _glance(keeper: Keeper) -> TableGlance | None:
    """Return a table's view for spectators, or None if the view is too large."""
    opened = keeper.table.opened
    view = msgspec.json.encode(keeper.table.view(None))
    if len(view) > MOST_BYTES:
        return None
    number = keeper.table.number
    return TableGlance(number, opened.game, opened.rules, keeper.version, Raw(view))
