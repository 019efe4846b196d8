"""Owners of names, connected or not.

Players prove that they own a name with a token, or with the name's secret if it has one. If a name
has no secret and was first used over a protocol without tokens, a login from the same address is
sufficient. A name without a secret is free again once its player has left and has had no seat for
a while.

Each player who has a secret or has taken a seat is recorded in a separate stream. Memory holds
connected players and some who left recently.
"""

from collections.abc import Callable, Iterable, Sequence

import msgspec
from msgspec import Struct

from ludoteca.core.lobby.lobby import Lobby
from ludoteca.core.people.blocks import index_older_blocks
from ludoteca.core.people.cache import PeopleCache, credentials_of
from ludoteca.core.people.entries import (
    AccountDeleted,
    Entry,
    GuestSeated,
    NameKept,
    NameReleased,
    RecoveryKept,
    Session,
    SessionBegun,
    SessionsEnded,
)
from ludoteca.core.people.log import PersonLog, addition_of, read_entries, readable, stream_of
from ludoteca.core.people.person import Person, home_of
from ludoteca.core.services import Services
from ludoteca.core.tables.listing import DeletedNames
from ludoteca.core.tables.values import UNREADABLE
from ludoteca.games import Refusal
from ludoteca.journal import Addition, Conflict, Journal
from ludoteca.messages import Listener, ServerReason, key, refuse

STREAM = "people"
"""The shared stream of earlier versions."""
MOVED = "people/moved"
"""The stream with one entry for each batch moved out of the shared stream."""
BATCH = 1000
"""Number of entries moved in one write."""


class Split(Struct, frozen=True):
    """Note of the shared stream: the number of entries already moved to streams of single names.

    Each batch also appends this note to `MOVED` at an expected version, so that no batch is moved
    twice.
    """

    moved: int


