"""Data about a player: the people who can see it, and its download.

Each viewer asks a real server for everything that its kind of client can ask for. To regenerate the
table:

    RECORD=1 .venv/bin/pytest tests/server/test_privacy.py
"""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from ludoteca.core.dispatch import personal_data
from ludoteca.core.people import credentials
from ludoteca.ops.settings import read_settings
from tests.delivery.endpoints import Browser, Endpoints
from tests.pages import DOCS, outdated, record, written
from tests.server.websockets import Client, WebClients, open_web

PAGE = DOCS / "privacy.md"
SECRET = "correct-horse"  # noqa: S105 - only here
OPERATOR = "battery-staple"
MAIL = "anna@example.org"
HOST = "https://127.0.0.1:9"
"""Host of Anna's push service and webhook; nothing is sent there."""
BROWSER = Browser()

RATED, SECLUDED, LISTED, HIDDEN = 1, 2, 3, 4
"""Anna's tables: a finished rated game, a finished private game, a running listed one, a private
one that waits for players."""


VIEWERS = {"stranger": "Sam", "opponent": "Otto", "friend": "Finn", "blocked": "Bea"}


async def lived(web: WebClients) -> tuple[Client, dict[str, Client]]:
    """Let Anna do everything that is kept; return her client, and those of others by relation."""
    anna = await web.come_in("Anna", secret=SECRET, client="Annas phone")
    others = {who: await web.come_in(name, secret=SECRET) for who, name in VIEWERS.items()}
    otto = others["opponent"]
    await play(anna, otto, RATED, rated=True)
    await play(anna, otto, SECLUDED, private=True)
    slow = {"turn": 2 * 24 * 3600}
    await anna.ask("table_shown", do="open_table", game="shelfie", seats=2, clock=slow)
    await otto.ask("table_shown", do="join_table", table=LISTED)
    await queue_a_move(anna, otto)
    await anna.ask("done", do="say", text="said at a table", table=LISTED)
    await anna.ask("table_shown", do="open_table", game="shelfie", seats=2, private=True)
    await anna.ask("done", do="say", text="said to all")
    await anna.ask("done", do="say", text="said to Otto", to="Otto")
    for name in ("Frieda", "Zora", "Bodo"):  # Anna's friend, followed and blocked, who are absent
        away = await web.come_in(name, secret=SECRET)
        await away.ask("contact_changed", do="befriend", name="Anna")
        await away.socket.close()
    await anna.ask("contact_changed", do="befriend", name="Frieda")
    await anna.ask("contact_changed", do="follow", name="Zora")
    for name in ("Bodo", "Bea"):
        await anna.ask("done", do="block", name=name)
    await anna.ask("contact_changed", do="befriend", name="Finn")
    await others["friend"].ask("contact_changed", do="befriend", name="Anna")
    await others["stranger"].ask("done", do="report", name="Anna", text="reported by Sam")
    await be_notified(anna)
    await anna.ask("puzzles_solved", do="mark_solved", game="shelfie", number=2)
    await anna.ask("vacation_shown", do="take_vacation", days=2)
    return anna, others


async def queue_a_move(anna: Client, otto: Client) -> None:
    """Let Anna queue a move before her turn at the listed table."""
    moves = (await anna.ask("moves", do="ask_moves", table=LISTED))["moves"]
    if moves:
        await anna.ask("table_news", do="play", table=LISTED, move=moves[0])
    moves = (await otto.ask("moves", do="ask_moves", table=LISTED))["moves"]
    await anna.ask("move_kept", do="play", table=LISTED, move=moves[-1], keep=True)


async def be_notified(anna: Client) -> None:
    push = {"endpoint": f"{HOST}/push", "label": "Annas browser", **BROWSER.keys}
    for request in (
        {"do": "add_push", **push},
        {"do": "add_mail", "address": MAIL},
        {"do": "add_hook", "url": f"{HOST}/hook"},
    ):
        await anna.ask("subscription_added", **request)
    quiet = {"start": 0, "end": 60, "zone": "Asia/Tokyo"}
    await anna.ask("done", do="choose_notifications", choices={"turn": ["hook"]}, quiet=quiet)
    await anna.ask("done", do="mute_table", table=LISTED, muted=True)


