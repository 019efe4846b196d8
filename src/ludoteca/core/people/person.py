"""A player and their credentials, rebuilt from the journal entries about their name."""

import hashlib
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from ludoteca.core.people.entries import (
    AccountDeleted,
    Befriended,
    Blocked,
    Claimed,
    Entry,
    Followed,
    GuestSeated,
    Muted,
    NameKept,
    NameReleased,
    RecoveryKept,
    Session,
    SessionBegun,
    SessionsEnded,
    Vacation,
    VacationCut,
    VacationTaken,
    VisibilityChosen,
)
from ludoteca.messages import A_DAY, Listener, Visibility, key

A_YEAR = 366 * A_DAY * 1000
"""Milliseconds."""
MOST_SESSIONS = 20
"""Maximum number of valid tokens per name; a new token replaces the least recently used one."""


class Relation(Struct, frozen=True, omit_defaults=True):
    """A player's relation to another account."""

    name: str
    since: int = 0
    """Time at which the other player got the name; the relation does not extend to later owners."""
    at: int = 0
    """Time of the request, in milliseconds since 1970."""


MOST_RELATIONS = 200
"""Maximum number of each: friend requests sent, requests declined, and players followed."""
_NOT_WRITTEN = ("clients", "looks")
"""Fields known only to the node to which the player is connected."""


class LoggedIn(NamedTuple):
    """The login of one connection."""

    number: int
    """Identifies the connection on its node."""
    token: str
    """Digest of the token; empty for protocols without tokens."""
    program: bool
    """Whether the client declared itself a bot."""


