"""Who is known to the server: to whom names belong, and who of them is connected.

A name answers to its tokens, to its secret if it has one, and to an address if it has no secret
and was first entered over a protocol that knows names only. Without a secret it is free again
once its player has left and has had no seat for a while. Who has a secret or has taken a seat is
in the journal, in a stream of its own, so that a restart changes nothing of this.
"""

import asyncio
from collections.abc import Callable, Sequence
from weakref import WeakValueDictionary

import msgspec

from ludoteca.games import Refusal
from ludoteca.hall.lobby import Lobby
from ludoteca.hall.person import (
    AccountDeleted,
    Blocked,
    Entry,
    GuestSeated,
    Muted,
    NameKept,
    NameReleased,
    Person,
    RecoveryKept,
    Session,
    SessionBegun,
    SessionsEnded,
    digest,
)
from ludoteca.hall.services import Services
from ludoteca.hall.shown_names import DeletedNames
from ludoteca.hall.values import UNREADABLE
from ludoteca.journal import Damaged, JournalError
from ludoteca.messages import HouseReason, Listener, is_name, key, refuse, skeleton
from ludoteca.ops import log

STREAM = "people"
KEPT = 600.0
"""So many seconds after its last seat, a name that no secret keeps is still its player's."""
MOST_AWAY = 50
"""So many such names are kept for players of one address who are away."""
MOST_MUTED = 1000
"""So many players can be muted or blocked by one."""
SWEEP = 60.0
"""How many seconds pass before names that are free again are looked for."""


