"""Bots that play about as well as the people at their table."""

from ludoteca.core.ratings import standings
from ludoteca.core.ratings.standings import PoolOf, Standing
from ludoteca.core.tables.history import stream_of
from ludoteca.core.tables.listing import Listing, index_entries_of, write_listing
from ludoteca.core.tables.table import Holder
from ludoteca.games import Ending, Outcome, Seat, shelfie
from ludoteca.messages import (
    EVEN,
    AbsenceRule,
    JoinTable,
    OpenTable,
    PlayOn,
    Pool,
    Rematch,
    Resign,
    Result,
    SeatBot,
    StartTable,
    TableOpened,
    Watch,
)
from tests.core.local import LocalClient, LocalServer, keeper_of, shown
from tests.core.nodes import Nodes, newest

SECRET = "correct horse"  # noqa: S105 - of a test
EARLIER = 100
"""Numbers of tables at which the games of earlier days were played."""


async def play_earlier(server: LocalServer, score: tuple[int, int], bot: Holder, at: int) -> None:
    """Record games that Anna has won and lost against a bot, and when they ended."""
    name, (won, lost) = "Anna", score
    for number in range(won + lost):
        winner = Seat(int(number >= won))
        players = (Holder(name, at=at), bot)
        result = Result(Outcome((winner,), Ending.PLAYED_OUT), (30, 20))
        opened = TableOpened("shelfie", shelfie.VERSION, 2, {}, name, "code")
        over = Listing(opened, name, players, started=True, players=players, result=result, at=at)
        stream = stream_of(EARLIER + number)
        await server.journal.append(stream, 0, [b"{}"], write_listing(over), index_entries_of(over))


async def against_even(client: LocalClient, seats: int = 2) -> Holder:
    """Start a game against bots that adapt; return one of them."""
    await client.ask(OpenTable("shelfie", seats))
    number = shown(client).info.table
    await client.ask(StartTable(table=number, bot=EVEN))
    (*_, bot) = keeper_of(client.dispatcher, number).table.players
    assert bot
    assert bot.bot == EVEN
    return bot


async def test_a_new_player_meets_a_bot_like_greedy(server: LocalServer) -> None:
    anna = await server.enter("Anna")
    bot = await against_even(anna)
    assert (bot.strength, bot.strength_games) == (1500, 0)


async def test_a_single_player_wins_half_whatever_the_number_of_bots(server: LocalServer) -> None:
    anna = await server.enter("Anna")
    bot = await against_even(anna, seats=4)
    assert bot.strength == 1500 - 191


async def test_strength_follows_the_latest_games_of_the_player(server: LocalServer) -> None:
    anna = await server.enter("Anna")
    now = int(server.clock.wall() * 1000)
    await play_earlier(server, (9, 3), Holder("Bice", "greedy"), now)
    bot = await against_even(anna)
    assert (bot.strength, bot.strength_games) == (1684, 12)


async def test_games_against_even_count_with_its_strength(server: LocalServer) -> None:
    anna = await server.enter("Anna")
    now = int(server.clock.wall() * 1000)
    await play_earlier(server, (5, 5), Holder("Bice", EVEN, strength=900), now)
    bot = await against_even(anna)
    assert (bot.strength, bot.strength_games) == (920, 10)


async def test_games_of_an_earlier_owner_of_the_name_do_not_count(server: LocalServer) -> None:
    await play_earlier(server, (9, 0), Holder("Bice", "greedy"), at=1)
    anna = await server.enter("Anna")
    bot = await against_even(anna)
    assert (bot.strength, bot.strength_games) == (1500, 0)


async def test_games_against_people_without_a_rating_do_not_count(server: LocalServer) -> None:
    anna = await server.enter("Anna")
    now = int(server.clock.wall() * 1000)
    await play_earlier(server, (5, 0), Holder("Bruno", at=now), now)
    bot = await against_even(anna)
    assert (bot.strength, bot.strength_games) == (1500, 0)


async def test_a_rating_counts_before_there_are_other_games(server: LocalServer) -> None:
    anna = await server.enter("Anna", SECRET)
    pool = PoolOf("shelfie", Pool.LIVE)
    before, after = Standing("Anna"), Standing("Anna", 1850.0, 60.0, 1)
    await server.journal.append_all([standings.addition(before, after, pool, 1, 0)])
    bot = await against_even(anna)
    assert bot.strength == 1850


