"""Seats change hands: pausing, resigning, standing up, returning, replacing, resizing."""

import asyncio

from ludoteca.core import AbsencePolicy
from ludoteca.games import Ending, Seat
from ludoteca.journal import MemoryJournal
from ludoteca.messages import (
    AskMoves,
    Block,
    ChangeTable,
    Clock,
    Done,
    GamePaused,
    GameResumed,
    GameStarted,
    Invite,
    Invited,
    JoinTable,
    Moves,
    Mute,
    OfferSeat,
    OpenTable,
    Pause,
    PauseAsked,
    Refused,
    Resign,
    ResizeTable,
    Resume,
    SeatBot,
    SeatFreed,
    SeatsGivenUp,
    SeatSkipped,
    SeatTaken,
    StandUp,
    TableChanged,
    TableNews,
    TableResized,
    TakeBack,
    TakeSeat,
    Unseat,
    Watch,
)
from tests.core.local import (
    LocalServer,
    SlowDisk,
    WebClient,
    a_move,
    keeper_of,
    mover_of,
    played,
    shown,
)

UP, PAUSE, RESUME, RESIGN = (kind(table=1) for kind in (StandUp, Pause, Resume, Resign))
JOIN = JoinTable(table=1)


async def test_a_pause_begins_once_all_agree_and_one_ends_it(server: LocalServer) -> None:
    anna, bruno, carla = await server.table("Anna", "Bruno", "Carla")
    assert await anna.refused(RESUME) == "house/not_at_rest"
    assert await anna.ask(PAUSE) == Done()
    assert await anna.ask(PAUSE) == Done()  # asking again changes nothing
    await bruno.ask(PAUSE)
    assert [asked.seats for asked in carla.of(PauseAsked)] == [(0,), (0, 1)]
    assert not keeper_of(server.dispatcher).table.paused
    await carla.ask(PAUSE)
    assert isinstance(anna.of(TableNews)[-1].record, GamePaused)
    await anna.ask(Watch(table=1))
    assert shown(anna).info.paused
    mover, _ = mover_of([anna, bruno, carla])
    assert await mover.refused(await a_move(mover)) == "house/at_rest"
    assert await anna.refused(PAUSE) == "house/at_rest"
    assert await bruno.ask(RESUME) == Done()
    assert anna.of(TableNews)[-1].record == GameResumed(Seat(1))
    await played(mover)


async def test_a_wish_to_pause_ends_with_the_next_move(server: LocalServer) -> None:
    clients = await server.table("Anna", "Bruno")
    mover, other = mover_of(clients)
    await mover.ask(PAUSE)
    await played(mover)
    await other.ask(PAUSE)
    assert not keeper_of(server.dispatcher).table.paused


async def test_pause_waits_for_absent_players(server: LocalServer) -> None:
    clients = await server.table("Anna", "Bruno", absence="wait", clock=Clock(turn=30))
    mover, other = mover_of(clients)
    server.dispatcher.leave(other)
    assert await mover.ask(PAUSE) == Done()
    asked = mover.of(PauseAsked)[-1]
    assert not keeper_of(server.dispatcher).table.paused
    await server.wait(20)
    (back,) = await server.back(other.name)
    assert back.of(PauseAsked) == [PauseAsked(1, asked.seats, 30_000)]
    assert shown(back).left[asked.seats[0]] == 10_000
    await back.ask(PAUSE)
    assert keeper_of(server.dispatcher).table.paused


async def test_running_clock_is_stopped_only_by_agreement(server: LocalServer) -> None:
    clients = await server.table("Anna", "Bruno", absence="wait", clock=Clock(turn=30))
    mover, other = mover_of(clients)
    server.dispatcher.leave(other)
    await mover.ask(PAUSE)
    await server.wait(30)
    assert isinstance(mover.of(TableNews)[-1].record, SeatSkipped)


async def test_absent_player_is_not_skipped_during_a_pause(server: LocalServer) -> None:
    clients = await server.table("Anna", "Bruno", "Carla")
    mover, other = mover_of(clients)
    for client in clients:
        await client.ask(PAUSE)
    server.dispatcher.leave(mover)
    await server.wait(10_000)
    assert not any(isinstance(news.record, SeatSkipped) for news in other.of(TableNews))
    assert keeper_of(server.dispatcher).table.in_play


async def test_a_pause_outlives_a_restart(server: LocalServer) -> None:
    clients = await server.table("Anna", "Bruno")
    for client in clients:
        await client.ask(PAUSE)
    await server.restart()
    anna, bruno = await server.back("Anna", "Bruno")
    assert shown(anna).info.paused
    await anna.ask(RESUME)
    await played(mover_of([anna, bruno])[0])


