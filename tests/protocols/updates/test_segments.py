"""Clients that write a message in several segments play a whole match."""

import asyncio

from ludoteca.protocols.updates.words import EndGameUpdate
from tests.conftest import no_coverage
from tests.core.local import keeper_of
from tests.protocols.updates.programs import open_dispatcher, result, seat
from tests.protocols.updates.segments import SegmentedProgram

pytestmark = no_coverage


async def test_a_match_of_clients_that_write_in_segments_reaches_its_end() -> None:
    async with open_dispatcher() as (server, port):
        programs = [SegmentedProgram(f"p{n}", n) for n in range(2)]
        await seat(programs, port)
        await asyncio.gather(*(program.play() for program in programs))
        _, winner = result(keeper_of(server))
        for program in programs:
            assert program.of(EndGameUpdate) == [EndGameUpdate(winner)]
            assert len(program.waits) >= 20
