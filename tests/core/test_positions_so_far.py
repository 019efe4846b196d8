"""Stepping back in a running game: earlier positions, as the asker saw them."""

import pytest
from msgspec import json

from ludoteca.games import Dice
from ludoteca.messages import (
    AskPositions,
    JoinTable,
    OpenTable,
    Play,
    PositionsShown,
    Resign,
    TableNews,
    TableSeen,
    TakeBack,
    Watch,
)
from ludoteca.ops.buckets import Limit
from tests.core.local import LocalClient, LocalServer, keeper_of, raw

MOVES = 40


async def random_moves(clients: list[LocalClient], count: int) -> None:
    """Play random moves, and take some of them back."""
    keeper = keeper_of(clients[0].dispatcher)
    by_seat = {keeper.table.seat_of(client.name): client for client in clients}
    dice = Dice(5)
    for _ in range(count):
        table = keeper.table
        seat = min(table.rules.seats_to_move(table.state))
        move = raw(table.rules.sample(table.state, seat, dice))
        assert isinstance(await by_seat[seat].ask(Play(table=1, move=move)), TableNews | TableSeen)
        if not dice.below(4):
            await by_seat[seat].ask(TakeBack(table=1))


async def every_position(client: LocalClient) -> list[PositionsShown]:
    """Return all pages of positions."""
    pages: list[PositionsShown] = []
    first = 1
    while not pages or first <= pages[-1].versions:
        answer = await client.ask(AskPositions(table=1, first=first, limit=7))
        assert isinstance(answer, PositionsShown)
        pages.append(answer)
        first += len(answer.positions)
    return pages


@pytest.mark.parametrize("game", ["shelfie", "renaissance"])
async def test_each_position_is_what_the_asker_received_live(game: str) -> None:
    server = LocalServer(limits={})
    clients = await server.table("Anna", "Bruno", game=game, take_back=True)
    eve = await server.enter("Eve")
    for client in (*clients, eve):
        await client.ask(Watch(table=1, seen=1, with_guide=True))
    await random_moves(clients, MOVES)
    for client in (*clients, eve):
        seen = {one.version: one for one in client.of(TableSeen)}
        news = {one.version: one.record for one in client.of(TableNews)}
        shown = [one for page in await every_position(client) for one in page.positions]
        assert [one.version for one in shown] == list(range(1, max(seen) + 1))
        for one in shown:
            if one.version in seen:
                live = seen[one.version]
                # A draft's effect on the guide is not part of a position.
                assert (one.view, one.points) == (live.view, live.points)
            if one.version in news:
                assert json.encode(one.record) == json.encode(news[one.version])
        assert max(seen) - min(seen) >= MOVES
        code = keeper_of(server.dispatcher).table.opened.code
        assert code not in json.encode(shown).decode()


async def test_positions_follow_the_game_as_it_goes_on(server: LocalServer) -> None:
    clients = await server.table("Anna", "Bruno")
    await random_moves(clients, 1)
    before = (await every_position(clients[1]))[-1]
    await random_moves(clients, 2)
    after = (await every_position(clients[1]))[-1]
    assert after.versions == before.versions + 2
    assert after.head.players == ("Anna", "Bruno")
    assert after.head.result is None


async def test_positions_are_refused_to_those_who_may_not_watch_and_outside_a_game() -> None:
    server = LocalServer(limits={"replays": Limit(2, 60)})
    asked = AskPositions(table=1)
    anna = await server.enter("Anna")
    await anna.ask(OpenTable(game="shelfie", seats=2, watchable=False))
    assert await anna.refused(asked) == "house/not_started"
    bruno = await server.enter("Bruno")
    await bruno.ask(JoinTable(table=1))
    eve = await server.enter("Eve")
    assert await eve.refused(asked) == "house/no_watching"
    assert isinstance(await anna.ask(asked), PositionsShown)
    assert isinstance(await bruno.ask(asked), PositionsShown)
    assert await anna.refused(asked) == "house/too_often"
    await bruno.ask(Resign(table=1))
    assert await anna.refused(asked) == "house/over_already"
