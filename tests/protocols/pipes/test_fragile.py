"""Clients that die of a view at the wrong moment survive here, over real sockets."""

import asyncio
import time

import pytest

from ludoteca.protocols.pipes import FRAMES
from ludoteca.protocols.pipes.words import (
    CreateMatch,
    DeselectCards,
    InsertInColumn,
    Join,
    MatchSeen,
    NotifyStart,
    NotifyUpdate,
    SelectCell,
)
from tests.conftest import many, no_coverage
from tests.protocols.pipes.clients import Client, PipesClients, open_tcp
from tests.protocols.pipes.fragile import FIRST, LAST, DeadError, Fragile, paced
from tests.protocols.pipes.remote import BRISK_CALLS, open_rmi

SCALE = 0.1
WORST = (FIRST + LAST) / 2
"""The most harmful delay between two views in seconds."""


async def at_play(tcp: PipesClients, scale: float) -> tuple[Fragile, Client]:
    """Start a match of a fragile client and a line client; it is the other's turn."""
    fragile = await Fragile.connect(tcp.port, "fay", scale)
    tcp.clients.append(fragile)
    other = await tcp.client("otto", frames=False)
    assert await fragile.ask(CreateMatch(2))
    assert await other.ask(Join(0))
    await fragile.has_heard(NotifyStart)
    await other.has_heard(NotifyStart)
    assert other.seen.currentPlayer == "otto"
    return fragile, other


async def pick_and_put_back(other: Client, scale: float) -> None:
    """Change the board twice, at the most harmful interval."""
    for word in (SelectCell(1, 3), DeselectCards()):
        assert await other.ask(word)
        await asyncio.sleep(WORST * scale)


async def test_fragile_client_dies_if_views_are_sent_immediately() -> None:
    async with open_tcp(frames=FRAMES._replace(pause=0.0, quiet=0.0)) as tcp:
        fragile, other = await at_play(tcp, SCALE)
        async with asyncio.timeout(60):
            while not fragile.died:
                await pick_and_put_back(other, SCALE)
        with pytest.raises(DeadError):
            await fragile.until(lambda _: False)


async def test_fragile_client_survives_if_views_are_paced() -> None:
    async with open_tcp(frames=paced(SCALE)) as tcp:
        fragile, other = await at_play(tcp, SCALE)
        for _ in range(10):
            await pick_and_put_back(other, SCALE)
        assert await other.ask(SelectCell(1, 3))
        assert await other.ask(InsertInColumn(0))
        await fragile.until(
            lambda told: isinstance(told, MatchSeen) and told.view.currentPlayer == "fay"
        )
        assert not fragile.died


async def test_view_is_delayed_within_its_limits() -> None:
    async with open_tcp(frames=FRAMES) as tcp:
        fragile, other = await at_play(tcp, 1.0)
        assert await other.ask(SelectCell(1, 3))
        await fragile.until(lambda told: picked(told) == 1)
        first = time.monotonic()
        assert await other.ask(SelectCell(1, 4))
        await fragile.until(lambda told: picked(told) == 2)
        assert LAST < time.monotonic() - first < 1.0 + LATE
        assert await fragile.hear() == NotifyUpdate(500)  # the server has delayed its view


LATE = 2.0
"""The seconds by which a busy machine may be late."""


def picked(told: object) -> int:
    """Return the number of picked tiles if this is a view."""
    return len(told.view.currentPlayerHand) if isinstance(told, MatchSeen) else 0


async def test_a_move_right_after_a_gesture_is_one_view() -> None:
    async with open_tcp(frames=FRAMES._replace(gather=30.0)) as tcp:
        fragile, other = await at_play(tcp, 1.0)
        before = len(fragile.heard)
        assert await other.ask(SelectCell(1, 3))
        assert await other.ask(InsertInColumn(0))
        view = await fragile.until(lambda told: isinstance(told, MatchSeen))
        assert isinstance(view, MatchSeen)
        assert view.view.currentPlayer == "fay"
        assert sum(isinstance(word, MatchSeen) for word in fragile.heard[before:]) == 1


async def test_calls_keep_views_apart_from_when_they_were_heard() -> None:
    quiet = 0.2

    manner = BRISK_CALLS._replace(quiet=quiet)
    async with open_rmi(manner=manner) as rmi:
        anna, otto = await rmi.caller("anna"), await rmi.client("otto", frames=False)
        assert await anna.ask(CreateMatch(2))
        assert await otto.ask(Join(0))
        await anna.has_heard(NotifyStart)
        await otto.has_heard(NotifyStart)
        heard: list[float] = []

        async def drawn(method: str) -> None:
            if method == "sendVirtualView":
                await asyncio.sleep(quiet)  # it plays slowly
                heard.append(time.monotonic())

        anna.answering = drawn
        assert await otto.ask(SelectCell(1, 3))
        await anna.until(lambda told: picked(told) == 1)
        for word in (SelectCell(1, 4), DeselectCards(), SelectCell(1, 4)):
            assert await otto.ask(word)
        assert await otto.ask(InsertInColumn(0))
        await anna.until(
            lambda told: isinstance(told, MatchSeen) and told.view.currentPlayer == "anna"
        )
        await anna.until(lambda told: told == NotifyUpdate(500))
        assert len(heard) == 2  # the last view includes all changes since
        assert heard[1] - heard[0] >= 2 * quiet * 0.9


@no_coverage
@pytest.mark.parametrize("seed", range(many(50, share=50)))
async def test_four_fragile_clients_play_a_short_match(seed: int) -> None:
    async with open_tcp(seed, paced(SCALE)) as tcp:
        clients = [await Fragile.connect(tcp.port, f"f{n}", SCALE) for n in range(4)]
        tcp.clients += clients
        assert await clients[0].ask(CreateMatch(4))
        for client in clients[1:]:
            assert await client.ask(Join(0))
        for client in clients:
            await client.has_heard(NotifyStart)
        seen = clients[0].seen
        # The last but one to play stays: it has nothing to do when the last one leaves.
        stays = (seen.players.index(seen.currentPlayer) + 2) % 4
        await asyncio.gather(
            *(client.play_turns(2, leaves=n != stays) for n, client in enumerate(clients))
        )
        assert not any(client.died for client in clients)
        assert clients[stays].seen.gameResults[-1][0] == clients[stays].name
