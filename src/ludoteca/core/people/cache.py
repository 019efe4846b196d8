"""Players in memory on this node, and writes about them.

The cache holds players who are connected to this node and players being read or written. Other
nodes may also write about them: every append names the expected version, and the slower node reads
the new entries and decides again.
"""

import asyncio
from collections import Counter, deque
from collections.abc import Awaitable, Callable, Coroutine, Iterator, Sequence
from contextlib import suppress
from weakref import WeakValueDictionary

from ludoteca.core.people.connections import MOST_CONNECTIONS, Claims, Connections
from ludoteca.core.people.entries import Claimed, Entry, GuestSeated, Session, SessionBegun
from ludoteca.core.people.log import PersonLog, looks_of
from ludoteca.core.people.person import Person, home_of
from ludoteca.core.services import Services
from ludoteca.core.tables.listing import DeletedNames
from ludoteca.journal import Conflict, JournalError
from ludoteca.messages import Listener, ServerReason, key, skeleton
from ludoteca.messages.cluster import PersonChanged

AGAIN = 1.0
"""Seconds before a failed read is repeated."""
LATELY = 1000
"""Number of disconnected players kept in memory for their unrecorded fields, such as addresses."""


class NameLostError(Exception):
    """The name now belongs to another player."""


class LooksTakenError(NameLostError):
    """Another node has claimed a similar name."""


