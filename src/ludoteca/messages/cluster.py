"""Messages between nodes over the bus. They only announce changes: the journal is authoritative.

Messages may be lost, delayed or duplicated. Two releases run side by side during an upgrade: tags
and fields are published, new fields have defaults, and nodes ignore unknown messages.
"""

from contextlib import suppress
from typing import Any, NamedTuple, TypeAlias

import msgspec
from msgspec import Raw, Struct

from ludoteca.games.contract import Seat, snake
from ludoteca.messages.notices import Invited, Said
from ludoteca.messages.operator import Recorded
from ludoteca.messages.table_info import Ballot

TAKEN_BACK_WITH_BOTS = 1
VACATIONS = 2
RELATIONS = 3
READS = RELATIONS
"""Newest record format that this release can read. A node writes only records that all other nodes
can read."""
FORMAT = 1
"""Format of envelopes. A new number marks a change that older releases cannot ignore."""


class ToAll(Struct, frozen=True, omit_defaults=True, tag_field="message", tag=snake):
    """A message to all nodes."""


class ToTable(Struct, frozen=True, omit_defaults=True, tag_field="message", tag=snake):
    """A message to the nodes that have a table in memory."""

    table: int


# Tables


class TableWritten(ToTable, frozen=True):
    """Entries were appended to a table's stream, which previously had `after` entries."""

    after: int
    entries: tuple[bytes, ...]
    note: bytes | None = None
    """New note of the stream."""


class TableNoted(ToAll, frozen=True):
    """A table's note, as of the first `version` entries of its stream."""

    table: int
    version: int
    note: bytes


class DraftMade(ToTable, frozen=True):
    """A player's unfinished move, as JSON of the game's own type; None if the player dropped it."""

    version: int
    seat: Seat
    draft: bytes | None = None
    at: int = 0
    """Time of the latest step, in milliseconds since 1970; always later than the previous step.

    Nodes order a player's steps by this time if the player makes steps at two nodes at once.
    """


class VoteCast(ToTable, frozen=True):
    """A seat agrees to a measure, or to a pause if `what` is None."""

    version: int
    seat: Seat
    what: Ballot | None = None


class PremoveWritten(ToTable, frozen=True):
    """The premove of a seat has changed; the player's connections to other nodes are notified."""

    seat: Seat


class TurnTimed(ToTable, frozen=True):
    """A node measured the duration of the turn that began at `version`."""

    version: int
    milliseconds: int


class BotsToHurry(ToTable, frozen=True):
    """The bots at a table play without pauses until a person has moved."""


class TableLoaded(ToTable, frozen=True):
    """A node has loaded a table and needs the state that is not recorded, such as drafts."""


# Chat, players and operators


class MessageSaid(ToAll, frozen=True):
    """A chat message to all, or to one player outside a table."""

    said: Said


class PlayerInvited(ToAll, frozen=True):
    """A player was invited to a table."""

    invited: Invited


class TableMessageSaid(ToTable, frozen=True):
    """A chat message at a table."""

    said: Said


class PersonChanged(ToAll, frozen=True):
    """The stream of a player's name is now at `version`."""

    name: str
    version: int
    deleted: bool = False
    """Whether the account was deleted."""


class PlayerBlocked(ToAll, frozen=True):
    """A player has blocked or unblocked another player."""

    name: str
    other: str
    blocked: bool


class ContactsChanged(ToAll, frozen=True):
    """A player has befriended, followed or blocked another player, or has undone one of these."""

    name: str
    other: str


class OperatorActionRecorded(ToAll, frozen=True, tag="deed_recorded"):
    """An operator or a table's owner acted; `number` identifies the audit log entry."""

    number: int
    """0 if the owner of a table acted."""
    recorded: Recorded
    unseated: tuple[str, ...] = ()
    """Players and spectators who may no longer follow the table."""


# Connections


class CameIn(ToAll, frozen=True):
    """A player connected to the sending node.

    Here and in the messages below, `revision` is the number of changes so far to that node's
    roster.
    """

    revision: int
    name: str
    program: bool = False
    """Whether the player is a program that logged in as a bot."""


class WentOut(ToAll, frozen=True):
    """A player disconnected from the sending node."""

    revision: int
    name: str


class ListensAt(ToAll, frozen=True):
    """A player or spectator connected to the sending node follows a table."""

    revision: int
    table: int
    name: str
    names_only: bool = False
    """Whether the client's protocol has no secrets or tokens."""
    cannot_undo: bool = False
    """Whether the client cannot show that a move was taken back."""


class ListensNoMore(ToAll, frozen=True):
    """A player or spectator stopped following a table."""

    revision: int
    table: int
    name: str


