"""The wiretap in front of a real server."""

import asyncio
import io
import os
import pty
import re
import signal
import socket
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import suppress

import pytest

from ludoteca.cli import main
from ludoteca.cli.wiretap import CLIENT, SERVER, TROUBLE, printer, tap_of
from tests.cli.taps import Tapped, tapped
from tests.conftest import TIMEOUT
from tests.protocols.prompts.programs import Program, leave, open_dispatcher


@pytest.fixture
async def tap() -> AsyncIterator[Tapped]:
    async with open_dispatcher() as (_, port), tapped("prompts", port) as tap:
        yield tap


async def test_words_are_shown_one_a_line_with_direction_and_time(tap: Tapped) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", tap.port)
    assert await reader.readline() == b'{"s":"Choose a username","type":"ChooseUsername"}\n'
    writer.write(b'{"s":"anna","type":"UsernameAnswer"}\n')
    assert (await reader.readline()).endswith(b'"type":"UserIdMessage"}\n')
    await tap.until("disconnected from the game.\\n')")
    said = tap.said
    assert said[:3] == [
        "c1 -- connected",
        "c1 <- ChooseUsername(s='Choose a username')",
        "c1 -> UsernameAnswer(s='anna')",
    ]
    assert said[3].startswith("c1 <- UserIdMessage(id=0, s=")
    writer.transport.abort()


async def test_the_plain_text_of_a_person_is_shown_as_lines(tap: Tapped) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", tap.port)
    await reader.readline()
    writer.write(b"anna\n")
    await reader.readuntil(b"This is your UserId: 0\n")
    await tap.until("c1 <- BareLine(s='This is your UserId: 0')")
    assert "c1 -> BareLine(s='anna')" in tap.said
    writer.transport.abort()


async def test_unreadable_bytes_are_shown_and_passed_on(tap: Tapped) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", tap.port)
    await reader.readline()
    writer.write(b'{"no":\n{"un')
    assert b"NotValidUsername" in await reader.readline()
    writer.write_eof()
    await tap.until("c1 -> closed")
    assert any(re.search(r"-> \? .*: 7b 22 6e 6f 22 3a 0a$", line) for line in tap.shown)
    assert any(line.endswith("-> ? unfinished: 7b 22 75 6e") for line in tap.shown)
    writer.close()


async def test_a_whole_match_passes_unchanged_and_a_reset_stays_a_reset(tap: Tapped) -> None:
    programs = [Program(f"p{n}", 2, n) for n in range(2)]
    for program in programs:
        await program.connect(tap.port)
        await program.until(lambda p=program: bool(p.of("Lobby")))  # type: ignore[misc]
    await asyncio.gather(*(program.play() for program in programs))
    assert sum("Win(s='The winner is" in line for line in tap.shown) == 2
    assert not any("?" in line.split(" ", 4)[-1][:1] for line in tap.shown[1:])
    for _ in range(20):  # after too many empty names the server disconnects
        programs[0].writer.write(b"\n")
    with pytest.raises(ConnectionResetError):
        await programs[0].until(lambda: False)
    await leave(*programs)
    await tap.until("c1 <- reset")


async def test_unreachable_server_is_reported(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))
        shown: list[tuple[str, str]] = []
        port = nobody.getsockname()[1]
        tap = tap_of("prompts", "127.0.0.1", port, lambda *a: shown.append(a))
        running = asyncio.create_task(tap.run(0))
        while not shown:
            await asyncio.sleep(0)
        at = int(shown[0][0].split()[3].rstrip(","))
        reader, _ = await asyncio.open_connection("127.0.0.1", at)
        with suppress(ConnectionResetError):
            assert await reader.read() == b""
        assert "the server cannot be reached" in shown[1][0]
        assert shown[1][1] == TROUBLE
        running.cancel()
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ("50010 --dialect latin", "there is no dialect 'latin' (dialects: "),
        ("50010 --dialect prompts --listen TAKEN", "cannot listen at 127.0.0.1: Address already"),
    ],
)
def test_bad_input_is_one_sentence(
    words: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        asked = words.replace("TAKEN", str(taken.getsockname()[1]))
        assert main(["wiretap", *asked.split()]) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"ludoteca wiretap: {sentence}")
    assert said.count("\n") == 1


def test_directions_have_colours_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    controller, terminal = pty.openpty()
    with os.fdopen(terminal, "w") as screen, os.fdopen(controller) as seen:
        for colour in (CLIENT, SERVER, ""):
            printer(screen)("hello", colour)
        shown = [seen.readline() for _ in range(3)]
    assert shown == ["\x1b[36mhello\x1b[0m\n", "\x1b[32mhello\x1b[0m\n", "hello\n"]
    plain = io.StringIO()
    printer(plain)("hello", CLIENT)
    assert plain.getvalue() == "hello\n"


def test_wiretap_stops_when_its_reader_stops() -> None:
    command = f"{sys.executable} -m ludoteca wiretap 1 --dialect prompts"
    with subprocess.Popen(
        command.split(), stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        port = int(process.stdout.readline().split()[3].rstrip(b","))
        process.stdout.close()
        with socket.create_connection(("127.0.0.1", port)):
            assert process.wait(TIMEOUT) == 0
        assert process.stderr.read() == b""


def test_wiretap_runs_until_interrupted() -> None:
    command = [sys.executable, "-m", "ludoteca", "wiretap", "1", "--dialect", "prompts"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert isinstance(process.stdout, io.BufferedReader)
        assert process.stdout.readline().startswith(b"listening at 127.0.0.1 ")
        process.send_signal(signal.SIGINT)
        assert process.wait(TIMEOUT) == 130
