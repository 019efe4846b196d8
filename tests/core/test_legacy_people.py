"""Players that an older version kept in one stream get their own streams at start-up."""

import asyncio
from collections.abc import Sequence
from typing import get_args

import msgspec
import pytest

from ludoteca.core.people import people
from ludoteca.core.people.entries import (
    Befriended,
    Claimed,
    Entry,
    Followed,
    NameKept,
    VacationCut,
    VacationTaken,
    VisibilityChosen,
)
from ludoteca.core.people.log import PersonLog, read_note, readable, stream_of
from ludoteca.core.people.people import STREAM, split
from ludoteca.core.people.person import Person
from ludoteca.journal import Addition, JournalError, MemoryJournal, Stream
from ludoteca.messages import Enter, Refused, Welcome, key
from tests.core.journals import read
from tests.core.local import LateAnswers, LocalClient, LocalServer, WebClient

THEN = 1790000126.0
"""The time when the older server stopped."""
OLDER = list(read("people"))
ENTRIES = next(kept.entries for kept in OLDER if kept.stream == STREAM)
ANNA, ENDED = (
    "0ZWNqx1HMF6Wu5awmTk1L26wQ2JBcse96QMtM65-818",
    "OwFf7ZZ_e4Ck_KFdUcSGX2NgVKl1yMYwrgGKEhVoLqU",
)
CARLA = "109q-RajHGTwR-j5aj2Hm4Wb3fSrM7_81hmsF_ibO_Y"
CODE = "FXYJM-DAKGX-HLVWC-AH4FL"


def by_name(entries: Sequence[bytes]) -> dict[str, list[bytes]]:
    found: dict[str, list[bytes]] = {}
    for entry, written in readable(STREAM, entries):
        found.setdefault(stream_of(entry.name), []).append(written)
    return found


async def all_about_people(journal: MemoryJournal) -> dict[str, list[bytes]]:
    streams = await journal.streams("person/")
    return {stream.name: await journal.read(stream.name) for stream in streams}


async def older(*entries: bytes) -> MemoryJournal:
    journal = MemoryJournal()
    await journal.append(STREAM, 0, entries or ENTRIES)
    return journal


@pytest.fixture
async def server() -> LocalServer:
    journal = MemoryJournal()
    for kept in OLDER:
        await journal.append(kept.stream, 0, kept.entries, kept.note or None)
    server = LocalServer(journal)
    server.clock.time = THEN
    await server.dispatcher.open()
    return server


async def welcome(
    server: LocalServer, name: str, secret: str = "", token: str = "", *, address: str = "local"
) -> Welcome | str:
    """Let a client enter and return the welcome or the code of the refusal."""
    client = WebClient(server.dispatcher)
    client.address = address
    answer = await client.ask(Enter(name=name, secret=secret, token=token))
    if isinstance(answer, Refused):
        return answer.code
    assert isinstance(answer, Welcome)
    return answer


def test_recording_holds_every_kind_of_entry() -> None:
    kinds = {type(entry) for entry, _ in readable(STREAM, ENTRIES)}
    later = {Befriended, Claimed, Followed, VacationTaken, VacationCut, VisibilityChosen}
    assert kinds == {*get_args(Entry)} - later


async def test_each_name_gets_its_entries_and_a_matching_note(
    server: LocalServer,
) -> None:
    assert isinstance(server.journal, MemoryJournal)
    assert await all_about_people(server.journal) == by_name(ENTRIES)
    for stream in await server.journal.streams("person/"):
        person = Person("")
        for entry, _ in readable(stream.name, await server.journal.read(stream.name)):
            person.apply(entry)
        told = read_note(stream.note)
        assert told
        assert (told.seated, told.name and key(told.name)) == (
            person.recorded,
            stream.name.removeprefix("person/"),
        )
        person.name, person.seated = told.name, told.seated
        assert told == person


async def test_accounts_survive_the_split(server: LocalServer) -> None:
    assert await welcome(server, "Anna", token=ENDED) == "house/wrong_secret"
    for secret, token in (("rosemary-1", ""), ("", ANNA), (CODE, "")):
        entered = await welcome(server, "Anna", secret, token)
        assert isinstance(entered, Welcome)
        assert (entered.kept, entered.recovered) == (True, secret == CODE)
    people = server.dispatcher.people
    assert [people.is_muted("Anna", name) for name in ("Bruno", "Carla", "Zoe")] == [
        *(True, True, False)
    ]
    assert await people.has_blocked("Anna", "Carla")
    assert await welcome(server, "Fabio", "first-secret") == "house/wrong_secret"
    assert isinstance(await welcome(server, "Fabio", "second-secret"), Welcome)
    assert await welcome(server, "Eva", "gone-for-good") == "house/name_in_use"
    assert await welcome(server, "\u00c8va") == "house/name_looks_taken"


