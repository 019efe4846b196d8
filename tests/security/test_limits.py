"""Limits: excess requests are refused or closed, and other clients are not affected."""

import resource
import time
from collections.abc import Iterator

import pytest

from ludoteca.core.rate_limits import LIMITS
from tests.conftest import TIMEOUT
from tests.security.servers import PORTS, OpenServer, connect, http, is_closed, serving, stays_open
from tests.server.websockets import Client, web_clients

EACH, ALL, DEADLINE = 6, 30, 0.5
TALK, TABLES, REPLAYS, LOGINS, PEOPLE = 3, 2, 2, 12, 2


@pytest.fixture(scope="module")
def server() -> Iterator[OpenServer]:
    limits = {"talk": TALK, "tables": TABLES, "replays": REPLAYS, "logins": LOGINS}
    with serving(
        *("--connections", str(ALL), "--connections-per-address", str(EACH)),
        *("--people-per-address", str(PEOPLE)),
        *(word for name, most in limits.items() for word in (f"--limit-{name}", f"{most}/3600")),
    ) as server:
        yield server


def test_a_request_or_call_that_does_not_come_in_time_ends_the_connection() -> None:
    with serving("--login-deadline", str(DEADLINE)) as server:
        check_deadlines(server)


def check_deadlines(server: OpenServer) -> None:
    ports = ("web", "rmi", "rmi-prompts")
    lines = {name: connect(server.ports[name], f"127.0.1.{at}") for at, name in enumerate(ports, 1)}
    calls = connect(server.ports["pipes"], "127.0.1.9")
    calls.sendall(b"JRMI\0\2")  # half a greeting of Java RMI
    half = connect(server.ports["web"], "127.0.1.10")
    half.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ")
    whole = b"GET /api/health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    idle = connect(server.ports["web"], "127.0.1.11")
    idle.sendall(whole)
    again = connect(server.ports["web"], "127.0.1.12")
    again.sendall(whole + whole[:-2])
    start = time.monotonic()
    assert [name for name, raw in lines.items() if not is_closed(raw)] == []
    assert is_closed(calls)
    assert is_closed(half)
    assert is_closed(idle)
    assert is_closed(again)
    assert time.monotonic() - start >= DEADLINE / 2
    for raw in (*lines.values(), calls, half, idle, again):
        raw.close()


def test_connections_are_limited_per_address(server: OpenServer) -> None:
    many = [connect(server.ports["commands"], "127.0.2.1") for _ in range(EACH)]
    assert all(stays_open(raw, 0.02) for raw in many)
    for name in PORTS:
        with connect(server.ports[name], "127.0.2.1") as more:
            assert is_closed(more)
    assert http(server.ports["web"], "/api/health", "127.0.2.1")[0] == 503
    assert http(server.ports["web"], "/api/health", "127.0.2.2")[0] == 200
    assert len(server.logged("address_full")) == 1
    for raw in many:
        raw.close()


def test_exhausted_places_are_logged_once_and_become_free_again(
    server: OpenServer,
) -> None:
    many = [connect(server.ports["pipes"], f"127.0.3.{number}") for number in range(1, ALL + 20)]
    assert ALL / 2 < sum(stays_open(raw, 0.01) for raw in many) <= ALL
    server.until_logged("connections_full")
    for raw in many:
        raw.close()
    end = time.monotonic() + 10
    while http(server.ports["web"], "/api/health", "127.0.3.200")[0] != 200:
        assert time.monotonic() < end
    assert len(server.logged("connections_full")) == 1


async def refused_after(client: Client, times: int, answer: str, **request: object) -> None:
    """Send requests: this number is answered, and the next one is refused."""
    for _ in range(times):
        await client.ask(answer, **request)
    assert (await client.ask("refused", **request))["code"] == "house/too_often"


async def test_chat_and_new_tables_are_limited_per_player_and_address(server: OpenServer) -> None:
    talk = {"do": "say", "text": "hello"}
    table = {"do": "open_table", "game": "shelfie", "seats": 2}
    async with web_clients(server.ports["web"]) as outside:
        anna, bruno = await outside.come_in("Anna"), await outside.come_in("Bruno")
        for client in (anna, bruno):
            await refused_after(client, TALK, "done", **talk)
            await refused_after(client, TABLES, "table_shown", **table)
        cara = await outside.come_in("Cara")  # one more of that address is one too many
        await refused_after(cara, 0, "done", **talk)
        await refused_after(cara, 0, "table_shown", **table)


async def test_muting_and_blocking_are_limited_per_player(server: OpenServer) -> None:
    async with web_clients(server.ports["web"]) as web:
        dino = await web.come_in("Dino", secret="correct-horse")  # noqa: S106
        for number in range(LIMITS["mute"].most):
            await dino.ask("done", do="block", name="Emma", blocked=number % 2 == 0)
        await dino.say(do="block", name="Emma", id="more")
        assert (await dino.next()).get("code") == "house/too_often"


