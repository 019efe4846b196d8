"""What a node has in memory of players, and how it writes about them.

Those who are connected to it are there, and those about whom something is asked or written just
now. Other nodes may write about them, too: every append is on a version, and the slower node
reads what is new and decides again.
"""

import asyncio
from collections import Counter, deque
from collections.abc import Awaitable, Callable, Coroutine, Iterator, Sequence
from typing import Any
from weakref import WeakValueDictionary

from ludoteca.core.people.claims import Claims
from ludoteca.core.people.log import PersonLog, looks_of
from ludoteca.core.people.person import (
    Claimed,
    Entry,
    GuestSeated,
    Person,
    Session,
    SessionBegun,
    digest,
    home_of,
)
from ludoteca.core.services import Services
from ludoteca.core.tables.display_names import DeletedNames
from ludoteca.journal import Conflict, JournalError
from ludoteca.messages import Listener, key, skeleton
from ludoteca.messages.cluster import PersonChanged

AGAIN = 1.0
"""How many seconds pass before something is looked up again that could not be read."""
LATELY = 1000
"""Of so many players who have left it is remembered what is not written: where they were."""


class NameLostError(Exception):
    """A name belongs to another player than the one about whom something was to be written."""


class LooksTakenError(NameLostError):
    """Another node has claimed a name that looks like this new one."""


