"""The HTTP API for programs, over real sockets."""

import gzip
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import jsonschema_rs
import msgspec
import pytest
import requests
import schemathesis
from hypothesis import settings
from msgspec import Raw

from ludoteca.core import read_replay
from ludoteca.core.tables.history import stream_of
from ludoteca.games import ROWS, Seat
from ludoteca.journal import SqliteJournal
from ludoteca.messages import (
    AskFinished,
    AskStatistics,
    Draft,
    Leave,
    LookAround,
    SeatBot,
    Statistics,
    TableOpened,
    TableSeen,
    Watch,
    write_record,
)
from ludoteca.protocols.dialects import DIALECTS
from ludoteca.server import WebServer
from ludoteca.server.api import all_routes
from ludoteca.server.api_parameters import OnePerson
from ludoteca.server.openapi import openapi
from ludoteca.ui import LANGUAGES
from tests.conftest import many
from tests.core.finished import play_to_the_end, sit_down
from tests.core.local import LocalServer, mover_of, raw
from tests.core.nodes import Nodes
from tests.protocols.updates import examples as updates
from tests.server.running import PRIVATE, PUBLIC, RUNNING, SPOILT, WAITING, RunningServer, asked
from tests.server.websockets import web_clients


async def test_games_list_their_options(server: RunningServer) -> None:
    games = {game["game"]: game for game in await server.read("/api/games")}
    assert (games["shelfie"]["fewest"], games["shelfie"]["most"]) == (2, 4)
    without_workers = ["uniform", "novice", "greedy", "even"]
    assert games["renaissance"]["bots"] == without_workers
    assert all(game["taught"] for game in games.values())
    assert games["shelfie"]["options"]["$defs"]["Options"]["properties"].keys() == {
        "common_goals", "edition", "squares", "leftovers",
    }  # fmt: skip


async def test_games_list_their_page_files_and_protocols(server: RunningServer) -> None:
    for game in await server.read("/api/games"):
        name, page = game["game"], game["page"]
        assert page["module"] == f"games/{name}/page.js"
        assert page["card"] == f"games/{name}/card.js"
        assert page["styles"] == f"games/{name}/page.css"
        assert page["texts"] == {one: f"games/{name}/lang/{one}.json" for one in LANGUAGES}
        assert page["rules"] == {one: f"rules/{name}.{one}.md" for one in LANGUAGES}
        assert game["protocols"] == {each: DIALECTS[each].port for each in ROWS[name].protocols}


async def test_open_tables_are_listed_and_private_or_finished_ones_are_not(
    server: RunningServer,
) -> None:
    tables = await server.read("/api/tables")
    assert [table["table"] for table in tables] == [WAITING, RUNNING]
    assert await server.read(f"/api/tables/{WAITING}") == tables[0]
    assert tables[0]["seats"] == [
        {
            "name": "Anna",
            "bot": "",
            "here": False,
            "stand_in": "",
            "program": False,
            "vacation": 0,
            "strength": 0,
            "strength_games": 0,
        },
        None,
        None,
    ]


async def test_person_connected_to_another_node_is_known() -> None:
    nodes = await Nodes().open()
    await nodes.all[0].enter("Anna")
    await nodes.settle()
    (route,) = [route for route in all_routes() if route.path == "/api/people/{name}"]
    for node in nodes.all:
        answer = await route.answer(node.dispatcher, OnePerson("Anna"))
        assert answer == Statistics("Anna", {})


async def test_people_are_known_while_they_are_here_or_have_played(server: RunningServer) -> None:
    async def story() -> list[Any]:
        async with web_clients(int(server.address.rpartition(":")[2])) as web:
            clara = await web.come_in("Clara")
            seen = [await web.get(f"/api/people{who}") for who in ("", "/Clara")]
            await clara.socket.close()
            return seen

    here, clara = await story()
    assert here == ["Clara"]
    assert clara["games"] == {}
    anna = (await server.read("/api/people/anna"))["games"]
    assert (anna["shelfie"]["played"], anna["renaissance"]["played"]) == (1, 1)
    assert (await server.read("/api/people/%3Ci%3EBruno%3C%2Fi%3E"))["games"]["shelfie"][
        "played"
    ] == 1


