"""The page as served: its paths, caching and security policy."""

import gzip
import re
from pathlib import Path

import pytest

from ludoteca.games import GAMES
from ludoteca.server.page import (
    ADDRESSES,
    AT_ROOT,
    DOCUMENT,
    MISSING,
    TYPES,
    compressed,
    contents,
    digest_of,
    imports,
    inside,
    preloads,
    undocumented,
)
from ludoteca.ui import LANGUAGES, rules_of
from tests.server.running import Answer, RunningServer

FILES = dict(contents())
DOCUMENTS = (DOCUMENT, MISSING, *AT_ROOT.values())
ASSETS = {path: data for path, data in FILES.items() if path not in DOCUMENTS}
WHERE = f"/assets/{digest_of(ASSETS)}"
SCREENS = (
    "analysis",
    "friends.js",
    "friendship.js",
    "games.js",
    "help.js",
    "leaderboard.js",
    "operator",
    "panel",
    "player",
    "puzzles.js",
    "replay",
    "rules.js",
)
HINTS = ("screens/lessons/", *(f"games/{game}/hints" for game in GAMES))
INSTALLED = ("icon-", "manifest.webmanifest", MISSING, *AT_ROOT.values())
LAZY = (
    "rules/",
    "account.css",
    "account.js",
    "login.js",
    "friends.css",
    "players.css",
    "notifications.js",
    "vacation.js",
    *(f"screens/{screen}" for screen in SCREENS),
    *HINTS,
    "games/renaissance/queue",
    *INSTALLED,
)
"""Files that are loaded only on request or after the first view."""
LISTED = ("card.js", "glance.js", ".json")
"""Files that are loaded for a game that is not being played."""
BUDGET = 150_000


def is_guarded(answer: Answer) -> bool:
    """Return whether the headers forbid a browser to load anything else."""
    policy = answer.headers["Content-Security-Policy"].split("; ")
    return (
        policy[:2] == ["default-src 'none'", "script-src 'self'"]
        and "require-trusted-types-for 'script'" in policy
        and not any("unsafe" in rule or "*" in rule or "data:" in rule for rule in policy)
        and answer.headers["X-Content-Type-Options"] == "nosniff"
        and answer.headers["Referrer-Policy"] == "no-referrer"
        and answer.headers["Cross-Origin-Opener-Policy"] == "same-origin"
    )


@pytest.mark.parametrize(
    ("headers", "trusted"),
    [
        ({"Host": "localhost:8080"}, True),
        ({"Host": "127.0.0.1"}, True),
        ({"Host": "192.0.2.7:8080"}, False),
        ({"Host": "192.0.2.7", "X-Forwarded-Proto": "https"}, True),
    ],
)
async def test_opener_policy_is_sent_only_to_trustworthy_origins(
    server: RunningServer, headers: dict[str, str], trusted: bool
) -> None:
    answer = await server.ask("/", **headers)
    assert answer.status == 200
    assert ("Cross-Origin-Opener-Policy" in answer.headers) == trusted


@pytest.mark.parametrize("address", [*ADDRESSES, *AT_ROOT])
async def test_the_document_is_at_every_address_and_asked_for_again(
    server: RunningServer, address: str
) -> None:
    file, address = AT_ROOT.get(address, DOCUMENT), re.sub(r"{\w+}", "9", address)
    answer = await server.ask(address)
    kind = TYPES[file.rpartition(".")[2]]
    assert (answer.status, answer.headers["Content-Type"]) == (200, kind)
    assert answer.headers["Cache-Control"] == "no-cache"
    assert is_guarded(answer)
    links = preloads() if file == DOCUMENT else ""
    said = FILES[file].decode().replace("</head>", f"{links}</head>")
    assert answer.body.decode() == said.replace("{assets}", WHERE)
    again = await server.ask(address, **{"If-None-Match": answer.headers["ETag"]})
    assert (again.status, again.body) == (304, b"")
    assert is_guarded(again)
    assert (await server.ask(address, **{"If-None-Match": '"another"'})).body == answer.body


async def test_modules_of_every_visit_are_preloaded_and_no_others(
    server: RunningServer,
) -> None:
    links = re.findall(r'"modulepreload" href="([^"]*)"', (await server.ask("/")).body.decode())
    needed = [link.removeprefix(f"{WHERE}/") for link in links]
    assert needed[0] == "main.js"
    assert {"dom.js", "known.js", *(f"games/{game}/card.js" for game in GAMES)} < set(needed)
    assert len(set(needed)) == len(needed)
    assert all(path in ASSETS for path in needed)
    assert not [path for path in needed if path.startswith(LAZY) or path.endswith("glance.js")]


@pytest.mark.parametrize(
    ("source", "imported"),
    [
        ('import "./b.js";', ["games/b.js"]),
        (
            'import { c,\n  d } from "../c.js";\nexport { e } from "./e/e.js";',
            ["c.js", "games/e/e.js"],
        ),
        ('export const glance = () => import("./f.js");\nconst from = "./g.js";', []),
    ],
)
def test_static_imports_are_found_and_dynamic_ones_are_not(
    source: str, imported: list[str]
) -> None:
    assert imports("games/a.js", source) == imported


