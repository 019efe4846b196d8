"""Absent players: the table waits, a bot stands in, or the seat is forfeited."""

import asyncio
import threading
from typing import Any

import pytest

from ludoteca.bots import WHOLE, Budget, Question
from ludoteca.core import AbsencePolicy
from ludoteca.core.tables.table import Table
from ludoteca.games import Chance, Ending, Refusal, Seat
from ludoteca.messages import (
    AbsenceRule,
    AwaySeat,
    Ballot,
    Clock,
    Done,
    GameCalledOff,
    GameStarted,
    HolderInfo,
    JoinTable,
    MovePlayed,
    OfferSeat,
    OpenTable,
    Record,
    Resign,
    SeatBot,
    SeatSkipped,
    SeatTaken,
    StandInLeft,
    StandInSeated,
    TableNews,
    TakeSeat,
    Vote,
    VoteAsked,
    Watch,
    WhenAway,
    WhoIsAway,
)
from tests.conftest import TIMEOUT
from tests.core.local import (
    LocalClient,
    LocalServer,
    WebClient,
    a_move,
    keeper_of,
    mover_of,
    played,
    shown,
)

SKIP, BOT, END = (Vote(table=1, what=what) for what in Ballot)


def records(client: LocalClient) -> list[Record]:
    return [news.record for news in client.of(TableNews)]


def skips(client: LocalClient) -> int:
    return sum(isinstance(record, SeatSkipped) for record in records(client))


def table_of(server: LocalServer, number: int = 1) -> Table:
    return keeper_of(server.dispatcher, number).table


async def left_alone(server: LocalServer, **options: Any) -> tuple[LocalClient, LocalClient, Seat]:
    """Disconnect the player to move; return the other player, that one and its seat."""
    mover, other = mover_of(await server.table("Anna", "Bruno", **options))
    seat = seat_of(server, mover)
    server.dispatcher.leave(mover)
    return other, mover, seat


def seat_of(server: LocalServer, client: LocalClient) -> Seat:
    seat = table_of(server).seat_of(client.name)
    assert seat is not None
    return seat


# Selecting the rule


@pytest.mark.parametrize(
    ("options", "with_bot", "rule"),
    [
        ({}, False, AbsenceRule.BOT),
        ({"private": True}, False, AbsenceRule.WAIT),
        ({"private": True}, True, AbsenceRule.BOT),
        ({"private": True, "absence": AbsenceRule.FORFEIT}, True, AbsenceRule.FORFEIT),
        ({"absence": AbsenceRule.WAIT}, True, AbsenceRule.WAIT),
    ],
)
async def test_a_table_says_which_rule_is_in_force(
    server: LocalServer, options: dict[str, Any], with_bot: bool, rule: AbsenceRule
) -> None:
    anna = await server.enter("Anna")
    await anna.ask(OpenTable(game="shelfie", seats=3, **options))
    if with_bot:
        await anna.ask(SeatBot(table=1, bot="uniform"))
    await server.restart()
    (anna,) = await server.back("Anna")
    assert shown(anna).info.absence == rule


# Waiting


async def test_game_waits_for_an_absent_turn_and_nobody_wins_by_waiting(
    server: LocalServer,
) -> None:
    other, mover, seat = await left_alone(server, absence="wait")
    await server.wait(100_000)
    assert isinstance(records(other)[-1], GameStarted)
    assert table_of(server).in_play
    assert other.of(WhoIsAway)[-1].away == (AwaySeat(seat, WhenAway.WAIT),)
    (back,) = await server.back(mover.name)
    await played(back)
    await played(other)


async def test_the_clock_stands_while_a_player_is_waited_for(server: LocalServer) -> None:
    other, mover, _ = await left_alone(server, absence="wait", clock=Clock(turn=30))
    await server.wait(100_000)
    assert skips(other) == 0
    (back,) = await server.back(mover.name)
    assert shown(back).left == (30_000, 30_000)
    await server.wait(31)
    assert skips(other) == 1


async def test_remaining_player_plays_on_when_it_is_their_turn(server: LocalServer) -> None:
    mover, other = mover_of(await server.table("Anna", "Bruno", absence="wait"))
    server.dispatcher.leave(other)
    await played(mover)