async def test_a_game_that_ends_in_a_pause_is_over(server: LocalServer) -> None:
    clients = await server.table("Anna", "Bruno")
    for client in clients:
        await client.ask(PAUSE)
    await clients[1].ask(RESIGN)
    await clients[0].ask(Watch(table=1))
    info = shown(clients[0]).info
    assert (info.over, info.paused) == (True, False)
    assert await clients[0].refused(RESUME) == "house/not_at_rest"


async def test_nobody_is_skipped_right_after_a_restart(server: LocalServer) -> None:
    clients = await server.table("Anna", "Bruno", "Carla")
    mover, _ = mover_of(clients)
    server.absence_policy = AbsencePolicy(grace=3, pause=60, settle=10)
    await server.restart()
    others = await server.back(*(client.name for client in clients if client is not mover))
    await server.wait(9.9)
    assert others[0].of(TableNews) == []
    await server.wait(0.2)
    assert isinstance(others[0].of(TableNews)[-1].record, SeatSkipped)


async def test_seat_of_a_resigned_player_stays_closed(server: LocalServer) -> None:
    anna, bruno, carla = await server.table("Anna", "Bruno", "Carla")
    assert await anna.ask(Resign(table=1, id="r")) == Done("r")
    record = bruno.of(TableNews)[-1].record
    assert isinstance(record, SeatsGivenUp)
    assert record.resigned
    dora = await server.enter("Dora")
    for client in (anna, dora):
        assert await client.refused(JOIN) == "house/table_full"
    assert await carla.refused(SeatBot(table=1, bot="uniform")) == "house/table_full"
    assert await anna.refused(RESIGN) == "house/not_seated"
    await server.restart()
    (again,) = await server.back("Anna")
    assert await again.refused(JOIN) == "house/table_full"


async def test_resigning_is_for_running_games(server: LocalServer) -> None:
    anna = await server.enter("Anna")
    await anna.ask(OpenTable(game="shelfie", seats=2))
    assert await anna.refused(RESIGN) == "house/not_started"
    bruno = await server.enter("Bruno")
    await bruno.ask(JOIN)
    await bruno.ask(RESIGN)
    outcome = keeper_of(server.dispatcher).table.state.outcome
    assert (outcome.winners, outcome.ending) == ((0,), Ending.LAST_LEFT)
    for request in (RESIGN, PAUSE):
        assert await anna.refused(request) == "house/over_already"


async def test_standing_player_may_return_to_an_empty_seat(server: LocalServer) -> None:
    clients = await server.table("Anna", "Bruno", "Carla")
    anna, bruno, _ = clients
    view = keeper_of(server.dispatcher).table.view(Seat(0))
    await anna.ask(UP)
    await anna.ask(Watch(table=1))
    assert shown(anna).seat is None
    assert shown(anna).view == keeper_of(server.dispatcher).table.view(None)
    assert keeper_of(server.dispatcher).table.owner == "Bruno"
    await anna.ask(JOIN)
    assert shown(anna).seat == 0
    assert shown(anna).view == view
    record = bruno.of(TableNews)[-1].record
    assert isinstance(record, SeatTaken)
    assert (record.seat, record.name) == (0, "Anna")
    while mover_of(clients)[0] is not anna:
        await played(mover_of(clients)[0])
    await played(anna)


async def test_nobody_takes_the_seat_of_another_after_having_had_one(server: LocalServer) -> None:
    anna, bruno, carla, _ = await server.table("Anna", "Bruno", "Carla", "Dora")
    code = shown(anna).info.code
    take = TakeSeat(table=1, seat=Seat(1), code=code)
    for give_up in (OfferSeat(table=1), RESIGN):
        await bruno.ask(give_up)
        await carla.ask(RESIGN)
        assert await carla.refused(take) == "house/sat_elsewhere"
        await server.restart()
        bruno, carla, _ = await server.back("Bruno", "Carla", "Dora")
        assert await carla.refused(take) == "house/sat_elsewhere"
        await carla.ask(TakeSeat(table=1, seat=Seat(2), code=code))
        assert shown(carla).seat == 2
    erin = await server.enter("Erin")
    await erin.ask(take)  # a player who has had no seat may
    await erin.ask(OfferSeat(table=1))
    await bruno.ask(take)  # and so may the one who held it before
    assert shown(bruno).seat == 1
    assert await erin.refused(take) == "house/seat_not_offered"


