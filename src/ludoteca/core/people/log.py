"""What is written about each name: a stream of its own, found by the name and by what it is like.

The note of a stream tells everything that its entries say, so that one look finds a player.
Index entries hold the skeleton of a name, the address from which a guest took a seat, and which
accounts are deleted.

Where there are several nodes, every skeleton has a stream, too. A name that becomes a player's is
appended to it in the same write, so of two names that look alike only one is claimed.
"""

import unicodedata
from collections.abc import Iterable, Iterator, Sequence

import msgspec
from msgspec import Struct

from ludoteca.core.people.person import Entry, NameKept, Person, Session
from ludoteca.core.tables.values import UNREADABLE
from ludoteca.journal import Addition, Damaged, IndexEntry, Journal, Stream
from ludoteca.messages import key, skeleton
from ludoteca.messages.names import is_overlong
from ludoteca.ops import log

PREFIX = "person/"
LOOKS = "look/"
DELETED = "deleted"
_NEVER = frozenset({"Cc", "Cs"})
"""The categories of characters that no name ever had: controls and halves of pairs."""


class Snapshot(Struct, frozen=True, omit_defaults=True):
    """What a note tells of a name; each field is that of a `Person`."""

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


def stream_of(name: str) -> str:
    """The stream about a name."""
    return PREFIX + key(name)


def looks_of(name: str) -> str:
    """The stream in which names with one skeleton are claimed."""
    return LOOKS + skeleton(name)


def is_ever_written(name: str) -> bool:
    """Whether there can be a stream about a name, or about the name with this key."""
    return not is_overlong(name) and _NEVER.isdisjoint(map(unicodedata.category, name))


def key_of(stream: Stream) -> str:
    """The key of the name that a stream is about."""
    return stream.name.removeprefix(PREFIX)


def write_note(person: Person) -> bytes:
    """What the next one who looks is told of a player."""
    told = Snapshot(
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
    )
    return msgspec.json.encode(told)


def read_note(note: bytes) -> Person | None:
    """The player whom a note tells of, if it can be read."""
    try:
        told = msgspec.json.decode(note, type=Snapshot)
    except UNREADABLE:
        return None
    person = Person(**{name: getattr(told, name) for name in Snapshot.__struct_fields__})
    person.sessions = {one.digest: one for one in told.sessions}
    person.muted, person.blocked = frozenset(told.muted), frozenset(told.blocked)
    return person


def index_entries_of(person: Person, at: int) -> list[IndexEntry]:
    """What a name is found by that belongs to a player, or did to one who deleted the account."""
    look = IndexEntry(f"look|{skeleton(person.name)}")
    if person.deleted:
        return [look, IndexEntry(DELETED)]
    if not person.recorded:
        return []
    guest_of = person.last_home if person.seated and not person.kept else ""
    return [look, IndexEntry(f"home|{guest_of}", at)] if guest_of else [look]


def addition_of(person: Person, version: int, entries: Sequence[bytes], at: int) -> Addition:
    """How entries are written after which a player is like this."""
    stream, note = stream_of(person.name), write_note(person)
    return Addition(stream, version, entries, note, index_entries_of(person, at))


def readable(
    stream: str, entries: Iterable[bytes | None], after: int = 0
) -> Iterator[tuple[Entry, bytes]]:
    """The entries that can be read; each that cannot is said in the log, and costs itself only."""
    for version, entry in enumerate(entries, start=after + 1):
        try:
            if entry is not None:
                yield msgspec.json.decode(entry, type=Entry), entry
        except UNREADABLE as error:
            reason = f"entry {version} of {stream} makes no sense: {error}"
            log.error("person_unreadable", reason=reason)


async def read_entries(journal: Journal, stream: str, after: int = 0) -> Sequence[bytes | None]:
    """The entries of a stream; None stands for each that is damaged, which is said in the log."""
    try:
        return await journal.read(stream, after)
    except Damaged as damaged:
        log.error("person_unreadable", reason=str(damaged))
        return damaged.entries


class PersonLog:
    """Reads and writes what is known of names."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal

    async def read(self, name: str) -> Person:
        """What is known of a name."""
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
        """What is known of a name whose note cannot be read."""
        person, stream = Person(name), stream_of(name)
        log.error("person_unreadable", reason=f"the note of {stream} is damaged")
        entries = await read_entries(self._journal, stream)
        for entry, _ in readable(stream, entries):
            person.apply(entry)
        person.seated, person.version = person.recorded, len(entries)
        return person

    async def write(
        self, person: Person, entries: Sequence[Entry], at: int, *, seated: bool = False
    ) -> None:
        """Write about a player, who is like that from then on; raises `Conflict`.

        A new name claims its skeleton with the first write.
        """
        version, after = person.version, person.copied()
        after.seated = after.seated or seated
        for entry in entries:
            after.apply(entry)
        written = [msgspec.json.encode(entry) for entry in entries]
        additions = [addition_of(after, version, written, at)]
        if person.looks is not None and after.recorded and not person.recorded:
            claim = msgspec.json.encode({"name": person.name, "at": at})
            additions.append(Addition(looks_of(person.name), person.looks, [claim]))
        await self._journal.append_all(additions)
        person.seated = person.seated or seated
        for entry in entries:
            person.apply(entry)
        person.version = version + len(entries)

    async def alike(self, name: str) -> list[str]:
        """The keys of the names that look like this one."""
        return [key_of(one) for one in await self._journal.indexed(f"look|{skeleton(name)}")]

    async def looks(self, name: str) -> int:
        """The number of claims on the skeleton of a name so far."""
        if not is_ever_written(name):
            return 0
        stream = looks_of(name)
        return (await self._journal.versions([stream])).get(stream, 0)

    async def guests_of(self, home: str, most: int) -> list[str]:
        """The keys of so many names without a secret of an address, the newest first."""
        return [key_of(one) for one in await self._journal.indexed(f"home|{home}", most=most)]

    async def deleted(self) -> list[str]:
        """The keys of the names of all deleted accounts."""
        return [key_of(one) for one in await self._journal.indexed(DELETED)]

    async def written(self, names: Sequence[str]) -> list[str]:
        """Those of these names about which anything was ever written."""
        streams = await self._journal.versions([stream_of(name) for name in names])
        return [name for name in names if stream_of(name) in streams]

    async def changed(self, people: Iterable[Person]) -> list[str]:
        """The names of those about whom more is written than they know."""
        known = {stream_of(person.name): person for person in people}
        found = await self._journal.versions(list(known))
        return [one.name for stream, one in known.items() if found.get(stream, 0) != one.version]