class PeopleCache:
    """Caches players: one object per name, kept only while needed."""

    def __init__(
        self,
        services: Services,
        deleted: DeletedNames,
        is_free: Callable[[Person], Awaitable[bool]],
        let_go: Callable[[Listener, ServerReason], None],
    ) -> None:
        """`let_go` disconnects a client whose name was claimed or session ended on another node."""
        self._now = services.now
        self._bus = services.bus
        self._roster = services.roster
        self._deleted = deleted
        self._is_free = is_free
        self._let_go = let_go
        self.log = PersonLog(services.journal)
        self.claims = Claims(services.bus, services.roster, self.clients_of)
        self._here: dict[str, Person] = {}
        self._looks: Counter[str] = Counter()
        """Number of connected players by skeleton of the name."""
        self._known: WeakValueDictionary[str, Person] = WeakValueDictionary()
        """Players in use, so that all code shares one object per name."""
        self._lately: deque[Person] = deque(maxlen=LATELY)
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        """Locks of names that are being read or written."""
        self._learning: set[asyncio.Task[None]] = set()
        self._connections = Connections(services, self.here, let_go)
        self.use = self._connections.use
        self._bus.subscribe(PersonChanged, self._hear)

    def at(self) -> int:
        """Return the time in milliseconds since 1970."""
        return int(self._now() * 1000)

    async def load(self) -> None:
        """Load the names of deleted accounts."""
        for name in await self.log.deleted():
            self._deleted.add(name)

    # Players connected to this node

    def __iter__(self) -> Iterator[Person]:
        return iter(self._here.values())

    def here(self, name: str) -> Person | None:
        return self._here.get(key(name))

    def clients_of(self, name: str) -> list[Listener]:
        """Return a player's connections to this node."""
        person = self.here(name)
        return list(person.clients) if person else []

    def look_like(self, name: str) -> bool:
        """Return whether a name is easily confused with that of a player on this node."""
        return bool(self._looks[skeleton(name)])

    def admit(
        self,
        client: Listener,
        person: Person,
        token: str,
        *,
        program: bool = False,
        joins: bool = False,
    ) -> list[Listener]:
        """Connect a player, perhaps as a bot; return the connections that the new one replaces.

        If the client `joins`, the player's other connections with a valid token stay open.
        """
        replaced: list[Listener] = []
        if older := self.here(person.name):
            joins = joins and older is person
            given_up = self._connections.given_up
            replaced = given_up(person, program=program) if joins else [*older.clients]
            self._forget_look(older)
            for one in replaced:
                self._connections.remove(older, one)
        self._here[key(person.name)] = self._known[key(person.name)] = person
        self._looks[skeleton(person.name)] += 1
        login = self._connections.add(person, client, token, program=program)
        person.last_home = home_of(client.address) if client.address else ""
        client.name = person.name
        self._come(person)
        if self.claims.are_made():
            # Published last, so that other nodes never see the player as disconnected.
            self._publish(person)
            if others := self.claims.others(person):
                self._learn(self._connections.limit(person.name, login, others))
        return replaced

    def _come(self, person: Person) -> None:
        """Show a player as connected; show a bot if any of the connections declared itself one."""
        program = any(login.program for login in person.clients.values())
        self._roster.come(person.name, program=program)

    def leave(self, client: Listener) -> bool:
        """Release a closed connection; return whether it was logged in."""
        person = self.here(client.name)
        if person is None or client not in person.clients:
            return False
        login = self._connections.remove(person, client)
        if person.clients:
            if login.program:
                self._come(person)
            return True
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

    async def look_up(self, name: str, token: str = "") -> Person:
        """Return the state of a name, which may have no owner.

        If `token` is unknown, read again: it may come from a node that stopped before reporting it.
        """
        person = self._known.get(key(name))
        if person and not self._is_stale(person):
            if token and person.clients and self.claims.are_made() and not person.session(token):
                async with self._lock_of(name):
                    with suppress(NameLostError):
                        await self._catch_up(person)
                return await self.look_up(name)
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
        """Return whether the state of a player may lack entries written by other nodes."""
        enters = person.since and not person.recorded
        return self.claims.are_made() and not (person.clients or enters)

    async def looks(self, name: str) -> int | None:
        """Return the number of claims on a skeleton; None if there are no other nodes."""
        return await self.log.looks(name) if self.claims.are_made() else None

    def newcomer(
        self, name: str, since: int, before: Person, version: int, looks: int | None
    ) -> Person | None:
        """Return a new player for a name whose state is still `before`, else None."""
        if self._known.get(key(name)) is not before:
            return None
        person = self._known[key(name)] = Person(name, since, version=version, looks=looks)
        return person

    async def wait_for_write(self, name: str) -> None:
        async with self._lock_of(name):
            pass

    async def write(
        self, person: Person, decide: Callable[[], Sequence[Entry] | None], *, seated: bool = False
    ) -> bool:
        """Write the entries that `decide` returns; return False if `decide` returns None.

        `decide` is called again after a conflict. Raise `NameLostError` if the name has another
        owner by then.
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
        """Apply entries written by other nodes; raise `NameLostError` if the owner changed."""
        written = await self.log.read(person.name)
        if person.recorded and (written.recorded, written.since) == (True, person.since):
            person.become(written)
        elif not person.recorded and await self._is_free(written):
            person.version = written.version
        else:
            self._known.pop(key(person.name), None)
            for client in list(person.clients):
                self._let_go(client, ServerReason.TAKEN_OVER)
            raise NameLostError(person.name)

    # Other nodes

    async def claim(
        self, person: Person, version: int, begun: Session | None = None, *, joins: bool = False
    ) -> bool:
        """Claim a name for its player on this node; return False if the owner may have changed.

        `version` is the version that the login is based on. A new session is written together with
        the claim. If the login `joins`, connections to other nodes stay open. Admit the player
        before awaiting anything else.
        """
        if self.claims.are_made():
            return await self._claim(person, version, begun, joins=joins)
        return self._known.get(key(person.name)) is person and not await self._is_free(person)

    async def claim_anew(self, person: Person) -> bool:
        """Claim a name for a new player; return False if another node was faster."""
        return not self.claims.are_made() or await self._claim(person, person.version)

    def claim_back(self, person: Person) -> list[Entry]:
        """Return an entry that claims a name for this node, unless this node has the claim."""
        if self.claims.are_ours(person):
            return []
        return [self._claimed(person, joins=True)]

    def _claimed(self, person: Person, *, joins: bool) -> Claimed:
        """Return a claim for this node, with the other nodes where connections stay open."""
        others = self.claims.others(person)[: MOST_CONNECTIONS - 1] if joins else ()
        return Claimed(person.name, self._bus.node, self.at(), tuple(others))

    async def _claim(
        self, person: Person, version: int, begun: Session | None = None, *, joins: bool = False
    ) -> bool:
        async with self._lock_of(person.name):
            with self.claims.claiming(person.name):
                entries = credentials_of(person)
                if begun:
                    entries.append(SessionBegun(person.name, begun.written()))
                entries.append(self._claimed(person, joins=joins))
                if person.version != version:
                    return False
                if not await self._try(person, entries):
                    await self._catch_up(person)
                    return False
        if begun:
            person.begin(begun)  # including its unrecorded fields
        return True

    async def _try(self, person: Person, entries: Sequence[Entry], *, seated: bool = False) -> bool:
        """Write entries about a player; return False if other nodes wrote entries not read yet.

        Raise `LooksTakenError` if another node has claimed the skeleton of a new name.
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

    def _learn(self, what: Coroutine[object, None, None]) -> None:
        task = asyncio.get_running_loop().create_task(what)
        self._learning.add(task)
        task.add_done_callback(self._learning.discard)

    async def _follow(self, name: str) -> None:
        """Apply entries that another node wrote about a player on this node."""
        while True:
            try:
                # Waits for a claim in progress on this node, after which the player is admitted.
                async with self._lock_of(name):
                    person = self.here(name)
                    if person:
                        await self._catch_up(person)
            except NameLostError:  # `_catch_up` has disconnected the client
                return
            except JournalError:
                await asyncio.sleep(AGAIN)
            else:
                break
        if person:
            ours = self.claims.are_ours(person)
            self._connections.close_outdated(person, ours=ours, stay=self.claims.leave_open(person))

    async def check_claims(self) -> None:
        """Catch up with changes whose bus messages were lost."""
        await self.load()
        for name in await self.log.changed(self):
            await self._follow(name)


def credentials_of(person: Person) -> list[Entry]:
    """Return the credentials and mutes of a player as entries, unless they are already recorded."""
    if person.recorded:
        return []
    sessions = tuple(one.written() for one in person.sessions.values())
    seated = GuestSeated(person.name, person.since, person.home, sessions, person.former)
    return [seated, *person.shut_out()]