@asynccontextmanager
async def notifying(folder: Path, **options: Any) -> AsyncIterator[WebClients]:
    """Run a server that can send emails."""
    async with Endpoints(folder).running() as endpoints:
        flags = {
            "smtp": f"smtp://127.0.0.1:{endpoints.smtp_port}",
            "smtp_from": "games@example.org",
            "origin": "https://games.example.org",
            "notify_networks": "127.0.0.0/8",
        }
        async with open_web(settings=read_settings(flags, {}), **options) as web:
            yield web


async def play(anna: Client, otto: Client, table: int, **options: Any) -> None:
    shown = await anna.ask("table_shown", do="open_table", game="shelfie", seats=2, **options)
    await otto.ask("table_shown", do="join_table", code=shown["info"]["code"])
    await otto.ask("done", do="resign", table=table)


REQUESTS: tuple[dict[str, Any], ...] = (
    {"do": "look_around", "follow": True, "names": ["Anna"]},
    {"do": "look_around", "search": "Anna"},
    {"do": "ask_statistics", "name": "Anna"},
    {"do": "ask_profile", "name": "Anna"},
    {"do": "ask_games", "name": "Anna"},
    {"do": "ask_finished"},
    {"do": "ask_contacts"},
    {"do": "ask_opponents"},
    {"do": "ask_notifications"},
    {"do": "ask_solved"},
    {"do": "ask_own_tables"},
    {"do": "ask_vacation"},
    {"do": "ask_positions", "table": LISTED},
    {"do": "recall"},
    *({"do": "watch", "table": table} for table in (RATED, SECLUDED, LISTED, HIDDEN)),
)
PATHS = (
    "people",
    "people/Anna",
    "people/Anna/data",
    "people/Anna/profile",
    "people/Anna/games",
    "tables",
    "replays",
    "leaderboards/shelfie",
    *(f"tables/{table}" for table in (LISTED, HIDDEN)),
    f"tables/{LISTED}/positions",
    *(f"replays/{table}" for table in (RATED, SECLUDED)),
)
OPERATOR_REQUESTS = (
    "list_clients",
    "list_tables",
    "list_bans",
    "list_reports",
    "list_deeds",
    "list_limits",
)


async def seen_by_player(client: Client) -> list[Any]:
    """Return all answers that a player gets when asking about everything."""
    heard: list[Any] = []
    for number, request in enumerate(REQUESTS):
        await client.say(**request, id=f"{number}")
        while not heard or heard[-1].get("request") != f"{number}":
            heard.append(await client.next())
    return heard


async def seen_by_anybody(web: WebClients) -> list[Any]:
    """Return all answers of the API without a login."""
    found = []
    for path in PATHS:
        async with web.session.get(f"http://127.0.0.1:{web.port}/api/{path}") as answer:
            lines = (await answer.text()).splitlines() if answer.status == 200 else ()
            found += [msgspec.json.decode(line) for line in lines]
    return found


async def seen_by_operator(web: WebClients) -> list[Any]:
    headers = {"Authorization": f"Bearer {OPERATOR}"}
    address = f"http://127.0.0.1:{web.port}/api/operator/ask"
    asked: list[dict[str, Any]] = [{"do": do} for do in OPERATOR_REQUESTS]
    asked += [{"do": "show_table", "table": table} for table in (RATED, SECLUDED, LISTED, HIDDEN)]
    found = []
    for request in asked:
        async with web.session.post(address, json=request, headers=headers) as answer:
            found.append(await answer.json())
    return found


# Facts


def parts(value: Any) -> list[Any]:
    """Return a value and everything inside it."""
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return [value, *(part for one in inner for part in parts(one))]