class Person(Struct, weakref=True):
    """A name and its owner, if it has one."""

    name: str
    since: int = 0
    """Time at which the owner got the name, in milliseconds since 1970."""
    kept: NameKept | None = None
    home: str = ""
    """Digest of the address that serves as credentials; empty for none."""
    sessions: dict[str, Session] = {}
    """Sessions by digest of the token, least recently used first."""
    clients: dict[Listener, LoggedIn] = {}
    """The owner's connections to this node, in the order of the logins."""
    last_home: str = ""
    """Digest of the last address that the owner connected from."""
    recorded: bool = False
    """Whether the journal holds the credentials and the mutes."""
    seated: bool = False
    """Whether the owner has had a seat, or is about to take one."""
    recovery: str = ""
    """Digest of the recovery code; empty for none."""
    muted: frozenset[str] = frozenset()
    """Keys of muted names."""
    blocked: frozenset[str] = frozenset()
    """Keys of names whose players may neither join the owner's tables nor write to the owner."""
    wishes: dict[str, Relation] = {}
    """Players with whom the owner wants to be friends, by key."""
    declined: tuple[str, ...] = ()
    """Keys of players whose friend requests are hidden, newest last."""
    follows: dict[str, Relation] = {}
    """Players whom the owner follows, by key."""
    node: str = ""
    """Node of the last login, if there are several nodes."""
    others: tuple[str, ...] = ()
    """Nodes of earlier logins whose connections may still be open."""
    deleted: bool = False
    """Whether the account was deleted; the name is never assigned again."""
    former: tuple[Session, ...] = ()
    """Sessions of owners from whom the name was released; their tokens can reclaim the name."""
    vacations: tuple[Vacation, ...] = ()
    """Vacations of this year and the year before, oldest first."""
    strangers_see: Visibility = Visibility.EVERYTHING
    version: int = 0
    """Number of entries applied from the stream of the name."""
    looks: int | None = None
    """Version of the skeleton's stream when a new name was compared with others.

    None if no other node can claim a similar name.
    """

    def apply(self, entry: Entry) -> None:  # noqa: C901, PLR0912 - one case an entry
        """Apply a journal entry; changes to an owner are ignored if the name is free."""
        match entry:
            case NameKept():
                self._belong(entry.name, entry.since)
                self.kept = entry
                self.home = ""
            case GuestSeated(_, since, home, sessions, former):
                self._belong(entry.name, since)
                self.home = home
                self.last_home = self.last_home or home
                self.former = former
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
            case Befriended() | Followed():
                self._relate(entry)
            case RecoveryKept(digest=made):
                self.recovery = made
            case SessionsEnded(digests=digests):
                self.end(digests)
            case AccountDeleted():
                self._clear()
                self.deleted = True
            case VacationTaken(since=since, until=until):
                recent = [one for one in self.vacations if one.until > since - 2 * A_YEAR]
                self.vacations = (*recent, Vacation(since, until))
            case VacationCut(at=at) if self.vacations:
                last = self.vacations[-1]
                self.vacations = (*self.vacations[:-1], replace(last, until=min(last.until, at)))
            case VacationCut():
                pass
            case Claimed(node=node, others=others):
                self.node = node
                self.others = others
            case VisibilityChosen(strangers_see=strangers_see):
                self.strangers_see = strangers_see

    def _belong(self, name: str, since: int) -> None:
        if self.since != since:
            self._clear()
        self.name = name
        self.since = since
        self.recorded = True

    def _learn(self, session: Session) -> None:
        """Add a recorded session, keeping its unrecorded fields if they are known."""
        self.begin(self.sessions.get(session.digest, session))

    def _clear(self) -> None:
        """Remove the owner of the name."""
        self.since = 0
        self.kept = None
        self.home = ""
        self.last_home = ""
        self.recorded = False
        self.seated = False
        self.recovery = ""
        self.node = ""
        self.others = ()
        self.sessions = {}
        self.former = ()
        self.vacations = ()
        self.muted = self.blocked = frozenset()
        self.strangers_see = Visibility.EVERYTHING
        self.wishes = {}
        self.declined = ()
        self.follows = {}

    def vacation_at(self, at: int) -> int:
        """Return when the vacation that runs at this time ends; 0 if there is none."""
        until = self.vacations[-1].until if self.vacations else 0
        return until if until > at else 0

    def copied(self) -> "Person":
        sessions = {one.digest: replace(one) for one in self.sessions.values()}
        return replace(self, sessions=sessions)

    def become(self, written: "Person") -> None:
        """Adopt the recorded state, keeping the unrecorded fields of sessions that remain."""
        known = self.sessions
        for field in self.__struct_fields__:
            if field not in _NOT_WRITTEN:
                setattr(self, field, getattr(written, field))
        for one in self.sessions.values():
            if before := known.get(one.digest):
                one.address = before.address
                one.used = max(one.used, before.used)

    def session(self, token: str) -> Session | None:
        """Return the session with a token, if the token belongs to the player."""
        return self.sessions.get(digest(token)) if token else None

    def token_of(self, client: Listener) -> str:
        """Return the digest of the token with which a connection logged in; empty for none."""
        login = self.clients.get(client)
        return login.token if login else ""

    def was_theirs(self, token: str) -> bool:
        """Return whether a token belongs to a player from whom the name was released."""
        return bool(token) and digest(token) in {one.digest for one in self.former}

    def begin(self, session: Session) -> None:
        """Add a session; if there are too many, drop the one that was used least recently.

        Sessions of open connections stay, so that a login on another device does not close them.
        """
        self.sessions.pop(session.digest, None)
        connected = {one.token for one in self.clients.values()}
        while len(self.sessions) >= MOST_SESSIONS:
            del self.sessions[next(one for one in self.sessions if one not in connected)]
        self.sessions[session.digest] = session

    def use(self, session: Session, at: int) -> None:
        """Mark a session as the most recently used."""
        session.used = at
        self.sessions[session.digest] = self.sessions.pop(session.digest)

    def end(self, digests: Iterable[str]) -> None:
        for one in digests:
            self.sessions.pop(one, None)

    def set_mute(self, entry: Muted | Blocked) -> None:
        other = frozenset({key(entry.other)})
        if isinstance(entry, Muted):
            self.muted = self.muted | other if entry.muted else self.muted - other
        else:
            self.blocked = self.blocked | other if entry.blocked else self.blocked - other
            if entry.blocked:
                self.wishes = _without(self.wishes, key(entry.other))
                self.follows = _without(self.follows, key(entry.other))

    def _relate(self, entry: Befriended | Followed) -> None:
        other = key(entry.other)
        relation = Relation(entry.other, entry.since, entry.at)
        if isinstance(entry, Followed):
            self.follows = _without(self.follows, other)
            if entry.followed:
                self.follows[other] = relation
            return
        self.wishes = _without(self.wishes, other)
        self.declined = tuple(one for one in self.declined if one != other)
        if entry.wanted:
            self.wishes[other] = relation
        elif entry.declined:
            self.declined = (*self.declined, other)[-MOST_RELATIONS:]

    def wants(self, other: "Person") -> bool:
        """Return whether the owner wants to be another player's friend."""
        wish = self.wishes.get(key(other.name))
        return wish is not None and wish.since == other.since

    def has_mute(self, entry: Muted | Blocked) -> bool:
        """Return whether an entry would change nothing."""
        keys = self.muted if isinstance(entry, Muted) else self.blocked
        return (key(entry.other) in keys) == _is_on(entry)

    def shut_out(self) -> list[Muted | Blocked]:
        """Return the owner's mutes and blocks as journal entries."""
        muted = (Muted(self.name, other, muted=True) for other in sorted(self.muted))
        blocked = (Blocked(self.name, other, blocked=True) for other in sorted(self.blocked))
        return [*muted, *blocked]


def _without(relations: dict[str, Relation], other: str) -> dict[str, Relation]:
    return {name: relation for name, relation in relations.items() if name != other}


def _is_on(entry: Muted | Blocked) -> bool:
    return entry.muted if isinstance(entry, Muted) else entry.blocked


def digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


@lru_cache(1000)  # guests at one address share a digest
def home_of(address: str) -> str:
    return digest(address)
