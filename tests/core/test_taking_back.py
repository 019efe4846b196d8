"""Taking moves back: who may, until when, and the effect on clocks."""

from functools import reduce
from itertools import chain
from typing import Any

import pytest

from ludoteca.bots import player
from ludoteca.core.tables import decisions
from ludoteca.core.tables.history import follow
from ludoteca.games import Dice, Seat
from ludoteca.messages import (
    AskMoves,
    BotSpeed,
    Clock,
    Done,
    Draft,
    Events,
    Gesture,
    GiveTime,
    JoinTable,
    Moves,
    MoveTakenBack,
    OpenTable,
    Pause,
    Play,
    Resume,
    SeatBot,
    StartTable,
    TableNews,
    TableSeen,
    TableShown,
    TakeBack,
    Watch,
    events_of,
)
from ludoteca.messages.cluster import Beat
from tests.core.histories import read_history
from tests.core.local import (
    KeepsTiles,
    LocalClient,
    LocalServer,
    a_move,
    keeper_of,
    mover_of,
    played,
    raw,
    shown,
    waits_for,
)
from tests.core.nodes import Nodes

BACK = TakeBack(table=1)
NOTHING = "house/nothing_to_take_back"


async def test_taking_back_restores_the_state_before_the_move(server: LocalServer) -> None:
    clients = await server.table("Anna", "Bruno", take_back=True)
    keeper = keeper_of(server.dispatcher)
    mover, other = mover_of(clients)
    before = keeper.table.state
    await played(mover)
    assert keeper.table.state != before
    assert await mover.ask(TakeBack(table=1, id="b")) == Done("b")
    assert keeper.table.state == before
    news, seen = other.heard[-2:]
    assert isinstance(news, TableNews)
    assert isinstance(news.record, MoveTakenBack)
    assert isinstance(seen, TableShown)
    assert (seen.version, seen.view) == (news.version, keeper.table.view(seen.seat))
    assert await mover.refused(BACK) == NOTHING
    await played(mover)


async def test_taking_back_is_an_option_of_the_table(server: LocalServer) -> None:
    clients = await server.table("Anna", "Bruno")
    assert not shown(clients[1]).info.take_back
    mover, _ = mover_of(clients)
    await played(mover)
    assert await mover.refused(BACK) == "house/no_taking_back"


async def test_a_seated_client_that_cannot_show_it_prevents_it(server: LocalServer) -> None:
    clients = await server.table("Anna", "Bruno", take_back=True)
    mover, other = mover_of(clients)
    await played(mover)
    server.dispatcher.leave(other)
    server.kind = KeepsTiles
    (other,) = await server.back(other.name)
    keeper = keeper_of(server.dispatcher)
    assert await mover.refused(BACK) == "house/no_taking_back"
    assert keeper.seen_by(keeper.table.seat_of(mover.name)).take_back is None
    server.dispatcher.leave(other)
    await server.back("Dora")  # a spectator
    assert keeper.seen_by(keeper.table.seat_of(mover.name)).take_back is not None
    assert await mover.ask(TakeBack(table=1, id="b")) == Done("b")


async def test_only_the_last_mover_can_take_back(server: LocalServer) -> None:
    clients = await server.table("Anna", "Bruno", take_back=True)
    first, second = mover_of(clients)
    assert await first.refused(BACK) == NOTHING  # nothing was played yet
    await played(first)
    assert await second.refused(BACK) == NOTHING
    await played(second)
    assert await first.refused(BACK) == NOTHING
    assert await second.ask(BACK) == Done()
    assert await first.refused(BACK) == NOTHING  # the other had begun, though that was taken back
    eve = await server.enter("Eve")
    assert await eve.refused(BACK) == "house/not_seated"


