"""The web page: one document at several paths, and the files that it loads.

The files are served under a path that contains a digest of their contents, so browsers can cache
them forever and a page never mixes files of two versions.
"""

import gzip
import posixpath
import re
from collections.abc import Awaitable, Callable, Iterator, Mapping
from functools import cache, partial
from hashlib import sha256
from importlib import import_module
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import NamedTuple, TypeAlias

from aiohttp import web
from msgspec import Struct

from ludoteca.games import ROWS

VARY = {"Vary": "Accept-Encoding"}


def compressed(data: bytes, level: int = 9) -> bytes:
    """Compress with gzip; equal data always gives equal results."""
    return gzip.compress(data, level, mtime=0)


def accepts_gzip(request: web.Request) -> bool:
    for coding in request.headers.get("Accept-Encoding", "").lower().split(","):
        name, _, weight = coding.replace(" ", "").partition(";q=")
        if name == "gzip":
            return not weight or weight.strip("0.") != ""
    return False


def response(
    request: web.Request, headers: Mapping[str, str], data: bytes, gzipped: Callable[[], bytes]
) -> web.Response:
    """Return a response with this data, compressed if the client accepts gzip."""
    headers = {**headers, **VARY}
    if not accepts_gzip(request):
        return web.Response(body=data, headers=headers)
    return web.Response(body=gzipped(), headers={**headers, "Content-Encoding": "gzip"})


