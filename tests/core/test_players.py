"""Players' pages and games: lists, filters, and what others may see."""

from typing import Any

from msgspec.json import encode

from ludoteca.core.ratings import standings
from ludoteca.core.ratings.standings import PoolOf, Standing
from ludoteca.core.tables.history import stream_of
from ludoteca.core.tables.listing import Listing, index_entries_of, write_listing
from ludoteca.core.tables.table import Holder
from ludoteca.games import Ending, Outcome, Seat, shelfie
from ludoteca.messages import (
    AchievementKind,
    AskGames,
    AskOwnTables,
    AskProfile,
    AskStatistics,
    Block,
    ChangeSecret,
    ChooseVisibility,
    Clock,
    DeleteMe,
    GameResult,
    GamesPlayed,
    JoinTable,
    OpenTable,
    OwnTables,
    Pool,
    Profile,
    Resign,
    Result,
    Statistics,
    TableOpened,
    Tally,
    Visibility,
)
from tests.core.finished import play_to_the_end
from tests.core.local import LocalClient, LocalServer, WebClient, mover_of, played, shown
from tests.core.nodes import Nodes

SECRET = "correct horse"  # noqa: S105 - of a test


async def people(server: LocalServer, *names: str) -> list[LocalClient]:
    server.kind = WebClient
    return [await server.enter(name, SECRET) for name in names]


async def lose(winner: LocalClient, loser: LocalClient, **options: Any) -> int:
    """Play a game that one of two players resigns; return its table."""
    await winner.ask(OpenTable("shelfie", 2, **options))
    info = shown(winner).info
    await loser.ask(JoinTable(code=info.code))
    await loser.ask(Resign(table=info.table))
    return info.table


async def games_of(client: LocalClient, **asked: Any) -> list[int]:
    told = await client.ask(AskGames(**asked))
    assert isinstance(told, GamesPlayed)
    return [game.table for game in told.games]


async def profile_of(client: LocalClient, name: str = "") -> Profile:
    told = await client.ask(AskProfile(name=name))
    assert isinstance(told, Profile)
    return told


async def test_finished_games_are_filtered_and_paged(server: LocalServer) -> None:
    anna, bruno, carla = await people(server, "Anna", "Bruno", "Carla")
    assert await lose(anna, bruno) == 1
    server.clock.time += 60
    assert await lose(carla, anna, name="Sunday") == 2
    later = int(server.clock.wall() * 1000)
    assert await lose(anna, bruno, private=True) == 3
    assert await games_of(anna) == [3, 2, 1]
    assert await games_of(anna, result=GameResult.LOST) == [2]
    assert await games_of(anna, opponent="BRUNO") == [3, 1]
    assert await games_of(anna, game="renaissance") == []
    assert await games_of(anna, since=later) == [3, 2]
    assert await games_of(anna, until=later - 1) == [1]
    assert await games_of(anna, search="carla sun") == [2]
    assert await games_of(anna, search="3") == [3]
    assert await games_of(carla, name="Anna") == [2, 1]  # the private game is not Carla's
    told = await bruno.ask(AskGames(name="Anna", limit=2))
    assert isinstance(told, GamesPlayed)
    assert [(game.table, bool(game.code)) for game in told.games] == [(3, True), (2, False)]
    assert await games_of(bruno, name="Anna", after=told.more) == [1]


async def test_games_of_an_earlier_owner_of_a_name_are_not_listed(server: LocalServer) -> None:
    server.kind = WebClient
    anna, bruno = [await server.enter(name) for name in ("Anna", "Bruno")]
    await lose(anna, bruno)
    assert await games_of(anna) == [1]
    server.dispatcher.leave(anna)
    await server.wait(3700)
    stranger = await server.enter("Anna")
    assert await games_of(stranger) == []
    assert await games_of(bruno, name="Anna") == []
    assert (await profile_of(stranger)).games == ()
    assert await games_of(bruno) == [1]


async def test_results_of_an_earlier_owner_of_a_name_are_not_counted(server: LocalServer) -> None:
    server.kind = WebClient
    anna, bruno = [await server.enter(name) for name in ("Anna", "Bruno")]
    server.clock.time += 1
    for _ in range(10):
        await lose(anna, bruno)
    before = await profile_of(bruno, "Anna")
    assert (before.played, before.together, before.they_won) == (10, 10, 10)
    assert before.goals
    assert before.achievements
    await bruno.ask(OpenTable("shelfie", 3))  # goes on without the first Anna
    for client in (anna, await server.enter("Carla")):
        await client.ask(JoinTable(table=11))
    await anna.ask(Resign(table=11))
    server.dispatcher.leave(anna)
    await server.wait(3700)
    second = await server.enter("Anna", SECRET)
    await bruno.ask(Resign(table=11))
    for viewer in (second, bruno):
        profile = await profile_of(viewer, "Anna")
        assert (profile.together, profile.they_won) == (0, 0)
        assert (profile.results, profile.goals, profile.achievements) == ((), (), ())
        told = await viewer.ask(AskStatistics(name="Anna"))
        assert isinstance(told, Statistics)
        assert told.games == {}
    await lose(second, bruno)
    after = await profile_of(bruno, "Anna")
    assert (after.results[0].played, after.together, after.they_won) == (1, 1, 1)
    assert await server.dispatcher.lobby.results.of("Bruno")
    assert (await profile_of(bruno)).played == 12


