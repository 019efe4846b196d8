"""The page that explains `--origin` to people who open the server under an unknown host name."""

import re
from base64 import b64encode
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from html import escape
from importlib.resources import files

from aiohttp import web

from ludoteca.messages import ServerReason
from ludoteca.server.api_routes import STATUSES
from ludoteca.server.http_clients import FORWARDED_SCHEME
from ludoteca.server.page import HEADERS, NOT_THERE, TYPES

NAME = re.compile(r"([a-z0-9._-]{1,253})(:[0-9]{1,5})?", re.IGNORECASE)
"""A host name as browsers send it, optionally with a port."""
# The style is inline, because the server refuses the page's files under an unknown name too.
STYLE = (
    ":root { font: 1.05rem/1.5 system-ui, sans-serif; } "
    "main { max-width: 44rem; margin: 2rem auto; padding: 0 1rem; overflow-wrap: anywhere; } "
    "h1, h2 { font-size: 1.4rem; line-height: 1.25; } "
    "section + section { margin-top: 2.5rem; } "
    "pre { padding: .7rem; border: 1px solid; border-radius: .4rem; white-space: pre-wrap; }"
)
DIGEST = b64encode(sha256(STYLE.encode()).digest()).decode()
POLICY = (
    f"default-src 'none'; style-src 'sha256-{DIGEST}'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
PROGRAMS = ("/api", "/ws")
"""Prefixes of the paths at which programs receive the refusal as JSON."""


def wants_page(request: web.Request) -> bool:
    """Return whether a request comes from a browser in which a person is opening a page."""
    accepted = (each.partition(";")[0].strip() for each in _words(request, "Accept"))
    return (
        request.method in ("GET", "HEAD")
        and not request.path.startswith(PROGRAMS)
        and "text/html" in accepted
        and NAME.fullmatch(request.headers.get("Host", "")) is not None
    )


def _words(request: web.Request, header: str) -> list[str]:
    return ",".join(request.headers.getall(header, ())).lower().split(",")


def unknown_host_page(request: web.Request) -> web.Response:
    """Return the page, with the same status as the refusal for programs."""
    host = request.headers.get("Host", "").lower()
    # Any proxy's header is trusted, because only the client that sent the request sees the page.
    scheme = "https" if "https" in _words(request, FORWARDED_SCHEME) else request.scheme
    texts = {"host": host.partition(":")[0], "origin": f"{scheme}://{host}"}
    headers = {
        **HEADERS,
        **NOT_THERE,
        "Content-Security-Policy": POLICY,
        "Content-Type": TYPES["html"],
    }
    status = STATUSES[ServerReason.WRONG_ORIGIN]
    return web.Response(status=status, body=_filled(texts).encode(), headers=headers)


def _filled(texts: Mapping[str, str]) -> str:
    page = _page().replace("{style}", STYLE)
    for name, text in texts.items():
        page = page.replace(f"{{{name}}}", escape(text))
    return page


@cache
def _page() -> str:
    return (files("ludoteca.server") / "unknown_host.html").read_text(encoding="utf-8")