ADDRESSES = (
    "/",
    "/t/{code}",
    "/table/{number}",
    "/replay/{number}",
    "/rules/{game}",
    "/leaderboard/{game}",
    "/games",
    "/puzzles",
    "/p/{name}",
    "/friends",
    "/help",
    "/analysis",
    "/operator",
)
"""Paths of the document; its scripts read which path was requested."""
REPLAY = "/replay/{number}"
INVITATION = "/t/{code}"
"""With `REPLAY`, paths whose documents describe a game or a table, for previews of links."""
DOCUMENT = "index.html"
MISSING = "missing.html"
"""Document for unknown paths."""
AT_ROOT: Mapping[str, str] = {"/offline": "offline.html", "/worker.js": "worker.js"}
"""Files at fixed paths: the offline page and the service worker that shows it."""
TYPES: Mapping[str, str] = {
    "html": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "json": "application/json",
    "md": "text/markdown; charset=utf-8",
    "png": "image/png",
    "svg": "image/svg+xml",
    "webmanifest": "application/manifest+json",
}
POLICY = (
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types worker",
)
OPENER_POLICY = "Cross-Origin-Opener-Policy"
HEADERS: Mapping[str, str] = {
    **VARY,
    "Content-Security-Policy": "; ".join(POLICY),
    OPENER_POLICY: "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
FOREVER = {"Cache-Control": "public, max-age=31536000, immutable"}
ASK_AGAIN = {"Cache-Control": "no-cache"}
NOT_THERE = {"Cache-Control": "no-store"}
HEAD_ENDS = b"</head>"
MAIN_BEGINS = b'<main id="main">'
SCRIPT = "main.js"
"""The module that the document loads."""
DOCUMENTATION = re.compile(rb"^[ \t]*/\*\*(?:(?!\*/).)*\*/[ \t]*$", re.MULTILINE | re.DOTALL)
IMPORT = re.compile(r'^(?:import|(?:import|export)\b[^;"]* from) "([^"]*)"', re.MULTILINE)

Describe: TypeAlias = Callable[[web.Request], Awaitable[str]]
"""Returns HTML for the head of the document."""


class GamePage(Struct, frozen=True):
    """A game's files for the page, as paths below the page's assets; all have defaults."""

    module: str = ""
    """Module that shows the game's tables; by default, the page draws board and move buttons."""
    card: str = ""
    """Module that draws the game outside a table."""
    styles: str = ""
    texts: dict[str, str] = {}
    """Texts of the game, by language."""
    rules: dict[str, str] = {}
    """Rules for players, by language."""


def page_routes(describe: Describe, described: Mapping[str, Describe]) -> list[web.RouteDef]:
    """Return routes for all files of the page.

    `describe` returns the description in the document's head; `described` replaces it for some
    paths.
    """
    where, assets, linked = _linked()
    page = _Document(linked[DOCUMENT])
    describes = {**dict.fromkeys(ADDRESSES, describe), **described}
    return [
        *(web.get(path, partial(page.give_described, how)) for path, how in describes.items()),
        *(
            web.get(address, _Fresh(_file(path, linked[path])).give)
            for address, path in AT_ROOT.items()
        ),
        web.get("/assets/{path:.*}", _Assets(where, assets).give),
    ]


@cache
def _linked() -> tuple[str, Mapping[str, bytes], Mapping[str, bytes]]:
    """Return the path of the assets, the assets, and the other files, whose links use that path."""
    assets = dict(contents())
    parts = {path: assets.pop(path) for path in (DOCUMENT, MISSING, *AT_ROOT.values())}
    parts[DOCUMENT] = parts[DOCUMENT].replace(HEAD_ENDS, preloads().encode() + HEAD_ENDS)
    where = f"/assets/{digest_of(assets)}"
    linked = {path: data.replace(b"{assets}", where.encode()) for path, data in parts.items()}
    return where, assets, linked


def is_unknown_page(request: web.Request) -> bool:
    """Return whether a browser is opening a path that does not exist."""
    return isinstance(request.match_info.http_exception, web.HTTPNotFound) and (
        request.method == "GET" and "text/html" in request.headers.get("Accept", "")
    )


def with_main(content: str) -> bytes:
    """Return a page that shows this content and has no scripts."""
    _, _, linked = _linked()
    head, main, _ = linked[MISSING].partition(MAIN_BEGINS)
    return head + main + content.encode() + b"</main></body></html>"


async def not_found(request: web.Request) -> web.Response:
    """Return the page for paths that do not exist."""
    _, _, linked = _linked()
    answer = _file(MISSING, linked[MISSING]).answer(request, NOT_THERE)
    answer.set_status(404)
    return answer


@cache
def contents() -> Mapping[str, bytes]:
    """Return every file of the page and of the games, by path."""
    found = dict[str, bytes]()
    for name, row in ROWS.items():
        package, _, folder = row.page.partition(":")
        if package:
            found |= inside(files(package) / folder, f"games/{name}/")
        if hasattr(
            import_module(row.package), "__path__"
        ):  # a single module has no files beside it
            for path, data in inside(files(row.package)):
                if path.startswith("rules."):
                    found[path.replace("rules", f"rules/{name}", 1)] = data
    for path, data in inside(files("ludoteca.ui") / "web"):
        found[path] = undocumented(data) if _ending(path) == "js" else data
    return found


@cache
def game_page(name: str) -> GamePage:
    there = contents()
    module, card, styles = (f"games/{name}/{file}" for file in ("page.js", "card.js", "page.css"))
    return GamePage(
        module=module if module in there else "",
        card=card if card in there else "",
        styles=styles if styles in there else "",
        texts=_by_language(rf"games/{name}/lang/(\w+)\.json"),
        rules=_by_language(rf"rules/{name}\.(\w+)\.md"),
    )


def _by_language(pattern: str) -> dict[str, str]:
    found = (re.fullmatch(pattern, path) for path in sorted(contents()))
    return {match[1]: match[0] for match in found if match}


def preloads() -> str:
    """Return links to all modules that every visit needs, so that they load in parallel.

    Without these links, a browser discovers a module only after loading one that imports it.
    """
    there = contents()
    needed: list[str] = []
    waiting = [SCRIPT, *(game_page(name).card for name in ROWS)]
    while waiting:
        path = waiting.pop(0)
        if path in there and path not in needed:  # skips missing cards and external imports
            needed.append(path)
            waiting += imports(path, there[path].decode())
    return "".join(f'<link rel="modulepreload" href="{{assets}}/{path}">\n' for path in needed)


def imports(path: str, source: str) -> list[str]:
    """Return the modules that a module imports statically."""
    return [posixpath.normpath(f"{path}/../{name}") for name in IMPORT.findall(source)]


def inside(folder: Traversable, under: str = "") -> Iterator[tuple[str, bytes]]:
    """Yield every file of a known type below a folder, by path."""
    for entry in folder.iterdir():
        path = f"{under}{entry.name}"
        if entry.is_dir():
            yield from inside(entry, f"{path}/")
        elif _ending(path) in TYPES:
            yield path, entry.read_bytes()


def undocumented(module: bytes) -> bytes:
    """Remove documentation comments from a module, keeping its line numbers."""
    return DOCUMENTATION.sub(lambda comment: b"\n" * comment[0].count(b"\n"), module)


def _ending(path: str) -> str:
    return path.rpartition(".")[2]


def digest_of(assets: Mapping[str, bytes]) -> str:
    """Return a short digest of all files."""
    whole = sha256()
    for path, data in sorted(assets.items()):
        whole.update(f"{path} {len(data)} ".encode() + data)
    return whole.hexdigest()[:12]


class _File(NamedTuple):
    """A file and its compressed form."""

    kind: str
    data: bytes
    gzipped: bytes

    def answer(self, request: web.Request, headers: Mapping[str, str]) -> web.Response:
        headers = {**HEADERS, **headers, "Content-Type": self.kind}
        return response(request, headers, self.data, lambda: self.gzipped)


def _file(path: str, data: bytes) -> _File:
    return _File(TYPES[_ending(path)], data, compressed(data))


class _Fresh:
    """A file that browsers revalidate on each request."""

    def __init__(self, file: _File) -> None:
        self._file = file
        self._tag = sha256(file.data).hexdigest()[:12]

    async def give(self, request: web.Request) -> web.Response:
        headers = {**ASK_AGAIN, "ETag": f'W/"{self._tag}"'}
        if self._tag in (known.value for known in request.if_none_match or ()):
            return web.Response(status=304, headers={**HEADERS, **headers})
        return self._file.answer(request, headers)


class _Document(_Fresh):
    """The page's HTML document, whose head can describe the requested path."""

    def __init__(self, data: bytes) -> None:
        super().__init__(_file(DOCUMENT, data))

    async def give_described(self, describe: Describe, request: web.Request) -> web.Response:
        """Return the document with the description of this path, if any, in its head."""
        if not (head := await describe(request)):
            return await self.give(request)
        data = self._file.data.replace(HEAD_ENDS, head.encode() + HEAD_ENDS)
        answer = await _Fresh(_file(DOCUMENT, data)).give(request)
        answer.headers["Vary"] = "Accept-Encoding, Accept-Language"
        return answer


class _Assets:
    """Serves the files that the document loads."""

    def __init__(self, where: str, assets: Mapping[str, bytes]) -> None:
        self._files = {f"{where}/{path}": _file(path, data) for path, data in assets.items()}

    async def give(self, request: web.Request) -> web.Response:
        file = self._files.get(request.path)
        if file is None:
            return web.Response(status=404, headers={**HEADERS, **NOT_THERE})
        return file.answer(request, FOREVER)
