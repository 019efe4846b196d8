"""What is remembered of one client, and how one thing is talked about with it at a time.

A talk is a generator: it yields words for the client and requests to the house, and is sent the
answer to each request. So every command reads from top to bottom, however often the house is asked.
"""

from collections.abc import Generator
from typing import Any, TypeAlias

import msgspec
from msgspec import Raw, Struct

from ludoteca.games import Seat
from ludoteca.games.renaissance import Draft, View
from ludoteca.messages import TableInfo
from ludoteca.wire.commands import texts
from ludoteca.wire.commands.sayings import Match, Me
from ludoteca.wire.commands.words import Blanks, Word
from ludoteca.wire.dialect import ConversationAct, Send

Script: TypeAlias = Generator[ConversationAct[Word], Any, None]


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


class Kept(Struct, frozen=True):
    """A move that the server keeps until the table goes on."""

    request: str
    ok: str = ""
    """What is said when it is played, before its news."""
    error: str = "REPLY"
    """The command that says it came to nothing."""


class Session(Struct):
    """One client's stay in the house."""

    me: Me = Me("", "")
    info: TableInfo | None = None
    """The table it is at."""
    seat: Seat = Seat(0)
    match: Match | None = None
    view: View | None = None
    """What it has been told of a running match."""
    heard: int = 0
    """The last thing heard that was said at the table."""
    stale: bool = False
    """Whether something has changed in its room that it has not been told."""
    draft: Draft | None = None
    paying: Paying | None = None
    kept: Kept | None = None

    def forget_match(self) -> None:
        """The match is over, or another one begins."""
        self.match = self.view = self.draft = self.paying = self.kept = None

    def say(self, text: str, command: str = "REPLY") -> Send[Word]:
        """Something in words, to this client alone."""
        return Send(Word(command=command, info=text, sender=self.me.typed or None))

    def room(self) -> TableInfo:
        """The table it is at, for those who are at one."""
        if self.info is None:
            raise RuntimeError("there is no table")
        return self.info

    def at_table(self) -> tuple[TableInfo, View, Match]:
        """The running match, for those who have been told that there is one."""
        if self.view is None or self.match is None:
            raise RuntimeError("there is no match")
        return self.room(), self.view, self.match


def keep(stay: Session, kept: Kept) -> Script:
    """A move is kept; one that was kept before has come to nothing."""
    if stay.kept and stay.kept.error != "REPLY":
        yield stay.say(texts.NOT_KEPT, stay.kept.error)
    stay.kept = kept
    yield stay.say(texts.KEPT)


def raw(value: Any) -> Raw:
    """A move or a step as it is asked for."""
    return Raw(msgspec.json.encode(value))
