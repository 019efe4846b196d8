"""Digests of secrets, and who waits while they are computed.

A digest says how it was made, `scrypt:16384:8:5:HEX`; one that says nothing is from before it did.
Computing one takes a good part of a second of a core, so there are two at once at most, and an
address that tries many secrets waits behind those that try one.
"""

import asyncio
import hashlib
import hmac
from concurrent.futures import ThreadPoolExecutor

from ludoteca.ops.turns import Turns

SHORTEST, LONGEST = 8, 1000
AT_ONCE = 2
_COST = (2**14, 8, 5)
_EARLIER = (2**14, 8, 1)


class Stretcher:
    """Makes digests of secrets and compares with them, on threads of its own."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(AT_ONCE, "stretch")
        self._turns = Turns(AT_ONCE)

    async def digest(self, secret: str, salt: str, address: str) -> str:
        """The digest of a secret that a player at this address wants to have from now on."""
        made = await self._stretched(secret, salt, _COST, address)
        return f"scrypt:{':'.join(map(str, _COST))}:{made}"

    async def is_secret(
        self, secret: str, salt: str, digest: str, address: str, *, known: bool = False
    ) -> bool:
        """Whether a secret has this digest; an address that is known for the name goes first."""
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
    """Whether a digest was made in an earlier way, and should be made again."""
    return _read(digest)[0] != _COST


def _read(digest: str) -> tuple[tuple[int, int, int], str]:
    if not digest.startswith("scrypt:"):
        return _EARLIER, digest
    _, n, r, p, made = digest.split(":")
    return (int(n), int(r), int(p)), made


def _scrypt(secret: str, salt: str, cost: tuple[int, int, int]) -> str:
    n, r, p = cost
    return hashlib.scrypt(secret.encode(), salt=salt.encode(), n=n, r=r, p=p).hex()
