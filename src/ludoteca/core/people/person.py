"""A player, what proves that a name is theirs, and how that is written down.

Tokens, secrets and addresses are kept as digests only.
"""

import hashlib
from collections.abc import Iterable
from functools import lru_cache
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from ludoteca.messages import Listener, key

MOST_SESSIONS = 20
"""So many tokens of one name are valid; with more, the one that was used longest ago is not."""


class Session(Struct, omit_defaults=True):
    """A client to which a token was given."""

    digest: str
    """Of the token."""
    since: int = 0
    used: int = 0
    """When it was given and last used, in milliseconds since 1970."""
    address: str = ""
    """Where it was used last; this is not written down."""
    protocol: str = ""
    client: str = ""
    """What the client calls itself."""

    def written(self) -> "Session":
        """The session as the journal keeps it."""
        return replace(self, address="")


class NameKept(Struct, frozen=True, tag=True):
    """A name belongs to the player who knows the secret with this digest."""

    name: str
    salt: str
    digest: str
    since: int = 0
    """Since when they have had it, in milliseconds since 1970."""


class Muted(Struct, frozen=True, tag=True):
    """A player who is recorded has muted another, or has not any more."""

    name: str
    other: str
    muted: bool


class Blocked(Struct, frozen=True, tag=True):
    """A player who is recorded has blocked another, or has not any more."""

    name: str
    other: str
    blocked: bool


class GuestSeated(Struct, frozen=True, tag=True, omit_defaults=True):
    """A player without a secret took a first seat; from now on this proves whose the name is."""

    name: str
    since: int
    home: str = ""
    """The digest of the address, if their protocol knows names only."""
    sessions: tuple[Session, ...] = ()
    former: tuple[Session, ...] = ()
    """The sessions of the players from whom the name was released."""


class SessionBegun(Struct, frozen=True, tag=True):
    """One more client has a token for a name that is kept, or that has had a seat."""

    name: str
    session: Session


class NameReleased(Struct, frozen=True, tag=True):
    """The next login gets a name and its seats; tokens can still take them back."""

    name: str


class RecoveryKept(Struct, frozen=True, tag=True):
    """A code with this digest can take the place of a player's secret; none can if it is empty."""

    name: str
    digest: str


class SessionsEnded(Struct, frozen=True, tag=True):
    """The tokens with these digests prove nothing any more."""

    name: str
    digests: tuple[str, ...]


class AccountDeleted(Struct, frozen=True, tag=True):
    """A player is gone for good: their name is neither shown nor given out any more."""

    name: str


class Claimed(Struct, frozen=True, tag=True):
    """A player is connected to this node from now on, and to no other any more."""

    name: str
    node: str
    at: int = 0
    """In milliseconds since 1970."""


Entry: TypeAlias = (
    NameKept
    | Muted
    | Blocked
    | GuestSeated
    | SessionBegun
    | NameReleased
    | RecoveryKept
    | SessionsEnded
    | AccountDeleted
    | Claimed
)
"""What is written about players."""


_NOT_WRITTEN = ("client", "current", "looks")
"""What only the node knows to which a player is connected."""


