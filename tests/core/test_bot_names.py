"""Names of bots: reserved words, never the name of a known person."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludoteca.core.tables.decisions import NewBot, free_names
from ludoteca.core.tables.table import Holder, Table, opened
from ludoteca.games import Seat
from ludoteca.messages import (
    BOT_NAMES,
    Enter,
    JoinTable,
    OpenTable,
    Rematch,
    Say,
    SeatBot,
    SeatTaken,
    StandUp,
    StartTable,
    TableOpened,
    Unseat,
    Welcome,
    is_name,
    key,
    write_record,
)
from tests.core.journals import read
from tests.core.local import LocalClient, LocalServer, keeper_of, raw, shown

ANYBODY = st.text(min_size=1, max_size=30).filter(is_name)


def bots_at(server: LocalServer, table: int = 1) -> list[str]:
    """Return the names of the bots at a table in seat order."""
    holders = keeper_of(server.dispatcher, table).table.holders
    return [holder.name for holder in holders if holder and holder.bot]


def test_a_bot_has_one_word_that_every_protocol_can_say() -> None:
    assert all(name.isascii() and name.isalpha() and is_name(name) for name in BOT_NAMES)
    assert len({key(name)[0] for name in BOT_NAMES}) == len(BOT_NAMES)


@given(st.sets(st.sampled_from(BOT_NAMES)), st.integers(1, 10**6))
def test_free_bot_names_avoid_all_known_names(known: set[str], number: int) -> None:
    names = free_names(number, known.__contains__)
    assert not known.intersection(names)
    assert len(set(map(key, names))) == len(names) == len(BOT_NAMES)
    assert all(name.isascii() and name.isalnum() for name in names)


def test_the_bots_of_one_table_after_the_other_are_called_differently() -> None:
    begun = [free_names(number, lambda _: False)[:3] for number in range(1, 50)]
    assert all(not set(one).intersection(other) for one, other in pairwise(begun))
    assert {name for names in begun for name in names} == set(BOT_NAMES)


def table_of(*holders: Holder | None) -> Table:
    """Return a table with these holders."""
    record = TableOpened("shelfie", 1, len(holders), raw({}), "Anna", "")
    table = opened(1, record)
    assert isinstance(table, Table)
    return Table(1, record, table.rules, "Anna", holders, holders)


@given(st.lists(ANYBODY, min_size=1, max_size=3))
def test_nobody_at_a_table_has_the_name_of_a_bot_nor_its_letter(people: list[str]) -> None:
    holders = [Holder(name) for name in people]
    while len(holders) < 4:
        name = NewBot("greedy", BOT_NAMES).name_at(table_of(*holders, None))
        assert key(name) not in {key(holder.name) for holder in holders}
        assert key(name)[0] not in {key(holder.name)[0] for holder in holders}
        holders.append(Holder(name, "greedy"))


def test_a_letter_is_shared_where_there_is_no_other() -> None:
    table = table_of(Holder("Elia"), Holder("Bruno"), None)
    assert NewBot("greedy", ("Bice", "Elio")).name_at(table) == "Bice"


async def test_a_bot_keeps_its_kind_beside_its_name(server: LocalServer) -> None:
    anna = await server.enter("Anna")
    await anna.ask(OpenTable(game="shelfie", seats=4, waits=True))
    await anna.ask(SeatBot(table=1, bot="greedy"))
    await anna.ask(SeatBot(table=1, bot="uniform"))
    await anna.ask(SeatBot(table=1, bot="greedy"))
    await anna.ask(Unseat(table=1, seat=Seat(1)))
    await anna.ask(SeatBot(table=1, bot="greedy"))
    seats = keeper_of(server.dispatcher).info().seats
    assert [seat and (seat.name, seat.bot) for seat in seats] == [
        ("Anna", ""),
        ("Bice", "greedy"),
        ("Elio", "uniform"),
        ("Fosca", "greedy"),
    ]


@pytest.mark.parametrize("name", ["Bice", "bICE", "\uff22\uff49\uff43\uff45", *BOT_NAMES[1:]])
async def test_login_under_a_bots_name_is_refused(server: LocalServer, name: str) -> None:
    client = LocalClient(server.dispatcher)
    assert await client.refused(Enter(name=name)) == "house/name_in_use"
    assert await client.refused(Enter(name=name, secret=name)) == "house/name_in_use"
    assert isinstance(await client.ask(Enter(name=f"{name}lla")), Welcome)


async def test_private_message_to_a_bot_is_refused(server: LocalServer) -> None:
    anna = await server.enter("Anna")
    await anna.ask(OpenTable(game="shelfie", seats=2))
    await anna.ask(StartTable(table=1, bot="greedy"))
    assert bots_at(server) == ["Bice"]
    for table in (1, None):
        say = Say(text="hello", to="Bice", table=table)
        assert await anna.refused(say) == "house/no_such_person"


# People who had such a name before bots used it


async def test_protected_name_stays_its_players_and_no_bot_gets_it(server: LocalServer) -> None:
    people = next(kept for kept in read("house") if kept.stream == "people")
    await server.journal.append(people.stream, 0, people.entries)
    await server.restart()
    anna = await server.enter("Annina")
    await anna.ask(OpenTable(game="shelfie", seats=4))
    await anna.ask(StartTable(table=1, bot="uniform"))
    assert bots_at(server) == ["Elio", "Fosca", "Orfeo"]
    stranger = LocalClient(server.dispatcher)
    assert await stranger.refused(Enter(name="Bice")) == "house/wrong_secret"
    bice = await server.enter("Bice", "lantern")
    assert isinstance(bice.heard[-1], Welcome)


async def test_seated_player_keeps_a_name_that_bots_use(
    server: LocalServer,
) -> None:
    record = TableOpened("shelfie", 1, 2, raw({}), "Elio", "code")
    entries = [write_record(record), write_record(SeatTaken(Seat(0), "Elio"))]
    await server.journal.append("table/000000001", 0, entries)
    await server.restart()
    anna = await server.enter("Anna")
    await anna.ask(OpenTable(game="shelfie", seats=4))
    await anna.ask(StartTable(table=2, bot="uniform"))
    assert "Elio" not in bots_at(server, 2)
    elio = await server.enter("Elio")
    assert isinstance(elio.heard[-1], Welcome)
    assert elio.heard[-1].tables == (1,)
    await anna.ask(JoinTable(table=1))
    await elio.ask(StandUp(table=1))
    await anna.ask(SeatBot(table=1, bot="uniform"))
    assert "Elio" not in bots_at(server, 1)  # he is still connected
    server.dispatcher.leave(elio)
    await server.wait(600)
    assert await LocalClient(server.dispatcher).refused(Enter(name="Elio")) == "house/name_in_use"


async def test_the_same_bots_play_again(server: LocalServer) -> None:
    clients = [await server.enter("Anna"), await server.enter("Bruno")]
    anna, bruno = clients
    await anna.ask(OpenTable(game="shelfie", seats=4))
    await bruno.ask(JoinTable(table=1))
    await anna.ask(StartTable(table=1, bot="uniform"))
    before = bots_at(server)
    for client in clients:
        await client.ask(StandUp(table=1))
    await anna.ask(Rematch(table=1))
    assert shown(anna).info.table == 2
    assert bots_at(server, 2) == before