async def test_with_several_people_the_bot_plays_at_their_mean(server: LocalServer) -> None:
    anna, bruno = await server.enter("Anna"), await server.enter("Bruno")
    now = int(server.clock.wall() * 1000)
    await play_earlier(server, (9, 3), Holder("Bice", "greedy"), now)
    await anna.ask(OpenTable("shelfie", 3))
    await bruno.ask(JoinTable(code=shown(anna).info.code))
    await anna.ask(SeatBot(table=1, bot=EVEN))
    (*_, bot) = keeper_of(server.dispatcher).table.holders
    assert bot
    assert (bot.strength, bot.strength_games) == ((1500 + 1684) / 2, 12)


async def test_strength_stays_through_a_restart_and_adapts_in_a_rematch(
    server: LocalServer,
) -> None:
    anna = await server.enter("Anna")
    first = await against_even(anna)
    await server.restart()
    (anna,) = await server.back("Anna")
    (*_, again) = shown(anna).info.seats
    assert again
    assert (again.bot, again.strength, again.strength_games) == (EVEN, first.strength, 0)
    await anna.ask(Resign(table=1))
    await anna.ask(Rematch(table=1))
    (*_, other) = keeper_of(server.dispatcher, 2).table.holders
    assert other
    assert (other.name, other.bot, other.strength_games) == (first.name, EVEN, 1)
    assert other.strength < first.strength


async def test_a_bot_that_adapts_plays_in_no_rated_game(server: LocalServer) -> None:
    anna = await server.enter("Anna", SECRET)
    await anna.ask(OpenTable("shelfie", 2, rated=True))
    for request in (SeatBot(table=1, bot=EVEN), StartTable(table=1, bot=EVEN)):
        assert await anna.refused(request) == "house/no_such_bot"
    assert EVEN in server.dispatcher.bots("shelfie")


async def test_leaving_a_game_against_bots_loses_it(server: LocalServer) -> None:
    anna = await server.enter("Anna")
    first = await against_even(anna)
    await anna.ask(Resign(table=1))
    second = await against_even(anna)
    assert (second.strength < first.strength, second.strength_games) == (True, 1)


async def test_a_game_that_two_people_leave_counts_for_none(server: LocalServer) -> None:
    anna, bruno = await server.enter("Anna"), await server.enter("Bruno")
    await anna.ask(OpenTable("shelfie", 3))
    await bruno.ask(JoinTable(code=shown(anna).info.code))
    await anna.ask(SeatBot(table=1, bot=EVEN))
    await anna.ask(Resign(table=1))
    await bruno.ask(Resign(table=1))
    assert (await against_even(anna)).strength_games == 0


async def test_a_continued_game_has_a_strength_and_counts_for_none(server: LocalServer) -> None:
    anna = await server.enter("Anna")
    await against_even(anna)
    await anna.ask(Resign(table=1))
    await anna.ask(PlayOn(table=1, version=4, seat=Seat(0), bot=EVEN))
    (_, bot) = keeper_of(server.dispatcher, 2).table.holders
    assert bot
    assert bot.strength_games == 1
    await anna.ask(Resign(table=2))
    assert (await against_even(anna)).strength_games == 1


async def test_a_bot_that_adapts_does_not_stand_in_for_a_person(server: LocalServer) -> None:
    anna, bruno = await server.enter("Anna"), await server.enter("Bruno")
    await anna.ask(OpenTable("shelfie", 3, absence=AbsenceRule.BOT))
    await bruno.ask(JoinTable(code=shown(anna).info.code))
    await anna.ask(SeatBot(table=1, bot=EVEN))
    server.dispatcher.leave(bruno)
    await server.wait(4)
    await server.wait(61)
    table = keeper_of(server.dispatcher).table
    assert [*table.stand_ins.values()] == ["greedy"]


async def test_another_node_knows_the_results_and_the_strength() -> None:
    nodes = Nodes()
    (anna,) = await nodes.enter("Anna")
    first = await against_even(anna)
    await anna.ask(Resign(table=1))
    await nodes.settle()
    other = nodes.all[1]
    watcher = await other.enter("Bruno")
    await watcher.ask(Watch(table=1))
    (_, bot) = newest(nodes).table.players
    assert bot == first
    strengths = other.dispatcher._tables._strengths  # noqa: SLF001 - asked as by a player there
    found = await strengths.even("shelfie", ["Anna"], 1)
    assert found.games == 1
    assert found.rating < first.strength
