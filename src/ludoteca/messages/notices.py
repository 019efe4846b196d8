"""What the house tells somebody."""

from typing import Any, TypeAlias

from msgspec import Raw, Struct

from ludoteca.games.contract import Seat, snake
from ludoteca.messages.records import Record


class HolderInfo(Struct, frozen=True):
    """Who holds a seat, and whether they are here."""

    name: str
    bot: str = ""
    here: bool = True


class TableInfo(Struct, frozen=True):
    """A table as it is listed."""

    table: int
    game: str
    seats: tuple[HolderInfo | None, ...]
    options: Raw
    owner: str
    private: bool
    watchable: bool
    started: bool
    over: bool
    code: str = ""
    """For members only."""


class Welcome(Struct, frozen=True, tag_field="notice", tag=snake):
    """You are in, under this name; the token lets you come back."""

    name: str
    token: str
    tables: tuple[int, ...] = ()
    """Tables where you hold a seat."""


class Refused(Struct, frozen=True, tag_field="notice", tag=snake):
    """A no to a request, with a code that never changes and a sentence."""

    code: str
    detail: str
    request: str = ""


class Done(Struct, frozen=True, tag_field="notice", tag=snake):
    """A yes to a request that has no other answer."""

    request: str = ""


class Surroundings(Struct, frozen=True, tag_field="notice", tag=snake):
    """Who is here, and which tables there are."""

    people: tuple[str, ...]
    tables: tuple[TableInfo, ...]
    request: str = ""


class TableShown(Struct, frozen=True, tag_field="notice", tag=snake):
    """A table as you may see it now."""

    info: TableInfo
    version: int
    seat: Seat | None
    view: Any = None
    """What your eyes see of the game, once it has started."""
    request: str = ""


class TableNews(Struct, frozen=True, tag_field="notice", tag=snake):
    """Something happened at a table; its events are those you may know of."""

    table: int
    version: int
    record: Record


class Presence(Struct, frozen=True, tag_field="notice", tag=snake):
    """Somebody dropped from a table, or came back; with a pause if one person is left."""

    table: int
    name: str
    here: bool
    paused: bool


class Moves(Struct, frozen=True, tag_field="notice", tag=snake):
    """What you may play now."""

    table: int
    moves: tuple[Any, ...]
    request: str = ""


class Gesture(Struct, frozen=True, tag_field="notice", tag=snake):
    """The half-made move of a seat, as it is now; None if there is none any more."""

    table: int
    seat: Seat
    draft: Any


class Said(Struct, frozen=True, tag_field="notice", tag=snake):
    """Somebody said something: at a table, to you, or to the whole house."""

    by: str
    text: str
    at: int
    table: int | None = None
    to: str = ""


class Farewell(Struct, frozen=True, tag_field="notice", tag=snake):
    """The house lets go of this connection, and why."""

    code: str
    detail: str


Notice: TypeAlias = (
    Welcome
    | Refused
    | Done
    | Surroundings
    | TableShown
    | TableNews
    | Presence
    | Moves
    | Gesture
    | Said
    | Farewell
)
