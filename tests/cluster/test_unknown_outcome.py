"""If the journal's answer is lost, no protocol refuses a move that may have been recorded."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any

import pytest

from ludoteca.core.rate_limits import FIXED
from ludoteca.journal import Addition, MemoryJournal, OutcomeUnknown
from ludoteca.messages import ServerReason, farewell
from ludoteca.protocols.commands import commands
from ludoteca.protocols.requests.words import GameStartNotify
from tests.cluster.matches import DEPLOYED, match_of
from tests.cluster.one_node import OneNode
from tests.cluster.players import LOST, Player, WebPlayer
from tests.conftest import TIMEOUT, no_coverage
from tests.protocols.one_table import DIALECTS, SharedServer, open_shared
from tests.protocols.requests.callers import Caller as CalledRequestsProgram

pytestmark = no_coverage

WORDS = farewell(ServerReason.OUTCOME_UNKNOWN).detail


@contextmanager
def losing_an_answer(patch: pytest.MonkeyPatch, seat: int) -> Iterator[list[bytes]]:
    """Lose the answer to a seat's first move, which is written; list the move."""
    append, lost = MemoryJournal.append_all, list[bytes]()
    moved = b'"seat":%d' % seat

    async def append_all(journal: MemoryJournal, additions: Sequence[Addition]) -> None:
        await append(journal, additions)
        entries = [entry for addition in additions for entry in addition.entries]
        moves = [e for e in entries if b'"move_played"' in e and moved in e]
        if moves and not lost:
            lost.extend(moves)
            raise OutcomeUnknown("no answer")

    with patch.context() as patched:
        patched.setattr(MemoryJournal, "append_all", append_all)
        yield lost


@pytest.mark.parametrize("kind", DEPLOYED, ids=lambda kind: kind.port)
async def test_connection_closes_with_words_if_the_outcome_of_a_move_is_unknown(
    kind: type[Player], monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_shared(
        3, {**DIALECTS, "commands": lambda: commands("ticket")}, FIXED
    ) as server:
        match = match_of(1, OneNode(server), kind)
        await match.begin()
        other, player = match.players
        with losing_an_answer(monkeypatch, seat=1) as lost:
            playing = asyncio.create_task(other.play())
            async with asyncio.timeout(TIMEOUT):
                with suppress(*LOST):
                    await player.follow()
            playing.cancel()
        program: Any = getattr(player, "client", player)
        assert lost
        assert WORDS in str(program.heard[-2:])
        for each in match.players:
            await each.close()


async def test_web_client_comes_back_and_its_move_is_played_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with open_shared(3, limits=FIXED) as server:
        match = match_of(1, OneNode(server), WebPlayer)
        await match.begin()
        with losing_an_answer(monkeypatch, seat=0) as lost:
            async with asyncio.timeout(TIMEOUT):
                await match.play()
        first = match.players[0]
        assert lost
        assert first.connections == 2
        assert not any(move.refused for move in first.history.moves)
        assert all(move.answered for move in first.history.moves)


async def rob(server: SharedServer) -> CalledRequestsProgram:
    """Take the waiting game as a `requests` client over RMI."""
    program = CalledRequestsProgram("rob", 2)
    await program.connect(server.ports["rmi"])
    await program.until(lambda: program.of(GameStartNotify))
    return program


CALLED: dict[str, Callable[[SharedServer], Awaitable[Any]]] = {
    "prompts": lambda server: server.pat(2, calls=True),
    "updates": lambda server: server.uma(calls=True),
    "requests": rob,
}


@pytest.mark.parametrize("name", ["pipes", *CALLED])
async def test_connection_over_rmi_closes_with_words_if_the_outcome_is_unknown(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_shared(3, limits=FIXED) as server:
        pia: Any = await server.pia(2, calls=True)
        second = await CALLED.get(name, rob)(server)
        program = pia if name == "pipes" else second
        with losing_an_answer(monkeypatch, seat=server.names.index(program.name)) as lost:
            playing = [asyncio.create_task(each.play()) for each in (pia, second)]
            async with asyncio.timeout(TIMEOUT):
                while WORDS not in str(program.heard[-2:]):
                    await asyncio.sleep(0)
            for task in playing:
                task.cancel()
            await asyncio.gather(*playing, return_exceptions=True)
            for each in (pia, second):
                await each.endpoint.close()
        assert lost