class Beat(ToAll, frozen=True):
    """Heartbeat: the node is running, and its roster is at this revision."""

    revision: int
    cannot_record: bool = False
    """Whether the node cannot write to the journal."""
    draining: bool = False
    """Whether the node accepts no new clients."""
    reads: int = 0
    """Newest record format that the node can read: `READS` of its release."""


class RollCalled(ToAll, frozen=True):
    """Heartbeats that the sender just received; the nodes that sent them need not repeat them."""

    beats: dict[str, Beat]


# Questions to one node


class GlancesAsked(Struct, frozen=True, tag_field="message", tag=snake):
    """Asks for the spectators' views of running tables that have changed since these versions."""

    tables: dict[int, int]


class GlanceTold(Struct, frozen=True):
    """A running table as spectators see it, in JSON of the game's own type."""

    table: int
    game: str
    rules: int
    version: int
    view: bytes


class GlancesTold(Struct, frozen=True, tag_field="message", tag=snake):
    """Running tables as spectators see them."""

    glances: tuple[GlanceTold, ...]


class BeatAsked(Struct, frozen=True, tag_field="message", tag=snake):
    """Asks whether a node is running; the answer is a `Beat`."""


class RosterAsked(Struct, frozen=True, tag_field="message", tag=snake):
    """Asks who is connected to a node, and which tables they follow."""

    page: int = 0
    """Page number, if the roster does not fit into one message."""


class Attendee(Struct, frozen=True, omit_defaults=True):
    """A player or spectator who follows a table."""

    name: str
    names_only: bool = False
    cannot_undo: bool = False


class RosterTold(Struct, frozen=True, tag_field="message", tag=snake):
    """Clients connected to a node at a revision, and the tables they follow."""

    revision: int
    names: tuple[str, ...]
    tables: dict[int, tuple[Attendee, ...]]
    more: bool = False
    """Whether there is another page."""
    programs: tuple[str, ...] = ()
    """Names of programs that logged in as bots."""


class DoesAnswer(Struct, frozen=True, tag_field="message", tag=snake):
    """Asks whether a player's client still answers."""

    name: str
    at_once: bool = False
    """Whether an open connection counts as an answer."""


class ConnectionsAsked(Struct, frozen=True, tag_field="message", tag=snake):
    """Asks a node to close some of a player's connections and to list the others."""

    name: str
    close: tuple[int, ...] = ()
    """Numbers of connections to close."""


class ConnectionInfo(Struct, frozen=True, omit_defaults=True):
    """A player's connection to a node."""

    number: int
    used: int
    """Time of the last request, in milliseconds since 1970."""
    program: bool = False
    """Whether the client declared itself a bot."""


class ConnectionsTold(Struct, frozen=True, tag_field="message", tag=snake):
    """A player's connections to a node."""

    connections: tuple[ConnectionInfo, ...]


class Answers(Struct, frozen=True, tag_field="message", tag=snake):
    """Whether a client still answers."""

    yes: bool
    waiting: bool = False
    """Whether the client was asked and has not answered yet."""


Publication: TypeAlias = ToAll | ToTable
Question: TypeAlias = RosterAsked | DoesAnswer | ConnectionsAsked | BeatAsked | GlancesAsked
Reply: TypeAlias = RosterTold | Answers | ConnectionsTold | Beat | GlancesTold
AnyMessage: TypeAlias = (
    TableWritten
    | TableNoted
    | DraftMade
    | VoteCast
    | PremoveWritten
    | TurnTimed
    | BotsToHurry
    | TableLoaded
    | MessageSaid
    | PlayerInvited
    | TableMessageSaid
    | PersonChanged
    | PlayerBlocked
    | ContactsChanged
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
    | ConnectionsAsked
    | ConnectionsTold
    | Answers
    | GlancesAsked
    | GlancesTold
)


class Envelope(Struct, frozen=True, omit_defaults=True):
    """Wrapper around every message."""

    format: int
    node: str
    number: int
    """Sequence number among the messages to all nodes; 0 for any other message."""
    body: Raw
    request: str = ""
    """ID of the request that caused the message, logged by all nodes."""


class Received(NamedTuple):
    """An envelope as received; `message` is None if this release does not know its kind."""

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
    body = Raw(_encoder.encode(message))
    return _encoder.encode(Envelope(FORMAT, node, number, body, request))


def read_message(data: bytes) -> Received | None:
    """Decode an envelope and its message; return None if the envelope is malformed."""
    try:
        envelope = _envelopes.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None
    message = None
    if envelope.format == FORMAT:
        with suppress(msgspec.DecodeError, UnicodeDecodeError):  # sent by a newer release
            message = _messages.decode(envelope.body)
    return Received(envelope.node, envelope.number, message, envelope.request)