async def test_games_of_a_player_are_listed_in_pages(server: RunningServer) -> None:
    answer = await server.ask("/api/people/anna/games?limit=1")
    (game,) = answer.json
    assert (game["table"], game["private"]) == (PUBLIC, False)  # the private one is left out
    assert 'after=1>; rel="next"' not in answer.headers.get("Link", "")
    assert await server.read("/api/people/anna/games?search=nobody") == []
    profile = await server.read("/api/people/anna/profile")
    assert (profile["name"], profile["played"], profile["games"]) == ("Anna", 2, [game])
    assert (await server.ask("/api/people/nobody/profile")).status == 404
    assert (await server.ask("/api/people/anna/games?result=drawn")).status == 400


async def test_games_that_ended_are_listed_with_their_final_table(server: RunningServer) -> None:
    (game,) = await server.read("/api/replays")
    assert (game["table"], game["players"][1]["name"]) == (PUBLIC, "<i>Bruno</i>")
    assert len(game["result"]["totals"]) == 2
    assert await server.read("/api/replays?limit=1") == [game]


async def test_a_replay_is_a_file_to_keep(server: RunningServer) -> None:
    answer = await server.ask(f"/api/replays/{PUBLIC}")
    assert answer.status == 200
    assert answer.headers["Content-Type"] == "application/x-ndjson"
    assert answer.headers["Cache-Control"] == "private, max-age=86400"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert (
        answer.headers["Content-Disposition"] == 'attachment; filename="ludoteca-shelfie-1.jsonl"'
    )
    assert read_replay(answer.body)[-1].table.over


async def test_private_replay_needs_the_code(server: RunningServer) -> None:
    assert (await server.ask(f"/api/replays/{PRIVATE}")).code == "house/no_such_table"
    assert (await server.ask(f"/api/replays/{PRIVATE}?code=x")).code == "house/no_such_table"
    assert read_replay((await server.ask(f"/api/replays/{PRIVATE}?code={server.code}")).body)


LONG = "9" * 5000


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("/api", "http/no_such_path"),
        ("/api/", "http/no_such_path"),
        ("/api/chess", "http/no_such_path"),
        ("/api/tables/1/seats", "http/no_such_path"),
        ("/api/tables/", "http/no_such_path"),
        (f"/api/tables/{PUBLIC}", "house/no_such_table"),  # it is over
        (f"/api/tables/{PRIVATE}", "house/no_such_table"),
        ("/api/tables/999999999", "house/no_such_table"),
        ("/api/tables/1000000000", "http/bad_parameter"),
        ("/api/tables/0", "http/bad_parameter"),
        ("/api/tables/-1", "http/bad_parameter"),
        ("/api/tables/one", "http/bad_parameter"),
        ("/api/tables/1.5", "http/bad_parameter"),
        ("/api/tables/%ff%fe", "http/bad_parameter"),
        ("/api/tables/%00", "http/bad_parameter"),
        (f"/api/tables/{LONG}", "http/bad_parameter"),
        (f"/api/tables/{PUBLIC}/positions", "house/over_already"),
        (f"/api/tables/{WAITING}/positions", "house/not_started"),
        (f"/api/tables/{PRIVATE}/positions", "house/no_such_table"),
        ("/api/tables/99/positions", "house/no_such_table"),
        ("/api/people/Nobody", "house/no_such_person"),
        ("/api/people/%ff", "house/no_such_person"),
        (f"/api/people/{'a' * 31}", "http/bad_parameter"),
        (f"/api/replays/{RUNNING}", "house/not_over"),
        (f"/api/replays/{SPOILT}", "house/unreadable_table"),
        (f"/api/replays/{LONG}", "http/bad_parameter"),
        (f"/api/replays/{PUBLIC}?code={'x' * 65}", "http/bad_parameter"),
        (f"/api/replays/{PUBLIC}?number=2", "http/bad_parameter"),
        (f"/api/replays/{RUNNING}/positions", "house/not_over"),
        (f"/api/replays/{SPOILT}/positions", "house/unreadable_table"),
        ("/api/replays/99/positions", "house/no_such_table"),
        (f"/api/replays/{PUBLIC}/positions?seat=2", "house/no_such_seat"),
        (f"/api/replays/{PUBLIC}/positions?seat=4", "http/bad_parameter"),
        (f"/api/replays/{PUBLIC}/positions?from=0", "http/bad_parameter"),
        (f"/api/replays/{PUBLIC}/positions?first=2", "http/bad_parameter"),
        (f"/api/replays/{PUBLIC}/positions?limit=101", "http/bad_parameter"),
        ("/api/leaderboards/chess", "house/no_such_game"),
        ("/api/leaderboards/shelfie?pool=fast", "http/bad_parameter"),
        ("/api/leaderboards/shelfie?period=2026-13", "http/bad_parameter"),
        ("/api/leaderboards/shelfie?after=1001", "http/bad_parameter"),
        ("/api/replays?limit=0", "http/bad_parameter"),
        ("/api/replays?limit=101", "http/bad_parameter"),
        ("/api/replays?limit=", "http/bad_parameter"),
        ("/api/replays?limit=2&limit=3", "http/bad_parameter"),
        ("/api/health?verbose=1", "http/bad_parameter"),
    ],
)
async def test_unreadable_request_is_refused(server: RunningServer, path: str, code: str) -> None:
    assert (await server.ask(path)).code == code


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"])
async def test_refused_method_gets_the_allowed_methods(server: RunningServer, method: str) -> None:
    for route in all_routes():
        answer = await server.ask(route.path.replace("{", "").replace("}", ""), method)
        assert answer.code == "http/wrong_method"
        assert answer.headers["Allow"] == "GET, HEAD"


