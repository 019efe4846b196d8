"""Who is known to the server: to whom names belong, and who of them is connected.

A name answers to its tokens, to its secret if it has one, and to an address if it has no secret
and was first entered over a protocol that knows names only. Without a secret it is free again
once its player has left and has had no seat for a while. Who has a secret or has taken a seat is
in the journal, in a stream of its own, and is looked up there: in memory are those who are
connected, and some who were lately.
"""

from collections.abc import Callable, Iterable, Sequence

import msgspec
from msgspec import Struct

from ludoteca.core.lobby.lobby import Lobby
from ludoteca.core.people.cache import PeopleCache, credentials_of
from ludoteca.core.people.log import PersonLog, addition_of, read_entries, readable, stream_of
from ludoteca.core.people.person import (
    AccountDeleted,
    Entry,
    GuestSeated,
    NameKept,
    NameReleased,
    Person,
    RecoveryKept,
    Session,
    SessionBegun,
    SessionsEnded,
    home_of,
)
from ludoteca.core.services import Services
from ludoteca.core.tables.display_names import DeletedNames
from ludoteca.core.tables.values import UNREADABLE
from ludoteca.games import Refusal
from ludoteca.journal import Addition, Conflict, Journal
from ludoteca.messages import Listener, ServerReason, key, refuse

STREAM, MOVED = "people", "people/moved"
"""What was written about all names, and one entry for each batch of it that was moved since."""
BATCH = 1000
"""So many entries are moved at once."""


class Split(Struct, frozen=True):
    """The note of the stream: its first entries are in the streams of their names by now.

    The entry of each batch is the same, and a version to write it on: no batch is moved twice.
    """

    moved: int


