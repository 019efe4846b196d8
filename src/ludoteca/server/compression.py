"""Responses in gzip for clients that accept it; shared by the API and the page."""

import gzip
from collections.abc import Callable, Mapping

from aiohttp import web

VARY = {"Vary": "Accept-Encoding"}


def compressed(data: bytes, level: int = 9) -> bytes:
    """The same in gzip; the same bytes always give the same result."""
    return gzip.compress(data, level, mtime=0)


def accepts_gzip(request: web.Request) -> bool:
    """Whether the client has said that it accepts gzip."""
    for coding in request.headers.get("Accept-Encoding", "").lower().split(","):
        name, _, weight = coding.replace(" ", "").partition(";q=")
        if name == "gzip":
            return not weight or weight.strip("0.") != ""
    return False


def response(
    request: web.Request, headers: Mapping[str, str], data: bytes, gzipped: Callable[[], bytes]
) -> web.Response:
    """A response with this data, in gzip if the client accepts it."""
    headers = {**headers, **VARY}
    if not accepts_gzip(request):
        return web.Response(body=data, headers=headers)
    return web.Response(body=gzipped(), headers={**headers, "Content-Encoding": "gzip"})