async def test_profile_is_computed_from_all_games(server: LocalServer) -> None:
    anna, bruno = await people(server, "Anna", "Bruno")
    await anna.ask(OpenTable("shelfie", 2, rated=True))
    await bruno.ask(JoinTable(table=1))
    await play_to_the_end(server, [anna, bruno], 1)
    for _ in range(9):
        await lose(anna, bruno)
    profile = await profile_of(bruno, "anna")
    first = profile.games[-1]
    won = 9 + (0 in first.result.outcome.winners)
    (seats,) = profile.results
    assert (seats.seats, seats.played, seats.won, seats.best) == (
        2,
        10,
        won,
        first.result.totals[0],
    )
    assert (profile.name, profile.played, profile.together) == ("Anna", 10, 10)
    assert (profile.you_won, profile.they_won) == (10 - won, won)
    assert {one.goal: one.played for one in profile.goals}["personal"] == 10
    assert sum(one.points for one in profile.goals) == seats.points
    (curve,) = profile.curves
    assert [one.rating for one in curve.ratings] == [profile.ratings[0].rating]
    (many,) = profile.achievements
    assert (many.kind, many.level) == (AchievementKind.GAMES, 10)
    assert (await profile_of(anna)).strangers_see is Visibility.EVERYTHING
    assert profile.strangers_see is None


async def test_wins_against_the_strongest_bot_and_at_every_size_are_achievements(
    server: LocalServer,
) -> None:
    (anna,) = await people(server, "Anna")
    now = int(server.clock.wall() * 1000)
    *_, best, _ = server.dispatcher.bots("shelfie")  # the last one adapts
    for number, bot in enumerate(("novice", "novice", best), start=1):
        players = (Holder("Anna", at=now), *(Holder(f"{bot} {n}", bot) for n in range(number)))
        result = Result(Outcome((Seat(0),), Ending.PLAYED_OUT), (30,) + (9,) * number)
        opened = TableOpened("shelfie", shelfie.VERSION, len(players), {}, "Anna", "code")
        over = Listing(opened, "Anna", players, started=True, players=players, result=result)
        entries = index_entries_of(over)
        await server.journal.append(stream_of(number), 0, [b"{}"], write_listing(over), entries)
        expected = [AchievementKind.EVERY_SIZE, AchievementKind.BEST_BOT] if number == 3 else []
        assert [one.kind for one in (await profile_of(anna)).achievements] == expected


async def test_player_chooses_what_strangers_may_see(server: LocalServer) -> None:
    anna, bruno = await people(server, "Anna", "Bruno")
    await lose(anna, bruno, rated=True)
    await anna.ask(ChooseVisibility(strangers_see=Visibility.RESULTS))
    profile = await profile_of(bruno, "Anna")
    assert profile.sees is Visibility.RESULTS
    assert profile.results
    assert profile.ratings
    hidden = (profile.games, profile.goals, profile.curves, profile.achievements)
    assert (*hidden, profile.together) == ((),) * 4 + (0,)
    assert await games_of(bruno, name="Anna") == []
    await anna.ask(ChooseVisibility(strangers_see=Visibility.NOTHING))
    assert await profile_of(bruno, "Anna") == Profile("Anna", Visibility.NOTHING, account=True)
    assert await bruno.ask(AskStatistics(name="Anna")) == Statistics("Anna", {})
    own = await profile_of(anna)
    assert (own.strangers_see, own.played) == (Visibility.NOTHING, 1)
    assert await games_of(anna) == [1]
    await anna.ask(OpenTable("shelfie", 2))
    await bruno.ask(JoinTable(table=2))  # players at a table see each other's results
    told = await bruno.ask(AskStatistics(name="Anna"))
    assert isinstance(told, Statistics)
    assert told.games["shelfie"] == Tally(1, 1, *[0] * 2)
    await server.restart()
    assert (await server.dispatcher.players.profile("Anna")) == Profile(
        "Anna", Visibility.NOTHING, account=True
    )


async def test_lists_of_opponents_omit_games_of_hidden_players(server: LocalServer) -> None:
    anna, bruno, carla = await people(server, "Anna", "Bruno", "Carla")
    games = [await lose(anna, bruno), await lose(anna, bruno, rated=True), await lose(bruno, carla)]
    assert await games_of(carla, name="Bruno") == games[::-1]
    await anna.ask(ChooseVisibility(strangers_see=Visibility.NOTHING))
    assert await games_of(carla, name="Bruno") == games[2:]
    assert await games_of(carla, name="Bruno", opponent="Anna") == []
    assert [game.table for game in (await profile_of(carla, "Bruno")).games] == games[2:]
    told, _ = await server.dispatcher.players.games("Bruno", AskGames(search="anna"))
    assert told == ()
    assert await games_of(anna, name="Bruno") == games[::-1]
    assert await games_of(bruno, opponent="Anna") == games[1::-1]
    await anna.ask(ChooseVisibility(strangers_see=Visibility.EVERYTHING))
    await anna.ask(Block(name="Carla"))
    assert await games_of(carla, name="Bruno") == games[2:]


