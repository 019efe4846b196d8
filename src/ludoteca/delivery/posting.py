"""HTTP requests to addresses that players choose.

Players must not reach the server's own network through them. Host names are therefore resolved
once, every address is checked, and the connection goes to a checked address. Redirects are not
followed, and the answer's body is not read.
"""

import asyncio
import socket
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

import aiohttp
from aiohttp.abc import AbstractResolver, ResolveResult
from yarl import URL

from ludoteca.ops.setting_kinds import Network

TIMEOUT = 10.0
RESOLVED_IN = 5.0
RESOLVERS = 4
"""Threads that resolve names, so that slow name servers do not block other work."""
TRANSLATED = (ip_network("64:ff9b::/96"), ip_network("64:ff9b:1::/48"), ip_network("2002::/16"))
"""Networks whose addresses contain addresses of other networks."""
AGENT = "Ludoteca"


class ForbiddenError(OSError):
    """An address belongs to a network to which nothing is sent."""


class Poster:
    """Posts to public addresses, and to those in allowed networks."""

    def __init__(self, allowed: Sequence[Network]) -> None:
        self._resolver = _CheckedResolver(allowed)
        self._session: aiohttp.ClientSession | None = None

    async def is_allowed(self, url: str) -> bool:
        """Return whether anything may be posted to a URL."""
        try:
            parts = URL(url)  # parsed as by the client that connects
            hosts = await self._resolver.resolve(parts.host or "")
        except (OSError, ValueError):
            return False
        private = all(self._resolver.is_in_allowed_network(one["host"]) for one in hosts)
        return parts.scheme == "https" or (parts.scheme == "http" and private)

    async def post(self, url: str, body: bytes, headers: Mapping[str, str]) -> int:
        """Post to a URL; return the status, or 0 if there was no answer."""
        if not await self.is_allowed(url):
            return 0
        if self._session is None:
            # Addresses are resolved, and checked, for each connection; connections are not reused.
            connector = aiohttp.TCPConnector(
                resolver=self._resolver, use_dns_cache=False, force_close=True
            )
            timeout = aiohttp.ClientTimeout(total=TIMEOUT)
            self._session = aiohttp.ClientSession(
                connector=connector, timeout=timeout, cookie_jar=aiohttp.DummyCookieJar()
            )
        sent = {"User-Agent": AGENT, **headers}
        try:
            async with self._session.post(
                url, data=body, headers=sent, allow_redirects=False
            ) as answer:
                answer.close()
                return answer.status
        except (aiohttp.ClientError, OSError, ValueError, TimeoutError):
            return 0

    async def close(self) -> None:
        if self._session:
            await self._session.close()
        await self._resolver.close()


class _CheckedResolver(AbstractResolver):
    """Resolves names to addresses to which something may be sent."""

    def __init__(self, allowed: Sequence[Network]) -> None:
        self._allowed = allowed
        self._threads = ThreadPoolExecutor(RESOLVERS, thread_name_prefix="resolver")

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_UNSPEC
    ) -> list[ResolveResult]:
        """Return the addresses of a host; raise `ForbiddenError` if one of them is forbidden."""
        loop = asyncio.get_running_loop()
        looked_up = loop.run_in_executor(self._threads, _look_up, host, port, family)
        async with asyncio.timeout(RESOLVED_IN):
            found = await looked_up
        if not found or not all(self._is_allowed(address) for _, address in found):
            raise ForbiddenError(host)
        return [
            ResolveResult(
                hostname=host,
                host=address,
                port=port,
                family=family,
                proto=0,
                flags=socket.AI_NUMERICHOST | socket.AI_NUMERICSERV,
            )
            for family, address in found
        ]

    def is_in_allowed_network(self, address: str) -> bool:
        ip = plain(address)
        return any(ip.version == each.version and ip in each for each in self._allowed)

    def _is_allowed(self, address: str) -> bool:
        return is_public(address) or self.is_in_allowed_network(address)

    async def close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)


def _look_up(host: str, port: int, family: int) -> list[tuple[int, str]]:
    found = socket.getaddrinfo(host, port, family, socket.SOCK_STREAM)
    return [(one, str(address[0])) for one, _, _, _, address in found]


def plain(address: str) -> IPv4Address | IPv6Address:
    """Return an address; an IPv4 address that is written as IPv6 becomes IPv4."""
    ip = ip_address(address.partition("%")[0])
    return (ip.ipv4_mapped or ip) if isinstance(ip, IPv6Address) else ip


def is_public(address: str) -> bool:
    """Return whether an address is public, rather than reachable only within some network."""
    ip = plain(address)
    if isinstance(ip, IPv6Address) and any(ip in each for each in TRANSLATED):
        return False
    return ip.is_global and not ip.is_multicast and not ip.is_reserved
