"""The first question to deployed programs: a name, unless an id can lead back to a seat."""

import asyncio

import pytest

from ludoteca.journal import MemoryJournal
from tests.conftest import TIMEOUT
from tests.core.local import keeper_of
from tests.protocols.prompts.programs import Program, leave, score
from tests.protocols.prompts.remote import CalledProgram, PromptsServer, open_server

RECONNECT = '{"s":"Reconnect","type":"ReconnectionAnswer"}'

deployed = pytest.mark.parametrize("kind", [Program, CalledProgram])


async def connected(server: PromptsServer, program: Program) -> str:
    """Return the type of the first question to a program."""
    await program.connect(server.calls if isinstance(program, CalledProgram) else server.lines)
    return str((await program.hear())["type"])


async def seated(server: PromptsServer, *programs: Program) -> None:
    """Let new programs play until each has seen the table."""
    for program in programs:
        assert await connected(server, program) == "ChooseUsername"
        program.answer(program.heard[-1])
        await program.until(lambda p=program: bool(p.of("Lobby")))  # type: ignore[misc]
    for program in programs:
        await program.until(lambda p=program: bool(p.of("GraphicalGameInfo")))  # type: ignore[misc]


async def gone(server: PromptsServer, program: Program) -> None:
    program.close()
    while server.dispatcher.people.is_here(program.name):
        await asyncio.sleep(0)


@deployed
async def test_id_is_asked_for_only_while_its_player_is_absent(kind: type[Program]) -> None:
    async with asyncio.timeout(TIMEOUT), open_server() as server:
        anna, bruno = kind("anna", 2, 1), kind("bruno", 2, 2)
        await seated(server, anna, bruno)
        number = anna.of("UserIdMessage")[0]["id"]
        await gone(server, anna)

        newcomer = kind("carla", 2)
        assert await connected(server, newcomer) == "Reconnect"
        newcomer.answer(newcomer.heard[-1])
        assert (await newcomer.hear())["type"] == "ChooseUsername"

        back = kind("anna", 2, 1)
        assert await connected(server, back) == "Reconnect"
        back.say(RECONNECT)
        assert (await back.hear())["type"] == "OldGameId"
        back.say(f'{{"id":{number},"type":"OldGameIdAnswer"}}')
        assert (await back.hear())["type"] == "WelcomeBack"
        back.answer(back.heard[-1])

        last = kind("dora", 2)
        assert await connected(server, last) == "ChooseUsername"
        await asyncio.gather(back.play(), bruno.play())
        assert {p.of("Win")[0]["s"] for p in (back, bruno)} == {score(keeper_of(server.dispatcher))}
        await leave(newcomer, last, back, bruno)


@deployed
async def test_after_a_restart_the_name_is_asked_for_and_leads_back(kind: type[Program]) -> None:
    journal = MemoryJournal()
    async with asyncio.timeout(TIMEOUT), open_server(journal=journal) as server:
        programs = [kind("anna", 2, 1), kind("bruno", 2, 2)]
        await seated(server, *programs)
        board = programs[0].of("GraphicalGameInfo")[0]["board"]
        for program in programs:
            await gone(server, program)
    async with asyncio.timeout(TIMEOUT), open_server(journal=journal) as server:
        back = [kind("anna", 2, 1), kind("bruno", 2, 2)]
        for program in back:
            assert await connected(server, program) == "ChooseUsername"
            program.answer(program.heard[-1])
            await program.until(lambda p=program: bool(p.of("GraphicalGameInfo")))  # type: ignore[misc]
            types = [word["type"] for word in program.heard[1:]]
            assert types == ["WelcomeBack", "StartingGame", "GraphicalGameInfo"]
            assert program.heard[-1]["board"] == board
        await asyncio.gather(*(program.play() for program in back))
        assert {p.of("Win")[0]["s"] for p in back} == {score(keeper_of(server.dispatcher))}
        await leave(*back)
