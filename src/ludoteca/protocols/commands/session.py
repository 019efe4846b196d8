"""The state of one client, and helpers for the scripts that use it."""

from typing import NamedTuple, TypeAlias, TypeVar

from msgspec import Struct

from ludoteca.games import Seat
from ludoteca.games.renaissance import Draft, View
from ludoteca.messages import TableInfo, key
from ludoteca.protocols import scripts
from ludoteca.protocols.commands import texts, words
from ludoteca.protocols.contract import Send
from ludoteca.protocols.scripts import say

T = TypeVar("T")
Script: TypeAlias = scripts.Script[words.Word, T]


class Me(NamedTuple):
    """The client's player: the name on the server, and the name as typed."""

    name: str
    typed: str

    def shown(self, name: str) -> str:
        """Return a player's name as one word, or the client's own name as typed."""
        return self.typed if key(name) == key(self.name) else name.replace(" ", "_")


class CommandsMatch(NamedTuple):
    """Player names by seat, as one client knows them, and its own seat."""

    names: tuple[str, ...]
    seat: Seat

    @property
    def own(self) -> str:
        return self.names[self.seat]


def match_of(info: TableInfo, seat: Seat, me: Me) -> CommandsMatch:
    """Name the players at a table, without duplicates; name an empty seat by its number."""
    names: list[str] = []
    for place, holder in enumerate(info.seats):
        name = me.shown(holder.name) if holder else f"seat-{place + 1}"
        while name in names or (name == me.typed and place != seat):
            name += "_"
        names.append(name)
    return CommandsMatch(tuple(names), seat)


class Paying(Struct):
    """A purchase or productions in preparation."""

    error: str
    """Command that reports a failure."""
    blanks: list[words.Blanks] = []
    """Remaining choices, slot by slot."""
    chosen: int = 0
    """Choices made for the first slot."""
    excess: bool = False
    """Whether goods were sent that are not owed."""
    complete_when_paid: bool = False
    """Whether the payment ends once the price is paid, and not with DONE.

    The protocol's document does not define DONE.
    """


class AwaitedMove(Struct, frozen=True):
    """A move that the server keeps until the game continues."""

    request: str
    ok: str = ""
    """Text to send when the move is played, before its effects."""
    error: str = "REPLY"
    """Command that reports a failure."""


class Session(Struct):
    """The state of one client."""

    me: Me = Me("", "")
    info: TableInfo | None = None
    """The client's table."""
    seat: Seat = Seat(0)
    match: CommandsMatch | None = None
    view: View | None = None
    """The client's last view of a running match."""
    heard: dict[int, int] = {}
    """By table: the number of the last chat message sent to the client."""
    stale: bool = False
    """Whether the room has changed and must be requested again."""
    draft: Draft | None = None
    paying: Paying | None = None
    kept: AwaitedMove | None = None
    documented: bool = False
    """Whether the client has used names that only the protocol's document defines.

    Some answers to such clients differ.
    """
    pings: int = 0
    """PINGs since the client's last message."""
    gone: bool = False
    """Whether the client's messages are ignored."""

    def forget_match(self) -> None:
        """Clear the state of a match that ended or is replaced."""
        self.match = None
        self.view = None
        self.draft = None
        self.paying = None
        self.kept = None

    def say(self, text: str, command: str = "REPLY") -> list[Send[words.Word]]:
        """Send text to this client only."""
        return say(words.Word(command=command, info=text, sender=self.me.typed or None))

    def room(self) -> TableInfo:
        """Return the client's table, for commands that need one."""
        if self.info is None:
            raise RuntimeError("there is no table")
        return self.info

    def at_table(self) -> tuple[TableInfo, View, CommandsMatch]:
        """Return the running match, for commands that need one."""
        if self.view is None or self.match is None:
            raise RuntimeError("there is no match")
        return self.room(), self.view, self.match


def keep(session: Session, kept: AwaitedMove) -> Script[None]:
    """Report that a move is kept and that it replaces any move kept earlier."""
    if session.kept and session.kept.error != "REPLY":
        yield from session.say(texts.NOT_KEPT, session.kept.error)
    session.kept = kept
    yield from session.say(texts.KEPT)
