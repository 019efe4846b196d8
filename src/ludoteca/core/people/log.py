"""Streams about names, their notes and index entries.

Each name has a stream. Its note is a snapshot of all entries, so that one read finds a player.
Index entries hold the skeleton of the name, the address from which a guest took a seat, the end of
the owner's vacation, the players whom the owner wants as friends or has blocked, and whether the
account is deleted.

With several nodes, every skeleton also has a stream. Assigning a name appends to that stream in
the same write, so that only one of two similar names can be claimed.
"""

import unicodedata
from collections.abc import Iterable, Iterator, Sequence

import msgspec
from msgspec import Struct

from ludoteca.core.people.entries import Entry, NameKept, Session, Vacation
from ludoteca.core.people.person import Person, Relation
from ludoteca.core.tables.values import UNREADABLE
from ludoteca.journal import Addition, Damaged, IndexEntry, Journal, Stream
from ludoteca.messages import Visibility, key, skeleton
from ludoteca.messages.names import is_overlong
from ludoteca.ops import log

PREFIX = "person/"
LOOKS = "look/"
DELETED = "deleted"
VACATION = "vacation"
WISHES = "friend|"
BLOCKS = "blocked|"
"""Prefixes of index labels, before the key of another player."""
_NEVER = frozenset({"Cc", "Cs"})
"""Categories of characters that never occur in names: controls and surrogates."""


class Snapshot(Struct, frozen=True, omit_defaults=True):
    """A person as stored in the note of their stream; the fields match `Person`."""

    name: str
    since: int = 0
    kept: NameKept | None = None
    home: str = ""
    last_home: str = ""
    sessions: tuple[Session, ...] = ()
    recorded: bool = False
    seated: bool = False
    recovery: str = ""
    muted: tuple[str, ...] = ()
    blocked: tuple[str, ...] = ()
    node: str = ""
    deleted: bool = False
    former: tuple[Session, ...] = ()
    others: tuple[str, ...] = ()
    vacations: tuple[Vacation, ...] = ()
    strangers_see: Visibility = Visibility.EVERYTHING
    wishes: tuple[Relation, ...] = ()
    declined: tuple[str, ...] = ()
    follows: tuple[Relation, ...] = ()


def stream_of(name: str) -> str:
    return PREFIX + key(name)


def looks_of(name: str) -> str:
    """Return the stream in which names with the same skeleton are claimed."""
    return LOOKS + skeleton(name)


def is_ever_written(name: str) -> bool:
    """Return whether a stream about this name, or the name with this key, can exist."""
    return not is_overlong(name) and _NEVER.isdisjoint(map(unicodedata.category, name))


def key_of(stream: Stream) -> str:
    return stream.name.removeprefix(PREFIX)


def write_note(person: Person) -> bytes:
    snapshot = Snapshot(
        person.name,
        person.since,
        person.kept,
        person.home,
        person.last_home,
        tuple(one.written() for one in person.sessions.values()),
        person.recorded,
        person.seated,
        person.recovery,
        tuple(sorted(person.muted)),
        tuple(sorted(person.blocked)),
        person.node,
        person.deleted,
        tuple(one.written() for one in person.former),
        person.others,
        person.vacations,
        person.strangers_see,
        tuple(person.wishes.values()),
        person.declined,
        tuple(person.follows.values()),
    )
    return msgspec.json.encode(snapshot)


def read_note(note: bytes) -> Person | None:
    """Return the player described by a note, or None if it is unreadable."""
    try:
        snapshot = msgspec.json.decode(note, type=Snapshot)
    except UNREADABLE:
        return None
    person = Person(**{name: getattr(snapshot, name) for name in Snapshot.__struct_fields__})
    person.sessions = {one.digest: one for one in snapshot.sessions}
    person.muted = frozenset(snapshot.muted)
    person.blocked = frozenset(snapshot.blocked)
    person.wishes = {key(one.name): one for one in snapshot.wishes}
    person.follows = {key(one.name): one for one in snapshot.follows}
    return person


def index_entries_of(person: Person, at: int) -> list[IndexEntry]:
    """Return the index entries of a name that has an owner or whose account was deleted."""
    look = IndexEntry(f"look|{skeleton(person.name)}")
    if person.deleted:
        return [look, IndexEntry(DELETED)]
    if not person.recorded:
        return []
    guest_of = person.last_home if person.seated and not person.kept else ""
    until = person.vacation_at(at)
    return [
        look,
        *([IndexEntry(f"home|{guest_of}", at)] if guest_of else []),
        *([IndexEntry(VACATION, until)] if until else []),
        *(IndexEntry(f"{WISHES}{other}", wish.at) for other, wish in person.wishes.items()),
        *(IndexEntry(f"{BLOCKS}{other}") for other in sorted(person.blocked)),
    ]


