"""Names of tables, and players who change their names."""

import pytest

from ludoteca.core.people import cache, log, logins
from ludoteca.games import Seat
from ludoteca.messages import (
    Done,
    Enter,
    JoinTable,
    OpenTable,
    Presence,
    ResizeTable,
    StandUp,
    StepOut,
    TableShown,
    Welcome,
    key,
)
from tests.core.local import LocalClient, LocalServer, keeper_of


async def test_a_name_belongs_to_one_live_table(server: LocalServer) -> None:
    anna, bruno = await server.enter("Anna"), await server.enter("Bruno")
    shown = await anna.ask(OpenTable(game="shelfie", seats=2, name="Room"))
    assert isinstance(shown, TableShown)
    assert shown.info.name == "Room"
    again = OpenTable(game="shelfie", seats=2, name="ROOM")
    assert await bruno.refused(again) == "house/table_name_in_use"
    await server.restart()
    anna, bruno = await server.enter("Anna"), await server.enter("Bruno")
    assert await bruno.refused(again) == "house/table_name_in_use"
    await anna.ask(StandUp(table=1))
    assert isinstance(await bruno.ask(again), TableShown)


async def test_tables_are_called_like_people(server: LocalServer) -> None:
    anna = await server.enter("Anna")
    for name in (" ", "a|b", "x" * 31, "all"):
        request = OpenTable(game="shelfie", seats=2, name=name)
        assert await anna.refused(request) == "house/bad_table_name"


async def test_seated_players_move_up_when_seats_are_removed(server: LocalServer) -> None:
    anna = await server.enter("Anna")
    await anna.ask(OpenTable(game="shelfie", seats=4))
    bruno, carla = await server.enter("Bruno"), await server.enter("Carla")
    for client in (bruno, carla):
        await client.ask(JoinTable(table=1))
    await bruno.ask(StandUp(table=1))
    assert await anna.refused(ResizeTable(table=1, seats=1)) == "house/bad_seats"
    await anna.ask(ResizeTable(table=1, seats=2))
    shown = keeper_of(server.dispatcher).shown_to(carla)
    assert (shown.seat, shown.info.started) == (Seat(1), True)


async def test_logout_leaves_name_and_seats_for_the_next_login(server: LocalServer) -> None:
    anna, bruno = await server.table("Anna", "Bruno")
    assert await anna.ask(StepOut(id="7")) == Done("7")
    assert bruno.of(Presence)[-1] == Presence(1, "Anna", here=False, paused=True)
    assert await anna.refused(StepOut()) == "house/not_in_yet"
    welcome = await anna.ask(Enter(name="Carla"))
    assert isinstance(welcome, Welcome)
    assert (welcome.name, welcome.tables) == ("Carla", ())
    assert isinstance(await anna.ask(StepOut()), Done)
    welcome = await anna.ask(Enter(name="Anna"))
    assert isinstance(welcome, Welcome)
    assert (welcome.name, welcome.tables) == ("Anna", (1,))


async def test_names_that_a_newer_table_finds_alike_stay_their_players(
    server: LocalServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    both = [Enter(name=name, secret="correct-horse") for name in ("Dan", "\u00d0an")]  # noqa: S106
    with monkeypatch.context() as earlier:
        for module in (logins, cache, log):
            earlier.setattr(module, "skeleton", key)
        for request in both:
            assert isinstance(await LocalClient(server.dispatcher).ask(request), Welcome)
        await server.restart()
    for request in both:
        assert isinstance(await LocalClient(server.dispatcher).ask(request), Welcome)
    for like in ("\u0110an", "\u15deAN"):
        refused = await LocalClient(server.dispatcher).refused(Enter(name=like))
        assert refused == "house/name_looks_taken"


async def test_a_look_alike_of_an_absent_name_with_a_long_key_is_refused(
    server: LocalServer,
) -> None:
    name = "\u00df" * 20  # its key has 40 letters
    anna = await server.enter(name, secret="correct-horse")  # noqa: S106
    server.dispatcher.leave(anna)
    await server.restart()
    refused = await LocalClient(server.dispatcher).refused(Enter(name=f"{name}."))
    assert refused == "house/name_looks_taken"
