"""Finished games: rematches, continuing, replays and statistics."""

import asyncio

import pytest

from ludoteca.core import read_replay
from ludoteca.core.rate_limits import LIMITS, PLAY_ON
from ludoteca.games import GAMES, Ending, Refusal, Seat, shelfie
from ludoteca.messages import (
    AskFinished,
    AskStatistics,
    DeclineRematch,
    FinishedGame,
    FinishedGames,
    JoinTable,
    LookAround,
    MoveTakenBack,
    OpenTable,
    PlayOn,
    Rematch,
    RematchOpened,
    Resign,
    SeatBot,
    StandUp,
    StartTable,
    Statistics,
    StopWatching,
    Surroundings,
    TableNews,
    TableShown,
    TakeBack,
    Tally,
    Watch,
)
from tests.core.histories import read_history
from tests.core.local import (
    LocalClient,
    LocalServer,
    SlowDisk,
    keeper_of,
    play_out,
    played,
    shown,
)

AGAIN = Rematch(table=1)


def play_on(version: int, seat: int = 0, table: int = 1) -> PlayOn:
    return PlayOn(table=table, version=version, seat=Seat(seat), bot="uniform")


async def finished(client: LocalClient) -> tuple[FinishedGame, ...]:
    answer = await client.ask(AskFinished())
    assert isinstance(answer, FinishedGames)
    return answer.games


async def tally(client: LocalClient, name: str, game: str = "shelfie") -> Tally | None:
    answer = await client.ask(AskStatistics(name=name))
    assert isinstance(answer, Statistics)
    return answer.games.get(game)


# Rematches


async def test_the_first_opens_the_table_and_the_others_sit_down_there(server: LocalServer) -> None:
    options = shelfie.Options(common_goals=1)
    anna, bruno, carla = await server.table("Anna", "Bruno", "Carla", private=True, options=options)
    assert await anna.refused(AGAIN) == "house/not_over"
    await anna.ask(Resign(table=1))
    await carla.ask(StandUp(table=1))
    eve = await server.enter("Eve")
    assert await eve.refused(AGAIN) == "house/no_such_table"
    await carla.ask(AGAIN)  # a player who left has played as well
    assert isinstance(bruno.of(TableNews)[-1].record, RematchOpened)
    await anna.ask(AGAIN)
    assert not shown(anna).info.started
    assert await anna.refused(AGAIN) == "house/seated_already"
    await bruno.ask(AGAIN)
    info = shown(bruno).info
    assert (info.table, info.started, info.private) == (2, True, True)
    assert [holder and holder.name for holder in info.seats] == ["Carla", "Anna", "Bruno"]
    assert info.options == options


JOIN = JoinTable(table=2)


async def is_free_for(client: LocalClient) -> bool:
    """Return whether the rematch is among the tables with free seats."""
    answer = await client.ask(LookAround(free=True))
    assert isinstance(answer, Surroundings)
    return 2 in [info.table for info in answer.tables]


async def test_a_rematch_keeps_the_seats_of_the_others(server: LocalServer) -> None:
    anna, bruno, carla = await server.table("Anna", "Bruno", "Carla")
    await play_out([anna, bruno, carla])
    eve = await server.enter("Eve")
    await anna.ask(AGAIN)
    assert shown(anna).info.kept_for == ("Bruno", "Carla")
    assert not await is_free_for(eve)
    assert await eve.refused(JOIN) == "house/table_full"
    assert await anna.refused(SeatBot(table=2, bot="uniform")) == "house/table_full"
    await bruno.ask(JOIN)  # by its number, as over protocols that know no rematch
    assert shown(bruno).info.kept_for == ("Carla",)
    assert await eve.refused(JOIN) == "house/table_full"
    await carla.ask(AGAIN)
    assert shown(carla).info.started


async def test_a_declined_seat_of_a_rematch_is_free(server: LocalServer) -> None:
    anna, bruno, carla = await server.table("Anna", "Bruno", "Carla")
    await play_out([anna, bruno, carla])
    eve = await server.enter("Eve")
    assert await eve.refused(DeclineRematch(table=1)) == "house/not_seated"
    await anna.ask(AGAIN)
    await bruno.ask(DeclineRematch(table=1))
    news = anna.of(TableNews)[-1]
    assert news.info
    assert news.info.kept_for == ("Carla",)
    assert await is_free_for(eve)
    await carla.ask(StopWatching(table=1))  # left for the lobby
    await eve.ask(JOIN)
    assert shown(eve).info.kept_for == ()
    await bruno.ask(AGAIN)  # can still decide otherwise
    assert shown(bruno).info.started