async def test_not_once_the_next_one_has_begun_a_move(server: LocalServer) -> None:
    clients = await server.table("Anna", "Bruno", take_back=True)
    first, second = mover_of(clients)
    await played(first)
    answer = await second.ask(AskMoves(table=1))
    assert isinstance(answer, Moves)
    step = {"step": "pick", "cell": answer.moves[0].cells[0]}
    assert await second.ask(Draft(table=1, step=raw(step), id="d")) == Done("d")
    assert await first.refused(BACK) == NOTHING
    server.dispatcher.leave(second)
    mine, theirs = shown(first).seat or Seat(0), shown(second).seat or Seat(0)
    assert first.of(Gesture)[-1] == Gesture(1, theirs, None, take_back=mine)
    assert await first.ask(BACK) == Done()


@pytest.mark.parametrize("game", ["shelfie", "renaissance"])
async def test_watching_with_a_guide_shows_who_can_take_back(
    server: LocalServer, game: str
) -> None:
    clients = await server.table("Anna", "Bruno", game=game, take_back=True)
    keeper, dice = keeper_of(server.dispatcher), Dice(4)
    rules = keeper.table.rules
    for client in clients:
        await client.ask(Watch(table=1, with_guide=True))
    by_seat = {keeper.table.seat_of(client.name): client for client in clients}
    answers: set[bool] = set()
    while len(answers) < 2 or keeper.version < 40:
        seat = min(rules.seats_to_move(keeper.table.state))
        move = rules.sample(keeper.table.state, seat, dice)
        await by_seat[seat].ask(Play(table=1, move=raw(move)))
        told = {client.of(TableSeen)[-1].take_back for client in clients}
        assert len(told) == 1
        may = told == {seat}
        answers.add(may)
        if keeper.version % 5 == 0 or not may:
            answer = await by_seat[seat].ask(BACK)
            assert (answer == Done()) == may
    assert answers == {True, False}


async def test_next_draft_ends_the_offer_to_take_back(server: LocalServer) -> None:
    clients = await server.table("Anna", "Bruno", take_back=True)
    first, second = mover_of(clients)
    await first.ask(Watch(table=1, with_guide=True))
    await first.ask(await a_move(first))
    assert first.of(TableSeen)[-1].take_back == shown(first).seat
    answer = await second.ask(AskMoves(table=1))
    assert isinstance(answer, Moves)
    step = {"step": "pick", "cell": answer.moves[0].cells[0]}
    await second.ask(Draft(table=1, step=raw(step)))
    assert first.of(Gesture)[-1].take_back is None
    await first.ask(Watch(table=1, with_guide=True))
    assert first.of(TableSeen)[-1].take_back is None
    assert first.of(Gesture)[-1].take_back is None


async def test_a_pause_ends_the_offer_to_take_back(server: LocalServer) -> None:
    clients = await server.table("Anna", "Bruno", take_back=True)
    mover, _ = mover_of(clients)
    await mover.ask(Watch(table=1, with_guide=True))
    await mover.ask(await a_move(mover))
    assert mover.of(TableSeen)[-1].take_back == shown(mover).seat
    for client in clients:
        await client.ask(Pause(table=1))
    assert mover.of(TableSeen)[-1].take_back is None


async def test_not_after_a_pause(server: LocalServer) -> None:
    clients = await server.table("Anna", "Bruno", take_back=True)
    mover, other = mover_of(clients)
    await played(mover)
    for client in clients:
        await client.ask(Pause(table=1))
    assert await mover.refused(BACK) == NOTHING
    await other.ask(Resume(table=1))
    assert await mover.refused(BACK) == NOTHING


async def play_until(server: LocalServer, clients: list[LocalClient], reveals: bool) -> LocalClient:
    """Play until a move does, or does not, reveal something; return its player."""
    keeper, dice = keeper_of(server.dispatcher), Dice(4)
    rules = keeper.table.rules
    by_seat = {keeper.table.seat_of(client.name): client for client in clients}
    while True:
        seat = min(rules.seats_to_move(keeper.table.state))
        move = rules.sample(keeper.table.state, seat, dice)
        await by_seat[seat].ask(Play(table=1, move=raw(move)))
        history = await read_history(1, server.journal)
        if any(map(rules.reveals, events_of(history[-1].record))) is reveals:
            return by_seat[seat]


