"""The page for people: a few files of the package, served as they are."""

from collections.abc import Mapping
from importlib.resources import files

from aiohttp import web

TYPES: Mapping[str, str] = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}
HEADERS: Mapping[str, str] = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-cache",
}


def page_routes() -> list[web.RouteDef]:
    """An address for every file of the page; its first one is at `/`."""
    folder = files("ludoteca") / "clients" / "web"
    return [
        web.get(
            f"/{file.name.removeprefix('index.html')}", _File(file.name, file.read_bytes()).give
        )
        for file in folder.iterdir()
    ]


class _File:
    """One file of the page."""

    def __init__(self, name: str, data: bytes) -> None:
        self._data = data
        self._headers = {**HEADERS, "Content-Type": TYPES[name[name.rindex(".") :]]}

    async def give(self, _: web.Request) -> web.Response:
        return web.Response(body=self._data, headers=self._headers)
