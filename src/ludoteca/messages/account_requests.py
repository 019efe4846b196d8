"""Requests about a player's own account."""

from typing import Annotated, TypeAlias

from msgspec import Meta

from ludoteca.messages.profiles import Visibility
from ludoteca.messages.request_base import Request


class OnAccount(Request, frozen=True, kw_only=True):
    """A request about your own account (a name protected by a secret)."""


class ChangeSecret(OnAccount, frozen=True):
    """Protect your name with a secret, or change the secret.

    Changing a secret requires the current secret or the recovery code, and voids the recovery
    code and the tokens of all your other clients.
    """

    new: str
    secret: str = ""


class NewRecoveryCode(OnAccount, frozen=True):
    """Get a one-time code that replaces a forgotten secret; older codes become invalid."""

    secret: str


class AskSessions(OnAccount, frozen=True):
    """List the clients that can log in under your name with a token."""


class EndSession(OnAccount, frozen=True):
    """Revoke the token of one of your clients; if `session` is empty, log this client out."""

    session: str = ""


class EndOtherSessions(OnAccount, frozen=True):
    """Revoke the tokens of all your other clients."""


class DeleteMe(OnAccount, frozen=True):
    """Delete your account permanently: games remain without your name, which is never reused."""

    secret: str


class TakeVacation(OnAccount, frozen=True):
    """Start a vacation now: your clocks stop at tables with a slow clock."""

    days: Annotated[int, Meta(ge=1, le=366)]


class EndVacation(OnAccount, frozen=True):
    """End your vacation now; your clocks run again."""


class AskVacation(OnAccount, frozen=True):
    """Ask whether you are on vacation, and how many vacation days you have left this year."""


class ChooseVisibility(OnAccount, frozen=True):
    """Choose the part of your page that strangers may see."""

    strangers_see: Visibility


class AskSolved(OnAccount, frozen=True):
    """List the puzzles that you have solved."""


class MarkSolved(OnAccount, frozen=True):
    """Remember a puzzle as solved."""

    game: Annotated[str, Meta(max_length=64)]
    number: Annotated[int, Meta(ge=1, le=999_999)]


AnyOnAccount: TypeAlias = (
    ChangeSecret
    | NewRecoveryCode
    | AskSessions
    | EndSession
    | EndOtherSessions
    | DeleteMe
    | TakeVacation
    | EndVacation
    | AskVacation
    | ChooseVisibility
    | AskSolved
    | MarkSolved
)