async def test_a_rematch_keeps_seats_for_three_minutes(server: LocalServer) -> None:
    anna, bruno = await server.table("Anna", "Bruno")
    await play_out([anna, bruno])
    eve = await server.enter("Eve")
    await anna.ask(AGAIN)
    server.dispatcher.leave(bruno)
    assert shown(anna).info.kept_until == (server.clock.wall() + 180) * 1000
    await server.wait(179)
    assert await eve.refused(JOIN) == "house/table_full"
    await server.wait(2)
    assert await is_free_for(eve)
    await eve.ask(JOIN)
    assert shown(eve).info.started


async def test_a_rematch_keeps_seats_after_a_restart(server: LocalServer) -> None:
    anna, bruno = await server.table("Anna", "Bruno", private=True)
    await play_out([anna, bruno])
    await anna.ask(AGAIN)
    code = shown(anna).info.code
    await server.restart()
    eve = await server.enter("Eve")
    assert await eve.refused(JoinTable(code=code)) == "house/table_full"
    (bruno,) = await server.back("Bruno", table=2)  # may see the private table
    assert shown(bruno).info.kept_for == ("Bruno",)
    await server.wait(181)
    await eve.ask(JoinTable(code=code))
    assert shown(eve).info.kept_for == ()


async def test_a_private_rematch_is_found_by_those_it_keeps_seats_for(server: LocalServer) -> None:
    anna, bruno = await server.table("Anna", "Bruno", private=True)
    await play_out([anna, bruno])
    server.dispatcher.leave(bruno)
    await anna.ask(AGAIN)
    assert await own(anna) == {2: shown(anna).info.code}
    eve = await server.enter("Eve")
    assert await own(eve) == {}
    bruno = await server.enter("Bruno")
    await bruno.ask(JoinTable(code=(await own(bruno))[2]))
    assert shown(bruno).info.started


async def own(client: LocalClient) -> dict[int, str]:
    """Return the player's private tables, with their codes."""
    answer, found = await client.ask(LookAround()), await client.ask(LookAround(search="2"))
    assert isinstance(answer, Surroundings)
    assert isinstance(found, Surroundings)
    assert found.own == ()
    return {info.table: info.code for info in answer.own}


async def test_private_games_are_listed_for_their_players(server: LocalServer) -> None:
    anna, bruno = await server.table("Anna", "Bruno", private=True)
    code = shown(anna).info.code
    await play_out([anna, bruno])
    eve = await server.enter("Eve")
    for client, codes in ((anna, [code]), (bruno, [code]), (eve, [])):
        answer = await client.ask(AskFinished())
        assert isinstance(answer, FinishedGames)
        assert answer.games == ()
        assert [game.code for game in answer.own] == codes
    server.dispatcher.leave(bruno)
    await server.wait(600)
    other = await server.enter("Bruno")
    answer = await other.ask(AskFinished())
    assert isinstance(answer, FinishedGames)
    assert answer.own == ()  # somebody else has the name


async def test_owner_starts_a_rematch_without_awaited_players(server: LocalServer) -> None:
    clients = await server.table("Anna", "Bruno", waits=False)
    await play_out(clients)
    await clients[0].ask(AGAIN)
    await clients[0].ask(StartTable(table=2, bot="uniform"))
    table = keeper_of(server.dispatcher, 2).table
    assert (table.started, table.kept_for) == (True, ())


async def test_rematch_keeps_the_table_name_if_it_is_free(server: LocalServer) -> None:
    clients = await server.table("Anna", "Bruno", name="salotto")
    await play_out(clients)
    await clients[0].ask(Rematch(table=1))
    assert shown(clients[0]).info.name == "salotto"
    await clients[1].ask(Rematch(table=1))
    await play_out(clients, table=2)
    carla = await server.enter("Carla")
    await carla.ask(OpenTable(game="shelfie", seats=2, name="Salotto"))
    await clients[0].ask(Rematch(table=2))
    assert shown(clients[0]).info.name == ""


async def test_bots_play_again_without_being_asked(server: LocalServer) -> None:
    anna = await server.enter("Anna")
    await anna.ask(OpenTable(game="shelfie", seats=3))
    await anna.ask(StartTable(table=1, bot="uniform"))
    await anna.ask(StandUp(table=1))
    await anna.ask(AGAIN)
    info = shown(anna).info
    assert (info.table, info.started) == (2, True)
    assert [holder and holder.bot for holder in info.seats] == ["", "uniform", "uniform"]


