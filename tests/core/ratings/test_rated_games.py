"""Rated games: who may play them, which of them count, and what they change."""

import asyncio
from collections.abc import Sequence

import pytest

from ludoteca.core.dispatch import operator_requests
from ludoteca.core.tables.rating import places
from ludoteca.games import Ending, Outcome, Refusal, Seat
from ludoteca.journal import Addition, Conflict, MemoryJournal, Stream
from ludoteca.messages import (
    AskHint,
    AskStatistics,
    Ballot,
    BotSpeed,
    ChangeTable,
    Clock,
    DeleteMe,
    GameRated,
    JoinTable,
    OfferSeat,
    OpenTable,
    PlayOn,
    Pool,
    Refused,
    Rematch,
    Resign,
    Result,
    SeatBot,
    SeatRating,
    StandUp,
    Statistics,
    TableNews,
    Vote,
)
from ludoteca.messages.operator import AnyOperatorRequest, SeatPlayer
from tests.core.finished import play_to_the_end, sit_down
from tests.core.local import LocalClient, LocalServer, keeper_of, shown
from tests.core.nodes import Nodes

SECRET = "correct horse"  # noqa: S105 - of a test


async def accounts(server: LocalServer, *names: str) -> list[LocalClient]:
    return [await server.enter(name, secret=SECRET) for name in names]


def new_ratings(client: LocalClient) -> tuple[SeatRating, ...]:
    record = client.of(TableNews)[-1].record
    assert isinstance(record, GameRated)
    return record.ratings


async def statistics(client: LocalClient, name: str) -> Statistics:
    answer = await client.ask(AskStatistics(name=name))
    assert isinstance(answer, Statistics)
    return answer


async def test_rated_game_changes_the_ratings_of_its_players(server: LocalServer) -> None:
    clients = await accounts(server, "Anna", "Bruno", "Carla")
    assert (await sit_down(clients, "shelfie", rated=True)).info.rated
    await play_to_the_end(server, clients, 1)
    listing = keeper_of(server.dispatcher).listing
    ratings = new_ratings(clients[0])
    assert listing.result
    assert listing.ratings == ratings
    totals = listing.result.totals
    assert {r.seat for r in ratings if r.place == 1} == {*listing.result.outcome.winners}
    by_place = sorted(ratings, key=lambda rating: rating.place)
    assert [totals[r.seat] for r in by_place] == sorted(totals, reverse=True)
    for client, rating in zip(clients, ratings, strict=True):
        [known] = (await statistics(clients[0], client.name)).ratings
        assert (known.game, known.pool, known.games) == ("shelfie", Pool.LIVE, 1)
        assert known.rating == round(rating.rating) == round(1500 + rating.change)
        assert known.provisional


async def test_casual_game_changes_no_rating(server: LocalServer) -> None:
    clients = await accounts(server, "Anna", "Bruno")
    await sit_down(clients, "shelfie")
    await clients[0].ask(Resign(table=1))
    assert (await statistics(clients[0], "Anna")).ratings == ()
    assert await server.journal.streams("rating/") == []


async def test_slow_games_are_rated_separately(server: LocalServer) -> None:
    clients = await accounts(server, "Anna", "Bruno")
    await sit_down(clients, "shelfie", rated=True, clock=Clock(turn=24 * 3600))
    await clients[0].ask(Resign(table=1))
    [known] = (await statistics(clients[0], "Anna")).ratings
    assert known.pool is Pool.SLOW


async def test_guests_cannot_play_rated_games(server: LocalServer) -> None:
    [anna] = await accounts(server, "Anna")
    guest = await server.enter("Guest")
    needs = "house/rated_needs_account"
    assert await guest.refused(OpenTable(game="shelfie", seats=2, rated=True)) == needs
    await anna.ask(OpenTable(game="shelfie", seats=2, rated=True))
    assert await guest.refused(JoinTable(table=1)) == needs


async def test_rated_games_have_neither_hints_nor_take_backs(server: LocalServer) -> None:
    [anna] = await accounts(server, "Anna")
    for rated in (
        OpenTable(game="shelfie", seats=2, rated=True, hints=True),
        OpenTable(game="shelfie", seats=2, rated=True, take_back=True),
    ):
        assert await anna.refused(rated) == "house/bad_options"
    await anna.ask(OpenTable(game="shelfie", seats=2, rated=True))
    assert await anna.refused(ChangeTable(table=1, hints=True)) == "house/bad_options"
    await anna.ask(SeatBot(table=1, bot="novice", speed=BotSpeed.INSTANT))
    assert await anna.refused(AskHint(table=1)) == "house/no_hints"


async def against_a_bot(client: LocalClient) -> None:
    await client.ask(OpenTable(game="shelfie", seats=2, rated=True))
    await client.ask(SeatBot(table=1, bot="novice", speed=BotSpeed.INSTANT))


@pytest.mark.parametrize("leave", [Resign(table=1), StandUp(table=1)], ids=["resign", "leave"])
async def test_leaving_a_game_against_bots_loses_it(
    server: LocalServer, leave: Resign | StandUp
) -> None:
    [anna] = await accounts(server, "Anna")
    await against_a_bot(anna)
    await anna.ask(leave)
    own, bot = keeper_of(server.dispatcher).listing.ratings
    assert (own.place, own.games, own.rating < 1500) == (2, 1, True)
    assert (bot.place, bot.games, bot.rating) == (1, 0, 697)


