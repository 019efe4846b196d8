"""The wrong port: the console detects the protocol there and explains the mistake."""

import asyncio
import subprocess
from collections.abc import Iterator
from typing import Any

import pytest

from ludoteca.net import Link, LostError
from ludoteca.protocols.dialects import DIALECTS
from ludoteca.protocols.pipes import client_lines
from ludoteca.protocols.pipes.words import Login, Message, Word
from ludoteca.ui.console import connecting, connection
from ludoteca.ui.console.connecting import PAGE, TLS, protocol_at
from ludoteca.ui.console.connection import LOST, REGAINED, ConsoleConnection
from ludoteca.ui.console.user import UnreachableError, User
from tests.net.servers import Manner, silence, small_server
from tests.security.certificates import certificate
from tests.ui.console.lines import run
from tests.ui.console.pipes import Piped
from tests.ui.console.servers import RunningServer, server
from tests.ui.console.typist import CONSOLE

PROTOCOLS = (*DIALECTS, PAGE)


@pytest.fixture(scope="module")
def opened() -> Iterator[RunningServer]:
    others: dict[str, Any] = {name: 0 for name in PROTOCOLS if name not in ("pipes", "commands")}
    with server(**others) as opened:
        yield opened


@pytest.fixture(scope="module")
def encrypted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    made = certificate(tmp_path_factory.mktemp("tls"))
    ports: dict[str, Any] = {"web": 0, "pipes-tls": 0, "commands-tls": 0}
    with server(**ports, tls_cert=made.cert, tls_key=made.key) as opened:
        yield opened


def play(
    opened: RunningServer, game: str, protocol: str, *flags: str
) -> "subprocess.CompletedProcess[str]":
    where = ("--server", "127.0.0.1", "--port", str(opened.port(protocol)), "--name", "anna")
    return run("", game, *where, *flags, program=CONSOLE)


@pytest.mark.parametrize("name", PROTOCOLS)
async def test_protocol_is_detected_from_the_answer(name: str, opened: RunningServer) -> None:
    assert await protocol_at("127.0.0.1", opened.port(name)) == name


@pytest.mark.parametrize("name", ["pipes-tls", "commands-tls", PAGE])
async def test_tls_port_is_detected(name: str, encrypted: RunningServer) -> None:
    assert await protocol_at("127.0.0.1", encrypted.port(name)) == TLS


@pytest.mark.parametrize("game", ["shelfie", "renaissance"])
def test_tls_port_is_one_line_and_status_2(game: str, encrypted: RunningServer) -> None:
    played = play(encrypted, game, "pipes-tls" if game == "shelfie" else "commands-tls")
    assert played.returncode == 2
    assert "is a TLS port; only `ludoteca console --full` supports TLS" in played.stderr
    assert played.stderr.count("\n") == 1
    assert LOST not in played.stdout


async def test_silent_port_is_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connecting, "TIMEOUT", 0.05)
    async with small_server(silence) as port:
        assert await protocol_at("127.0.0.1", port) == ""


@pytest.mark.parametrize(
    ("game", "protocol", "sentence"),
    [
        (
            "shelfie",
            "commands",
            "is for clients of another protocol, commands (Masters of Renaissance);",
        ),
        ("shelfie", "requests", "is for clients of another protocol, requests (My Shelfie); this"),
        ("shelfie", "web", "is for browsers and `ludoteca console --full`; this console plays My"),
        (
            "shelfie",
            "rmi",
            "does not understand this console; this console plays My Shelfie at port 8080,",
        ),
        (
            "renaissance",
            "pipes",
            "is for clients of another protocol, pipes (My Shelfie);",
        ),
        (
            "renaissance",
            "prompts",
            "this console plays Masters of Renaissance at port 50623, unless",
        ),
        ("renaissance", "web", "is for browsers and `ludoteca console --full`; this console plays"),
    ],
)
def test_wrong_port_is_one_line_and_status_2(
    game: str, protocol: str, sentence: str, opened: RunningServer
) -> None:
    played = play(opened, game, protocol)
    assert played.returncode == 2
    assert sentence in played.stderr
    assert f"127.0.0.1, port {opened.port(protocol)}" in played.stderr
    assert played.stderr.count("\n") == 1
    assert LOST not in played.stdout


def test_listener_without_rmi_is_not_a_missing_server(opened: RunningServer) -> None:
    played = play(opened, "shelfie", "web", "--rmi")
    assert played.returncode == 2
    assert "does not speak RMI" in played.stderr
    assert "no server" not in played.stderr


def message(word: Word) -> Message | None:
    return word if isinstance(word, Message) else None


async def ask_twice(pipe: Piped, manner: Manner, reason: str) -> None:
    """Log in to a server that does not answer in this protocol, reconnect and log in again."""

    async def why_wrong() -> str:
        return reason

    async with asyncio.timeout(60), small_server(manner) as port:
        made: ConsoleConnection[Word] = ConsoleConnection(
            User(pipe.screen, {}),
            lambda: Link.open("127.0.0.1", port, client_lines()),
            lambda _: None,
            why_wrong,
        )
        await made.open()
        try:
            with pytest.raises(LostError):
                await made.request(Login("anna"), message)
            await made.close()
            await made.reconnect((0.0,))
        finally:
            await made.close()


async def shout(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    await reader.readline()
    writer.write(b"HTTP/1.0 400 Bad Request\r\n")
    await reader.readline()


@pytest.mark.parametrize("manner", [silence, shout])
async def test_port_of_another_protocol_is_given_up(
    manner: Manner, pipe: Piped, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "FIRST_TIMEOUT", 0.05)
    with pytest.raises(UnreachableError, match="it is another one"):
        await ask_twice(pipe, manner, "it is another one")
    assert pipe.shown == []


async def test_slow_server_is_reconnected(pipe: Piped, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection, "FIRST_TIMEOUT", 0.05)
    await ask_twice(pipe, silence, "")
    assert pipe.shown == [LOST, REGAINED]
