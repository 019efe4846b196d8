"""Checks of secrets and recovery codes, of which only digests are stored."""

import asyncio
import hashlib
import hmac
import secrets
from concurrent.futures import ThreadPoolExecutor

from ludoteca.core.people.entries import NameKept
from ludoteca.core.people.people import People
from ludoteca.core.people.person import Person, digest
from ludoteca.core.rate_limits import Limits
from ludoteca.games import Refusal
from ludoteca.messages import Listener, ServerReason, key, refuse
from ludoteca.ops.turns import Turns

SHORTEST = 8
LONGEST = 1000
AT_ONCE = 2
_COST = (2**14, 8, 5)
_EARLIER = (2**14, 8, 1)


class Stretcher:
    """Computes and compares digests of secrets on separate threads."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(AT_ONCE, "stretch")
        self._turns = Turns(AT_ONCE)

    async def digest(self, secret: str, salt: str, address: str) -> str:
        """Return the digest of a new secret; addresses take turns."""
        made = await self._stretched(secret, salt, _COST, address)
        return f"scrypt:{':'.join(map(str, _COST))}:{made}"

    async def is_secret(
        self, secret: str, salt: str, digest: str, address: str, *, known: bool = False
    ) -> bool:
        """Return whether a secret has this digest; checks for `known` addresses go first."""
        if not secret:
            return False
        cost, kept = _read(digest)
        made = await self._stretched(secret, salt, cost, address, known=known)
        return hmac.compare_digest(made, kept)

    async def _stretched(
        self,
        secret: str,
        salt: str,
        cost: tuple[int, int, int],
        address: str,
        *,
        known: bool = False,
    ) -> str:
        async with self._turns.turn(address, first=known):
            loop = asyncio.get_running_loop()
            return await loop.run_in_executor(self._threads, _scrypt, secret, salt, cost)


def is_outdated(digest: str) -> bool:
    """Return whether a digest was made with earlier parameters and should be renewed."""
    return _read(digest)[0] != _COST


def _read(digest: str) -> tuple[tuple[int, int, int], str]:
    if not digest.startswith("scrypt:"):
        return _EARLIER, digest
    _, n, r, p, made = digest.split(":")
    return (int(n), int(r), int(p)), made


def _scrypt(secret: str, salt: str, cost: tuple[int, int, int]) -> str:
    n, r, p = cost
    return hashlib.scrypt(secret.encode(), salt=salt.encode(), n=n, r=r, p=p).hex()


_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""Letters and digits that are not easily mistaken for each other in handwriting."""
_GROUPS = 4
_GROUP = 5


class Credentials:
    """Checks and stores secrets and recovery codes."""

    def __init__(self, people: People, limits: Limits) -> None:
        self._people = people
        self._limits = limits
        self._stretcher = Stretcher()

    def may_try(self, client: Listener) -> bool:
        """Charge a client's address for a login; return whether the rate limit allows it."""
        return self._limits.allow("logins", client.address)

    async def why_not(self, client: Listener, person: Person, secret: str) -> ServerReason | None:
        """Return why a secret (or recovery code) is refused; guesses are rate limited."""
        kept = person.kept
        if kept is None:
            return ServerReason.NO_ACCOUNT
        if is_recovery_code(person, secret, client):
            return None
        # Counted per address, so that guesses from other addresses do not lock the owner out.
        guesses = f"{client.address} {key(kept.name)}"
        if not self._limits.allow("secret", guesses):
            return ServerReason.TOO_OFTEN
        if not self._limits.allow("guess", client.address):
            return ServerReason.TOO_OFTEN
        known = bool(client.address) and any(
            one.address == client.address for one in person.sessions.values()
        )
        right = await self._stretcher.is_secret(
            secret, kept.salt, kept.digest, client.address, known=known
        )
        if not right:
            return ServerReason.WRONG_SECRET
        self._limits.give_back("secret", guesses)
        self._limits.give_back("guess", client.address)
        if is_outdated(kept.digest):
            renewed = await self._kept(client, person, secret)
            if await self._people.renew_digest(person, renewed, kept):
                return None
        if person.kept != kept:  # another client has changed the secret meanwhile
            return await self.why_not(client, person, secret)
        return None

    async def keep(
        self, client: Listener, person: Person, secret: str, own: str = ""
    ) -> Refusal | None:
        """Set the secret of a name. Changing a secret ends all sessions except `own`."""
        before = person.kept
        if len(secret) < SHORTEST:
            return refuse(ServerReason.SHORT_SECRET)
        if len(secret) > LONGEST:
            return refuse(ServerReason.TOO_LONG)
        if not self._limits.allow("keep", client.address):
            return refuse(ServerReason.TOO_OFTEN)
        kept = await self._kept(client, person, secret)
        if before:
            done = await self._people.change_secret(person, kept, before, own)
        else:
            done = await self._people.keep(person, kept)
        return None if done else refuse(ServerReason.WRONG_SECRET)  # another client was faster

    async def new_code(self, client: Listener, person: Person, secret: str) -> str | Refusal:
        """Make a recovery code for a player who knows the secret, replacing the previous code."""
        if reason := await self.why_not(client, person, secret):
            return refuse(reason)
        kept = person.kept
        if not self._limits.allow("keep", client.address):
            return refuse(ServerReason.TOO_OFTEN)
        code = new_recovery_code()
        if not await self._people.set_recovery(person, recovery_digest(code), kept):
            return refuse(ServerReason.WRONG_SECRET)
        return code

    async def _kept(self, client: Listener, person: Person, secret: str) -> NameKept:
        salt = secrets.token_hex(16)
        made = await self._stretcher.digest(secret, salt, client.address)
        return NameKept(person.name, salt, made, person.since)


def is_recovery_code(person: Person, typed: str, client: Listener) -> bool:
    """Return whether this is the player's recovery code and the client can set a new secret."""
    if not person.recovery or client.names_only:
        return False
    return secrets.compare_digest(recovery_digest(typed), person.recovery)


def new_recovery_code() -> str:
    """Return a new 100-bit code, long enough for a fast digest to be safe."""
    letters = [secrets.choice(_LETTERS) for _ in range(_GROUPS * _GROUP)]
    return "-".join("".join(letters[at : at + _GROUP]) for at in range(0, len(letters), _GROUP))


def recovery_digest(code: str) -> str:
    """Return the digest of a recovery code, ignoring case, hyphens and spaces."""
    return digest("".join(code.upper().replace("-", "").split()))