async def test_the_others_vote_to_skip_an_absent_turn(server: LocalServer) -> None:
    server.kind = WebClient
    clients = await server.table("Anna", "Bruno", "Carla", absence="wait")
    assert await clients[0].refused(SKIP) == "house/nobody_awaited"
    mover, _ = mover_of(clients)
    here = [client for client in clients if client is not mover]
    server.dispatcher.leave(mover)
    assert await here[0].ask(SKIP) == Done()
    seat = seat_of(server, here[0])
    assert here[1].of(VoteAsked) == [VoteAsked(1, Ballot.SKIP, (seat,))]
    assert skips(here[0]) == 0
    await here[0].ask(Watch(table=1))
    assert here[0].heard[-1] == VoteAsked(1, Ballot.SKIP, (seat,))
    assert await here[1].ask(SKIP) == Done()
    assert skips(here[0]) == 1
    assert await here[0].refused(SKIP) == "house/nobody_awaited"  # it is not the absent turn


async def test_the_others_vote_for_a_bot_until_the_player_is_back(server: LocalServer) -> None:
    other, mover, seat = await left_alone(server, absence="wait")
    await other.ask(BOT)
    assert StandInSeated(seat, "greedy") in records(other)
    await other.until(lambda: any(isinstance(r, MovePlayed) for r in records(other)))
    (back,) = await server.back(mover.name)
    assert records(back)[-1] == StandInLeft(seat)
    assert shown(back).seat == seat


async def test_the_others_vote_to_end_and_nobody_wins(server: LocalServer) -> None:
    other, mover, _ = await left_alone(server, absence="wait")
    await server.wait(60)
    await other.ask(END)
    assert isinstance(records(other)[-1], GameCalledOff)
    outcome = table_of(server).rules.outcome(table_of(server).state)
    assert outcome
    assert (outcome.winners, outcome.ending) == ((), Ending.ABANDONED)
    assert await server.dispatcher.lobby.results.of(other.name) == {}
    (back,) = await server.back(mover.name)
    assert shown(back).info.over


async def test_vote_to_end_waits_until_every_absent_player_was_absent_for_a_minute(
    server: LocalServer,
) -> None:
    server.kind = WebClient
    clients = await server.table("Anna", "Bruno", "Carla", "Dora", absence="wait")
    mover, other = mover_of(clients)
    third, fourth = (client for client in clients if client not in (mover, other))
    server.dispatcher.leave(mover)
    await server.wait(59.9)
    assert await other.refused(END) == "house/too_soon"
    assert other.of(VoteAsked) == []
    await server.wait(0.1)
    assert await other.ask(END) == Done()
    server.dispatcher.leave(third)
    assert await fourth.refused(END) == "house/too_soon"
    assert table_of(server).in_play
    await other.ask(SKIP)  # a skip that can be undone needs no waiting period
    await fourth.ask(SKIP)
    assert skips(other) == 1
    await server.wait(60)
    for client in (other, fourth):
        await client.ask(END)
    assert table_of(server).over


async def test_after_an_empty_table_nobody_ends_a_game_at_once(server: LocalServer) -> None:
    other, _, _ = await left_alone(server, absence="wait")
    server.dispatcher.leave(other)
    await server.wait(1000)
    (other,) = await server.back(other.name)
    assert await other.refused(END) == "house/too_soon"
    await server.wait(60)
    await other.ask(END)
    assert table_of(server).over


async def test_votes_are_for_tables_that_wait_and_for_their_players(server: LocalServer) -> None:
    other, _, _ = await left_alone(server, absence="forfeit")
    assert await other.refused(END) == "house/nobody_awaited"
    eve = await server.enter("Eve")
    assert await eve.refused(END) == "house/not_seated"


# A bot stands in


async def test_a_bot_stands_in_after_a_while_and_the_game_goes_on(server: LocalServer) -> None:
    other, _, seat = await left_alone(server, absence="bot")
    assert other.of(WhoIsAway)[-1].away == (AwaySeat(seat, WhenAway.BOT, 30_000),)
    await server.wait(29.9)
    assert isinstance(records(other)[-1], GameStarted)
    await other.ask(Watch(table=1))
    assert shown(other).away == (AwaySeat(seat, WhenAway.BOT, 100),)
    await server.wait(0.2)
    assert other.of(WhoIsAway)[-1].away == (AwaySeat(seat, WhenAway.STAND_IN),)
    for turn in range(1, 4):
        await other.until(lambda turn=turn: len(moves_of(other, seat)) == turn)  # type: ignore[misc]
        await played(other)


def moves_of(client: LocalClient, seat: int) -> list[Record]:
    return [r for r in records(client) if isinstance(r, MovePlayed) and r.seat == seat]


