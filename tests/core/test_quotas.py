"""Quotas for records at tables: every byte is charged once, and opening a table costs extra."""

import pytest

from ludoteca.core.moderation.quotas import GUEST, SOME, TABLE
from ludoteca.core.rate_limits import LIMITS, RECORDS, limits_of
from ludoteca.core.tables.history import stream_of
from ludoteca.core.tables.log import ROW
from ludoteca.games import Seat
from ludoteca.messages import (
    BotSpeed,
    JoinTable,
    OpenTable,
    PlayOn,
    Rematch,
    Resign,
    SeatBot,
    StandUp,
    TableShown,
)
from ludoteca.ops import Settings
from ludoteca.ops.buckets import Limit
from tests.core.local import LocalClient, LocalServer, keeper_of, play_out, played, waits_for

CLUB, EACH = 60, 20
"""Players behind one address, and the games each of them plays in an evening."""


def charged(server: LocalServer, address: str = LocalClient.address) -> float:
    """Return the kilobytes charged to an address, including those still pending."""
    unpaid = [k.unpaid for k in server.dispatcher.lobby if k.payer == address]
    assert max(unpaid) < SOME
    return server.dispatcher.limits.used(RECORDS, 0, 10).get(address, 0) + sum(unpaid) / 1000


async def recorded(server: LocalServer, *tables: int) -> float:
    """Return the size of tables in the journal in kilobytes."""
    entries = [entry for number in tables for entry in await server.journal.read(stream_of(number))]
    return sum(len(entry) + ROW for entry in entries) / 1000


async def test_an_address_is_charged_for_all_that_is_recorded_at_its_tables(
    server: LocalServer,
) -> None:
    anna, bruno = await server.table("Anna", "Bruno")
    await play_out([anna, bruno])
    await anna.ask(Rematch(table=1))
    await bruno.ask(Rematch(table=1))
    await anna.ask(Resign(table=2))
    guest = GUEST / 1000  # for the first seat
    assert charged(server) == pytest.approx(2 * TABLE + guest + await recorded(server, 1, 2))


async def test_a_guest_is_charged_for_a_first_seat_and_the_records_of_it(
    server: LocalServer,
) -> None:
    await (await server.enter("Anna")).ask(OpenTable(game="shelfie", seats=4, private=True))
    code = keeper_of(server.dispatcher).table.opened.code
    before, opened = charged(server), await recorded(server, 1)
    bruno = await server.enter("Bruno")
    for _ in range(2):
        await bruno.ask(JoinTable(code=code))
        await bruno.ask(StandUp(table=1))
    later = await recorded(server, 1) - opened
    assert charged(server) == pytest.approx(before + GUEST / 1000 + later)


async def test_a_game_that_is_played_on_is_charged_with_all_its_moves(server: LocalServer) -> None:
    await play_out(await server.table("Anna", "Bruno"))
    eve = await server.enter("Eve")
    eve.address = "elsewhere"
    version = keeper_of(server.dispatcher).version - 2
    assert isinstance(
        await eve.ask(PlayOn(table=1, version=version, seat=Seat(0), bot="greedy")), TableShown
    )
    game, copy = await recorded(server, 1), await recorded(server, 2)
    assert copy > game / 2
    assert charged(server, "elsewhere") == pytest.approx(TABLE + copy)


async def test_moves_of_bots_are_charged_to_the_player_at_their_table(server: LocalServer) -> None:
    anna = await server.enter("Anna")
    await anna.ask(OpenTable(game="shelfie", seats=2))
    await anna.ask(SeatBot(table=1, bot="greedy", speed=BotSpeed.INSTANT))
    for _ in range(3):
        await anna.until(lambda: waits_for(server, anna))
        await played(anna)
    await anna.until(lambda: waits_for(server, anna))
    assert charged(server) == pytest.approx(TABLE + await recorded(server, 1))


async def test_an_address_that_has_used_its_quota_waits_and_opens_no_tables() -> None:
    limits = limits_of(Settings(limit_records=Limit(25, 1000)))
    server = LocalServer(limits=limits)
    anna = await server.enter("Anna")
    for number in (1, 2):
        await anna.ask(OpenTable(game="renaissance", seats=1))
        await anna.ask(Resign(table=number))
    for request in (
        OpenTable(game="shelfie", seats=2, private=True),
        Rematch(table=1),
        PlayOn(table=1, version=3, seat=Seat(0), bot="greedy"),
    ):
        assert await anna.refused(request) == "house/too_often"
    bruno = await server.enter("Bruno")
    bruno.address = "elsewhere"
    await bruno.ask(OpenTable(game="shelfie", seats=2))
    assert isinstance(await anna.ask(JoinTable(table=3)), TableShown)
    await server.dispatcher.save()
    await server.restart()
    anna = await server.enter("Anna")
    assert await anna.refused(OpenTable(game="shelfie", seats=2)) == "house/too_often"
    server.clock.time += 1000
    assert isinstance(await anna.ask(OpenTable(game="shelfie", seats=2)), TableShown)


@pytest.mark.parametrize(
    ("game", "seats"), [("renaissance", 1), ("renaissance", 4), ("shelfie", 2)]
)
async def test_club_behind_one_address_stays_within_its_quota_for_an_evening(
    server: LocalServer, game: str, seats: int
) -> None:
    names = ("Anna", "Bruno", "Carla", "Dora")[:seats]
    await play_out(await server.table(*names, game=game))
    assert CLUB / seats * EACH * charged(server) < LIMITS[RECORDS].most / 2