class PeopleCache:
    """The players in memory, each once, and no more than are needed."""

    def __init__(
        self,
        services: Services,
        deleted: DeletedNames,
        is_free: Callable[[Person], Awaitable[bool]],
        let_go: Callable[[Listener], None],
    ) -> None:
        """`let_go` disconnects a client whose player has entered at another node."""
        self._now, self._bus, self._roster = services.now, services.bus, services.roster
        self._deleted, self._is_free, self._let_go = deleted, is_free, let_go
        self.log = PersonLog(services.journal)
        self.claims = Claims(services.bus, services.roster, self.client_of)
        self._here: dict[str, Person] = {}
        self._looks: Counter[str] = Counter()
        """How many of those who are connected have names that look like this."""
        self._known: WeakValueDictionary[str, Person] = WeakValueDictionary()
        """The players who are asked or written about, so that all know of the same."""
        self._lately: deque[Person] = deque(maxlen=LATELY)
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        """One for each name about which something is being read or written."""
        self._learning: set[asyncio.Task[None]] = set()
        self._bus.subscribe(PersonChanged, self._hear)

    def at(self) -> int:
        """The milliseconds since 1970."""
        return int(self._now() * 1000)

    async def remember(self) -> None:
        """Read which accounts are deleted."""
        for name in await self.log.deleted():
            self._deleted.add(name)

    # Who is connected here

    def __iter__(self) -> Iterator[Person]:
        """Those who are connected here."""
        return iter(self._here.values())

    def here(self, name: str) -> Person | None:
        """The player of this name, if connected here."""
        return self._here.get(key(name))

    def client_of(self, name: str) -> Listener | None:
        """The connection of a player here, if there is one."""
        person = self.here(name)
        return person.client if person else None

    def look_like(self, name: str) -> bool:
        """Whether the name of a player who is connected here can hardly be told from this one."""
        return bool(self._looks[skeleton(name)])

    def admit(
        self, client: Listener, person: Person, token: str, *, program: bool = False
    ) -> Listener | None:
        """Connect a player, perhaps as a bot; the connection that is taken over, if any is."""
        before = self.client_of(person.name)
        if older := self.here(person.name):
            self._forget_look(older)
        self._here[key(person.name)] = self._known[key(person.name)] = person
        self._looks[skeleton(person.name)] += 1
        person.client = client
        person.current = digest(token) if token else ""
        person.last_home = home_of(client.address) if client.address else ""
        client.name = person.name
        self._roster.come(person.name, program=program)
        if self.claims.are_made():  # only now, so that nobody takes the player for gone meanwhile
            self._publish(person)
        return before

    def leave(self, client: Listener) -> bool:
        """Release a closed connection, and its name if nothing keeps it; whether it had entered."""
        person = self.here(client.name)
        if person is None or person.client is not client:
            return False
        person.client = None
        del self._here[key(person.name)]
        self._forget_look(person)
        if person.recorded:
            self._lately.append(person)
        self._roster.go(person.name)
        return True

    def _forget_look(self, person: Person) -> None:
        look = skeleton(person.name)
        self._looks[look] -= 1
        if not self._looks[look]:
            del self._looks[look]

    # Reading and writing

    def _lock_of(self, name: str) -> asyncio.Lock:
        return self._locks.setdefault(key(name), asyncio.Lock())

    async def look_up(self, name: str) -> Person:
        """What is known of a name, free or not."""
        person = self._known.get(key(name))
        if person and not self._is_stale(person):
            return person
        async with self._lock_of(name):
            written = await self.log.read(name)
            if written.deleted:
                self._deleted.add(written.name)
            person = self._known.setdefault(key(name), written)
            if self._is_stale(person):
                person.become(written)
            return person

    def _is_stale(self, person: Person) -> bool:
        """Whether other nodes may have written about a player; of those here they would tell."""
        enters = person.since and not person.recorded
        return self.claims.are_made() and not (person.client or enters)

    async def looks(self, name: str) -> int | None:
        """The number of claims on what a name looks like; None if no other node can claim it."""
        return await self.log.looks(name) if self.claims.are_made() else None

    def newcomer(
        self, name: str, since: int, before: Person, version: int, looks: int | None
    ) -> Person | None:
        """A new player with a name that was free at that version; None if another has it by now."""
        if self._known.get(key(name)) is not before:
            return None
        person = self._known[key(name)] = Person(name, since, version=version, looks=looks)
        return person

    async def wait_for_write(self, name: str) -> None:
        """Wait until nothing is being written about a player."""
        async with self._lock_of(name):
            pass

    async def write(
        self, person: Person, decide: Callable[[], Sequence[Entry] | None], *, seated: bool = False
    ) -> bool:
        """Write what is decided about a player as they are by then; False if that is nothing.

        Raises `NameLostError` if another player has the name by then.
        """
        async with self._lock_of(person.name):
            if self._known.get(key(person.name)) is not person:
                raise NameLostError(person.name)
            while (entries := decide()) is not None:
                if await self._try(person, entries, seated=seated):
                    self._publish(person)
                    return True
                await self._catch_up(person)
            return False

    async def _catch_up(self, person: Person) -> None:
        """Learn what was written about a player elsewhere; raises `NameLostError`."""
        written = await self.log.read(person.name)
        if person.recorded and (written.recorded, written.since) == (True, person.since):
            person.become(written)
        elif not person.recorded and await self._is_free(written):
            person.version = written.version
        else:
            self._known.pop(key(person.name), None)
            if person.client:
                self._let_go(person.client)
            raise NameLostError(person.name)

    # Other nodes

    async def claim(self, person: Person, version: int, begun: Session | None = None) -> bool:
        """Claim a name for its player, who came to this node; False if it may not be theirs now.

        The version is that by which it was decided that it is. A session that begins is written
        with the claim. The player has to be admitted before anything else is waited for.
        """
        if self.claims.are_made():
            return await self._claim(person, version, begun)
        return self._known.get(key(person.name)) is person and not await self._is_free(person)

    async def claim_anew(self, person: Person) -> bool:
        """Claim a name for a new player; False if another node was faster."""
        return not self.claims.are_made() or await self._claim(person, person.version)

    def claim_back(self, person: Person) -> list[Entry]:
        """A claim for this node, if the player has entered at another one since."""
        if self.claims.are_ours(person):
            return []
        return [Claimed(person.name, self._bus.node, self.at())]

    async def _claim(self, person: Person, version: int, begun: Session | None = None) -> bool:
        async with self._lock_of(person.name):
            with self.claims.claiming(person.name) as node:
                entries = credentials_of(person)
                if begun:
                    entries.append(SessionBegun(person.name, begun.written()))
                entries.append(Claimed(person.name, node, self.at()))
                if person.version != version:
                    return False
                if not await self._try(person, entries):
                    await self._catch_up(person)
                    return False
        if begun:
            person.begin(begun)  # with what is not written
        return True

    async def _try(self, person: Person, entries: Sequence[Entry], *, seated: bool = False) -> bool:
        """Write about a player; False if other nodes have written what is not known here.

        Raises `LooksTakenError` if another node has claimed the skeleton of a new name.
        """
        try:
            await self.log.write(person, entries, self.at(), seated=seated)
        except Conflict as conflict:
            if conflict.stream == looks_of(person.name):
                self._known.pop(key(person.name), None)
                raise LooksTakenError(person.name) from None
            return False
        return True

    def _publish(self, person: Person) -> None:
        self._bus.publish(PersonChanged(person.name, person.version, person.deleted))

    def _hear(self, _sender: str, changed: PersonChanged) -> None:
        if changed.deleted:
            self._deleted.add(changed.name)
        if self.here(changed.name) or key(changed.name) in self._locks:
            self._learn(self._follow(changed.name))

    def _learn(self, what: Coroutine[Any, Any, None]) -> None:
        task = asyncio.get_running_loop().create_task(what)
        self._learning.add(task)
        task.add_done_callback(self._learning.discard)

    async def _follow(self, name: str) -> None:
        """Learn what another node wrote about a player who is connected here."""
        while True:
            try:
                async with self._lock_of(
                    name
                ):  # a name that is claimed here has been admitted then
                    person = self.here(name)
                    if person and person.client:
                        await self._catch_up(person)
            except NameLostError:  # let go already
                return
            except JournalError:
                await asyncio.sleep(AGAIN)
            else:
                break
        if person and person.client and not self.claims.are_ours(person):
            self._let_go(person.client)

    async def check_claims(self) -> None:
        """Look up what no message told: who is connected elsewhere by now, and what has changed."""
        await self.remember()
        for name in await self.log.changed(self):
            await self._follow(name)


def credentials_of(person: Person) -> list[Entry]:
    """What proves that a name is theirs, and whom they mute, unless that is written already."""
    if person.recorded:
        return []
    sessions = tuple(one.written() for one in person.sessions.values())
    seated = GuestSeated(person.name, person.since, person.home, sessions, person.former)
    return [seated, *person.shut_out()]