def objects(seen: Any) -> list[dict[str, Any]]:
    return [one for one in parts(seen) if isinstance(one, dict)]


def says(text: str) -> Callable[[Any], bool]:
    return lambda seen: any(isinstance(one, str) and text in one for one in parts(seen))


def is_online(seen: Any) -> bool:
    lists = any(isinstance(one, list) and "Anna" in one for one in parts(seen))
    return lists or any(one.get("name") == "Anna" and "protocol" in one for one in objects(seen))


def names_table(number: int) -> Callable[[Any], bool]:
    return lambda seen: any(one.get("table") == number and "game" in one for one in objects(seen))


def has(field: str) -> Callable[[Any], bool]:
    return lambda seen: any(one.get(field) for one in objects(seen))


FACTS: dict[str, Callable[[Any], bool]] = {
    "whether she is online": is_online,
    "listed tables where she plays": names_table(LISTED),
    "private tables where she plays": names_table(HIDDEN),
    "results by game": has("played"),
    "ratings": lambda seen: any("provisional" in one for one in objects(seen)),
    "goals, achievements and the list of her games": lambda seen: any(
        one.get("sees") == "everything" for one in objects(seen)
    ),
    "listed games that are over, move by move": names_table(RATED),
    "her rating after each of these games": lambda seen: any(
        "uncertainty" in one and "seat" in one for one in objects(seen)
    ),
    "private games that are over": names_table(SECLUDED),
    "messages to everybody": says("said to all"),
    "messages at a listed table": says("said at a table"),
    "private messages": says("said to Otto"),
    "her friends": says("Frieda"),
    "players whom she follows": says("Zora"),
    "players whom she has blocked": says("Bodo"),
    "reports about her": says("reported by Sam"),
    "her address": lambda seen: any(
        one.get("name") == "Anna" and one.get("address") for one in objects(seen)
    ),
    "her devices": says("Annas phone"),
    "her email address": says(MAIL),
    "her browsers with notifications": says("Annas browser"),
    "her webhooks": says(f"{HOST}/hook"),
    "her notification settings": says("Asia/Tokyo"),
    "the download of her data": has("downloaded"),
    "whether she is on vacation, and until when": has("vacation"),
    "her queued move": lambda seen: any(
        one.get("notice") == "move_kept" and one["move"] for one in objects(seen)
    ),
    "puzzles that she has solved": lambda seen: any(
        one.get("notice") == "puzzles_solved" and one["games"] for one in objects(seen)
    ),
    "her secret": says(SECRET),
}


CHOSEN = (
    "results by game",
    "ratings",
    "goals, achievements and the list of her games",
    "listed games that are over, move by move",
    "her rating after each of these games",
)
"""Facts that depend on what the player lets strangers see."""


async def table(folder: Path) -> str:
    async with notifying(folder, operator_secret=OPERATOR) as web:
        anna, others = await lived(web)
        facts = FACTS | {"her tokens": says(anna.token)}
        rows: list[str] = []
        for choice, suffix in (
            ("everything", ""),
            ("results", ", if she shows *only results*"),
            ("nothing", ", if she shows *nothing*"),
        ):
            await anna.ask("done", do="choose_visibility", strangers_see=choice)
            seen = await seen_by_all(web, others)
            rows = rows or [f"| | {' | '.join(seen)} |", f"|---{'|---' * len(seen)}|"]
            for fact in CHOSEN if suffix else facts:
                cells = ("yes" if facts[fact](one) else "no" for one in seen.values())
                rows.append(f"| {fact}{suffix} | {' | '.join(cells)} |")
    return "\n".join(rows)