@pytest.mark.parametrize("game", ["shelfie", "renaissance"])
async def test_never_after_something_was_revealed(server: LocalServer, game: str) -> None:
    clients = await server.table("Anna", "Bruno", game=game, take_back=True)
    keeper = keeper_of(server.dispatcher)
    mover = await play_until(server, clients, reveals=True)
    assert keeper.table.in_play
    assert await mover.refused(BACK) == NOTHING
    mover = await play_until(server, clients, reveals=False)
    assert await mover.ask(BACK) == Done()


async def test_several_own_moves_in_a_row_are_taken_back_one_by_one(server: LocalServer) -> None:
    (anna,) = await server.table("Anna", game="renaissance", take_back=True)
    keeper = keeper_of(server.dispatcher)
    states = [keeper.table.state]
    for _ in range(2):  # two leaders are discarded, one move each
        await played(anna)
        states.append(keeper.table.state)
    assert len({id(state) for state in states}) == 3
    for state in reversed(states[:-1]):
        await anna.ask(BACK)
        assert keeper.table.state == state
    assert await anna.refused(BACK) == NOTHING


async def test_client_that_catches_up_over_it_gets_the_whole_table(server: LocalServer) -> None:
    clients = await server.table("Anna", "Bruno", take_back=True)
    eve = await server.enter("Eve")
    await eve.ask(Watch(table=1))
    mover, _ = mover_of(clients)
    seen = keeper_of(server.dispatcher).version
    await played(mover)
    await mover.ask(BACK)
    await played(mover)
    over_it, after_it = await server.enter("Fay"), await server.enter("Gus")
    await over_it.ask(Watch(table=1, seen=seen))
    assert over_it.of(TableNews) == []
    assert shown(over_it).view == keeper_of(server.dispatcher).table.view(None)
    await after_it.ask(Watch(table=1, seen=seen + 2))
    assert [news.version for news in after_it.of(TableNews)] == [seen + 3]
    assert shown(after_it).view is None


async def test_restart_restores_taken_back_moves(server: LocalServer) -> None:
    clients = await server.table("Anna", "Bruno", take_back=True, clock=Clock(bank=60, increment=2))
    for taken_back in (True, False, True, False, False):
        mover, _ = mover_of(clients)
        await server.wait(1.5)
        await played(mover)
        if taken_back:
            await mover.ask(BACK)
    before = keeper_of(server.dispatcher).table
    last = next(g for g in clients if before.seat_of(g.name) == before.past[-1].seat)
    await server.restart()
    back = await server.back("Anna", "Bruno")
    assert keeper_of(server.dispatcher).table == before
    again = next(client for client in back if client.name == last.name)
    assert await again.ask(BACK) == Done()


async def test_a_move_taken_back_is_not_played_again_by_a_late_retry(server: LocalServer) -> None:
    clients = await server.table("Anna", "Bruno", take_back=True)
    mover, _ = mover_of(clients)
    move = await a_move(mover)
    await mover.ask(move)
    await mover.ask(BACK)
    before = keeper_of(server.dispatcher).table
    assert await mover.ask(move) == Done(move.id)
    assert keeper_of(server.dispatcher).table == before