class Person(Struct, weakref=True):
    """A name and the player to whom it belongs, if it belongs to one."""

    name: str
    since: int = 0
    """Since when the name is theirs, in milliseconds since 1970."""
    kept: NameKept | None = None
    home: str = ""
    """The digest of the address that proves it is them; empty if none does."""
    sessions: dict[str, Session] = {}
    """By the digests of their tokens, the one used last at the end."""
    client: Listener | None = None
    last_home: str = ""
    """The digest of the address they were last connected from."""
    recorded: bool = False
    """Whether what proves that the name is theirs is in the journal, and whom they mute."""
    seated: bool = False
    """Whether they have had a seat, or may have one by now."""
    recovery: str = ""
    """The digest of the recovery code, if there is one."""
    current: str = ""
    """The digest of the token of the connected client, if it has one."""
    muted: frozenset[str] = frozenset()
    """The keys of the names they do not want to hear."""
    blocked: frozenset[str] = frozenset()
    """The keys of the names that may not sit at their tables, nor write to them."""
    node: str = ""
    """The node they were last connected to, if there are several."""
    deleted: bool = False
    """Whether this was an account, and the name is not given out any more."""
    former: tuple[Session, ...] = ()
    """The sessions of earlier players, from whom the name was released: they take it back."""
    version: int = 0
    """How much of what is written about the name this tells."""
    looks: int | None = None
    """The version of the skeleton's stream when a new name was compared with others.

    None where no other node can claim a name that looks alike.
    """

    def apply(self, entry: Entry) -> None:  # noqa: C901 - one case an entry
        """Learn what was written; nothing is said about a name that belongs to nobody."""
        match entry:
            case NameKept():
                self._belong(entry.name, entry.since)
                self.kept, self.home = entry, ""
            case GuestSeated(_, since, home, sessions, former):
                self._belong(entry.name, since)
                self.home, self.last_home, self.former = home, self.last_home or home, former
                for session in sessions:
                    self._learn(session)
            case NameReleased():
                former = (*self.former, *self.sessions.values())
                self._clear()
                self.former = former[-MOST_SESSIONS:]
            case _ if not self.recorded:
                pass
            case SessionBegun(session=session):
                self._learn(session)
            case Muted() | Blocked():
                self.set_mute(entry)
            case RecoveryKept(digest=made):
                self.recovery = made
            case SessionsEnded(digests=digests):
                self.end(digests)
            case AccountDeleted():
                self._clear()
                self.deleted = True
            case Claimed(node=node):
                self.node = node

    def _belong(self, name: str, since: int) -> None:
        """Belong to the player who has had the name since then."""
        if self.since != since:
            self._clear()
        self.name, self.since, self.recorded = name, since, True

    def _learn(self, session: Session) -> None:
        """Begin a session that was written, unless more is known of it than that."""
        self.begin(self.sessions.get(session.digest, session))

    def _clear(self) -> None:
        """Belong to nobody."""
        self.since, self.kept, self.home, self.last_home = 0, None, "", ""
        self.recorded, self.seated, self.recovery, self.node = False, False, "", ""
        self.sessions, self.former = {}, ()
        self.muted = self.blocked = frozenset()

    def copied(self) -> "Person":
        """The same player, to be changed without this one."""
        sessions = {one.digest: replace(one) for one in self.sessions.values()}
        return replace(self, sessions=sessions)

    def become(self, written: "Person") -> None:
        """Be what is written by now, and know what is not written of the same sessions."""
        known = self.sessions
        for field in self.__struct_fields__:
            if field not in _NOT_WRITTEN:
                setattr(self, field, getattr(written, field))
        for one in self.sessions.values():
            if before := known.get(one.digest):
                one.address, one.used = before.address, max(one.used, before.used)

    def session(self, token: str) -> Session | None:
        """The session that a token proves, if it is one of theirs."""
        return self.sessions.get(digest(token)) if token else None

    def was_theirs(self, token: str) -> bool:
        """Whether a token belongs to a player from whom the name was released."""
        return bool(token) and digest(token) in {one.digest for one in self.former}

    def begin(self, session: Session) -> None:
        """Let one more token prove that the name is theirs."""
        self.sessions.pop(session.digest, None)
        while len(self.sessions) >= MOST_SESSIONS:
            del self.sessions[next(iter(self.sessions))]
        self.sessions[session.digest] = session

    def use(self, session: Session, at: int) -> None:
        """A token was used."""
        session.used = at
        self.sessions[session.digest] = self.sessions.pop(session.digest)

    def end(self, digests: Iterable[str]) -> None:
        """Let tokens prove nothing any more."""
        for one in digests:
            self.sessions.pop(one, None)

    def set_mute(self, entry: Muted | Blocked) -> None:
        """Mute or block another player, or end that."""
        other = frozenset({key(entry.other)})
        if isinstance(entry, Muted):
            self.muted = self.muted | other if entry.muted else self.muted - other
        else:
            self.blocked = self.blocked | other if entry.blocked else self.blocked - other

    def has_mute(self, entry: Muted | Blocked) -> bool:
        """Return whether an entry would change nothing."""
        keys = self.muted if isinstance(entry, Muted) else self.blocked
        return (key(entry.other) in keys) == _is_on(entry)

    def shut_out(self) -> list[Muted | Blocked]:
        """Whom they have muted and blocked, as the journal keeps it."""
        muted = (Muted(self.name, other, muted=True) for other in sorted(self.muted))
        blocked = (Blocked(self.name, other, blocked=True) for other in sorted(self.blocked))
        return [*muted, *blocked]


def _is_on(entry: Muted | Blocked) -> bool:
    return entry.muted if isinstance(entry, Muted) else entry.blocked


def digest(token: str) -> str:
    """What is kept of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


@lru_cache(1000)  # guests of one address share it
def home_of(address: str) -> str:
    """What is kept of an address."""
    return digest(address)