async def test_simultaneous_rematch_requests_open_one_table() -> None:
    journal = SlowDisk()
    server = LocalServer(journal)
    anna, bruno = await server.table("Anna", "Bruno")
    await bruno.ask(Resign(table=1))
    journal.free.clear()
    asking = [asyncio.create_task(client.ask(AGAIN)) for client in (anna, bruno)]
    await asyncio.sleep(0)  # both have asked
    journal.free.set()
    await asyncio.gather(*asking)
    assert shown(anna).info.table == shown(bruno).info.table == 2
    assert keeper_of(server.dispatcher, 2).table.in_play


async def test_a_rematch_that_was_given_up_can_be_asked_for_again(server: LocalServer) -> None:
    anna, bruno = await server.table("Anna", "Bruno")
    await bruno.ask(Resign(table=1))
    await anna.ask(AGAIN)
    await anna.ask(StandUp(table=2))
    await bruno.ask(AGAIN)
    assert shown(bruno).info.table == 3
    await anna.ask(AGAIN)
    assert shown(anna).info.table == 3
    assert shown(anna).info.started


# Continuing


@pytest.mark.parametrize("game", GAMES)
async def test_any_version_of_a_finished_game_can_be_played_on(
    server: LocalServer, game: str
) -> None:
    clients = await server.table("Anna", "Bruno", game=game, take_back=True)
    keeper = keeper_of(server.dispatcher)
    assert await clients[0].refused(play_on(5)) == "house/not_over"
    for _ in range(3):
        seat = min(keeper.table.rules.seats_to_move(keeper.table.state))
        mover = next(g for g in clients if keeper.table.seat_of(g.name) == seat)
        await played(mover)
        await mover.ask(TakeBack(table=1))
        await played(mover)
    await play_out(clients)
    history = await read_history(1, server.journal)
    assert any(isinstance(moment.record, MoveTakenBack) for moment in history)
    eve = await server.enter("Eve")
    for version in (0, 3, len(history), len(history) + 1, -1):
        assert await eve.refused(play_on(version)) == "house/no_such_version", version
    for beside in (-1, 2):
        assert await eve.refused(play_on(5, beside)) == "house/no_such_seat"
    for number, version in enumerate((4, 5, 6, 7, len(history) - 1), start=2):
        await eve.ask(play_on(version, seat=1))
        assert (shown(eve).info.table, shown(eve).seat) == (number, 1)
        assert shown(eve).info.origin == (1, version)
        began = await read_history(number, server.journal)
        assert began[3].table.state == history[version - 1].table.state
        assert [h and h.bot for h in began[3].table.holders] == ["uniform", ""]


async def test_seats_that_had_left_are_taken_again_by_bots(server: LocalServer) -> None:
    clients = await server.table("Anna", "Bruno", "Carla", "Dora")
    await clients[2].ask(Resign(table=1))
    await clients[3].ask(StandUp(table=1))
    version = keeper_of(server.dispatcher).version
    await clients[1].ask(StandUp(table=1))
    eve = await server.enter("Eve")
    await eve.ask(play_on(version, seat=3))
    table = keeper_of(server.dispatcher, 2).table
    assert table.in_play
    assert table.state.away == frozenset()
    assert table.resigned == frozenset()


async def test_games_that_are_played_on_count_for_nobody(server: LocalServer) -> None:
    clients = await server.table("Anna", "Bruno")
    await play_out(clients)
    history = await read_history(1, server.journal)
    before = history[-2].table
    (last,) = before.rules.seats_to_move(before.state)
    games = await finished(clients[0])
    eve = await server.enter("Eve")
    await eve.ask(play_on(len(history) - 1, last))
    await played(eve, 2)
    assert keeper_of(server.dispatcher, 2).table.over
    assert await tally(eve, "Eve") is None
    assert await finished(eve) == games
    assert isinstance(await server.dispatcher.archive.replay(2), bytes)


async def test_games_that_are_played_on_are_limited_by_size(server: LocalServer) -> None:
    clients = await server.table("Anna", "Bruno")
    await play_out(clients)
    version = keeper_of(server.dispatcher).version - 1
    eve = await server.enter("Eve")
    assert server.dispatcher.limits.allow(
        PLAY_ON, "Eve", LIMITS[PLAY_ON].most - 1
    )  # one kilobyte left
    assert await eve.refused(play_on(version)) == "house/too_often"
    server.clock.time += LIMITS[PLAY_ON].seconds
    assert isinstance(await eve.ask(play_on(version)), TableShown)


