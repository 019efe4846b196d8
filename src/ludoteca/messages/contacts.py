"""Contacts of a player: friends, followed and blocked players, and last opponents."""

from enum import StrEnum
from typing import TypeAlias

from msgspec import Struct

from ludoteca.messages.request_base import Request


class OnContacts(Request, frozen=True, kw_only=True):
    """A request about your contacts."""


class Befriend(OnContacts, frozen=True):
    """Ask a player to be your friend, or accept; or withdraw, decline or end that.

    You are friends once you have both asked. Both of you need accounts. After you have declined or
    ended a friendship, the other player cannot ask you again, but you can ask them.
    """

    name: str
    wanted: bool = True


class Follow(OnContacts, frozen=True):
    """Add an account to your contacts, or remove it. The other player is not told."""

    name: str
    followed: bool = True


class AskContacts(OnContacts, frozen=True):
    """List friends, followed and blocked players; with `follow`, receive changes."""

    follow: bool = False


class AskOpponents(OnContacts, frozen=True):
    """List the people you have played with last."""


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
    """While the player is online: listed tables where they hold a seat, and those you share."""


class Opponent(Struct, frozen=True):
    """A person you have played with."""

    name: str
    game: str
    table: int
    """The last game."""
    at: int
    """Time when it ended, in milliseconds since 1970."""
    account: bool
    """Whether the player has an account, as friends need."""
    online: bool