async def test_hidden_players_are_not_on_leaderboards(server: LocalServer) -> None:
    anna, _ = await people(server, "Anna", "Bruno")
    pool = PoolOf("shelfie", Pool.LIVE)
    for name, rating in (("Anna", 1700.0), ("Bruno", 1600.0)):
        standing = Standing(name, rating, 90.0, 1, {"2026-11": rating})
        entries = standings.index_entries_of(standing, pool)
        await server.journal.append(pool.stream(name), 0, [b"{}"], encode(standing), entries)
    leaders, _ = await server.dispatcher.players.leaders(pool, "", 0, 10)
    assert [leader.name for leader in leaders] == ["Anna", "Bruno"]
    await anna.ask(ChooseVisibility(strangers_see=Visibility.NOTHING))
    leaders, _ = await server.dispatcher.players.leaders(pool, "", 0, 10)
    assert [leader.name for leader in leaders] == ["Bruno"]


async def test_only_accounts_have_pages_that_they_can_hide(server: LocalServer) -> None:
    server.kind = WebClient
    guest = await server.enter("Gina")
    choose = ChooseVisibility(strangers_see=Visibility.NOTHING)
    assert await guest.refused(choose) == "house/no_account"
    assert (await profile_of(guest)).strangers_see is None
    assert await guest.refused(AskProfile(name="Nobody")) == "house/no_such_person"
    assert await guest.refused(AskProfile(name="x" * 200)) == "house/no_such_person"
    (anna,) = await people(server, "Anna")
    await anna.ask(choose)
    await anna.ask(DeleteMe(secret=SECRET))
    assert await guest.refused(AskProfile(name="Anna")) == "house/no_such_person"


async def test_guest_who_gets_an_account_keeps_their_games(server: LocalServer) -> None:
    server.kind = WebClient
    anna, bruno = [await server.enter(name) for name in ("Anna", "Bruno")]
    await lose(anna, bruno)
    server.clock.time += 60
    await anna.ask(ChangeSecret(new=SECRET))
    server.dispatcher.leave(anna)
    await server.wait(7 * 24 * 3600)
    (again,) = await people(server, "Anna")
    assert await games_of(again) == [1]


async def test_own_tables_tell_whose_turn_it_is_and_the_time_left(server: LocalServer) -> None:
    anna, bruno = await people(server, "Anna", "Bruno")
    for clock in (Clock(turn=60), Clock(turn=24 * 3600)):
        await anna.ask(OpenTable("shelfie", 2, clock=clock))
        await bruno.ask(JoinTable(table=shown(anna).info.table))
    mover, other = mover_of([anna, bruno], 2)
    await played(mover, 2)

    async def own(client: LocalClient) -> dict[int, tuple[bool, int]]:
        told = await client.ask(AskOwnTables())
        assert isinstance(told, OwnTables)
        return {
            one.info.table: (one.seat in one.to_move, one.left[one.to_move[0]])
            for one in told.tables
        }

    server.clock.time += 20
    before = {client: await own(client) for client in (mover, other)}
    assert before[mover][2] == (False, (24 * 3600 - 20) * 1000)
    assert before[other][2] == (True, (24 * 3600 - 20) * 1000)
    assert [mine for mine, _ in before[other].values()] in ([True, True], [True, False])
    await server.restart()  # the slow game is not loaded again
    again = await server.enter(other.name, SECRET)
    server.clock.time += 40
    assert (await own(again))[2] == (True, (24 * 3600 - 60) * 1000)
    assert server.dispatcher.lobby.loaded(2) is None
    await lose(*await people(server, "Carla", "Dora"))
    assert set(await own(again)) == {1, 2}


async def test_choice_of_visibility_and_own_tables_are_the_same_at_every_node() -> None:
    nodes = await Nodes().open()
    here, there = nodes.all
    anna, bruno = await here.enter("Anna", SECRET), await there.enter("Bruno", SECRET)
    await anna.ask(OpenTable("shelfie", 2))
    await nodes.settle()
    await bruno.ask(JoinTable(table=1))
    await nodes.settle()
    tables = [await client.ask(AskOwnTables()) for client in (anna, bruno)]
    turns = [[own.to_move for own in told.tables] for told in tables if isinstance(told, OwnTables)]
    assert turns == [[here.keeper().table.to_move()]] * 2
    await bruno.ask(Resign(table=1))
    assert await games_of(anna) == await games_of(bruno, name="Anna") == [1]
    await anna.ask(ChooseVisibility(strangers_see=Visibility.NOTHING))
    assert await games_of(bruno, name="Anna") == []
    assert (await profile_of(bruno, "Anna")).sees is Visibility.NOTHING