async def seen_by_all(web: WebClients, others: dict[str, Client]) -> dict[str, list[Any]]:
    seen = {"without login": await seen_by_anybody(web)}
    seen |= {who: await seen_by_player(others[who]) for who in VIEWERS}
    seen["operator"] = await seen_by_operator(web)
    tokens = {who: others[who].token for who in VIEWERS} | {"operator": OPERATOR}
    for who, token in tokens.items():
        status, _ = await download(web, "Anna", token)
        seen[who].append({"downloaded": status == 200})
    return seen


@pytest.fixture(autouse=True)
def quick_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(credentials, "_COST", (2, 8, 1))


async def test_table_says_who_can_see_what(tmp_path: Path) -> None:
    made = await table(tmp_path)
    record(PAGE, {"table": lambda: made})
    assert written(PAGE, "table") == made, outdated(__file__)


async def download(web: WebClients, name: str, token: str) -> tuple[int, Any]:
    address = f"http://127.0.0.1:{web.port}/api/people/{name}/data"
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    async with web.session.get(address, headers=headers) as answer:
        return answer.status, await answer.json()


async def test_data_of_a_player_is_complete_and_without_credentials(tmp_path: Path) -> None:
    async with notifying(tmp_path) as web:
        anna, others = await lived(web)
        await others["stranger"].ask("done", do="report", name="Anna", text="with messages")
        await anna.ask("done", do="report", name="Sam", text="rude")
        status, data = await download(web, "anna", anna.token)
        assert (status, data["name"], data["account"], data["recovery"]) == (
            200,
            "Anna",
            True,
            False,
        )
        assert [one["client"] for one in data["sessions"]] == ["Annas phone"]
        assert [one["name"] for one in data["friendships"]] == ["Frieda", "Finn"]
        assert [one["name"] for one in data["followed"]] == ["Zora"]
        assert data["blocked"] == data["muted"] == ["bea", "bodo"]
        assert [one["table"] for one in data["rated_games"]] == [RATED]
        assert {one["table"] for one in data["games"]} == {RATED, SECLUDED}
        assert [one["table"] for one in data["tables"]] == [LISTED, HIDDEN]
        assert [one["text"] for one in data["messages"]] == ["said to all", "said at a table"]
        assert [(one["name"], one["text"]) for one in data["reports"]] == [("Sam", "rude")]
        assert [one["text"] for one in data["reported_messages"]] == ["said to all"] * 2
        assert data["solved"] == {"shelfie": [2]}
        notifications = data["notifications"]
        assert sorted(one["shown"] for one in notifications["subscriptions"]) == [
            "Annas browser",
            MAIL,
            f"{HOST}/hook",
        ]
        assert notifications["choices"]["turn"] == ["hook"]
        assert (notifications["quiet"]["zone"], notifications["muted"]) == ("Asia/Tokyo", [LISTED])
        text = msgspec.json.encode(data).decode()
        secrets = (SECRET, anna.token, *BROWSER.keys.values(), "secret", "digest", "with messages")
        assert not any(part in text for part in secrets)
        for name, token in (("Anna", ""), ("Anna", others["friend"].token), ("Nobody", "x")):
            status, refused = await download(web, name, token)
            assert (status, refused["code"]) == (401, "house/not_in_yet")
        await anna.ask("done", do="delete_me", secret=SECRET)
        assert (await download(web, "Anna", anna.token))[0] == 401
        assert "Anna" not in msgspec.json.encode(await seen_by_anybody(web)).decode()


async def test_data_with_many_games_and_messages_comes_in_pages(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(personal_data, "PAGE", 2)
    monkeypatch.setattr(personal_data, "MANY", 2)
    async with open_web(limits={}) as web:
        anna, otto = [await web.come_in(name) for name in ("Anna", "Otto")]
        for table in range(1, 6):
            await play(anna, otto, table)
            await anna.ask("done", do="say", text=f"at {table}", table=table)
            await anna.ask("done", do="say", text=f"to all {table}")
        _, data = await download(web, "Anna", anna.token)
    assert sorted(one["table"] for one in data["games"]) == [1, 2, 3, 4, 5]
    assert len(data["messages"]) == 10
