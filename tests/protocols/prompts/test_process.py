"""The port of a server in another process: its last message, and resets at any time."""

import asyncio
import json
import signal
import socket
from typing import Any

import pytest

from tests.conftest import TIMEOUT
from tests.protocols.prompts.processes import serving
from tests.protocols.prompts.programs import Program
from tests.protocols.prompts.remote import CalledProgram
from tests.protocols.prompts.talk import NEW_GAME


class Person:
    """A client with a plain socket."""

    def __init__(self, port: int) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), TIMEOUT)
        self.lines = self.socket.makefile("rb")

    def hear(self) -> dict[str, Any]:
        word: dict[str, Any] = json.loads(self.lines.readline())
        return word

    def say(self, *lines: str) -> None:
        for line in lines:
            self.socket.sendall(f"{line}\n".encode())

    def close(self) -> None:
        self.lines.close()
        self.socket.close()


def test_server_closes_with_a_last_message_its_answer_and_a_reset() -> None:
    with serving() as (process, port):
        program, person = Person(port), Person(port)
        assert program.hear()["type"] == person.hear()["type"] == "ChooseUsername"
        process.send_signal(signal.SIGTERM)
        for client in (program, person):
            assert client.hear()["type"] == "RefusedConnection"
        program.say('{"type":"UsernameAnswer"}', '{"type":"ACK"}')  # the late answer comes first
        for client in (program, person):
            with pytest.raises(ConnectionResetError):
                client.lines.readline()
            client.close()
        assert process.wait(TIMEOUT) == 0


async def test_shutdown_sends_one_message_to_a_player_without_a_question() -> None:
    with serving("--rmi-prompts", "0") as (process, port):
        assert process.stdout
        calls = process.stdout.readline().split()[-1]
        assert process.stdout.readline() == "ready\n"

        programs = [Program("anna", 2), CalledProgram("bruno", 2)]
        for program, where in zip(programs, (port, int(calls)), strict=True):
            await program.connect(where)
            await program.until(lambda p=program: bool(p.of("Lobby")))  # type: ignore[misc]
        for program in programs:
            await program.until(lambda p=program: bool(p.of("StartingGame")))  # type: ignore[misc]
            await program.hear()
        first = programs[0].heard[-1]["activePlayerUsername"]
        asked, other = sorted(programs, key=lambda program: program.name != first)
        asked.answer(asked.heard[-1])
        assert (await asked.hear())["type"] == "MoveMessage"
        other.answer(other.heard[-1])
        process.send_signal(signal.SIGTERM)
        begun = asyncio.get_running_loop().time()
        assert (await other.hear())["type"] == "RefusedConnection"
        other.answer(other.heard[-1])
        assert await asyncio.to_thread(process.wait, TIMEOUT) == 0
        assert asyncio.get_running_loop().time() - begun < 3  # on a busy machine; five before
        programs[0].close()
        await programs[1].endpoint.close()  # type: ignore[attr-defined]


def test_killed_server_ends_with_resets() -> None:
    with serving() as (process, port):
        person = Person(port)
        assert person.hear()["type"] == "ChooseUsername"
        process.kill()
        with pytest.raises(ConnectionResetError):
            person.lines.readline()
        person.close()


def test_a_script_through_a_pipe_plays() -> None:
    with serving() as (_, port):
        first, second = Person(port), Person(port)
        first.say(NEW_GAME, "anna", "2")
        while first.hear()["type"] != "Lobby":
            pass
        second.say(NEW_GAME, "bruno", "0")
        people = {"anna": first, "bruno": second}
        for person in people.values():
            while (word := person.hear())["type"] != "GraphicalGameInfo":
                pass
        active = people[word["activePlayerUsername"]]
        assert active.hear()["type"] == "MoveMessage"
        for text, kind in (("e,4,0", "NoFreeSide"), ("b,3,b,4,0", "GraphicalGameInfo")):
            active.say(text)
            assert active.hear()["type"] == kind
        for person in people.values():
            person.close()


async def test_callback_clients_have_their_own_port_and_share_ids() -> None:
    with serving("--rmi-prompts", "0") as (process, port):
        assert process.stdout
        door, name, _, calls = process.stdout.readline().split()
        assert (door, name) == ("door", "rmi-prompts")
        assert process.stdout.readline() == "ready\n"
        person = Person(port)
        person.say(NEW_GAME, "anna", "2")
        while person.hear()["type"] != "Lobby":
            pass

        program = CalledProgram("bruno", 2)
        await program.connect(int(calls))
        await program.until(lambda: bool(program.of("StartingGame")))
        assert program.of("UserIdMessage")[0]["id"] == 1
        assert not await program.is_over()
        await program.endpoint.close()
        while (word := person.hear())["type"] != "Disconnection":
            if word["type"] in {"MoveMessage", "NotValidMove"}:  # news wait for an answer
                person.say("nonsense")
        assert word["s"].startswith("'bruno' user logged out")
        person.close()