async def test_a_journal_that_cannot_be_read_is_a_refusal(tmp_path: Path) -> None:
    journal = SqliteJournal(tmp_path)
    door = WebServer(LocalServer(journal).dispatcher)
    port = await door.open("127.0.0.1", 0)
    with closing(sqlite3.connect(tmp_path / "journal.sqlite")) as file:
        file.execute("DROP TABLE entries")
    answer = await asked(f"http://127.0.0.1:{port}/api/replays/1")
    await door.close()
    await journal.close()
    assert answer.code == "http/unavailable"


async def test_a_game_of_unknown_rules_is_a_refusal() -> None:
    server = LocalServer()
    opened = TableOpened("shelfie", 999, 2, Raw(b"{}"), "Anna", "code")
    await server.journal.append(stream_of(1), 0, [write_record(opened)])
    door = WebServer(server.dispatcher)
    port = await door.open("127.0.0.1", 0)
    answer = await asked(f"http://127.0.0.1:{port}/api/replays/1")
    await door.close()
    assert (answer.status, answer.code) == (501, "house/unknown_rules")


def plain(value: Any) -> Any:
    """Convert a value to the form in which JSON is read."""
    return msgspec.json.decode(msgspec.json.encode(value))


async def positions(server: RunningServer, asked: str = "", number: int = PUBLIC) -> Any:
    answer = await server.ask(f"/api/replays/{number}/positions{asked}")
    assert answer.status == 200
    assert answer.headers["Cache-Control"] == "private, max-age=86400"
    return msgspec.json.decode(answer.body)


async def test_a_finished_game_is_read_position_by_position(server: RunningServer) -> None:
    history = read_replay((await server.ask(f"/api/replays/{PUBLIC}")).body)
    part = await positions(server)
    assert part["versions"] == len(history) > 30
    assert part["head"]["players"] == ["Anna", "<i>Bruno</i>"]
    whole = part["positions"]
    while len(whole) < len(history):
        whole += (await positions(server, f"?from={len(whole) + 1}&limit=9"))["positions"]
    for version, (moment, position) in enumerate(zip(history, whole, strict=True), start=1):
        view = moment.table.view(None)
        assert position["version"] == version
        assert position["record"] == msgspec.json.decode(write_record(moment.record))
        assert position["view"] == plain(view)
        assert position["points"] == plain(moment.table.points(view))
        if moment.table.started:
            guide = moment.table.rules.guide(moment.table.state, None, None)
            assert position["guide"] == plain(guide)
    assert (whole[0]["view"], whole[0]["guide"]) == (None, None)
    assert (await positions(server, f"?from={len(history) + 1}"))["positions"] == []


async def test_a_position_is_seen_with_the_eyes_of_a_seat(server: RunningServer) -> None:
    history = read_replay((await server.ask(f"/api/replays/{PUBLIC}")).body)
    for seat in range(2):
        position = (await positions(server, f"?seat={seat}&from=5&limit=1"))["positions"][0]
        assert position["view"] == plain(history[4].table.view(Seat(seat)))


async def test_a_running_game_is_read_as_spectators_see_it(server: RunningServer) -> None:
    shown = await server.read(f"/api/tables/{RUNNING}/positions")
    assert shown["head"]["result"] is None
    last = shown["positions"][-1]
    assert (last["version"], last["view"]["eyes"]) == (shown["versions"], None)
    dealt = [event["event"] for event in last["record"]["events"]]
    assert "table_laid" in dealt
    assert "goal_dealt" not in dealt  # a secret of each seat