async def test_guests_keep_their_names_after_the_split(server: LocalServer) -> None:
    assert await welcome(server, "Bruno", address="192.0.2.7") == "house/name_kept"
    bruno = await server.enter("Bruno")
    assert [welcome.tables for welcome in bruno.of(Welcome)] == [(1,)]
    assert (
        await LocalClient(server.dispatcher).refused(Enter(name="Carla"))
        == "house/name_looks_taken"
    )
    carla = await welcome(server, "c\u00e0rla", token=CARLA)
    assert isinstance(carla, Welcome)
    assert (carla.name, carla.tables) == ("C\u00e0rla", (2,))
    dino = await welcome(server, "Dino", address="192.0.2.7")
    assert isinstance(dino, Welcome)
    assert dino.tables == (3,)


async def test_interrupted_split_is_resumed(monkeypatch: pytest.MonkeyPatch) -> None:
    class Failing(MemoryJournal):
        left = 3

        async def append_all(self, additions: Sequence[Addition]) -> None:
            self.left -= 1
            if not self.left:
                raise JournalError("the disk is full")
            await super().append_all(additions)

    monkeypatch.setattr(people, "BATCH", 4)
    journal = Failing()
    await journal.append(STREAM, 0, ENTRIES)
    with pytest.raises(JournalError):
        await split(journal)
    assert await all_about_people(journal) == by_name(ENTRIES[:4])
    await split(journal)
    assert await all_about_people(journal) == by_name(ENTRIES)
    await split(journal)
    assert await all_about_people(journal) == by_name(ENTRIES)


async def test_later_entries_of_an_older_version_are_added(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(people, "BATCH", 4)
    journal = await older(*ENTRIES[:13])
    await split(journal)
    await journal.append(STREAM, 13, ENTRIES[13:])
    await split(journal)
    assert await all_about_people(journal) == by_name(ENTRIES)


async def test_two_nodes_that_start_at_once_split_it_once(monkeypatch: pytest.MonkeyPatch) -> None:
    class Shared(MemoryJournal):
        async def append_all(self, additions: Sequence[Addition]) -> None:
            await asyncio.sleep(0)
            await super().append_all(additions)

    monkeypatch.setattr(people, "BATCH", 4)
    journal = Shared()
    await journal.append(STREAM, 0, ENTRIES)
    await asyncio.gather(split(journal), split(journal))
    assert await all_about_people(journal) == by_name(ENTRIES)


async def test_late_node_does_not_split_again() -> None:
    journal = LateAnswers()
    kept = [NameKept("Anna", "salt", digest, 5) for digest in ("first", "second")]
    await journal.append(STREAM, 0, [msgspec.json.encode(entry) for entry in kept])
    journal.hold()
    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(split(journal))
        await journal.asked.wait()  # the journal has been read
        await split(journal)
        log = PersonLog(journal)
        await log.write(await log.read("Anna"), [NameKept("Anna", "salt", "third", 5)], 0)
        journal.free.set()
    anna = await log.read("Anna")
    assert anna.version == 3
    assert anna.kept
    assert anna.kept.digest == "third"


async def test_an_entry_that_makes_no_sense_costs_itself_only(
    caplog: pytest.LogCaptureFixture,
) -> None:
    journal = await older(ENTRIES[0], b'{"type":"NameKept"}', b"\xff", *ENTRIES[1:])
    await split(journal)
    assert await all_about_people(journal) == by_name(ENTRIES)
    assert [record.message for record in caplog.records] == ["person_unreadable"] * 2


async def test_start_reads_no_player_records() -> None:
    asked: list[str] = []

    class Watched(MemoryJournal):
        async def find(self, stream: str) -> Stream | None:
            asked.append(stream)
            return await super().find(stream)

        async def read(self, stream: str, after: int = 0, most: int | None = None) -> list[bytes]:
            asked.append(stream)
            return await super().read(stream, after, most)

    journal = Watched()
    await journal.append(STREAM, 0, ENTRIES)
    await split(journal)
    asked.clear()
    server = LocalServer(journal)
    await server.dispatcher.open()
    assert STREAM in asked
    assert not [stream for stream in asked if stream.startswith("person/")]
    assert server.dispatcher.people.is_deleted("Eva")


async def test_damaged_note_is_rebuilt_from_its_entries(
    server: LocalServer, caplog: pytest.LogCaptureFixture
) -> None:
    stream = await server.journal.find(stream_of("Anna"))
    assert stream
    await server.journal.append(stream.name, stream.version, [], b"")
    assert isinstance(await welcome(server, "Anna", token=ANNA), Welcome)
    assert server.dispatcher.people.is_muted("Anna", "Bruno")
    assert "person_unreadable" in [record.message for record in caplog.records]