def addition_of(person: Person, version: int, entries: Sequence[bytes], at: int) -> Addition:
    """Return the journal addition that records this state of a player."""
    stream = stream_of(person.name)
    note = write_note(person)
    return Addition(stream, version, entries, note, index_entries_of(person, at))


def readable(
    stream: str, entries: Iterable[bytes | None], after: int = 0
) -> Iterator[tuple[Entry, bytes]]:
    """Yield each readable entry with its bytes; log and skip unreadable entries."""
    for version, entry in enumerate(entries, start=after + 1):
        try:
            if entry is not None:
                yield msgspec.json.decode(entry, type=Entry), entry
        except UNREADABLE as error:
            reason = f"entry {version} of {stream} makes no sense: {error}"
            log.error("person_unreadable", reason=reason)


async def read_entries(journal: Journal, stream: str, after: int = 0) -> Sequence[bytes | None]:
    """Return the entries of a stream, with None in place of damaged entries, which are logged."""
    try:
        return await journal.read(stream, after)
    except Damaged as damaged:
        log.error("person_unreadable", reason=str(damaged))
        return damaged.entries


class PersonLog:
    """Reads and writes the streams about names."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal

    async def read(self, name: str) -> Person:
        if not is_ever_written(name):
            return Person(name)
        stream = await self._journal.find(stream_of(name))
        if stream is None:
            return Person(name)
        person = read_note(stream.note)
        if person is None:
            return await self._fold(name)
        person.version = stream.version
        return person

    async def _fold(self, name: str) -> Person:
        """Rebuild the state of a name from its entries when the note is unreadable."""
        person = Person(name)
        stream = stream_of(name)
        log.error("person_unreadable", reason=f"the note of {stream} is damaged")
        entries = await read_entries(self._journal, stream)
        for entry, _ in readable(stream, entries):
            person.apply(entry)
        person.seated = person.recorded
        person.version = len(entries)
        return person

    async def write(
        self, person: Person, entries: Sequence[Entry], at: int, *, seated: bool = False
    ) -> None:
        """Write entries about a player, then apply them; raise `Conflict` if newer ones exist.

        A new name claims its skeleton with the first write.
        """
        version = person.version
        after = person.copied()
        after.seated = after.seated or seated
        for entry in entries:
            after.apply(entry)
        written = [msgspec.json.encode(entry) for entry in entries]
        addition = addition_of(after, version, written, at)
        if person.wishes and addition.index_entries == index_entries_of(person, at):
            addition = addition._replace(index_entries=None)  # unchanged, and perhaps many
        additions = [addition]
        if person.looks is not None and after.recorded and not person.recorded:
            claim = msgspec.json.encode({"name": person.name, "at": at})
            additions.append(Addition(looks_of(person.name), person.looks, [claim]))
        await self._journal.append_all(additions)
        person.seated = person.seated or seated
        for entry in entries:
            person.apply(entry)
        person.version = version + len(entries)

    async def alike(self, name: str) -> list[str]:
        """Return the keys of names that look like this one."""
        return [key_of(one) for one in await self._journal.indexed(f"look|{skeleton(name)}")]

    async def looks(self, name: str) -> int:
        """Return the number of claims on the skeleton of a name."""
        if not is_ever_written(name):
            return 0
        stream = looks_of(name)
        return (await self._journal.versions([stream])).get(stream, 0)

    async def guests_of(self, home: str, most: int) -> list[str]:
        """Return the keys of up to `most` names without a secret from an address, newest first."""
        return [key_of(one) for one in await self._journal.indexed(f"home|{home}", most=most)]

    async def wishing(self, name: str, most: int) -> list[Person]:
        """Return up to `most` players who want to be a player's friends, latest first."""
        streams = await self._journal.indexed(f"{WISHES}{key(name)}", most=most)
        return [person for stream in streams if (person := read_note(stream.note))]

    async def blocking(self, name: str) -> list[str]:
        """Return the keys of the players who have blocked a player."""
        return [key_of(one) for one in await self._journal.indexed(f"{BLOCKS}{key(name)}")]

    async def deleted(self) -> list[str]:
        """Return the keys of the names of all deleted accounts."""
        return [key_of(one) for one in await self._journal.indexed(DELETED)]

    async def on_vacation(self, now: int) -> list[str]:
        """Return the keys of the names of all players who are on vacation."""
        return [key_of(one) for one in await self._journal.indexed(VACATION, since=now + 1)]

    async def written(self, names: Sequence[str]) -> list[str]:
        """Return the names that have a stream."""
        streams = await self._journal.versions([stream_of(name) for name in names])
        return [name for name in names if stream_of(name) in streams]

    async def changed(self, people: Iterable[Person]) -> list[str]:
        """Return the names of players whose streams have entries that are not applied yet."""
        known = {stream_of(person.name): person for person in people}
        found = await self._journal.versions(list(known))
        return [one.name for stream, one in known.items() if found.get(stream, 0) != one.version]