async def test_a_player_and_an_address_have_only_a_few_waiting_tables() -> None:
    limits = ("--waiting-tables", "2", "--waiting-tables-per-address", "3")
    with serving(*limits) as server:
        async with web_clients(server.ports["web"]) as web:
            anna, bruno = await web.come_in("Anna"), await web.come_in("Bruno")
            opening = {"do": "open_table", "game": "shelfie", "seats": 2}
            first = (await anna.ask("table_shown", **opening))["info"]["table"]
            await anna.ask("table_shown", **opening)
            assert (await anna.ask("refused", **opening))["code"] == "house/too_many_tables"
            await bruno.ask("table_shown", **opening)
            assert (await bruno.ask("refused", **opening))["code"] == "house/too_many_tables"
            await bruno.ask("table_shown", **opening, private=True)  # these are counted apart
            await anna.socket.close()
            while "Anna" in await web.get("/api/people"):
                pass
            await bruno.ask("table_shown", **opening)
            listed = [info["table"] for info in await web.get("/api/tables")]
            assert first not in listed
            assert len(listed) == 3


async def test_a_player_and_an_address_have_only_a_few_private_waiting_tables() -> None:
    limits = ("--waiting-tables", "1", "--waiting-tables-per-address", "2")
    with serving(*limits) as server:
        async with web_clients(server.ports["web"]) as web:
            names = ("Anna", "Bruno", "Carla")
            anna, bruno, carla = [await web.come_in(name) for name in names]
            opening = {"do": "open_table", "game": "shelfie", "seats": 2, "private": True}
            for client in (anna, bruno):
                told = [await client.answer(**opening) for _ in range(3)]
                assert [one["notice"] for one in told] == ["table_shown", "table_shown", "refused"]
                assert told[2]["code"] == "house/too_many_tables"
            assert (await carla.answer(**opening))["code"] == "house/too_many_tables"
            await carla.ask("table_shown", **opening | {"private": False})
            await anna.socket.close()
            while "Anna" in await web.get("/api/people"):
                pass
            await carla.ask("table_shown", **opening)  # the oldest one without its player goes
            assert "ludoteca_tables_live 5" in await web.metrics()


async def test_another_name_does_not_let_an_address_report_without_end(server: OpenServer) -> None:
    report = {"do": "report", "name": "Zoe", "text": "spam"}
    async with web_clients(server.ports["web"], "127.0.8.1") as outside:
        for name in ("Elio B", "Fosca B", "Gino B", "Ivo B"):
            await refused_after(await outside.come_in(name), 5, "done", **report)
        await refused_after(await outside.come_in("Lia B"), 0, "done", **report)
    async with web_clients(server.ports["web"], "127.0.8.2") as outside:
        await (await outside.come_in("Mia B")).ask("done", **report)


def test_an_address_opens_connections_and_reads_pages_at_a_certain_pace() -> None:
    with serving("--limit-connections", "9/3600", "--limit-pages", "3/3600") as server:
        port = server.ports["web"]
        statuses = [http(port, "/api/health", "127.0.7.1")[0] for _ in range(10)]
        assert statuses == [200] * 3 + [429] * 6 + [503]
        assert http(port, "/api/health", "127.0.7.2")[0] == 200


def test_reads_of_replays_and_positions_are_limited(server: OpenServer) -> None:
    port, paths = server.ports["web"], ("/api/replays/999", "/api/replays/999/positions")
    assert [http(port, path, "127.0.4.1")[0] for path in paths] == [404, 404]
    status, body = http(port, paths[0], "127.0.4.1")
    assert (status, b"house/too_often" in body) == (429, True)
    assert http(port, "/api/tables", "127.0.4.1")[0] == 200
    assert http(port, paths[0], "127.0.4.2")[0] == 404


def test_reads_of_pictures_are_limited(server: OpenServer) -> None:
    port, path = server.ports["web"], "/replay/1/picture.png"
    assert [http(port, path, "127.0.4.3")[0] for _ in range(REPLAYS)] == [404, 404]
    status, body = http(port, path, "127.0.4.3")
    assert (status, b"house/too_often" in body) == (429, True)


async def test_logins_are_limited_per_address(server: OpenServer) -> None:
    guess = {"do": "enter", "name": "#"}
    async with web_clients(server.ports["web"], "127.0.5.1") as outside:
        guesser = await outside.connect()
        for _ in range(LOGINS):
            assert (await guesser.ask("refused", **guess))["code"] == "house/bad_name"
        assert (await guesser.ask("refused", **guess))["code"] == "house/too_often"
    async with web_clients(server.ports["web"], "127.0.5.2") as outside:
        await outside.come_in("Dora")


def test_server_recovers_from_a_lack_of_descriptors_without_spinning(server: OpenServer) -> None:
    pid, limit = server.pid, resource.RLIMIT_NOFILE
    before = resource.prlimit(pid, limit)
    resource.prlimit(pid, limit, (8, before[1]))
    used = server.cpu
    with connect(server.ports["commands"], "127.0.6.1") as waiting:
        server.until_logged("descriptors_used_up")
        waiting.settimeout(1.0)
        with pytest.raises(TimeoutError):
            waiting.recv(1)
        assert server.cpu - used < 0.5
        resource.prlimit(pid, limit, before)
        waiting.settimeout(TIMEOUT)
        assert waiting.recv(1)  # it speaks first
    assert len(server.logged("descriptors_used_up")) == 1