async def split(journal: Journal) -> None:
    """Give every name a stream of its own, unless that is done; what was interrupted goes on."""
    while True:
        batches = (await journal.versions([MOVED])).get(MOVED, 0)
        older = await journal.find(STREAM)
        if older is None or (moved := _moved(older.note)) >= older.version:
            return
        entries = await read_entries(journal, STREAM, moved)
        people: dict[str, Person] = {}
        try:
            for start in range(0, len(entries), BATCH):
                after, batch = moved + start, entries[start : start + BATCH]
                additions = await _additions(journal, people, after, batch)
                note = msgspec.json.encode(Split(after + len(batch)))
                done = Addition(MOVED, batches + start // BATCH, [note])
                noted = Addition(STREAM, older.version, (), note)
                await journal.append_all([*additions, done, noted])
        except Conflict:  # another node does the same, and was faster
            continue


def _moved(note: bytes) -> int:
    try:
        return msgspec.json.decode(note, type=Split).moved
    except UNREADABLE:  # nothing is, so the stream has no note
        return 0


async def _additions(
    journal: Journal, people: dict[str, Person], after: int, batch: Sequence[bytes | None]
) -> list[Addition]:
    """What has to be written to move some entries; `people` are as they will be then."""
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
"""So many seconds after its last seat, a name that no secret keeps is still its player's."""
MOST_AWAY = 50
"""So many such names are kept for players of one address who are away."""
COUNTED = 200
"""So many names of one address are looked at for that, the newest."""


class People:
    """Every player the server knows."""

    def __init__(
        self,
        services: Services,
        lobby: Lobby,
        deleted: DeletedNames,
        let_go: Callable[[Listener], None],
    ) -> None:
        """`let_go` disconnects a client whose player has entered at another node."""
        self._journal, self._clock = services.journal, services.clock
        self._lobby, self._deleted, self._roster = lobby, deleted, services.roster
        self.known = PeopleCache(services, deleted, self.is_free, let_go)
        self._log, self._claims = self.known.log, self.known.claims
        self._releasing: set[str] = set()

    async def remember(self) -> None:
        """Read which accounts are deleted; what older versions wrote is moved first."""
        await split(self._journal)
        await self.known.remember()

    # Who is known

    def here(self) -> list[str]:
        """The names of those who are connected, to any node."""
        return self._roster.names()

    def clients(self) -> list[Listener]:
        """The connections of all who have entered here."""
        return [person.client for person in self.known if person.client]

    async def find(self, name: str) -> Person | None:
        """The player to whom a name belongs; None if it is free."""
        person = await self.known.look_up(name)
        return None if await self.is_free(person) else person

    def is_here(self, name: str) -> bool:
        """Whether a player of that name is connected, to any node."""
        return self.known.here(name) is not None or self._roster.node_of(name) is not None

    async def is_held(self, person: Person) -> bool:
        """Whether a player is connected, also if that has not been told yet."""
        return self.is_here(person.name) or await self._claims.is_elsewhere(person)

    async def answers(self, person: Person) -> bool:
        """Whether the connection of a player still answers, or another one has come instead."""
        if before := person.client:
            return await self._claims.answers_here(before) or person.client not in (before, None)
        return await self._claims.answers_elsewhere(person)

    async def is_known(self, name: str) -> bool:
        """Whether a name belongs to a player."""
        return await self.find(name) is not None

    async def known_of(self, names: Sequence[str]) -> set[str]:
        """Those of these names that belong to players."""
        written = await self._log.written(names)
        return {name for name in names if self.is_here(name)} | {
            name for name in written if await self.is_known(name)
        }

    async def looks_taken(self, name: str) -> bool:
        """Whether a free name can hardly be told from one that belongs to a player."""
        if self.known.look_like(name):
            return True
        for other in await self._log.alike(name):
            if other != key(name) and (other in self._deleted or await self.is_known(other)):
                return True
        return False

    def is_kept(self, name: str) -> bool:
        """Whether a secret keeps the name of a player who is connected here."""
        person = self.known.here(name)
        return person is not None and person.kept is not None

    def is_deleted(self, name: str) -> bool:
        """Whether a name was that of an account that is deleted."""
        return name in self._deleted

    def had_name(self, name: str, at: int) -> bool:
        """Whether the player of this name, who is connected here, had it at that time."""
        person = self.known.here(name)
        return person is not None and person.since <= at

    def is_muted(self, name: str, other: str) -> bool:
        """Whether a player who is connected here has muted another."""
        person = self.known.here(name)
        return person is not None and key(other) in person.muted

    async def has_blocked(self, name: str, other: str) -> bool:
        """Whether a player has blocked another."""
        person = await self.known.look_up(name)
        return key(other) in person.blocked and not await self.is_free(person)

    # What proves that a name is theirs

    async def keep(self, person: Person, kept: NameKept) -> bool:
        """Let a first secret keep a name from now on; False if there is one already."""

        def decide() -> list[Entry] | None:
            if person.kept:
                return None
            begun = (SessionBegun(kept.name, one.written()) for one in person.sessions.values())
            return [kept, *([] if person.recorded else [*person.shut_out(), *begun])]

        return await self.known.write(person, decide)

    async def change_secret(
        self, person: Person, kept: NameKept, before: NameKept, own: str
    ) -> bool:
        """Let another secret keep a name, end all sessions but one, and void the recovery code.

        False if the secret is not the one before. A node where a client has entered meanwhile with
        the old secret or an ended token loses the claim, and so disconnects it.
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
        """Write another digest of the same secret; False if the secret has been changed."""
        return await self.known.write(person, lambda: [kept] if person.kept == before else None)

    async def set_recovery(self, person: Person, made: str, kept: NameKept | None) -> bool:
        """Let the code with this digest take the place of a player's secret.

        False if the secret is not the one by which they proved who they are.
        """
        entry = RecoveryKept(person.name, made)
        return await self.known.write(person, lambda: [entry] if person.kept == kept else None)

    async def end_sessions(self, person: Person, digests: Sequence[str]) -> None:
        """Let tokens prove nothing any more."""
        if digests:
            await self.known.write(person, lambda: [SessionsEnded(person.name, tuple(digests))])

    async def delete(
        self, person: Person, kept: NameKept | None, step_out: Callable[[Listener], None]
    ) -> bool:
        """Delete an account, disconnect its client and never give the name out again.

        False if the secret is not the one by which the player proved who they are.
        """
        entry = AccountDeleted(person.name)
        if not await self.known.write(person, lambda: [entry] if person.kept == kept else None):
            return False
        self._deleted.add(person.name)
        if person.client:
            step_out(person.client)
        return True

    async def begin_session(self, person: Person, begun: Session | None) -> bool:
        """Let one more token prove that a name is theirs, if there is one.

        Where names are claimed it is written with the claim. False if the secret has been changed
        meanwhile, so that it has to be proved again whose the name is.
        """
        if begun is None:
            return True
        entry, kept = SessionBegun(person.name, begun.written()), person.kept

        def decide() -> list[Entry] | None:
            written = person.recorded and person.kept == kept and not self._claims.are_made()
            return [entry] if written else None

        await self.known.write(person, decide)
        if person.kept != kept:
            return False
        person.begin(begun)  # with what is not written
        return True

    async def prepare_seat(self, name: str) -> bool:
        """Record what proves whose a name is, before its player takes a first seat.

        Return whether anything was recorded.
        """
        person = await self.known.look_up(name)
        return bool(person.client or person.recorded) and await self.record(person)

    async def record(self, person: Person) -> bool:
        """Record what proves that a name is theirs, and whom they mute; False if that is done."""

        def decide() -> list[Entry] | None:
            done = person.recorded and (person.seated or person.kept)
            return None if done else credentials_of(person)

        done = person.recorded and (person.seated or person.kept)
        return not done and await self.known.write(person, decide, seated=True)

    async def release(self, name: str) -> Refusal | None:
        """Give the name of a player who is away, and its seats, to the next client to enter it.

        A name with a secret is never given. A token of the player still takes the name back.
        """
        person = await self.find(name)
        if person is None:
            return refuse(ServerReason.NO_SUCH_PERSON)
        if await self.is_held(person):
            return refuse(ServerReason.NAME_IN_USE)

        def decide() -> list[Entry] | None:
            if self.is_here(name) or person.kept:
                return None
            self._releasing.add(key(name))  # at once, so that nobody comes back to it meanwhile
            return [NameReleased(person.name)]

        try:
            released = await self.known.write(person, decide)
        finally:
            self._releasing.discard(key(name))
        return None if released else refuse(ServerReason.NAME_IN_USE)

    async def take_back(self, person: Person, token: str) -> bool:
        """Give a released name back to the player with this token; whether another one had it.

        The token counts until the name would be free again.
        """
        if key(person.name) in self._releasing:
            await self.known.wait_for_write(person.name)
        if not person.was_theirs(token):  # the usual case, which waits for nothing
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

    # How long a name without a secret is kept

    async def is_crowded(self, address: str) -> bool:
        """Whether so many players of an address are away from seats that no more may enter."""
        if not address:
            return False
        away = await self._away(home_of(address))
        return len(away) >= MOST_AWAY and all(map(self._lobby.seats_of, away))

    async def is_seat_kept(self, names: Iterable[str], address: str) -> bool:
        """Whether one of these players is away from a seat and may return from this address."""
        away = {key(n) for n in names if self._lobby.seats_of(n) and not self.is_here(n)}
        if not (away and address):  # the usual case, which does not read the journal
            return False
        home = home_of(address)
        kept = [one for one in await self._away(home) if one in away]
        return any([(await self.known.look_up(one)).home == home for one in kept])

    async def _away(self, home: str) -> list[str]:
        """The keys of the names that are kept for absent players of an address, newest first."""
        found = await self._log.guests_of(home, COUNTED)
        return [one for one in found if not self.is_here(one) and not self.is_past(one)]

    async def _is_crowded_out(self, person: Person) -> bool:
        """Whether so many names of an address are kept that the oldest without a seat are free."""
        if not person.last_home or self._lobby.seats_of(person.name):
            return False
        away = await self._away(person.last_home)
        unseated = [one for one in reversed(away) if not self._lobby.seats_of(one)]
        return key(person.name) in unseated[: max(0, len(away) - MOST_AWAY)]

    def is_past(self, name: str) -> bool:
        """Whether the player of this name has had no seat for a while."""
        return self._lobby.seated_until(name) + KEPT <= self._clock()

    async def is_free(self, person: Person) -> bool:
        """Whether a name belongs to nobody, or not any more to the player to whom it did."""
        if person.client or person.kept:
            return False
        if not person.recorded or key(person.name) in self._releasing:
            return True
        free = self.is_past(person.name) or await self._is_crowded_out(person)
        return free and not await self._claims.is_elsewhere(person) and person.client is None