@pytest.mark.parametrize(
    "clock", [Clock(turn=30), Clock(bank=60, increment=5)], ids=["turn", "bank"]
)
async def test_taking_a_move_back_gives_no_time_back(server: LocalServer, clock: Clock) -> None:
    clients = await server.table("Anna", "Bruno", take_back=True, clock=clock)
    keeper = keeper_of(server.dispatcher)
    mover, other = mover_of(clients)
    me, them = keeper.table.seat_of(mover.name), keeper.table.seat_of(other.name)
    assert me is not None
    assert them is not None
    full = keeper.table.left[me]
    for _ in range(3):
        await server.wait(4)
        await played(mover)
        await server.wait(2)
        await mover.ask(BACK)
    assert keeper.table.left[them] == full
    assert keeper.table.left[me] == full - 3 * 4000
    await server.restart()
    await server.back("Anna", "Bruno")
    assert keeper_of(server.dispatcher).table.left == keeper.table.left


async def test_a_gift_outlives_a_move_that_is_taken_back(server: LocalServer) -> None:
    clients = await server.table("Anna", "Bruno", take_back=True, clock=Clock(bank=60))
    keeper = keeper_of(server.dispatcher)
    mover, other = mover_of(clients)
    me, them = keeper.table.seat_of(mover.name), keeper.table.seat_of(other.name)
    await played(mover)
    await mover.ask(GiveTime(table=1, seat=them or Seat(0), seconds=10))
    await other.ask(GiveTime(table=1, seat=me or Seat(0), seconds=20))
    await mover.ask(BACK)
    assert keeper.table.left[them or 0] == 70_000
    assert keeper.table.left[me or 0] == 80_000


async def among_bots(server: LocalServer, seats: int = 3, **options: Any) -> LocalClient:
    """Seat one person, who is to move, among bots that answer at once."""
    anna = await server.enter("Anna")
    await anna.ask(OpenTable(game="shelfie", seats=seats, take_back=True, **options))
    await anna.ask(StartTable(table=1, bot="greedy", speed=BotSpeed.INSTANT))
    await anna.until(lambda: waits_for(server, anna))
    return anna


async def answered(server: LocalServer, anna: LocalClient) -> None:
    """Play a move and wait until all bots have moved."""
    await anna.ask(await a_move(anna))
    await anna.until(lambda: waits_for(server, anna))


async def test_the_answers_of_bots_are_taken_back_with_a_move(server: LocalServer) -> None:
    anna = await among_bots(server)
    keeper = keeper_of(server.dispatcher)
    await anna.ask(Watch(table=1, with_guide=True))
    states = [keeper.table.state]
    for _ in range(2):
        await answered(server, anna)
        assert anna.of(TableSeen)[-1].take_back == shown(anna).seat
        states.append(keeper.table.state)
    for before in reversed(states[:-1]):
        version = keeper.version
        assert await anna.ask(BACK) == Done()
        assert keeper.table.state == before
        told = [news.record for news in anna.of(TableNews) if news.version > version]
        seats = [record.seat for record in told if isinstance(record, MoveTakenBack)]
        assert len(told) == len(set(seats)) == 3
        assert seats[-1] == shown(anna).seat  # the last move first
    assert await anna.refused(BACK) == NOTHING
    await answered(server, anna)


async def test_moves_taken_back_from_bots_are_restored(server: LocalServer) -> None:
    anna = await among_bots(server, clock=Clock(bank=60, increment=2))
    await answered(server, anna)
    await anna.ask(BACK)
    await answered(server, anna)
    before = keeper_of(server.dispatcher).table
    history = await read_history(1, server.journal)
    line: list[Events] = []
    for record, _ in history:
        follow(line, record)
    assert reduce(before.rules.apply, chain(*line), before.rules.BLANK) == before.state
    await server.restart()
    (anna,) = await server.back("Anna")
    assert keeper_of(server.dispatcher).table == before
    assert await anna.ask(BACK) == Done()