async def test_standing_player_returns_only_to_the_same_seat(server: LocalServer) -> None:
    anna, bruno, carla, dora = await server.table("Anna", "Bruno", "Carla", "Dora")
    for client in (anna, bruno):
        await client.ask(UP)
    await bruno.ask(JOIN)
    assert shown(bruno).seat == 1  # the first one is free as well
    await carla.ask(RESIGN)
    assert await carla.refused(JOIN) == "house/sat_elsewhere"
    erin = await server.enter("Erin")
    await erin.ask(JOIN)
    assert shown(erin).seat == 0
    await dora.ask(UP)
    assert await anna.refused(JOIN) == "house/sat_elsewhere"
    await dora.ask(JOIN)
    assert shown(dora).seat == 3
    assert await anna.refused(JOIN) == "house/table_full"


async def test_the_turns_of_an_empty_seat_are_skipped(server: LocalServer) -> None:
    clients = await server.table("Anna", "Bruno", "Carla")
    mover, other = mover_of(clients)
    await mover.ask(UP)
    await server.wait(3.1)
    assert isinstance(other.of(TableNews)[-1].record, SeatSkipped)


async def test_game_of_two_ends_when_one_player_leaves(server: LocalServer) -> None:
    anna, bruno = await server.table("Anna", "Bruno")
    await bruno.ask(UP)
    assert keeper_of(server.dispatcher).table.state.outcome.winners == (0,)
    assert await bruno.refused(JOIN) == "house/no_such_table"
    moves = await anna.ask(AskMoves(table=1))
    assert moves == Moves(1, ())


async def test_a_table_is_resized_by_its_owner_before_the_start(server: LocalServer) -> None:
    anna = await server.enter("Anna")
    await anna.ask(OpenTable(game="shelfie", seats=2))
    bruno = await server.enter("Bruno")
    for seats in (1, 5, 0, -1):
        assert await anna.refused(ResizeTable(table=1, seats=seats)) == "house/bad_seats"
    assert await anna.ask(ResizeTable(table=1, seats=4, id="r")) == Done("r")
    await bruno.ask(JOIN)
    assert len(shown(bruno).info.seats) == 4
    assert await bruno.refused(ResizeTable(table=1, seats=3)) == "house/not_the_owner"
    await anna.ask(SeatBot(table=1, bot="uniform"))
    assert await anna.refused(ResizeTable(table=1, seats=2)) == "house/bad_seats"
    await anna.ask(Unseat(table=1, seat=Seat(2)))
    await anna.ask(ResizeTable(table=1, seats=2))
    kinds = [type(news.record) for news in bruno.of(TableNews)[-2:]]
    assert kinds == [TableResized, GameStarted]
    for request in (ResizeTable(table=1, seats=3), Unseat(table=1, seat=Seat(1))):
        assert await anna.refused(request) == "house/started_already"
    await played(mover_of([anna, bruno])[0])


async def test_hints_and_undo_are_allowed_by_the_owner_before_the_start() -> None:
    journal = MemoryJournal()
    server = LocalServer(journal)
    anna = await server.enter("Anna")
    await anna.ask(OpenTable(game="shelfie", seats=2))
    assert await anna.ask(ChangeTable(table=1, take_back=True, id="c")) == Done("c")
    assert await anna.ask(ChangeTable(table=1, hints=True)) == Done()
    bruno = await server.enter("Bruno")
    assert await bruno.refused(ChangeTable(table=1, hints=True)) == "house/not_the_owner"
    await bruno.ask(Watch(table=1))
    info = shown(bruno).info
    assert (info.hints, info.take_back) == (True, True)
    await anna.ask(ChangeTable(table=1, hints=False))
    await anna.ask(ChangeTable(table=1, hints=False))  # nothing to record
    changes = [news.record for news in bruno.of(TableNews)]
    assert changes == [TableChanged(hints=False, take_back=True)]
    await bruno.ask(JOIN)
    assert await anna.refused(ChangeTable(table=1, hints=True)) == "house/started_already"
    mover, _ = mover_of([anna, bruno])
    await played(mover)
    again = LocalServer(journal)
    back = await again.enter(mover.name)
    await back.ask(Watch(table=1))
    assert shown(back).info.take_back
    assert await back.ask(TakeBack(table=1)) == Done()


