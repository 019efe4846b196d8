"""Journal entries about players.

The journal stores tokens, secrets and addresses only as digests.
"""

from time import gmtime
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from ludoteca.messages import A_DAY, Visibility


class Session(Struct, omit_defaults=True):
    """A client that was given a token."""

    digest: str
    """Digest of the token."""
    since: int = 0
    used: int = 0
    """Time of creation and of last use, in milliseconds since 1970."""
    address: str = ""
    """Address of the last use; not recorded."""
    protocol: str = ""
    client: str = ""
    """Name that the client reported for itself."""

    def written(self) -> "Session":
        """Return the session as it is recorded."""
        return replace(self, address="")


class Vacation(Struct, frozen=True):
    """A period in which a player's slow clocks are stopped, in milliseconds since 1970."""

    since: int
    until: int

    def days_in(self, year: int) -> int:
        """Return the days counted for a calendar year (UTC): those that begin in it."""
        return sum(gmtime(at // 1000).tm_year == year for at in self._days())

    def _days(self) -> range:
        """Return the beginning of each day; a partial day counts, and there is at least one day."""
        return range(self.since, max(self.until, self.since + 1), A_DAY * 1000)


class NameKept(Struct, frozen=True, tag=True):
    """A name belongs to the player who knows the secret with this digest."""

    name: str
    salt: str
    digest: str
    since: int = 0
    """Time at which the player got the name, in milliseconds since 1970."""


class Muted(Struct, frozen=True, tag=True):
    """A recorded player muted or unmuted another player."""

    name: str
    other: str
    muted: bool


class Blocked(Struct, frozen=True, tag=True):
    """A recorded player blocked or unblocked another player."""

    name: str
    other: str
    blocked: bool


class Befriended(Struct, frozen=True, tag=True, omit_defaults=True):
    """A player requested or ended a friendship; two players who request each other are friends."""

    name: str
    other: str
    wanted: bool
    since: int = 0
    """Time at which the other player got the name, in milliseconds since 1970."""
    at: int = 0
    declined: bool = False
    """Whether the other player's request is hidden from now on."""


class Followed(Struct, frozen=True, tag=True, omit_defaults=True):
    """A player followed or unfollowed another player."""

    name: str
    other: str
    followed: bool
    since: int = 0
    at: int = 0


class GuestSeated(Struct, frozen=True, tag=True, omit_defaults=True):
    """A player without a secret took a first seat; the fields hold the credentials for the name."""

    name: str
    since: int
    home: str = ""
    """Digest of the address, for protocols without tokens."""
    sessions: tuple[Session, ...] = ()
    former: tuple[Session, ...] = ()
    """Sessions of players from whom the name was released."""


class SessionBegun(Struct, frozen=True, tag=True):
    """A client got a token for a recorded name."""

    name: str
    session: Session


class NameReleased(Struct, frozen=True, tag=True):
    """A name and its seats go to the next login; earlier tokens can still reclaim the name."""

    name: str


class RecoveryKept(Struct, frozen=True, tag=True):
    """The recovery code with this digest, unless empty, is accepted in place of the secret."""

    name: str
    digest: str


class SessionsEnded(Struct, frozen=True, tag=True):
    """The tokens with these digests were revoked."""

    name: str
    digests: tuple[str, ...]


class AccountDeleted(Struct, frozen=True, tag=True):
    """A player deleted their account; the name is neither shown nor assigned again."""

    name: str


class VacationTaken(Struct, frozen=True, tag=True):
    """A player is on vacation between these times, in milliseconds since 1970."""

    name: str
    since: int
    until: int


class VacationCut(Struct, frozen=True, tag=True):
    """A player ended the running vacation early, at this time."""

    name: str
    at: int


class Claimed(Struct, frozen=True, tag=True, omit_defaults=True):
    """A player has connected to a node, which claims the name."""

    name: str
    node: str
    at: int = 0
    """Milliseconds since 1970."""
    others: tuple[str, ...] = ()
    """Other nodes where connections with a valid token stay open."""


class VisibilityChosen(Struct, frozen=True, tag=True):
    """A player chose the part of their page that strangers may see."""

    name: str
    strangers_see: Visibility


Entry: TypeAlias = (
    NameKept
    | Muted
    | Blocked
    | Befriended
    | Followed
    | GuestSeated
    | SessionBegun
    | NameReleased
    | RecoveryKept
    | SessionsEnded
    | AccountDeleted
    | Claimed
    | VacationTaken
    | VacationCut
    | VisibilityChosen
)
"""Journal entries about players."""
