"""Clients of HTTP requests: their address, the host name they use, and the origin of their page."""

import socket
from collections.abc import Callable, Collection, Sequence
from ipaddress import ip_address
from urllib.parse import urlsplit

from aiohttp import web

FORWARDED_FOR = "X-Forwarded-For"
FORWARDED_SCHEME = "X-Forwarded-Proto"


def client_address(peer: str, forwarded: Sequence[str], trusts: Callable[[str], bool]) -> str:
    """Return the last address that is not a trusted proxy's, or "" if the proxies report none."""
    if not trusts(peer):
        return peer
    named = [each.strip() for header in forwarded for each in header.split(",")]
    for each in reversed(named):
        try:
            address = str(ip_address(each))
        except ValueError:
            return ""
        if not trusts(address):
            return address
    return ""


class OwnNames:
    """Host names of this server, and origins whose pages may use it.

    Addresses, `localhost` and the machine's own name are always accepted. No other site has one of
    these as its origin, except a site that is served from a public address without a name.
    """

    def __init__(
        self,
        origins: Collection[str] = (),
        machine: str | None = None,
        *,
        listens_on: str = "",
        other_hosts: Callable[[], Sequence[str]] = tuple,
    ) -> None:
        """`other_hosts` returns hosts at which other machines reach this server, best first."""
        name = (socket.gethostname() if machine is None else machine).lower()
        short = name.partition(".")[0]
        self._origins = dict.fromkeys(each.lower() for each in origins)
        self._own = {"localhost", name, short, f"{short}.local", listens_on.lower()} - {""}
        self._other_hosts = other_hosts
        self._names = self._own | {urlsplit(each).hostname or "" for each in origins}

    def allow(self, request: web.Request) -> bool:
        """Return whether the host name and, if given, the origin of a request are allowed."""
        origin = request.headers.get("Origin")
        return self.knows_host(request) and (
            origin is None or self._may_ask(origin.lower(), request.headers.get("Host"))
        )

    def address(self, request: web.Request) -> str:
        """Return the base URL of this server as the client of a request sees it.

        If a proxy terminates TLS, the request does not show this; only a configured origin does.
        """
        host = request.host.lower()
        known = (each for each in self._origins if urlsplit(each).netloc == host)
        return next(known, f"{request.scheme}://{host}")

    def shared_address(self, request: web.Request) -> str:
        """Return the base URL for other people if the page was opened as `localhost`, otherwise "".

        The interfaces are queried each time, because a laptop's address changes with its network.
        """
        # `request.host` may do a DNS lookup if the client names no host.
        if not _is_loopback(_host(request.headers.get("Host", ""))):
            return ""
        if self._origins:
            return next(iter(self._origins))
        port = request.transport.get_extra_info("sockname")[1] if request.transport else 0
        hosts = (f"[{host}]" if ":" in host else host for host in self._other_hosts())
        return next((f"{request.scheme}://{host}:{port}" for host in hosts), "")

    def knows_host(self, request: web.Request) -> bool:
        """Return whether the host name of a request is this server's."""
        host = request.headers.get("Host")
        return host is None or self._answers_to(_host(host))

    def has_secure_origin(self, request: web.Request) -> bool:
        """Return whether a configured origin says that this server is reached over TLS."""
        host = request.headers.get("Host", "")  # `request.host` may do a DNS lookup
        return f"https://{host.lower()}" in self._origins

    def is_trustworthy(self, request: web.Request) -> bool:
        """Return whether browsers trust the page's origin: it uses TLS or is their own machine."""
        secure = request.secure or self.has_secure_origin(request)
        forwarded = "https" in request.headers.get(FORWARDED_SCHEME, "").lower()
        return secure or forwarded or _is_loopback(_host(request.headers.get("Host", "")))

    def _answers_to(self, name: str) -> bool:
        return name.removesuffix(".") in self._names or _is_address(name)

    def _may_ask(self, origin: str, host: str | None) -> bool:
        if origin in self._origins:
            return True
        try:
            parts = urlsplit(origin)
            name = parts.hostname or ""
        except ValueError:
            return False
        if parts.scheme not in ("http", "https"):
            return False
        if _is_address(name):
            return not ip_address(name).is_global or name == _host(host or "")
        return name in self._own


def _host(header: str) -> str:
    """Return the name in a `Host` header, without the port."""
    try:
        return urlsplit(f"//{header}").hostname or ""
    except ValueError:
        return ""


def _is_loopback(name: str) -> bool:
    return name == "localhost" or (_is_address(name) and ip_address(name).is_loopback)


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True
