"""Entries about a name: the note summarises them, and index entries find it."""

import asyncio
from typing import get_args

from hypothesis import given
from hypothesis import strategies as st

from ludoteca.core.people.entries import (
    AccountDeleted,
    Befriended,
    Blocked,
    Claimed,
    Entry,
    Followed,
    GuestSeated,
    Muted,
    NameKept,
    NameReleased,
    RecoveryKept,
    Session,
    SessionBegun,
    SessionsEnded,
    VacationCut,
    VacationTaken,
    VisibilityChosen,
)
from ludoteca.core.people.log import PersonLog, index_entries_of, stream_of
from ludoteca.core.people.person import Person
from ludoteca.journal import MemoryJournal
from ludoteca.messages import Visibility

NAME = "Anna"
DIGESTS = st.sampled_from("abcd")
SESSIONS = st.builds(Session, DIGESTS, st.integers(0, 9), st.integers(0, 9))
OTHERS = st.sampled_from(["bruno", "carla"])
KINDS = {
    NameKept: st.builds(NameKept, st.just(NAME), st.just("salt"), DIGESTS, st.integers(0, 2)),
    GuestSeated: st.builds(
        GuestSeated, st.just(NAME), st.integers(1, 2), DIGESTS, st.tuples(SESSIONS)
    ),
    Muted: st.builds(Muted, st.just(NAME), OTHERS, st.booleans()),
    Blocked: st.builds(Blocked, st.just(NAME), OTHERS, st.booleans()),
    Befriended: st.builds(
        Befriended,
        st.just(NAME),
        OTHERS,
        st.booleans(),
        st.integers(0, 2),
        st.integers(0, 9),
        st.booleans(),
    ),
    Followed: st.builds(Followed, st.just(NAME), OTHERS, st.booleans(), st.integers(0, 2)),
    SessionBegun: st.builds(SessionBegun, st.just(NAME), SESSIONS),
    SessionsEnded: st.builds(SessionsEnded, st.just(NAME), st.tuples(DIGESTS)),
    RecoveryKept: st.builds(RecoveryKept, st.just(NAME), DIGESTS),
    NameReleased: st.just(NameReleased(NAME)),
    AccountDeleted: st.just(AccountDeleted(NAME)),
    VacationTaken: st.builds(VacationTaken, st.just(NAME), st.integers(0, 9), st.integers(9, 19)),
    VacationCut: st.builds(VacationCut, st.just(NAME), st.integers(0, 19)),
    Claimed: st.builds(Claimed, st.just(NAME), st.sampled_from(["a", "b"])),
    VisibilityChosen: st.builds(VisibilityChosen, st.just(NAME), st.sampled_from(Visibility)),
}


def test_the_law_is_tried_with_everything_that_can_be_written() -> None:
    assert KINDS.keys() == {*get_args(Entry)}


@given(st.lists(st.lists(st.one_of(*KINDS.values()), min_size=1, max_size=3), max_size=6))
def test_note_matches_its_entries(written: list[list[Entry]]) -> None:
    async def read() -> tuple[Person, Person, Person]:
        journal = MemoryJournal()
        log, person = PersonLog(journal), Person(NAME)
        for entries in written:
            await log.write(person, entries, at=1)
        noted = await log.read(NAME)
        if written:  # a damaged note is empty
            await journal.append(stream_of(NAME), noted.version, [], b"")
        return person, noted, await log.read(NAME)

    person, noted, folded = asyncio.run(read())
    assert noted == person
    folded.seated = noted.seated  # only notes hold this
    assert folded == noted


def test_index_entries_follow_the_state_of_a_name() -> None:
    person, seen = Person(NAME), list[list[str]]()
    guest = GuestSeated(NAME, 1, "home")
    kept = NameKept(NAME, "salt", "digest", 1)
    for entry in (guest, NameReleased(NAME), guest, kept, AccountDeleted(NAME)):
        person.apply(entry)
        person.seated = True
        seen.append([mark.label for mark in index_entries_of(person, at=1)])
    assert seen == [
        ["look|anna", "home|home"],
        [],
        ["look|anna", "home|home"],
        ["look|anna"],
        ["look|anna", "deleted"],
    ]
