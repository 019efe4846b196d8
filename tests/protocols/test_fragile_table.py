"""Clients as fragile as the deployed ones at one table: all survive the match and agree."""

import asyncio
import multiprocessing
import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial

import pytest

from ludoteca.protocols import Dialect
from ludoteca.protocols.pipes import pipes
from ludoteca.protocols.pipes.words import CreateMatch, Join
from ludoteca.protocols.requests import requests
from ludoteca.protocols.updates.words import GameData, GameSelection, GamesList
from tests.conftest import PROVING, many, no_coverage
from tests.protocols.one_table import DIALECTS, SharedServer, check_rob, check_uma, open_shared
from tests.protocols.pipes.fragile import Fragile, paced
from tests.protocols.requests.fragile import BRISK, FragileProgram
from tests.protocols.updates.segments import SegmentedProgram

pytestmark = no_coverage

SCALE = 0.1
FRAGILE: Mapping[str, Callable[[], Dialect[bytes]]] = {
    **DIALECTS,
    "pipes": partial(pipes, paced(SCALE)),
    "requests": partial(requests, BRISK),
}


def spin() -> None:
    while True:
        pass


@contextmanager
def busy_cores() -> Iterator[None]:
    """Keep every core busy when proving, so that the fragile clients are really tested."""
    context = multiprocessing.get_context("spawn")
    burners = [context.Process(target=spin, daemon=True) for _ in range(os.cpu_count() or 1)]
    for burner in burners if PROVING else ():
        burner.start()
    try:
        yield
    finally:
        for burner in burners if PROVING else ():
            burner.kill()
            burner.join()


async def match_of_the_weak(server: SharedServer) -> None:
    fay = await Fragile.connect(server.ports["pipes"], "fay", SCALE)
    assert await fay.ask(CreateMatch(4))
    flo = await Fragile.connect(server.ports["pipes"], "flo", SCALE)
    assert await flo.ask(Join(0))
    uma = SegmentedProgram("uma")
    await uma.connect(server.ports["updates"])
    await uma.until(lambda: uma.of(GamesList))
    (game,) = uma.of(GamesList)[0].available or ()
    uma.say(GameSelection(game.id))
    await uma.until(lambda: uma.of(GameData))
    rob = FragileProgram("rob", 4)
    await rob.connect(server.ports["requests"])
    await asyncio.gather(fay.play(), flo.play(), uma.play(), rob.play())
    for pipes_client in (fay, flo):
        assert pipes_client.seen.gameResults[-1][0] == server.names[server.winner]
        pipes_client.close()
    check_uma(server, uma)
    check_rob(server, rob)
    await uma.close()


@pytest.mark.parametrize("seed", range(many(50, share=50)))
async def test_clients_with_their_weaknesses_play_a_match_to_the_end(seed: int) -> None:
    with busy_cores():
        async with open_shared(seed, FRAGILE) as server:
            await match_of_the_weak(server)