@pytest.mark.parametrize(
    ("source", "served"),
    [
        ("/** A module. */\n\na();\n", "\n\na();\n"),
        (
            "/** A function.\n * @param {string} b */\nconst a = (b) => b;",
            "\n\nconst a = (b) => b;",
        ),
        (
            "  /** @type {A} */ (b).c();\n  /** D. */\n  d();",
            "  /** @type {A} */ (b).c();\n\n  d();",
        ),
        ("a(/** @param {string} b */ (b) => b); // c\n/* d */", None),
        ("a(`\n  /* b */`);", None),
    ],
)
def test_the_documentation_of_a_module_is_not_served(source: str, served: str | None) -> None:
    assert undocumented(source.encode()).decode() == (source if served is None else served)


def test_the_page_is_served_without_documentation() -> None:
    modules = [path for path in ASSETS if path.endswith(".js")]
    assert modules
    assert not [path for path in modules if re.search(rb"^/\*\*", ASSETS[path], re.MULTILINE)]


@pytest.mark.parametrize("path", ASSETS)
async def test_a_file_is_kept_for_good(server: RunningServer, path: str) -> None:
    answer = await server.ask(f"{WHERE}/{path}")
    assert (answer.status, answer.body) == (200, ASSETS[path])
    assert answer.headers["Content-Type"] == TYPES[path.rpartition(".")[2]]
    assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    assert "ETag" not in answer.headers
    assert is_guarded(answer)


@pytest.mark.parametrize("path", ["/", *(f"{WHERE}/{path}" for path in ASSETS)])
async def test_compressed_files_are_sent_if_the_client_accepts_them(
    server: RunningServer, path: str
) -> None:
    plain = await server.ask(path)
    small = await server.ask(path, **{"Accept-Encoding": "br, gzip"})
    assert plain.headers["Vary"] == small.headers["Vary"] == "Accept-Encoding"
    assert "Content-Encoding" not in plain.headers
    assert small.headers["Content-Encoding"] == "gzip"
    assert small.body == compressed(plain.body)
    assert gzip.decompress(small.body) == plain.body


@pytest.mark.parametrize(
    ("accepted", "is_packed"),
    [
        ("gzip", True),
        ("GZIP;q=1.0, identity; q=0.5", True),
        ("br;q=1.0,gzip;q=0.001", True),
        ("gzip;q=0", False),
        ("gzip; q=0.000, br", False),
        ("br, identity", False),
        ("notgzip", False),
        ("", False),
    ],
)
async def test_files_are_sent_uncompressed_otherwise(
    server: RunningServer, accepted: str, is_packed: bool
) -> None:
    answer = await server.ask("/", **{"Accept-Encoding": accepted})
    assert ("Content-Encoding" in answer.headers) is is_packed


@pytest.mark.parametrize(
    "path",
    [
        "/assets/",
        f"{WHERE}/worker.js",  # which would have no say there
        "/assets/000000000000/page.js",  # of another version
        f"{WHERE}/{DOCUMENT}",
        f"{WHERE}/",
        f"{WHERE}/nothing.js",
        f"{WHERE}/../web/page.js",
        f"{WHERE}/%2e%2e/draw.py",
    ],
)
async def test_missing_file_is_not_cached(server: RunningServer, path: str) -> None:
    answer = await server.ask(path)
    assert (answer.status, answer.headers["Cache-Control"]) == (404, "no-store")
    assert is_guarded(answer)


def test_folders_are_served_with_all_that_is_inside(tmp_path: Path) -> None:
    for path in ("a.js", "games/b.css", "games/tiles/c.svg", "d.js~", "games/e.swp", "games/f"):
        file = tmp_path / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(path)
    assert dict(inside(tmp_path)) == {
        path: path.encode() for path in ("a.js", "games/b.css", "games/tiles/c.svg")
    }


def test_digest_changes_with_any_file() -> None:
    all_but_alike = [{}, {"a": b"bc"}, {"ab": b"c"}, {"a": b"b", "b": b"c"}, {"a": b"bd"}]
    assert len({digest_of(files) for files in all_but_alike}) == len(all_but_alike)
    assert digest_of({"a": b"b", "c": b"d"}) == digest_of({"c": b"d", "a": b"b"})


@pytest.mark.parametrize("path", FILES)
def test_no_file_names_anything_elsewhere(path: str) -> None:
    named = set(re.findall(rb"(?:https?|wss?)://[\w.]+", FILES[path]))
    assert named <= {b"http://www.w3.org"}, "names of XML, nothing that is loaded"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_the_rules_of_every_game_are_there_to_load(game: str, language: str) -> None:
    assert ASSETS[f"rules/{game}.{language}.md"].decode() == rules_of(game, language)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_first_visit_to_its_first_game_is_small(language: str, game: str) -> None:
    others = [other for other in LANGUAGES if other != language]
    lazy_parts = (
        "account",
        "analysis",
        "friends",
        "help",
        "lessons",
        "notifications",
        "operator",
        "players",
        "replay",
    )
    parts = (f"lang/{language}/{part}.json" for part in lazy_parts)
    lazy = (*LAZY, *(f"lang/{other}/" for other in others), *parts)
    of_games = tuple(f"/lang/{other}.json" for other in others)
    unplayed = tuple(f"games/{other}/" for other in GAMES if other != game)
    sizes = {
        path: len(compressed(data))
        for path, data in FILES.items()
        if not path.startswith(lazy)
        and not path.endswith(of_games)
        and not (path.startswith(unplayed) and not path.endswith(LISTED))
    }
    rows = "\n".join(f"{size:8,} {path}" for path, size in sorted(sizes.items()))
    assert sum(sizes.values()) < BUDGET, f"\n{rows}"