async def test_overdue_action_is_dropped_if_something_happens_just_before() -> None:
    journal = SlowDisk()
    server = LocalServer(journal)
    anna, bruno = await server.table("Anna", "Bruno", clock=Clock(turn=30))
    await bruno.ask(PAUSE)
    server.clock.time += 31  # a clock has run out, and both are about to pause
    journal.free.clear()
    journal.waiting.clear()
    pausing = asyncio.create_task(anna.ask(PAUSE))
    await journal.waiting.wait()
    ticking = asyncio.create_task(server.dispatcher.tick())
    await asyncio.sleep(0)  # now it waits for the table
    journal.free.set()
    await asyncio.gather(pausing, ticking)
    assert isinstance(bruno.of(TableNews)[-1].record, GamePaused)


async def test_waiting_table_starts_on_its_owners_command(server: LocalServer) -> None:
    anna, bruno = await server.table("Anna", "Bruno", game="renaissance", waits=True)
    assert shown(bruno).info.waits
    assert not shown(bruno).info.started
    assert await bruno.refused(ResizeTable(table=1, seats=2)) == "house/not_the_owner"
    assert await anna.ask(ResizeTable(table=1, seats=2)) == Done()
    assert isinstance(bruno.of(TableNews)[-1].record, GameStarted)


async def test_a_solo_table_that_waits_is_opened_without_starting(server: LocalServer) -> None:
    (anna,) = await server.table("Anna", game="renaissance", waits=True)
    assert not shown(anna).info.started
    await anna.ask(ResizeTable(table=1, seats=1))
    assert isinstance(anna.of(TableNews)[-1].record, GameStarted)


async def test_a_table_that_waits_keeps_seats_as_long_as_the_countdown(server: LocalServer) -> None:
    anna, bruno = await server.table("Anna", "Bruno", game="renaissance", waits=True)
    server.dispatcher.leave(anna)
    await server.wait(59)
    assert keeper_of(server.dispatcher).table.owner == "Anna"
    await server.wait(1)
    assert keeper_of(server.dispatcher).table.owner == "Bruno"
    server.dispatcher.leave(bruno)
    await server.wait(60)
    assert server.dispatcher.surroundings().tables == ()


async def test_a_table_that_lets_people_go_keeps_seats_for_the_grace(server: LocalServer) -> None:
    anna = await server.enter("Anna")
    await anna.ask(OpenTable(game="shelfie", seats=3, lets_go=True))
    bruno = await server.enter("Bruno")
    await bruno.ask(JoinTable(table=1))
    server.dispatcher.leave(anna)
    await server.wait(2)
    assert keeper_of(server.dispatcher).table.owner == "Anna"
    await server.wait(1)
    assert keeper_of(server.dispatcher).table.owner == "Bruno"
    assert isinstance(bruno.of(TableNews)[-1].record, SeatFreed)
    server.dispatcher.leave(bruno)
    await server.wait(3)
    assert server.dispatcher.surroundings().tables == ()


async def test_connected_player_is_invited_by_name(server: LocalServer) -> None:
    server.kind = WebClient
    anna, bruno, carla = [await server.enter(name) for name in ("Anna", "Bruno", "Carla")]
    await anna.ask(OpenTable(game="shelfie", seats=3, private=True))
    code = shown(anna).info.code
    assert await bruno.refused(Invite(table=1, name="Carla")) == "house/no_such_table"
    assert await anna.refused(Invite(table=1, name="Dora")) == "house/person_away"
    assert await anna.ask(Invite(table=1, name="bruno")) == Done()
    assert bruno.of(Invited) == [Invited("Anna", "bruno", 1, "shelfie", code)]
    assert not carla.of(Invited)
    await bruno.ask(JoinTable(code=code))
    assert await anna.refused(Invite(table=1, name="Bruno")) == "house/seated_already"


async def test_muted_and_blocked_players_invite_nobody(server: LocalServer) -> None:
    server.kind = WebClient
    anna, bruno, carla = [await server.enter(name) for name in ("Anna", "Bruno", "Carla")]
    await anna.ask(OpenTable(game="shelfie", seats=3))
    await bruno.ask(Mute(name="Anna"))
    await carla.ask(Block(name="Anna"))
    assert await anna.ask(Invite(table=1, name="Bruno")) == Done()  # mutes are not disclosed
    assert await anna.refused(Invite(table=1, name="Carla")) == "house/blocked"
    assert not bruno.of(Invited)
    await bruno.ask(Mute(name="Anna", muted=False))
    answers = [await anna.ask(Invite(table=1, name="Bruno")) for _ in range(10)]
    assert isinstance(answers[0], Done)
    assert isinstance(answers[-1], Refused)
    assert answers[-1].code == "house/too_often"
