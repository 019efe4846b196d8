"""Players in journals of older versions, which kept all of them in one stream."""

from collections.abc import Sequence

import msgspec
from msgspec import Struct

from ludoteca.core.people.log import PersonLog, addition_of, read_entries, readable, stream_of
from ludoteca.core.people.person import Person
from ludoteca.core.tables.values import UNREADABLE
from ludoteca.journal import Addition, Conflict, Journal
from ludoteca.messages import key

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
