"""What nodes tell each other over the bus; the journal is the truth, this is news of it.

Messages are lost, late or doubled now and then. Two releases run side by side during an upgrade:
tags and fields are published, new fields have defaults, and what a node does not know it ignores.
"""

from contextlib import suppress
from typing import Any, NamedTuple, TypeAlias

import msgspec
from msgspec import Raw, Struct

from ludoteca.games.contract import Seat, snake
from ludoteca.messages.notices import Said
from ludoteca.messages.operator import Recorded
from ludoteca.messages.table_info import Ballot

TAKEN_BACK_WITH_BOTS = 1
READS = TAKEN_BACK_WITH_BOTS
"""The last kind of records that this release reads and the one before does not. While a node reads
less, the others do not write them."""
FORMAT = 1
"""Raised only if older releases could not ignore what is new."""


class ToAll(Struct, frozen=True, omit_defaults=True, tag_field="message", tag=snake):
    """Anything that all nodes are told."""


class ToTable(Struct, frozen=True, omit_defaults=True, tag_field="message", tag=snake):
    """Anything that the nodes are told which have a table in memory."""

    table: int


# Tables


class TableWritten(ToTable, frozen=True):
    """These entries were written to the stream of a table behind the first `after` ones."""

    after: int
    entries: tuple[bytes, ...]
    note: bytes | None = None
    """What replaces the note of the stream."""


class TableNoted(ToAll, frozen=True):
    """The note of a table's stream is this since the stream has so many entries."""

    table: int
    version: int
    note: bytes


class DraftMade(ToTable, frozen=True):
    """A player has half made this move, as the game's own type in JSON; None if no more."""

    version: int
    seat: Seat
    draft: bytes | None = None


class VoteCast(ToTable, frozen=True):
    """A seat agrees to something; None stands for a pause."""

    version: int
    seat: Seat
    what: Ballot | None = None


class TurnTimed(ToTable, frozen=True):
    """The turn that began with a version has taken so long by the count of one node."""

    version: int
    milliseconds: int


class BotsToHurry(ToTable, frozen=True):
    """The bots of a table are to play without a pause until a person has moved."""


class TableLoaded(ToTable, frozen=True):
    """A node has a table in memory now, and does not know what nobody records."""


# Chat, players and operators


class MessageSaid(ToAll, frozen=True):
    """A chat message to all, or to one player outside a table."""

    said: Said


class TableMessageSaid(ToTable, frozen=True):
    """A chat message at a table."""

    said: Said


class PersonChanged(ToAll, frozen=True):
    """The stream of a name has so many entries now."""

    name: str
    version: int
    deleted: bool = False
    """Whether it was an account, and is no more."""


class OperatorActionRecorded(ToAll, frozen=True, tag="deed_recorded"):
    """An operator did something, which is that entry of the audit log; or the owner of a table."""

    number: int
    """0 for the owner of a table."""
    recorded: Recorded
    unseated: tuple[str, ...] = ()
    """Who may listen at the table no more."""


# Who is connected where


class CameIn(ToAll, frozen=True):
    """A player is connected at the node that says so.

    The `revision` of each such message is how many changes there were at that node so far.
    """

    revision: int
    name: str
    program: bool = False
    """Whether it is a program that has entered as a bot."""


class WentOut(ToAll, frozen=True):
    """A player is connected there no more."""

    revision: int
    name: str


class ListensAt(ToAll, frozen=True):
    """A player or spectator connected there listens at a table."""

    revision: int
    table: int
    name: str
    names_only: bool = False
    """Whether their protocol knows names only."""
    cannot_undo: bool = False
    """Whether their client cannot show that a move is taken back."""


class ListensNoMore(ToAll, frozen=True):
    """A player or spectator listens at a table no more."""

    revision: int
    table: int
    name: str


class Beat(ToAll, frozen=True):
    """The node runs, and so many changes there were so far."""

    revision: int
    cannot_record: bool = False
    """Whether the node cannot write to the journal."""
    draining: bool = False
    """Whether it accepts no new clients."""
    reads: int = 0
    """Which records the node can read: `READS` of its release."""


class RollCalled(ToAll, frozen=True):
    """These nodes run, as each of them has just told the sender: they need not tell the others."""

    beats: dict[str, Beat]


# Questions to one node


class BeatAsked(Struct, frozen=True, tag_field="message", tag=snake):
    """Asks whether a node runs; the answer is a `Beat`."""


class RosterAsked(Struct, frozen=True, tag_field="message", tag=snake):
    """Asks who is connected at a node, and listens where."""

    page: int = 0
    """Which part of it, if it is too much for one message."""


class Attendee(Struct, frozen=True, omit_defaults=True):
    """A player or spectator who listens at a table."""

    name: str
    names_only: bool = False
    cannot_undo: bool = False


class RosterTold(Struct, frozen=True, tag_field="message", tag=snake):
    """Who is connected at a node after so many changes, and listens at which tables."""

    revision: int
    names: tuple[str, ...]
    tables: dict[int, tuple[Attendee, ...]]
    more: bool = False
    """Whether there is another page."""
    programs: tuple[str, ...] = ()
    """Those of the names whose players have entered as bots."""


class DoesAnswer(Struct, frozen=True, tag_field="message", tag=snake):
    """Asks whether the client of a player still answers."""

    name: str
    at_once: bool = False
    """Whether it is enough that it is connected."""


class Answers(Struct, frozen=True, tag_field="message", tag=snake):
    """Whether a client still answers."""

    yes: bool
    waiting: bool = False
    """Whether that is not known yet: the client was asked, and has not answered."""


Publication: TypeAlias = ToAll | ToTable
Question: TypeAlias = RosterAsked | DoesAnswer | BeatAsked
Reply: TypeAlias = RosterTold | Answers | Beat
AnyMessage: TypeAlias = (
    TableWritten
    | TableNoted
    | DraftMade
    | VoteCast
    | TurnTimed
    | BotsToHurry
    | TableLoaded
    | MessageSaid
    | TableMessageSaid
    | PersonChanged
    | OperatorActionRecorded
    | CameIn
    | WentOut
    | ListensAt
    | ListensNoMore
    | Beat
    | RollCalled
    | BeatAsked
    | RosterAsked
    | RosterTold
    | DoesAnswer
    | Answers
)


class Envelope(Struct, frozen=True, omit_defaults=True):
    """What every message is sent in."""

    format: int
    node: str
    number: int
    """Which one it is of all that the node has told all others; 0 for any other message."""
    body: Raw
    request: str = ""
    """Identifies the request that it follows from, for the logs of all nodes."""


class Received(NamedTuple):
    """A message as it arrived; None if it is of a kind that this release does not know."""

    node: str
    number: int
    message: Any
    request: str = ""


_encoder = msgspec.msgpack.Encoder()
_envelopes = msgspec.msgpack.Decoder(Envelope)
_messages: msgspec.msgpack.Decoder[AnyMessage] = msgspec.msgpack.Decoder(AnyMessage)


def write_message(
    node: str, number: int, message: Publication | Question | Reply, request: str = ""
) -> bytes:
    """A message as it is sent."""
    body = Raw(_encoder.encode(message))
    return _encoder.encode(Envelope(FORMAT, node, number, body, request))


def read_message(data: bytes) -> Received | None:
    """The message that was sent like this; None if it makes no sense at all."""
    try:
        envelope = _envelopes.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None
    message = None
    if envelope.format == FORMAT:
        with suppress(msgspec.DecodeError, UnicodeDecodeError):  # of a newer release
            message = _messages.decode(envelope.body)
    return Received(envelope.node, envelope.number, message, envelope.request)
