"""Messages between nodes: recordings of every kind can always be read."""

import os
from base64 import b64decode, b64encode
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from ludoteca.games import Seat
from ludoteca.messages import Ballot, Invited, Said
from ludoteca.messages.cluster import (
    FORMAT,
    Answers,
    AnyMessage,
    Attendee,
    Beat,
    BeatAsked,
    BotsToHurry,
    CameIn,
    ConnectionInfo,
    ConnectionsAsked,
    ConnectionsTold,
    ContactsChanged,
    DoesAnswer,
    DraftMade,
    Envelope,
    GlancesAsked,
    GlancesTold,
    GlanceTold,
    ListensAt,
    ListensNoMore,
    MessageSaid,
    OperatorActionRecorded,
    PersonChanged,
    PlayerBlocked,
    PlayerInvited,
    PremoveWritten,
    RollCalled,
    RosterAsked,
    RosterTold,
    TableLoaded,
    TableMessageSaid,
    TableNoted,
    TableWritten,
    TurnTimed,
    VoteCast,
    WentOut,
    read_message,
    write_message,
)
from ludoteca.messages.operator import Ban, Recorded

STORED = Path(__file__).with_name("cluster.txt")
"""A line for each message, in base64. To add the missing ones: RECORD=1 pytest FILE."""

KINDS: tuple[Any, ...] = (
    TableWritten(7, 12, (b'{"record":"game_resumed","seat":1}',), b"{}"),
    TableNoted(7, 13, b"{}"),
    DraftMade(7, 13, Seat(1), b"{}"),
    VoteCast(7, 13, Seat(1), Ballot.SKIP),
    TurnTimed(7, 13, 2500),
    TableLoaded(7),
    MessageSaid(Said("Anna", "hello", 1_700_000_000_000, None, "Bea", 3)),
    TableMessageSaid(7, Said("Anna", "hello", 1_700_000_000_000, 7, "", 3)),
    PersonChanged("Anna", 2),
    OperatorActionRecorded(4, Recorded(1_700_000_000_000, "root", Ban(name="Eve", why="spam"))),
    CameIn(1, "Anna"),
    WentOut(2, "Anna"),
    ListensAt(3, 7, "Anna", names_only=True),
    ListensNoMore(4, 7, "Anna"),
    Beat(4),
    RosterAsked(),
    RosterTold(4, ("Anna",), {7: (Attendee("Anna", names_only=True),)}),
    DoesAnswer("Anna"),
    Answers(yes=True),
    BotsToHurry(7),
    BeatAsked(),
    RollCalled({"a": Beat(4, reads=1), "b": Beat(0)}),
    DraftMade(7, 13, Seat(1), b"{}", 1),
    ConnectionsAsked("Anna", (1,)),
    ConnectionsTold((ConnectionInfo(1, 2, program=True),)),
    PlayerInvited(Invited("Anna", "Bea", 7, "shelfie", "be87bf8d254a")),
    GlancesAsked({7: 12}),
    GlancesTold((GlanceTold(7, "shelfie", 1, 13, b"{}"),)),
    PlayerBlocked("Anna", "Eve", blocked=True),
    ContactsChanged("Anna", "Bea"),
    PremoveWritten(7, Seat(1)),
)


def test_there_is_one_of_each_kind() -> None:
    assert {type(message) for message in KINDS} == set(get_args(AnyMessage))


def test_recorded_messages_are_read() -> None:
    stored = STORED.read_text(encoding="ascii").split() if STORED.exists() else []
    if os.environ.get("RECORD"):
        written = [
            b64encode(write_message("node", 5, one)).decode() for one in KINDS[len(stored) :]
        ]
        STORED.write_text("\n".join([*stored, *written, ""]), encoding="ascii")
        stored += written
    received = [read_message(b64decode(line)) for line in stored]
    assert [one and one.message for one in received] == list(KINDS)
    assert {(one.node, one.number) for one in received if one} == {("node", 5)}


def test_unknown_kinds_and_fields_are_ignored() -> None:
    newer = {"message": "beat", "revision": 3, "mood": "fine"}
    assert read(newer) == Beat(3)
    assert read({"message": "sung", "song": 1}) is None
    assert read(newer, format_=FORMAT + 1) is None


def read(body: object, format_: int = FORMAT) -> Any:
    raw = msgspec.Raw(msgspec.msgpack.encode(body))
    received = read_message(msgspec.msgpack.encode(Envelope(format_, "node", 9, raw)))
    assert received
    assert (received.node, received.number) == ("node", 9)
    return received.message


def test_an_envelope_with_new_fields_is_read() -> None:
    body = msgspec.msgpack.encode({"message": "beat", "revision": 3})
    newer = {"format": 1, "node": "n", "number": 1, "body": msgspec.Raw(body), "sent": 12}
    received = read_message(msgspec.msgpack.encode(newer))
    assert received
    assert received.message == Beat(3)


@pytest.mark.parametrize("data", [b"", b"\xff\x00", b"{}", b"\x81\xa6format\x01"])
def test_senseless_message_is_ignored(data: bytes) -> None:
    assert read_message(data) is None