async def test_a_bot_that_has_not_answered_yet_answers_the_next_move(
    server: LocalServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = await server.enter("Anna")
    await anna.ask(OpenTable(game="shelfie", seats=3, take_back=True))
    await anna.ask(SeatBot(table=1, bot="greedy", speed=BotSpeed.INSTANT))
    monkeypatch.setattr(player, "LINGER", 0.05)
    await anna.ask(StartTable(table=1, bot="greedy", speed=BotSpeed.QUICK))
    await anna.until(lambda: waits_for(server, anna))
    keeper = keeper_of(server.dispatcher)
    state, me = keeper.table.state, keeper.table.seat_of("Anna")
    await played(anna)
    await anna.until(lambda: len(keeper.table.past) > 1)
    await anna.ask(BACK)
    assert keeper.table.state == state
    assert keeper.table.rules.seats_to_move(state) == {me}
    await answered(server, anna)


async def test_move_of_a_bot_ends_the_offer_to_take_back(server: LocalServer) -> None:
    anna, bruno = await server.enter("Anna"), await server.enter("Bruno")
    await anna.ask(OpenTable(game="shelfie", seats=3, take_back=True))
    await bruno.ask(JoinTable(table=1))
    await anna.ask(SeatBot(table=1, bot="greedy", speed=BotSpeed.INSTANT))
    keeper, people = keeper_of(server.dispatcher), {Seat(0): anna, Seat(1): bruno}
    while (moving := min(keeper.table.rules.seats_to_move(keeper.table.state))) != 1:
        if moving in people:
            await played(people[moving])
        else:
            await anna.until(lambda: waits_for(server, anna))
    await played(bruno)  # the bot is next
    await anna.until(lambda: waits_for(server, anna))
    assert await bruno.refused(BACK) == NOTHING


@pytest.mark.parametrize("game", ["shelfie", "renaissance"])
async def test_never_after_a_bot_has_revealed_something(server: LocalServer, game: str) -> None:
    anna = await server.enter("Anna")
    await anna.ask(OpenTable(game=game, seats=3, take_back=True))
    await anna.ask(StartTable(table=1, bot="uniform", speed=BotSpeed.INSTANT))
    keeper, dice = keeper_of(server.dispatcher), Dice(4)
    rules, me = keeper.table.rules, keeper.table.seat_of("Anna") or Seat(0)
    by_bots = set()
    await anna.until(lambda: waits_for(server, anna))
    while keeper.table.in_play:
        before = len(anna.of(TableNews))
        move = rules.sample(keeper.table.state, me, dice)
        await anna.ask(Play(table=1, move=raw(move)))
        await anna.until(lambda: waits_for(server, anna))
        mine, *theirs = [events_of(news.record) for news in anna.of(TableNews)[before:]]
        revealed = [any(map(rules.reveals, events)) for events in (mine, *theirs)]
        if keeper.table.in_play:
            assert (decisions.taker(keeper.table) == me) == (not any(revealed))
            by_bots.add(any(revealed[1:]) and not revealed[0])
    assert by_bots == {True, False}


@pytest.mark.parametrize(
    "clock", [Clock(turn=30), Clock(bank=60, increment=5)], ids=["turn", "bank"]
)
async def test_taking_answers_back_gives_no_time_back(server: LocalServer, clock: Clock) -> None:
    anna = await among_bots(server, clock=clock)
    keeper = keeper_of(server.dispatcher)
    me = keeper.table.seat_of("Anna") or Seat(0)
    left = keeper.table.left
    await server.wait(4)
    await answered(server, anna)
    await server.wait(3)
    await anna.ask(BACK)
    assert keeper.table.left == (*left[:me], left[me] - 7000, *left[me + 1 :])


async def test_answers_are_not_taken_back_while_a_node_runs_that_could_not_read_it() -> None:
    nodes = await Nodes(1).open()
    (server,) = nodes.all
    older = nodes.hub.bus("older")
    anna = await among_bots(server)
    await answered(server, anna)
    older.publish(Beat(0))  # the heartbeat of an older release
    await nodes.settle()
    assert await anna.refused(BACK) == NOTHING
    nodes.hub.remove("older")
    await nodes.wait(6)
    assert server.dispatcher.roster.nodes() == ["a"]
    assert isinstance(await anna.ask(BACK), Done)