async def test_private_positions_need_the_code_and_do_not_contain_it(
    server: RunningServer,
) -> None:
    assert (await server.ask(f"/api/replays/{PRIVATE}/positions")).code == "house/no_such_table"
    first = (await positions(server, f"?code={server.code}", PRIVATE))["positions"][0]
    assert (first["record"]["record"], first["record"]["code"]) == ("table_opened", "")


@pytest.mark.parametrize(
    ("path", "is_packed"),
    [
        ("/api/openapi.json", True),
        (f"/api/replays/{PUBLIC}", True),
        (f"/api/replays/{PUBLIC}/positions", True),
        ("/api/health", False),
    ],
)
async def test_long_answer_is_compressed_if_the_client_accepts_it(
    server: RunningServer, path: str, is_packed: bool
) -> None:
    plain, small = await server.ask(path), await server.ask(path, **{"Accept-Encoding": "gzip"})
    assert "Content-Encoding" not in plain.headers
    if is_packed:
        assert plain.headers["Vary"] == small.headers["Vary"] == "Accept-Encoding"
        assert small.headers["Content-Encoding"] == "gzip"
        assert gzip.decompress(small.body) == plain.body
        assert len(small.body) < len(plain.body) / 2
    else:
        assert small.body == plain.body


async def test_a_head_has_no_body(server: RunningServer) -> None:
    head, whole = await server.ask("/api/games", "HEAD"), await server.ask("/api/games")
    assert (head.status, head.body) == (200, b"")
    assert head.headers["Content-Length"] == str(len(whole.body))


async def test_websocket_messages_match_their_schema(server: RunningServer) -> None:
    schema = await server.read("/api/protocols/web")
    local = LocalServer()
    guests = [await local.enter("Anna"), await local.enter("Bruno")]
    await sit_down(guests, "shelfie")
    await guests[0].ask(SeatBot(table=1, bot="none"))
    mover, _ = mover_of(guests)
    await mover.ask(Watch(table=1, with_guide=True))
    cell = mover.of(TableSeen)[-1].guide.pick[0]
    await mover.ask(Draft(table=1, step=raw({"step": "pick", "cell": cell})))
    await mover.ask(Watch(table=1))
    await play_to_the_end(local, guests, 1)
    for request in (AskStatistics(name="Anna"), AskFinished(), LookAround(), Leave()):
        await guests[1].ask(request)
    notices = [notice for guest in guests for notice in guest.heard]
    for notice in notices:
        jsonschema_rs.validate(schema, msgspec.json.decode(msgspec.json.encode(notice)))
    heard = {str(notice.__struct_config__.tag) for notice in notices}
    assert heard >= {"welcome", "table_shown", "table_news", "refused", "statistics"}
    assert heard >= {"table_seen", "gesture", "guided"}
    for words in ({"do": "open_table", "game": "shelfie"}, {"notice": "done", "request": 7}):
        assert not jsonschema_rs.is_valid(schema, words)
    assert jsonschema_rs.is_valid(schema, {"do": "open_table", "game": "shelfie", "seats": 2})


async def test_every_message_of_the_updates_protocol_fits_its_schema(server: RunningServer) -> None:
    schema = await server.read("/api/protocols/updates")
    for _, line in (*updates.CLIENT, *updates.SERVER):
        jsonschema_rs.validate(schema, msgspec.json.decode(line))
    for words in (
        {"type": "Nickname"},
        {"type": "GameSelection", "id": 1 << 31},
        {"type": "Dance"},
    ):
        assert not jsonschema_rs.is_valid(schema, words)


async def test_the_document_is_served(server: RunningServer) -> None:
    assert await server.read("/api/openapi.json") == plain(openapi(all_routes()))


document = schemathesis.openapi.from_dict(openapi(all_routes()))


@pytest.fixture(scope="module")
def session() -> Iterator[requests.Session]:
    """Return a session that keeps its connection: new ones are limited to 1,200 per minute."""
    with requests.Session() as session:
        yield session


@document.parametrize()
@settings(max_examples=many(400))
def test_server_keeps_the_promises_of_its_openapi_document(
    case: schemathesis.Case[Any], server: RunningServer, session: requests.Session
) -> None:
    # A review takes a while.
    case.call_and_validate(base_url=server.address, timeout=60, session=session)
