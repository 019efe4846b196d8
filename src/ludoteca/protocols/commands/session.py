"""What is remembered of one client; the scripts that answer its commands are functions over it."""

from typing import NamedTuple, TypeAlias, TypeVar

from msgspec import Struct

from ludoteca.games import Seat
from ludoteca.games.renaissance import Draft, View
from ludoteca.messages import TableInfo, key
from ludoteca.protocols import scripts
from ludoteca.protocols.commands import texts
from ludoteca.protocols.commands.words import Blanks, Word
from ludoteca.protocols.contract import Send
from ludoteca.protocols.scripts import say

T = TypeVar("T")
Script: TypeAlias = scripts.Script[Word, T]


class Me(NamedTuple):
    """The client's player: a name on the server, and that name exactly as it was typed."""

    name: str
    typed: str

    def shown(self, name: str) -> str:
        """A name as one word; the client's own as it was typed."""
        return self.typed if key(name) == key(self.name) else name.replace(" ", "_")


class CommandsMatch(NamedTuple):
    """Who plays, by seat, as one client knows them, and which seat is its own."""

    names: tuple[str, ...]
    seat: Seat

    @property
    def own(self) -> str:
        """The client's own name."""
        return self.names[self.seat]


def match_of(info: TableInfo, seat: Seat, me: Me) -> CommandsMatch:
    """The players of a table under names that differ; an empty seat has a number."""
    names: list[str] = []
    for place, holder in enumerate(info.seats):
        name = me.shown(holder.name) if holder else f"seat-{place + 1}"
        while name in names or (name == me.typed and place != seat):
            name += "_"
        names.append(name)
    return CommandsMatch(tuple(names), seat)


class Paying(Struct):
    """A purchase or productions that are being put together."""

    error: str
    """The command that says it came to nothing."""
    blanks: list[Blanks] = []
    """What is still to be chosen, slot by slot."""
    chosen: int = 0
    """How much of the first one is chosen."""
    excess: bool = False
    """Whether something was sent that is not owed."""
    at_once: bool = False
    """Whether it is done as soon as all is paid, as in the document; else DONE ends it."""


class AwaitedMove(Struct, frozen=True):
    """A move that the server keeps until the table goes on."""

    request: str
    ok: str = ""
    """What is said when it is played, before its news."""
    error: str = "REPLY"
    """The command that says it came to nothing."""


class Session(Struct):
    """What is known of one client, from its login on."""

    me: Me = Me("", "")
    info: TableInfo | None = None
    """The table that it is at."""
    seat: Seat = Seat(0)
    match: CommandsMatch | None = None
    view: View | None = None
    """What the client has been told of a running match."""
    heard: dict[int, int] = {}
    """The number of the last chat message that it was sent at each table."""
    stale: bool = False
    """Whether the room has changed, and is still to be looked at again."""
    draft: Draft | None = None
    paying: Paying | None = None
    kept: AwaitedMove | None = None
    documented: bool = False
    """Whether the client has used names that only the document has, and expects its answers."""
    pings: int = 0
    """PINGs sent since the client was last heard."""
    gone: bool = False
    """Whether nothing that it says is answered any more."""

    def forget_match(self) -> None:
        """The match is over, or another one begins."""
        self.match = self.view = self.draft = self.paying = self.kept = None

    def say(self, text: str, command: str = "REPLY") -> list[Send[Word]]:
        """Say a text to this client alone."""
        return say(Word(command=command, info=text, sender=self.me.typed or None))

    def room(self) -> TableInfo:
        """The table that it is at, for commands that need one."""
        if self.info is None:
            raise RuntimeError("there is no table")
        return self.info

    def at_table(self) -> tuple[TableInfo, View, CommandsMatch]:
        """The running match, for commands that need one."""
        if self.view is None or self.match is None:
            raise RuntimeError("there is no match")
        return self.room(), self.view, self.match


def keep(session: Session, kept: AwaitedMove) -> Script[None]:
    """A move is kept; one that was kept before has come to nothing."""
    if session.kept and session.kept.error != "REPLY":
        yield from session.say(texts.NOT_KEPT, session.kept.error)
    session.kept = kept
    yield from session.say(texts.KEPT)