async def test_a_bot_stands_in_at_the_level_of_the_bots_of_the_table(server: LocalServer) -> None:
    anna, bruno = await server.enter("Anna"), await server.enter("Bruno")
    await anna.ask(OpenTable(game="shelfie", seats=3, private=True))
    await anna.ask(SeatBot(table=1, bot="uniform"))
    await bruno.ask(JoinTable(code=shown(anna).info.code))
    server.dispatcher.leave(bruno)
    await server.wait(30)
    assert StandInSeated(Seat(2), "uniform") in records(anna)
    await anna.ask(Watch(table=1))
    bot, away = shown(anna).info.seats[1:]
    assert away == HolderInfo("Bruno", here=False, stand_in="uniform")
    assert bot
    assert bot.stand_in == ""


async def test_returning_player_resumes_the_turn_from_the_bot() -> None:
    loop, thinking, enough = asyncio.get_running_loop(), asyncio.Event(), threading.Event()

    def slow(question: Question, chance: Chance, budget: Budget = WHOLE) -> Any:
        loop.call_soon_threadsafe(thinking.set)
        enough.wait(20)
        return question.moves[0]

    server = LocalServer(minds={"slow": slow})
    other, mover, seat = await left_alone(server, absence="bot")
    await server.wait(30)
    async with asyncio.timeout(TIMEOUT):
        await thinking.wait()
    (bot,) = [who for who in keeper_of(server.dispatcher).listeners if who.bot]
    (back,) = await server.back(mover.name)
    enough.set()
    assert records(other)[-1] == StandInLeft(seat)
    assert not keeper_of(server.dispatcher).has_listener(bot)
    late = await a_move(back)
    await server.dispatcher.handle(bot, late)  # the bot's pending move is not played
    refused = await keeper_of(server.dispatcher).play(
        seat, late.move, bot="slow"
    )  # nor delayed until now
    assert isinstance(refused, Refusal)
    assert refused.code == "house/not_seated"
    assert moves_of(other, seat) == []
    await played(back)
    assert len(moves_of(other, seat)) == 1


async def test_bots_do_not_play_while_nobody_is_connected(
    server: LocalServer,
) -> None:
    other, mover, seat = await left_alone(server, absence="bot")
    await server.wait(30)
    await other.until(lambda: len(moves_of(other, seat)) == 1)
    server.dispatcher.leave(other)
    version = keeper_of(server.dispatcher).version
    await server.wait(50)
    assert keeper_of(server.dispatcher).version == version
    (other,) = await server.back(other.name)
    await played(other)
    (mover,) = await server.back(mover.name)
    assert records(mover)[-1] == StandInLeft(seat)


async def test_stand_in_waits_again_after_the_table_was_empty(
    server: LocalServer,
) -> None:
    other, mover, seat = await left_alone(server, absence="bot")
    server.dispatcher.leave(other)
    await server.wait(55)
    (other,) = await server.back(other.name)
    await server.wait(29)
    assert table_of(server).stand_ins == {}
    await server.wait(1)
    assert table_of(server).stand_ins == {seat: "greedy"}
    assert table_of(server).seat_of(mover.name) == seat


async def test_a_stand_in_outlives_a_restart(server: LocalServer) -> None:
    other, mover, seat = await left_alone(server, absence="bot")
    await server.wait(30)
    await other.until(lambda: len(moves_of(other, seat)) == 1)
    await server.restart()
    (other,) = await server.back(other.name)
    await played(other)
    await other.until(lambda: len(moves_of(other, seat)) == 1)
    (mover,) = await server.back(mover.name)
    assert table_of(server).stand_ins == {}


async def test_where_a_turn_may_take_an_hour_only_the_clock_counts(server: LocalServer) -> None:
    for absence in ("wait", "bot", "forfeit"):
        clock = Clock(turn=7200)
        server = LocalServer()
        other, _, seat = await left_alone(server, absence=absence, clock=clock)
        assert other.of(WhoIsAway)[-1].away == (AwaySeat(seat, WhenAway.NOTHING),)
        await server.wait(7199)
        assert isinstance(records(other)[-1], GameStarted)
        await server.wait(1)
        assert skips(other) == 1


# Forfeiting


