"""What somebody may ask of the house; an `id` they choose comes back with the answer."""

from typing import TypeAlias

from msgspec import Raw, Struct

from ludoteca.games.contract import Seat, snake

NO_OPTIONS = Raw(b"{}")


class Request(Struct, frozen=True, kw_only=True, tag_field="do", tag=snake):
    """Anything that can be asked."""

    id: str = ""


class Enter(Request, frozen=True):
    """Come in under a name, with the secret or the token that keeps it if there is one."""

    name: str
    secret: str = ""
    token: str = ""


class LookAround(Request, frozen=True):
    """See who is here and which tables there are."""


class OpenTable(Request, frozen=True):
    """Open a table and take its first seat."""

    game: str
    seats: int
    options: Raw = NO_OPTIONS
    private: bool = False
    watchable: bool = True


class JoinTable(Request, frozen=True):
    """Take a seat at a table: by number, or by code where it is private."""

    table: int = 0
    code: str = ""


class StandUp(Request, frozen=True):
    """Give your seat up."""

    table: int


class SeatBot(Request, frozen=True):
    """Let a bot sit down at your table."""

    table: int
    bot: str


class Unseat(Request, frozen=True):
    """Send a bot away from your table."""

    table: int
    seat: Seat


class StartTable(Request, frozen=True):
    """Start your table, with bots on the free seats."""

    table: int
    bot: str


class Watch(Request, frozen=True):
    """See a table; whoever holds a seat there sees it with its eyes.

    With the version last seen, only what was missed is sent.
    """

    table: int
    seen: int = 0


class StopWatching(Request, frozen=True):
    """See no more of a table."""

    table: int


class Play(Request, frozen=True):
    """Play a move."""

    table: int
    move: Raw


class Draft(Request, frozen=True):
    """One more step of a half-made move."""

    table: int
    step: Raw


class Finish(Request, frozen=True):
    """Play the move that the steps have become."""

    table: int


class AskMoves(Request, frozen=True):
    """Ask what may be played."""

    table: int


class Say(Request, frozen=True):
    """Say something: at a table, to one person, or to the whole house."""

    text: str
    table: int | None = None
    to: str = ""


AnyRequest: TypeAlias = (
    Enter
    | LookAround
    | OpenTable
    | JoinTable
    | StandUp
    | SeatBot
    | Unseat
    | StartTable
    | Watch
    | StopWatching
    | Play
    | Draft
    | Finish
    | AskMoves
    | Say
)
