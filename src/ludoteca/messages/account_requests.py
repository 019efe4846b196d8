"""What players may ask about their own accounts."""

from typing import TypeAlias

from ludoteca.messages.base_request import Request


class OnAccount(Request, frozen=True, kw_only=True):
    """Anything that is asked about one's own account: a name that a secret keeps."""


class ChangeSecret(OnAccount, frozen=True):
    """Keep your name by a secret from now on, or by another one.

    The secret so far proves that it is you, or the recovery code, which is then used up.
    """

    new: str
    secret: str = ""


class NewRecoveryCode(OnAccount, frozen=True):
    """Get a code that can take the place of a forgotten secret, once; an older one is void."""

    secret: str


class AskSessions(OnAccount, frozen=True):
    """Ask which clients can enter under your name with a token."""


class EndSession(OnAccount, frozen=True):
    """Let the token of one of your clients be void; without a session, log this client out."""

    session: str = ""


class EndOtherSessions(OnAccount, frozen=True):
    """Let the tokens of all your other clients be void."""


class DeleteMe(OnAccount, frozen=True):
    """Delete your account for good: games stay, without your name, and nobody gets it again."""

    secret: str


AnyOnAccount: TypeAlias = (
    ChangeSecret | NewRecoveryCode | AskSessions | EndSession | EndOtherSessions | DeleteMe
)
