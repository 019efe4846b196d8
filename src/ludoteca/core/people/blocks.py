"""Players hidden from those whom they have blocked.

A blocked player sees neither whether the blocker is online nor the public tables where the blocker
plays. For each player connected to this node, memory holds the keys of those who have blocked them,
read from the index at login. Lists are filtered only for players who have been blocked, so that
blocks cost other players nothing.
"""

import asyncio
from collections.abc import Callable, Set
from contextlib import suppress
from typing import TypeAlias
from weakref import WeakValueDictionary

import msgspec
from msgspec import Struct

from ludoteca.core.lobby.lobby import Lobby
from ludoteca.core.lobby.overview import is_hidden, people_at
from ludoteca.core.people.cache import AGAIN, PeopleCache
from ludoteca.core.people.log import PREFIX, index_entries_of, read_note
from ludoteca.core.people.person import Person
from ludoteca.core.services import Services
from ludoteca.core.tables.listing import Listing
from ludoteca.journal import Addition, Conflict, Journal, JournalError
from ludoteca.messages import A_DAY, ServerReason, key
from ludoteca.messages.cluster import PlayerBlocked
from ludoteca.ops.turns import sliced

NOBODY: Set[str] = frozenset()
SLICE = 50
"""Number of players looked up before other tasks get a turn."""

OnBlock: TypeAlias = Callable[[str, str], None]
"""Called with a player connected to this node and one who has blocked or unblocked them."""


INDEXED = "people/blocks"
"""The stream whose first entry says when the blocks of earlier releases were first indexed."""
UPGRADE = A_DAY * 1000
"""Milliseconds for which nodes of an earlier release may keep writing during an upgrade."""
BATCH = 1000
"""Number of names read at once."""


class _Indexed(Struct, frozen=True):
    at: int


async def index_older_blocks(journal: Journal, now: int) -> None:
    """Index the blocks that an earlier release recorded without index entries.

    Every server start within a day of the first repeats this, because nodes of the earlier
    release may still be running.
    """
    entries = await journal.read(INDEXED, most=1)
    if entries and now - msgspec.json.decode(entries[0], type=_Indexed).at > UPGRADE:
        return
    after = ""
    while streams := await journal.streams(PREFIX, after=after, most=BATCH):
        people = [(stream, read_note(stream.note)) for stream in streams]
        additions = [
            Addition(stream.name, stream.version, (), None, index_entries_of(person, at))
            for stream, person in people
            if person and person.blocked
            for at in [now if person.kept else person.since]
        ]
        try:
            if additions:
                await journal.append_all(additions)
        except Conflict:  # another node has written about one of these players
            continue
        after = streams[-1].name
    if after and not entries:
        with suppress(Conflict):  # another node has just indexed them too
            await journal.append(INDEXED, 0, [msgspec.json.encode(_Indexed(now))])


class Blocks:
    """The blocks against players connected to this node."""

    def __init__(
        self, services: Services, known: PeopleCache, lobby: Lobby, on_block: OnBlock
    ) -> None:
        self._bus = services.bus
        self._known = known
        self._lobby = lobby
        self._on_block = on_block
        self._by: dict[str, set[str]] = {}
        """Keys of the players who have blocked a player, by the key of the blocked player."""
        self._blockers: WeakValueDictionary[str, Person] = WeakValueDictionary()
        """Connected players who have blocked others. Not all blocks by guests are recorded."""
        self._learning: set[asyncio.Task[None]] = set()
        services.roster.on_person(self._forget)
        self._bus.subscribe(PlayerBlocked, lambda _, m: self._apply(m))

    def hidden_from(self, name: str) -> Set[str]:
        """Return the keys of the players whom a player connected to this node may not see."""
        return self._by.get(key(name), NOBODY) if self._by else NOBODY

    def is_hidden(self, name: str, other: str) -> bool:
        return key(other) in self.hidden_from(name)

    def hides(self, name: str, listing: Listing) -> bool:
        """Return whether a live public table has to be hidden from a player on this node."""
        hidden = self.hidden_from(name)
        if not hidden or listing.opened.private or not listing.live:
            return False
        return is_hidden(people_at(listing), hidden, name)

    def visible(self, name: str, numbers: tuple[int, ...]) -> tuple[int, ...]:
        """Return those live tables that need not be hidden from a player on this node."""
        if not self.hidden_from(name):
            return numbers
        return tuple(
            number
            for number in numbers
            if (listing := self._lobby.live.get(number)) and not self.hides(name, listing)
        )

    # Changes

    async def learn(self, name: str) -> None:
        """Look up who has blocked a newly connected player; if that fails, try again later."""
        try:
            await self._learn(name)
        except JournalError:
            task = asyncio.create_task(self._learn_later(name))
            self._learning.add(task)
            task.add_done_callback(self._learning.discard)

    async def _learn_later(self, name: str) -> None:
        await asyncio.sleep(AGAIN)
        await self.learn(name)

    async def _learn(self, name: str) -> None:
        found = set(await self._known.log.blocking(name))
        if person := self._known.here(name):
            if person.blocked:
                self._blockers[key(name)] = person
            found |= {one for one, other in self._blockers.items() if key(name) in other.blocked}
            self._set(key(name), found)

    async def learn_all(self) -> None:
        """Look up all blocks again, because messages about them may have been lost."""
        async for person in sliced(list(self._known), SLICE):
            await self.learn(person.name)

    def tell(self, person: Person, other: str, *, blocked: bool) -> None:
        """Apply a block by a player on this node, or its removal, and publish it."""
        self._blockers[key(person.name)] = person
        message = PlayerBlocked(person.name, other, blocked)
        self._apply(message)
        self._bus.publish(message)

    def _apply(self, message: PlayerBlocked) -> None:
        other = key(message.other)
        if self._known.here(other) is None:
            return
        by = {key(message.name)}
        before = self._by.get(other, set())
        self._set(other, before | by if message.blocked else before - by)
        self._on_block(message.other, message.name)
        for number in self._lobby.seats_of(message.name):
            self._show_out(number)

    def _set(self, name: str, hidden: set[str]) -> None:
        self._by.pop(name, None)
        if hidden:
            self._by[name] = hidden

    def _forget(self, name: str, _here: bool, _program: bool) -> None:
        if self._known.here(name) is None:
            self._by.pop(key(name), None)

    def tell_listing(self, number: int) -> None:
        """Disconnect spectators from a table that has changed, if it is hidden from them now."""
        if self._by:  # deferred, because the table is still notifying its listeners
            asyncio.get_running_loop().call_soon(self._show_out, number)

    def _show_out(self, number: int) -> None:
        keeper = self._lobby.loaded(number)
        for listener in keeper.listeners if keeper else ():
            if keeper and self.hides(listener.name, keeper.listing):
                keeper.show_out(listener.name, ServerReason.BLOCKED)
