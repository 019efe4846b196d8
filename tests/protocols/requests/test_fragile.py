"""Clients that exit if they are answered too soon survive, with quick ACKs enabled."""

import asyncio
from statistics import median

import pytest

from ludoteca.protocols.requests import DEPLOYED, RequestsQuirks
from ludoteca.protocols.requests.conversation import PING
from ludoteca.protocols.requests.words import (
    ConfirmColumnResponse,
    EndTurnNotify,
    GameResultNotify,
    PingMessage,
    Position,
    UnpickTileRequest,
    UnpickTileResponse,
)
from tests.conftest import PROVING, no_coverage
from tests.protocols.requests.fragile import BRISK, Exited, FragileProgram
from tests.protocols.requests.matches import sat_down
from tests.protocols.requests.programs import HASTY, Program, open_dispatcher

pytestmark = no_coverage

TURNS = 1000 if PROVING else 8


def pair() -> list[FragileProgram]:
    return [FragileProgram(f"p{n}", 2, n) for n in range(2)]


async def play(programs: list[FragileProgram], manner: RequestsQuirks, ping: float = PING) -> None:
    """Play some turns or a whole match."""

    async def turns(program: FragileProgram) -> None:
        def over() -> bool:
            return len(program.of(EndTurnNotify)) >= TURNS or bool(program.of(GameResultNotify))

        await program.until(over)

    async with open_dispatcher(manner=manner, ping=ping) as (_, port):
        await sat_down(port, *programs)
        await asyncio.gather(*map(turns, programs))


async def test_no_client_is_answered_while_it_writes() -> None:
    programs = pair()
    await play(programs, BRISK)
    for program in programs:
        assert len(program.waits) >= 8
        assert min(program.waits) >= 0.020


async def test_client_answered_at_once_exits() -> None:
    with pytest.raises(Exited):
        await play(pair(), HASTY)


async def test_ping_keeps_its_distance_from_automatic_answers() -> None:
    programs = pair()
    await play(programs, BRISK, ping=0.3)
    apart = [
        abs(ping - time)
        for program in programs
        for ping, word in program.times
        if isinstance(word, PingMessage)
        for time, answer in program.times
        if isinstance(answer, ConfirmColumnResponse) and not answer.need_for_swap
    ]
    assert min(apart) >= 0.9 * BRISK.ping_gap


async def test_clients_of_json_are_answered_at_once() -> None:
    async with open_dispatcher(manner=DEPLOYED) as (_, port):
        program, loop, waits = Program("p0", 2), asyncio.get_running_loop(), []
        await sat_down(port, program)
        for number in range(20):
            start = loop.time()
            program.say(UnpickTileRequest(Position(0, 0)))
            await program.until(lambda n=number: len(program.of(UnpickTileResponse)) > n)  # type: ignore[misc]
            waits.append(loop.time() - start)
        assert median(waits) < DEPLOYED.answer
