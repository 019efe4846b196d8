"""Whole matches by programs that know only the wire, refereed by the rules."""

import asyncio
from collections import Counter
from typing import Any

import pytest

from ludoteca.games import Seat
from ludoteca.games.renaissance import PopeTile, State
from ludoteca.games.renaissance.faith import SECTIONS
from ludoteca.wire.commands import JsonLines
from ludoteca.wire.commands.ids import CARD_IDS, LEADER_IDS, RESOURCES
from ludoteca.wire.commands.sayings import GAME
from tests.conftest import many
from tests.hall.guests import keeper_of
from tests.wire.commands.lounge import Client, Lounge
from tests.wire.commands.player import Player, sketch

NAMES = ("alice", "bob", "carla", "dino")


async def play_out(lounge: Lounge, players: dict[str, tuple[Client, Player]]) -> None:
    """Let everybody answer what they hear until nobody hears anything new."""
    for client, _ in players.values():
        client.rewind()
    silent = False
    while not silent:
        silent = True
        for client, player in players.values():
            for heard in client.news():
                silent = False
                for says in player.hear(heard):
                    client.receive(JsonLines().write(says))
            await lounge.settle()


def truth(state: State, names: tuple[str, ...]) -> dict[str, Any]:
    """What the rules say, as a program would draw it."""
    drawn = {}
    for name, board in zip(names, state.boards, strict=True):
        kept = zip(SECTIONS, board.tiles, strict=True)
        drawn[name] = (
            [(RESOURCES[d.resource] if d.count and d.resource else None, d.count)
             for d in board.depots],
            Counter({RESOURCES[r]: n for r, n in board.strongbox.each()}),
            [[CARD_IDS[card] for card in slot] for slot in board.slots],
            sorted(LEADER_IDS[leader] for leader in board.played),
            board.faith,
            sum(section.points for section, tile in kept if tile is PopeTile.KEPT),
        )  # fmt: skip
    return drawn


def referee(lounge: Lounge, players: dict[str, tuple[Client, Player]], table: int = 1) -> None:
    """Every picture is the truth, and so is the result."""
    keeper = keeper_of(lounge.house, table)
    state, names = keeper.table.state, tuple(players)
    assert keeper.table.over
    totals = tuple(
        sum(p.amount for p in keeper.table.rules.points(keeper.table.view(None), Seat(seat)))
        for seat in range(len(names))
    )
    winners = tuple(names[seat] for seat in state.outcome.winners) or ("LORENZO",)
    for _, player in players.values():
        assert sketch(player) == truth(state, names)
        assert player.scores is not None
        assert (player.scores.names, player.scores.points) == (names, totals)
        assert player.scores.winners == winners


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
@pytest.mark.parametrize("seed", range(many(40)))
def test_a_match_is_played_to_the_end_and_every_picture_is_true(seats: int, seed: int) -> None:
    async def story() -> None:
        lounge = Lounge()
        names = NAMES[:seats]
        clients = await lounge.match(*names)
        players = {n: (c, Player(n, seed + i)) for i, (n, c) in enumerate(zip(names, clients))}
        await play_out(lounge, players)
        referee(lounge, players)
        assert keeper_of(lounge.house, 1).table.opened.game == GAME

    asyncio.run(story())