async def test_private_games_are_continued_only_by_their_players(server: LocalServer) -> None:
    anna, bruno = await server.table("Anna", "Bruno", private=True)
    await bruno.ask(Resign(table=1))
    eve = await server.enter("Eve")
    assert await eve.refused(play_on(4)) == "house/no_such_table"
    assert (
        await bruno.refused(PlayOn(table=1, version=4, seat=Seat(0), bot="genius"))
        == "house/no_such_bot"
    )
    await bruno.ask(play_on(4))
    assert shown(bruno).info.private
    assert await anna.refused(JoinTable(table=2)) == "house/no_such_table"


# Replays


@pytest.mark.parametrize("game", GAMES)
async def test_replay_holds_every_move_and_no_table_code(server: LocalServer, game: str) -> None:
    clients = await server.table("Anna", "Bruno", game=game, private=True)
    code = shown(clients[0]).info.code
    early = await server.dispatcher.archive.replay(1, code)
    assert isinstance(early, Refusal)
    assert early.code == "house/not_over"
    await play_out(clients)
    data = await server.dispatcher.archive.replay(1, code)
    assert isinstance(data, bytes)
    assert code.encode() not in data
    again = read_replay(data)
    assert again[-1].table.state == keeper_of(server.dispatcher).table.state
    for spoilt in (b"", b"{}", data.splitlines()[0], data[:-20]):
        with pytest.raises(ValueError, match=r"replay|entry"):
            read_replay(spoilt)


# Statistics and finished games


async def test_leavers_and_resigners_are_counted_and_bots_are_not(server: LocalServer) -> None:
    anna, bruno, carla = await server.table("Anna", "Bruno", "Carla")
    server.clock.time += 5
    await bruno.ask(Resign(table=1))
    await carla.ask(StandUp(table=1))
    (game,) = await finished(anna)
    assert [player and player.name for player in game.players] == ["Anna", "Bruno", "Carla"]
    assert game.result.outcome.winners == (0,)
    assert game.at == 1_005_000
    for _ in range(2):
        for name, won in (("anna", 1), ("Bruno", 0), ("Carla", 0)):
            counted = await tally(anna, name)
            assert counted is not None
            assert (counted.played, counted.won) == (1, won)
        assert await tally(anna, "Bice") is None
        assert await finished(anna) == (game,)
        await server.restart()
        anna = await server.enter("Anna")


async def test_points_are_added_up(server: LocalServer) -> None:
    clients = await server.table("Anna", "Bruno")
    await play_out(clients)
    (first,) = await finished(clients[0])
    assert first.result.outcome.ending is Ending.PLAYED_OUT
    for client in clients:
        await client.ask(AGAIN)
    second_guests = sorted(clients, key=lambda g: shown(g).seat or 0)
    await play_out(second_guests, 2)
    second, _ = await finished(clients[0])
    totals = [first.result.totals[0], second.result.totals[0]]
    counted = await tally(clients[0], "Anna")
    assert counted is not None
    assert (counted.played, counted.points, counted.best) == (2, sum(totals), max(totals))


async def test_abandoned_games_are_not_counted(server: LocalServer) -> None:
    anna = await server.enter("Anna")
    await anna.ask(OpenTable(game="shelfie", seats=2))
    await anna.ask(SeatBot(table=1, bot="uniform"))
    await anna.ask(StandUp(table=1))
    assert await tally(anna, "Anna") is None


async def test_private_games_are_counted_and_not_listed(server: LocalServer) -> None:
    anna, bruno = await server.table("Anna", "Bruno", private=True)
    await bruno.ask(Resign(table=1))
    for _ in range(2):
        assert await finished(anna) == ()
        counted = await tally(anna, "Anna")
        assert counted is not None
        assert counted.won == 1
        await server.restart()
        anna = await server.enter("Anna")


async def test_end_time_of_a_game_survives_its_continuation(server: LocalServer) -> None:
    anna, bruno = await server.table("Anna", "Bruno")
    await bruno.ask(Resign(table=1))
    (game,) = await finished(anna)
    for client in (anna, bruno):
        server.dispatcher.leave(client)
    await server.wait(100)
    (anna,) = await server.back("Anna")
    await anna.ask(AGAIN)
    await server.restart()
    anna = await server.enter("Anna")
    assert await finished(anna) == (game,)
    await anna.ask(Watch(table=1))
    assert shown(anna).info.rematch == 2


async def test_overlong_name_has_no_statistics(server: LocalServer) -> None:
    anna = await server.enter("Anna")
    assert await anna.refused(AskStatistics(name="x" * 31)) == "house/no_such_person"
    assert await tally(anna, "x" * 30) is None