async def split(journal: Journal) -> None:
    """Move the entries of the shared stream to a stream for each name; resume if interrupted."""
    while True:
        batches = (await journal.versions([MOVED])).get(MOVED, 0)
        older = await journal.find(STREAM)
        if older is None or (moved := _moved(older.note)) >= older.version:
            return
        entries = await read_entries(journal, STREAM, moved)
        people: dict[str, Person] = {}
        try:
            for start in range(0, len(entries), BATCH):
                after = moved + start
                batch = entries[start : start + BATCH]
                additions = await _additions(journal, people, after, batch)
                note = msgspec.json.encode(Split(after + len(batch)))
                done = Addition(MOVED, batches + start // BATCH, [note])
                noted = Addition(STREAM, older.version, (), note)
                await journal.append_all([*additions, done, noted])
        except Conflict:  # another node is moving the same entries and was faster
            continue


def _moved(note: bytes) -> int:
    try:
        return msgspec.json.decode(note, type=Split).moved
    except UNREADABLE:  # without a note, nothing has been moved yet
        return 0


async def _additions(
    journal: Journal, people: dict[str, Person], after: int, batch: Sequence[bytes | None]
) -> list[Addition]:
    """Apply a batch to `people`; return the additions that move the batch to its names' streams."""
    moved: dict[str, list[bytes]] = {}
    read = list(readable(STREAM, batch, after))
    names = {key(entry.name): entry.name for entry, _ in read}
    written = await journal.versions([stream_of(name) for name in names.values()])
    for one, name in names.items():
        if one not in people:
            known = stream_of(name) in written
            people[one] = await PersonLog(journal).read(name) if known else Person(name)
    for entry, written_as in read:
        person = people[key(entry.name)]
        person.apply(entry)
        moved.setdefault(key(entry.name), []).append(written_as)
    additions = []
    for one, entries in moved.items():
        person = people[one]
        person.seated = person.recorded
        additions.append(addition_of(person, person.version, entries, person.since))
        person.version += len(entries)
    return additions


KEPT = 600.0
"""Seconds for which a name without a secret is kept after its player has lost the last seat."""
COUNTED = 4
"""Number of an address's newest names that are read, as a multiple of `most_away`.

More are read than are kept, because some belong to connected players or are free again.
"""


class People:
    """The owners of names: their connections, credentials and seats."""

    def __init__(
        self,
        services: Services,
        lobby: Lobby,
        deleted: DeletedNames,
        let_go: Callable[[Listener, ServerReason], None],
        most_away: int,
    ) -> None:
        """Prepare an empty cache of players.

        `let_go` disconnects a client because of a login, or an ended session, on another node.
        `most_away` limits the names without a secret that are kept for absent players of one
        address.
        """
        self._journal = services.journal
        self._clock = services.clock
        self._now = services.now
        self._lobby = lobby
        self._deleted = deleted
        self._roster = services.roster
        self._most_away = most_away
        self.known = PeopleCache(services, deleted, self.is_free, let_go)
        self._log = self.known.log
        self._claims = self.known.claims
        self._releasing: set[str] = set()

    async def load(self) -> None:
        """Load the names of deleted accounts, after moving entries written by earlier versions."""
        await split(self._journal)
        await index_older_blocks(self._journal, int(self._now() * 1000))
        await self.known.load()

    # Known players

    def here(self) -> list[str]:
        """Return the names of players connected to any node."""
        return self._roster.names()

    def clients(self) -> list[Listener]:
        """Return all connections to this node that are logged in."""
        return [client for person in self.known for client in person.clients]

    async def find(self, name: str) -> Person | None:
        """Return the owner of a name, or None if it is free."""
        person = await self.known.look_up(name)
        return None if await self.is_free(person) else person

    def is_here(self, name: str) -> bool:
        """Return whether a player is connected to any node."""
        return self.known.here(name) is not None or self._roster.node_of(name) is not None

    async def is_held(self, person: Person) -> bool:
        """Return whether a player is connected, even if the roster does not show it yet."""
        return self.is_here(person.name) or await self._claims.is_elsewhere(person)

    async def answers(self, person: Person) -> bool:
        """Return whether a player's connection still answers, or a new connection was opened."""
        before = list(person.clients)
        if before and await self._claims.answers_here(person.name, before):
            return True
        if any(client not in before for client in person.clients):
            return True
        return await self._claims.answers_elsewhere(person)

    async def is_known(self, name: str) -> bool:
        return await self.find(name) is not None

    async def known_of(self, names: Sequence[str]) -> set[str]:
        """Return the names that have an owner."""
        written = await self._log.written(names)
        return {name for name in names if self.is_here(name)} | {
            name for name in written if await self.is_known(name)
        }

    async def looks_taken(self, name: str) -> bool:
        """Return whether a free name is easily confused with a player's name."""
        if self.known.look_like(name):
            return True
        for other in await self._log.alike(name):
            if other != key(name) and (other in self._deleted or await self.is_known(other)):
                return True
        return False

    def is_kept(self, name: str) -> bool:
        """Return whether a player connected to this node has a secret."""
        person = self.known.here(name)
        return person is not None and person.kept is not None

    async def has_account(self, name: str) -> bool:
        return self.is_kept(name) or (await self.known.look_up(name)).kept is not None

    async def is_on_vacation(self, name: str) -> bool:
        person = await self.known.look_up(name)
        return person.vacation_at(self.known.at()) > 0

    def is_deleted(self, name: str) -> bool:
        return name in self._deleted

    def had_name(self, name: str, at: int) -> bool:
        """Return whether a player connected to this node had the name at that time."""
        person = self.known.here(name)
        return person is not None and person.since <= at

    def is_muted(self, name: str, other: str) -> bool:
        """Return whether a player connected to this node has muted another player."""
        person = self.known.here(name)
        return person is not None and key(other) in person.muted

    async def has_blocked(self, name: str, other: str) -> bool:
        person = await self.known.look_up(name)
        return key(other) in person.blocked and not await self.is_free(person)

    # Credentials

    async def keep(self, person: Person, kept: NameKept) -> bool:
        """Set the first secret of a name; return False if the name already has a secret."""

        def decide() -> list[Entry] | None:
            if person.kept:
                return None
            begun = (SessionBegun(kept.name, one.written()) for one in person.sessions.values())
            return [kept, *([] if person.recorded else [*person.shut_out(), *begun])]

        return await self.known.write(person, decide)

    async def change_secret(
        self, person: Person, kept: NameKept, before: NameKept, own: str
    ) -> bool:
        """Change the secret, end all sessions except `own`, and void the recovery code.

        Return False if the secret is not `before`. If a client has logged in on another node with
        the old secret or an ended token, that node loses the claim and disconnects the client.
        """

        def decide() -> list[Entry] | None:
            if person.kept != before:
                return None
            others = tuple(one for one in person.sessions if one != own)
            entries: list[Entry] = [kept, RecoveryKept(person.name, "")]
            if others:
                entries.append(SessionsEnded(person.name, others))
            return [*entries, *self.known.claim_back(person)]

        return await self.known.write(person, decide)

    async def renew_digest(self, person: Person, kept: NameKept, before: NameKept) -> bool:
        """Replace the digest of the same secret; return False if the secret has changed."""
        return await self.known.write(person, lambda: [kept] if person.kept == before else None)

    async def set_recovery(self, person: Person, made: str, kept: NameKept | None) -> bool:
        """Set the recovery code; return False if the secret is no longer `kept`."""
        entry = RecoveryKept(person.name, made)
        return await self.known.write(person, lambda: [entry] if person.kept == kept else None)

    async def end_sessions(self, person: Person, digests: Sequence[str]) -> None:
        if digests:
            await self.known.write(person, lambda: [SessionsEnded(person.name, tuple(digests))])

    async def delete(
        self, person: Person, kept: NameKept | None, step_out: Callable[[Listener], None]
    ) -> bool:
        """Delete an account, disconnect its clients and never assign the name again.

        Return False if the secret is no longer `kept`.
        """
        entry = AccountDeleted(person.name)
        if not await self.known.write(person, lambda: [entry] if person.kept == kept else None):
            return False
        self._deleted.add(person.name)
        for client in list(person.clients):
            step_out(client)
        return True

    async def begin_session(self, person: Person, begun: Session | None) -> bool:
        """Add a session, if there is one.

        If names must be claimed, the session is written with the claim instead. Return False if the
        secret has changed, so that the login must be checked again.
        """
        if begun is None:
            return True
        entry = SessionBegun(person.name, begun.written())
        kept = person.kept

        def decide() -> list[Entry] | None:
            written = person.recorded and person.kept == kept and not self._claims.are_made()
            return [entry] if written else None

        await self.known.write(person, decide)
        if person.kept != kept:
            return False
        person.begin(begun)  # including its unrecorded fields
        return True

    async def prepare_seat(self, name: str) -> bool:
        """Record a player's credentials before a first seat; return whether this was needed."""
        person = await self.known.look_up(name)
        return bool(person.clients or person.recorded) and await self.record(person)

    async def record(self, person: Person) -> bool:
        """Record credentials and mutes; return False if they were already recorded."""

        def decide() -> list[Entry] | None:
            done = person.recorded and (person.seated or person.kept)
            return None if done else credentials_of(person)

        done = person.recorded and (person.seated or person.kept)
        return not done and await self.known.write(person, decide, seated=True)

    async def release(self, name: str) -> Refusal | None:
        """Release an absent player's name and seats to the next login.

        A name with a secret is never released. The player's tokens can still reclaim the name.
        """
        person = await self.find(name)
        if person is None:
            return refuse(ServerReason.NO_SUCH_PERSON)
        if await self.is_held(person):
            return refuse(ServerReason.NAME_IN_USE)

        def decide() -> list[Entry] | None:
            if self.is_here(name) or person.kept:
                return None
            self._releasing.add(key(name))  # before the write, so that nobody logs in meanwhile
            return [NameReleased(person.name)]

        try:
            released = await self.known.write(person, decide)
        finally:
            self._releasing.discard(key(name))
        return None if released else refuse(ServerReason.NAME_IN_USE)

    async def take_back(self, person: Person, token: str) -> bool:
        """Give a released name back to the owner of a token; return whether another player had it.

        A token can reclaim the name until nobody has held a seat under it for `KEPT` seconds.
        """
        if key(person.name) in self._releasing:
            await self.known.wait_for_write(person.name)
        if not person.was_theirs(token):  # the usual case, which does not wait
            return False
        taken = False

        def decide() -> list[Entry] | None:
            nonlocal taken
            taken = person.recorded
            if not person.was_theirs(token) or self.is_past(person.name):
                return None
            since = min(one.since for one in person.former)
            seated = GuestSeated(person.name, since, sessions=person.former)
            return [NameReleased(person.name), seated]

        return await self.known.write(person, decide, seated=True) and taken

    # Expiry of names without a secret

    async def is_crowded(self, address: str) -> bool:
        """Return whether an address has too many absent players with seats to admit a new guest."""
        if not address:
            return False
        away = await self._away(home_of(address))
        return len(away) >= self._most_away and all(map(self._lobby.seats_of, away))

    async def is_seat_kept(self, names: Iterable[str], address: str) -> bool:
        """Return whether one of these players may return to a seat from this address."""
        away = {key(n) for n in names if self._lobby.seats_of(n) and not self.is_here(n)}
        if not (away and address):  # the usual case, which does not read the journal
            return False
        home = home_of(address)
        kept = [one for one in await self._away(home) if one in away]
        return any([(await self.known.look_up(one)).home == home for one in kept])

    async def _away(self, home: str) -> list[str]:
        """Return the keys of names kept for absent players from an address, newest first."""
        found = await self._log.guests_of(home, COUNTED * self._most_away)
        return [one for one in found if not self.is_here(one) and not self.is_past(one)]

    async def _is_crowded_out(self, person: Person) -> bool:
        """Return whether a name is free because its address has too many newer names."""
        if not person.last_home or self._lobby.seats_of(person.name):
            return False
        away = await self._away(person.last_home)
        unseated = [one for one in reversed(away) if not self._lobby.seats_of(one)]
        return key(person.name) in unseated[: max(0, len(away) - self._most_away)]

    def is_past(self, name: str) -> bool:
        """Return whether a player has had no seat for a while."""
        return self._lobby.live.seated_until(name) + KEPT <= self._clock()

    async def is_free(self, person: Person) -> bool:
        """Return whether a name has no owner, or the owner's right to it has expired."""
        if person.clients or person.kept:
            return False
        if not person.recorded or key(person.name) in self._releasing:
            return True
        free = self.is_past(person.name) or await self._is_crowded_out(person)
        return free and not await self._claims.is_elsewhere(person) and not person.clients