class People:
    """Every player the server knows."""

    def __init__(self, services: Services, lobby: Lobby, deleted: DeletedNames) -> None:
        self._journal, self._now, self._clock = services.journal, services.now, services.clock
        self._lobby, self._deleted = lobby, deleted
        self._version = 0
        self._known: dict[str, Person] = {}
        self._look: dict[str, set[str]] = {}
        """The keys of the known names, by what they look like."""
        self._away: dict[str, dict[str, Person]] = {}
        """Players without a secret who are away, by address; who left first comes first."""
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        """One for each name about which something is being written."""
        self._writing = asyncio.Lock()
        self._swept = self._clock()

    async def remember(self) -> None:
        """Read to whom names belong; which seats they hold, the lobby knows already.

        An entry that cannot be read costs that entry only.
        """
        entries: Sequence[bytes | None]
        try:
            entries = await self._journal.read(STREAM)
        except Damaged as damaged:
            log.error("person_unreadable", reason=str(damaged))
            entries = damaged.entries
        for version, entry in enumerate(entries, start=1):
            try:
                if entry is not None:
                    self._read(msgspec.json.decode(entry, type=Entry))
            except UNREADABLE as error:
                reason = f"entry {version} of {STREAM} makes no sense: {error}"
                log.error("person_unreadable", reason=reason)
        self._version = len(entries)
        for person in list(self._known.values()):
            self._put_away(person)

    def _read(self, entry: Entry) -> None:  # noqa: C901 - one case an entry
        name = key(entry.name)
        person = self._known.get(name)
        match entry:
            case NameKept():
                if person is None or person.since != entry.since:
                    person = self._know(Person(entry.name, entry.since))
                person.kept, person.home, person.recorded = entry, "", True
            case GuestSeated(_, since, home, sessions):
                person = Person(entry.name, since, home=home, last_home=home, recorded=True)
                self._know(person)
                for session in sessions:
                    person.begin(session)
            case SessionBegun(session=session) if person:
                person.begin(session)
            case Muted(_, other, muted) if person:
                person.mute(other, muted=muted)
            case NameReleased() if person:
                self._unknow(person)
            case RecoveryKept(digest=made) if person:
                person.recovery = made
            case SessionsEnded(digests=digests) if person:
                person.end(digests)
            case AccountDeleted() if person:
                self._delete(person)
            case Blocked(_, other, blocked) if person:
                person.block(other, blocked=blocked)

    # Who is known

    def here(self) -> list[str]:
        """The names of those who are connected."""
        return sorted(person.name for person in self._known.values() if person.client)

    def clients(self) -> list[Listener]:
        """The connections of all who have entered."""
        return [person.client for person in self._known.values() if person.client]

    def find(self, name: str) -> Person | None:
        """The player to whom a name belongs; None if it is free."""
        person = self._known.get(key(name))
        if person and self._is_free(person):
            self._forget(person)
            return None
        return person

    def is_here(self, name: str) -> bool:
        """Whether a player of that name is connected."""
        person = self._known.get(key(name))
        return person is not None and person.client is not None

    def is_known(self, name: str) -> bool:
        """Whether a name belongs to a player."""
        return self.find(name) is not None

    def looks_taken(self, name: str) -> bool:
        """Whether a free name can hardly be told from one that belongs to a player."""
        alike = tuple(self._look.get(skeleton(name), ()))
        return any(self.is_known(other) or other in self._deleted for other in alike)

    def is_kept(self, name: str) -> bool:
        """Whether a secret keeps a name."""
        person = self._known.get(key(name))
        return person is not None and person.kept is not None

    def is_deleted(self, name: str) -> bool:
        """Whether a name was that of an account that is deleted."""
        return name in self._deleted

    def had_name(self, name: str, at: int) -> bool:
        """Whether the player of this name had it at that time."""
        person = self._known.get(key(name))
        return person is not None and person.since <= at

    def is_muted(self, name: str, other: str) -> bool:
        """Whether a player has muted another."""
        person = self._known.get(key(name))
        return person is not None and key(other) in person.muted

    async def mute(self, name: str, other: str, *, muted: bool) -> Refusal | None:
        """Mute another player, or hear them again."""
        async with self._lock_of(name):
            if key(other) == key(name) or not (is_name(other) or self.is_known(other)):
                return refuse(HouseReason.NO_SUCH_PERSON)
            person = self._known[key(name)]
            if muted and len(person.muted) >= MOST_MUTED:
                return refuse(HouseReason.TOO_OFTEN)
            if (key(other) in person.muted) != muted and person.recorded:
                await self._write(Muted(name, other, muted))
            person.mute(other, muted=muted)
            return None

    def has_blocked(self, name: str, other: str) -> bool:
        """Whether a player has blocked another."""
        person = self._known.get(key(name))
        return person is not None and key(other) in person.blocked

    async def block(self, name: str, other: str, *, blocked: bool) -> Refusal | None:
        """Block another player, who is muted with it, or end that."""
        if refusal := await self.mute(name, other, muted=blocked):
            return refusal
        async with self._lock_of(name):
            person = self._known[key(name)]
            if (key(other) in person.blocked) != blocked and person.recorded:
                await self._write(Blocked(name, other, blocked))
            person.block(other, blocked=blocked)
            return None

    # What proves that a name is theirs

    async def keep(self, person: Person, kept: NameKept, before: NameKept | None = None) -> bool:
        """Let a secret keep a name from now on; False if another does than was thought before."""
        async with self._lock_of(person.name):
            if person.kept is not before:
                return False
            entries: list[Entry] = []
            if not person.recorded:
                entries += person.shut_out()
                entries += [SessionBegun(kept.name, s.written()) for s in person.sessions.values()]
            await self._write(kept, *entries)
            self._come_back(person)
            person.kept, person.home, person.recorded = kept, "", True
            return True

    async def set_recovery(self, person: Person, made: str) -> None:
        """Let the code with this digest take the place of a player's secret; none if empty."""
        async with self._lock_of(person.name):
            await self._write(RecoveryKept(person.name, made))
            person.recovery = made

    async def end_sessions(self, person: Person, digests: Sequence[str]) -> None:
        """Let tokens prove nothing any more."""
        async with self._lock_of(person.name):
            if digests:
                await self._write(SessionsEnded(person.name, tuple(digests)))
            person.end(digests)

    async def delete(self, person: Person, step_out: Callable[[Listener], None]) -> None:
        """Know a player no more, put out who is connected by then, and give the name to nobody."""
        async with self._lock_of(person.name):
            await self._write(AccountDeleted(person.name))
            if person.client:
                step_out(person.client)
            self._delete(person)

    def _delete(self, person: Person) -> None:
        del self._known[key(person.name)]  # what looks like the name stays taken
        self._deleted.add(person.name)

    async def begin_session(self, person: Person, session: Session) -> None:
        """Let one more token prove that a name is theirs."""
        async with self._lock_of(person.name):
            if person.recorded:
                await self._write(SessionBegun(person.name, session.written()))
            person.begin(session)

    async def prepare_seat(self, name: str) -> None:
        """Record what proves whose a name is, before its player takes a first seat."""
        person = self._known.get(key(name))
        if person and not person.recorded:
            await self.record(person)

    async def record(self, person: Person) -> None:
        """Record what proves that a name is theirs, and whom they mute, unless that is done."""
        async with self._lock_of(person.name):
            if not person.recorded:
                sessions = tuple(one.written() for one in person.sessions.values())
                seated = GuestSeated(person.name, person.since, person.home, sessions)
                await self._write(seated, *person.shut_out())
                person.recorded = True

    async def release(self, name: str) -> Refusal | None:
        """Give the name of a player who is away, and its seats, to the next client to enter it.

        This is for the owner of a table and for the operator; a name with a secret is never given.
        """
        async with self._lock_of(name):
            person = self.find(name)
            if person is None:
                return refuse(HouseReason.NO_SUCH_PERSON)
            if person.client or person.kept:
                return refuse(HouseReason.NAME_IN_USE)
            self._forget(person)  # at once, so that nobody comes back to it meanwhile
            try:
                await self._write(NameReleased(person.name))
            except JournalError:  # it is theirs as before
                self._put_away(self._know(person))
                raise
            return None

    # Coming and going

    def admit(self, client: Listener, person: Person, token: str) -> Listener | None:
        """Connect a player; the connection that is taken over, if they have one."""
        self._come_back(person)
        self._know(person)
        before, person.client = person.client, client
        person.current = digest(token) if token else ""
        person.last_home = digest(client.address) if client.address else ""
        client.name = person.name
        return before

    def leave(self, client: Listener) -> bool:
        """Release a closed connection, and its name if nothing keeps it; whether it had entered."""
        person = self._known.get(key(client.name))
        if person is None or person.client is not client:
            return False
        person.client = None
        self._put_away(person)
        return True

    def is_crowded(self, address: str) -> bool:
        """Whether so many players of an address are away from seats that no more may enter."""
        away = self._away.get(digest(address), {}) if address else {}
        return len(away) >= MOST_AWAY and all(map(self._is_seated, away.values()))

    def sweep(self) -> None:
        """Now and then, forget the players whose names are free again."""
        if self._clock() < self._swept + SWEEP:
            return
        self._swept = self._clock()
        for person in [one for one in self._known.values() if self._is_free(one)]:
            self._forget(person)

    def _put_away(self, person: Person) -> None:
        """Keep the name of a player who has left, or free it; with too many the oldest are."""
        if person.kept:
            return
        if self._is_free(person):
            self._forget(person)
        elif person.last_home:
            away = self._away.setdefault(person.last_home, {})
            away[key(person.name)] = person
            unseated = (one for one in away.values() if not self._is_seated(one))
            if len(away) > MOST_AWAY and (oldest := next(unseated, None)):
                self._forget(oldest)

    def _come_back(self, person: Person) -> None:
        away = self._away.get(person.last_home, {})
        away.pop(key(person.name), None)
        if not away:
            self._away.pop(person.last_home, None)

    def _forget(self, person: Person) -> None:
        self._come_back(person)
        self._unknow(person)

    def _know(self, person: Person) -> Person:
        self._known[key(person.name)] = person
        self._look.setdefault(skeleton(person.name), set()).add(key(person.name))
        return person

    def _unknow(self, person: Person) -> None:
        del self._known[key(person.name)]
        alike = self._look[skeleton(person.name)]
        alike.discard(key(person.name))
        if not alike:
            del self._look[skeleton(person.name)]

    def _is_seated(self, person: Person) -> bool:
        return bool(self._lobby.seats_of(person.name))

    def _is_free(self, person: Person) -> bool:
        if person.client or person.kept:
            return False
        return self._lobby.seated_until(person.name) + KEPT <= self._clock()

    # Writing

    def at(self) -> int:
        """The milliseconds since 1970."""
        return int(self._now() * 1000)

    def _lock_of(self, name: str) -> asyncio.Lock:
        return self._locks.setdefault(key(name), asyncio.Lock())

    async def _write(self, *entries: Entry) -> None:
        async with self._writing:
            self._version = await self._journal.append(
                STREAM, self._version, [msgspec.json.encode(entry) for entry in entries]
            )