async def test_an_absent_seat_is_waited_for_once_and_then_skipped_at_once(
    server: LocalServer,
) -> None:
    clients = await server.table("Anna", "Bruno", "Carla", absence="forfeit")
    mover, other = mover_of(clients)
    seat = seat_of(server, mover)
    here = [clients[(seat + step) % 3] for step in (1, 2)]
    server.dispatcher.leave(mover)
    assert other.of(WhoIsAway)[-1].away == (AwaySeat(seat, WhenAway.SKIP),)
    await server.wait(2.9)
    assert skips(other) == 0
    await server.wait(0.1)
    for count in (1, 2):
        assert skips(other) == count
        for client in here:
            await played(client)
        await server.wait(0)
    (back,) = await server.back(mover.name)
    server.dispatcher.leave(back)
    while mover_of([*here, back])[0] is not back:
        await played(mover_of([*here, back])[0])
    await server.wait(2.9)
    count = skips(other)
    await server.wait(0.1)
    assert skips(other) == count + 1  # a player who has returned is waited for again


async def test_countdown_to_a_win_begins_when_the_remaining_player_is_present(
    server: LocalServer,
) -> None:
    other, _, seat = await left_alone(server, absence="forfeit")
    assert other.of(WhoIsAway)[-1].away == (AwaySeat(seat, WhenAway.LOSE, 60_000),)
    server.dispatcher.leave(other)
    await server.wait(59)
    (other,) = await server.back(other.name)
    await server.wait(59)
    assert table_of(server).in_play
    await server.wait(1)
    assert table_of(server).state.outcome.winners == (1 - seat,)


async def test_release_time_of_an_absent_seat_is_announced_before_the_start(
    server: LocalServer,
) -> None:
    anna, bruno = await server.enter("Anna"), await server.enter("Bruno")
    await anna.ask(OpenTable(game="shelfie", seats=3))
    await bruno.ask(JoinTable(table=1))
    server.dispatcher.leave(bruno)
    assert anna.of(WhoIsAway)[-1].away == (AwaySeat(Seat(1), WhenAway.FREE, 60_000),)


async def test_a_table_opened_just_after_the_start_is_not_delayed(server: LocalServer) -> None:
    server.absence_policy = AbsencePolicy(grace=3, pause=60, settle=1000)
    await server.restart()
    clients = await server.table("Anna", "Bruno", "Carla", absence="forfeit")
    mover, other = mover_of(clients)
    server.dispatcher.leave(mover)
    await server.wait(3)
    assert skips(other) == 1


# Seats change hands


async def test_a_friend_takes_over_a_seat_that_was_offered(server: LocalServer) -> None:
    clients = await server.table("Anna", "Bruno", private=True)
    mover, other = mover_of(clients)
    seat = seat_of(server, mover)
    code, dora = shown(mover).info.code, await server.enter("Dora")
    take = TakeSeat(table=1, seat=seat, code=code)
    assert await dora.refused(take) == "house/seat_not_offered"
    await mover.ask(OfferSeat(table=1))
    await other.ask(Watch(table=1))
    assert shown(other).info.offered == (seat,)
    await mover.ask(OfferSeat(table=1, offered=False))
    assert await dora.refused(take) == "house/seat_not_offered"
    await mover.ask(OfferSeat(table=1))
    server.dispatcher.leave(mover)
    await dora.ask(take)
    assert shown(dora).seat == seat
    assert shown(dora).info.offered == ()
    assert SeatTaken(seat, "Dora") in records(other)
    await played(dora)
    assert await other.refused(take) == "house/seated_already"
    assert server.dispatcher.lobby.seats_of(mover.name) == []
    await server.restart()
    (dora,) = await server.back("Dora")
    assert shown(dora).seat == seat


async def test_the_code_is_needed_to_take_a_seat_over(server: LocalServer) -> None:
    anna, _ = await server.table("Anna", "Bruno", private=True)
    await anna.ask(OfferSeat(table=1))
    dora = await server.enter("Dora")
    take = TakeSeat(table=1, seat=Seat(0), code="guess")
    assert await dora.refused(take) == "house/no_such_table"
    anna, _ = await server.table("Enzo", "Fay")
    await anna.ask(OfferSeat(table=2))
    assert await dora.refused(TakeSeat(table=2, seat=Seat(0), code="")) == "house/wrong_code"


async def test_friend_may_take_over_the_seat_of_a_resigned_player(
    server: LocalServer,
) -> None:
    clients = await server.table("Anna", "Bruno", "Carla")
    mover, other = mover_of(clients)
    seat = seat_of(server, mover)
    code, dora = shown(mover).info.code, await server.enter("Dora")
    await mover.ask(Resign(table=1))
    assert table_of(server).state.resigned == {seat}
    assert await dora.refused(JoinTable(table=1)) == "house/table_full"
    await other.ask(Watch(table=1))
    assert shown(other).info.offered == (seat,)
    await dora.ask(TakeSeat(table=1, seat=seat, code=code))
    assert table_of(server).state.resigned == frozenset()
    await played(dora)