async def test_players_who_resign_come_last(server: LocalServer) -> None:
    clients = await accounts(server, "Anna", "Bruno", "Carla")
    await sit_down(clients, "shelfie", rated=True)
    await clients[1].ask(Resign(table=1))
    await clients[0].ask(Resign(table=1))
    assert [rating.place for rating in new_ratings(clients[2])] == [2, 2, 1]


async def test_game_ended_by_a_vote_does_not_count(server: LocalServer) -> None:
    clients = await accounts(server, "Anna", "Bruno", "Carla")
    await sit_down(clients, "shelfie", rated=True, absence="wait")
    server.dispatcher.leave(clients[0])
    await server.wait(600)
    for client in clients[1:]:
        await client.ask(Vote(table=1, what=Ballot.END))
    keeper = keeper_of(server.dispatcher)
    assert keeper.table.over
    assert keeper.listing.ratings == ()


async def test_seats_of_a_rated_game_do_not_change_hands(server: LocalServer) -> None:
    clients = await accounts(server, "Anna", "Bruno", "Carla", "Dora")
    await sit_down(clients[:3], "shelfie", rated=True)
    assert await clients[0].refused(OfferSeat(table=1)) == "house/seat_not_offered"
    await clients[0].ask(StandUp(table=1))
    assert await clients[3].refused(JoinTable(table=1)) == "house/table_full"
    assert not isinstance(await clients[0].ask(JoinTable(table=1)), Refused)


async def test_game_whose_seat_an_operator_reassigned_does_not_count(server: LocalServer) -> None:
    clients = await accounts(server, "Anna", "Bruno", "Carla", "Dora")
    await server.enter("Guest")
    await sit_down(clients[:3], "shelfie", rated=True)
    refused = await act(server, SeatPlayer(table=1, seat=Seat(0), name="Guest"))
    assert isinstance(refused, Refusal)
    assert refused.code == "house/rated_needs_account"
    await act(server, SeatPlayer(table=1, seat=Seat(0), name="Dora"))
    for client in clients[1:3]:
        await client.ask(Resign(table=1))
    keeper = keeper_of(server.dispatcher)
    assert keeper.table.over
    assert keeper.listing.ratings == ()


async def act(server: LocalServer, request: AnyOperatorRequest) -> object:
    return await operator_requests.answer(server.dispatcher, "operator", request)


async def test_player_for_whom_a_bot_plays_at_the_end_comes_last(server: LocalServer) -> None:
    clients = await accounts(server, "Anna", "Bruno")
    await sit_down(clients, "shelfie", rated=True, absence="bot")
    server.dispatcher.leave(clients[0])
    await server.wait(600)
    table = keeper_of(server.dispatcher).table
    assert table.stand_ins
    assert places(table, Result(Outcome((Seat(0),), Ending.PLAYED_OUT), (50, 20))) == [2, 1]


async def test_rematch_is_rated_and_a_continuation_is_not(server: LocalServer) -> None:
    clients = await accounts(server, "Anna", "Bruno")
    await sit_down(clients, "shelfie", rated=True)
    await play_to_the_end(server, clients, 1)
    await clients[0].ask(Rematch(table=1))
    assert shown(clients[0]).info.rated
    await clients[1].ask(PlayOn(table=1, version=10, seat=Seat(0), bot="novice"))
    assert not shown(clients[1]).info.rated


async def test_ratings_of_deleted_accounts_are_hidden(server: LocalServer) -> None:
    clients = await accounts(server, "Anna", "Bruno")
    await sit_down(clients, "shelfie", rated=True)
    await clients[1].ask(Resign(table=1))
    await clients[0].ask(DeleteMe(secret=SECRET))
    assert (await statistics(clients[1], "Anna")).ratings == ()


class Interleaved(MemoryJournal):
    """A journal at which other tasks run between reading and writing."""

    conflicts = 0

    async def find(self, stream: str) -> Stream | None:
        found = await super().find(stream)
        await asyncio.sleep(0)
        return found

    async def append_all(self, additions: Sequence[Addition]) -> None:
        try:
            await super().append_all(additions)
        except Conflict:
            self.conflicts += 1
            raise


async def test_games_that_end_at_two_nodes_at_once_are_rated_in_turn() -> None:
    journal = Interleaved()
    nodes = await Nodes(journal=journal).open()
    here, there = nodes.all
    anna, bruno = await accounts(here, "Anna", "Bruno")
    [carla] = await accounts(there, "Carla")
    await sit_down([anna, bruno], "shelfie", rated=True)
    await sit_down([anna, carla], "shelfie", rated=True)
    await nodes.settle()
    journal.conflicts = 0
    await asyncio.gather(bruno.ask(Resign(table=1)), carla.ask(Resign(table=2)))
    assert journal.conflicts == 1
    listings = [nodes.all[n].keeper(n + 1).listing for n in range(2)]
    first, second = sorted((each.ratings[0] for each in listings), key=lambda one: one.games)
    assert (first.games, second.games) == (1, 2)
    assert second.rating == pytest.approx(first.rating + second.change)
    [known] = (await statistics(anna, "Anna")).ratings
    assert (known.games, known.rating) == (2, round(second.rating))
