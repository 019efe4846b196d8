"""A player's contacts: friends, followed and blocked players, and recent opponents."""

from enum import StrEnum
from typing import TypeAlias

from msgspec import Struct

from ludoteca.messages.request_base import Request


class OnContacts(Request, frozen=True, kw_only=True):
    """A request about your contacts."""


class Befriend(OnContacts, frozen=True):
    """Request, accept, withdraw, decline or end a friendship.

    Two players are friends once both have asked. Both need accounts. After you have declined or
    ended a friendship, the other player cannot ask you again, but you can ask them.
    """

    name: str
    wanted: bool = True


class Follow(OnContacts, frozen=True):
    """Follow an account, or stop following it. The other player is not notified."""

    name: str
    followed: bool = True


class AskContacts(OnContacts, frozen=True):
    """List friends, followed and blocked players; with `follow`, receive changes."""

    follow: bool = False


class AskOpponents(OnContacts, frozen=True):
    """List your most recent opponents."""


AnyOnContacts: TypeAlias = Befriend | Follow | AskContacts | AskOpponents


class Friendship(StrEnum):
    """Relation between you and another player."""

    NONE = ""
    ASKED = "asked"
    """You have asked."""
    ASKS = "asks"
    """The other player has asked you."""
    FRIENDS = "friends"


class ContactTable(Struct, frozen=True):
    """A table where a contact holds a seat."""

    table: int
    game: str
    started: bool
    free: bool
    """Whether you can take a seat."""
    watchable: bool
    """Whether spectators are allowed."""


class Contact(Struct, frozen=True):
    """A player in your list of contacts."""

    name: str
    friendship: Friendship = Friendship.NONE
    followed: bool = False
    blocked: bool = False
    """Whether you have blocked the player."""
    online: bool = False
    tables: tuple[ContactTable, ...] = ()
    """While the player is online: listed tables where they hold a seat, and tables you share."""


class Opponent(Struct, frozen=True):
    """A person you have played with."""

    name: str
    game: str
    table: int
    """Table of your last game with this player."""
    at: int
    """Time when the game ended, in milliseconds since 1970."""
    account: bool
    """Whether the player has an account, which friendship requires."""
    online: bool
