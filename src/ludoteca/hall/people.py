"""Who is known to the server: names, and what proves whose they are.

A name is free again once its person has left, unless a secret keeps it. Secrets and tokens are kept
as digests only. Kept names outlive the process: they are a stream of their own in the journal.
"""

import asyncio
import hashlib
import hmac
import secrets
from collections.abc import Callable, Sequence
from weakref import WeakValueDictionary

import msgspec
from msgspec import Struct

from ludoteca.games import Refusal
from ludoteca.hall.limits import Limits
from ludoteca.hall.values import UNREADABLE
from ludoteca.journal import Damaged, Journal
from ludoteca.messages import HouseReason, Listener, is_bot_name, is_name, key, refuse
from ludoteca.ops import log

STREAM = "people"
TOKEN_BYTES = 32


class NameKept(Struct, frozen=True, tag=True):
    """A name belongs to the player who knows the secret with this digest."""

    name: str
    salt: str
    digest: str
    since: int = 0
    """Since when they have had it, in milliseconds since 1970."""


class Muted(Struct, frozen=True, tag=True):
    """A player whose name is kept has muted another, or has not any more."""

    name: str
    other: str
    muted: bool


class Person(Struct):
    """A player who is connected, or whose name is kept."""

    name: str
    token: str = ""
    """The digest of the token that was last given to them."""
    kept: NameKept | None = None
    client: Listener | None = None
    muted: set[str] = set()
    """The keys of the names they do not want to hear."""
    since: int = 0
    """Since when the name is theirs, in milliseconds since 1970."""


class People:
    """Every player the server knows."""

    def __init__(self, journal: Journal, limits: Limits, now: Callable[[], float]) -> None:
        self._journal, self._limits, self._now = journal, limits, now
        self._version = 0
        self._known: dict[str, Person] = {}
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        """One for each name that is being entered: proving a secret takes time."""
        self._writing = asyncio.Lock()

    async def remember(self) -> None:
        """Read whose names are kept; an entry that cannot be read costs that entry only."""
        entries: Sequence[bytes | None]
        try:
            entries = await self._journal.read(STREAM)
        except Damaged as damaged:
            log.error("person_unreadable", reason=str(damaged))
            entries = damaged.entries
        for version, entry in enumerate(entries, start=1):
            try:
                if entry is not None:
                    self._learn(entry)
            except (*UNREADABLE, KeyError) as error:
                reason = f"entry {version} of {STREAM} makes no sense: {error}"
                log.error("person_unreadable", reason=reason)
        self._version = len(entries)

    def _learn(self, entry: bytes) -> None:
        match msgspec.json.decode(entry, type=NameKept | Muted):
            case NameKept(name) as kept:
                self._known[key(name)] = Person(name, kept=kept, since=kept.since)
            case Muted(name, other, muted):
                _mute(self._known[key(name)], other, muted=muted)

    def here(self) -> list[str]:
        """The names of those who are connected."""
        return sorted(person.name for person in self._known.values() if person.client)

    def clients(self) -> list[Listener]:
        """The connections of all who have entered."""
        return [person.client for person in self._known.values() if person.client]

    def is_here(self, name: str) -> bool:
        """Whether a player of that name is connected."""
        person = self._known.get(key(name))
        return person is not None and person.client is not None

    def is_known(self, name: str) -> bool:
        """Whether a player of that name is connected, or the name is kept."""
        return key(name) in self._known

    def had_name(self, name: str, at: int) -> bool:
        """Whether the player of this name had it at that time."""
        person = self._known.get(key(name))
        return person is not None and person.since <= at

    def is_muted(self, name: str, other: str) -> bool:
        """Whether a player has muted another."""
        person = self._known.get(key(name))
        return person is not None and key(other) in person.muted

    async def mute(self, name: str, other: str, *, muted: bool) -> Refusal | None:
        """Mute another player, or hear them again."""
        async with self._lock_of(name):
            if not is_name(other) or key(other) == key(name):
                return refuse(HouseReason.NO_SUCH_PERSON)
            person = self._known[key(name)]
            if (key(other) in person.muted) != muted and person.kept:
                await self._write(Muted(name, other, muted))
            _mute(person, other, muted=muted)
            return None

    async def enter(
        self, client: Listener, name: str, secret: str, token: str, *, seated: bool = False
    ) -> tuple[str, Listener | None] | Refusal:
        """Enter under a name: the new token, and the connection that is taken over, if any.

        Who comes to a name that has a seat is who sits there. A bot's name is only for who keeps it
        or has a seat by it, from before it was one.
        """
        async with self._lock_of(name):
            person = self._known.get(key(name)) or self._newcomer(name)
            proven = bool(token) and hmac.compare_digest(_digest(token), person.token)
            if not proven and (reason := await self._why_not(client, person, name, secret)):
                return refuse(reason)
            if is_bot_name(name) and not (proven or person.kept or seated):
                return refuse(HouseReason.NAME_IN_USE, "That is the name of a bot.")
            if not (proven or person.kept or seated):
                person = self._newcomer(name)
            if secret and person.kept is None:
                if not self._limits.allow("keep", client.address):
                    return refuse(HouseReason.TOO_OFTEN)
                person.kept = await self._keep(person, secret)
            fresh = secrets.token_urlsafe(TOKEN_BYTES)
            before, person.client, person.token = person.client, client, _digest(fresh)
            self._known[key(name)] = person
            client.name = person.name
            return fresh, before

    def _lock_of(self, name: str) -> asyncio.Lock:
        return self._locks.setdefault(key(name), asyncio.Lock())

    async def _why_not(
        self, client: Listener, person: Person, name: str, secret: str
    ) -> HouseReason | None:
        if not is_name(name):
            return HouseReason.BAD_NAME
        if person.kept:
            # Strangers who try secrets from elsewhere do not lock its owner out.
            guesses = f"{client.address} {key(name)}"
            if not self._limits.allow("secret", guesses):
                return HouseReason.TOO_OFTEN
            if not await asyncio.to_thread(_is_secret, person.kept, secret):
                return HouseReason.WRONG_SECRET
            self._limits.give_back("secret", guesses)
            return None
        return HouseReason.NAME_IN_USE if person.client else None

    def _newcomer(self, name: str) -> Person:
        return Person(name, since=int(self._now() * 1000))

    async def _keep(self, person: Person, secret: str) -> NameKept:
        name, salt = person.name, secrets.token_hex(16)
        digest = await asyncio.to_thread(_stretched, secret, salt)
        kept = NameKept(name, salt, digest, person.since)
        await self._write(kept, *(Muted(name, other, muted=True) for other in person.muted))
        return kept

    async def _write(self, *entries: NameKept | Muted) -> None:
        async with self._writing:
            self._version = await self._journal.append(
                STREAM, self._version, [msgspec.json.encode(entry) for entry in entries]
            )

    def leave(self, client: Listener, *, seated: bool) -> bool:
        """Release a closed connection, and its name if nothing keeps it; whether it had entered."""
        person = self._known.get(key(client.name))
        if person is None or person.client is not client:
            return False
        person.client = None
        if not person.kept and not seated:
            del self._known[key(client.name)]
        return True


def _mute(person: Person, other: str, *, muted: bool) -> None:
    (person.muted.add if muted else person.muted.discard)(key(other))


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


def _stretched(secret: str, salt: str) -> str:
    return hashlib.scrypt(secret.encode(), salt=salt.encode(), n=2**14, r=8, p=1).hex()


def _is_secret(kept: NameKept, secret: str) -> bool:
    return bool(secret) and hmac.compare_digest(_stretched(secret, kept.salt), kept.digest)
