"""Rights that belong to the people who sat at a table, not to their names."""

from ludoteca.messages import JoinTable, OpenTable, Resign, StandUp, Watch
from tests.core.local import LocalServer, shown

SECRET = "correct-horse"  # noqa: S105 - only here


async def test_player_who_leaves_a_table_without_spectators_gets_no_further_notices(
    server: LocalServer,
) -> None:
    anna, bruno, carla = await server.table("Anna", "Bruno", "Carla", watchable=False)
    await bruno.ask(StandUp(table=1))
    heard = len(bruno.heard)
    await carla.ask(StandUp(table=1))
    assert len(bruno.heard) == heard
    assert len(anna.heard) > heard


async def test_later_owner_of_a_name_sees_nothing_of_a_private_table(
    server: LocalServer,
) -> None:
    anna, bruno = await server.table("Anna", "Bruno", private=True)
    await bruno.ask(Resign(table=1))
    for client in (anna, bruno):
        server.dispatcher.leave(client)
    back = await server.enter("Anna")
    await back.ask(Watch(table=1))
    assert shown(back).info.code
    server.dispatcher.leave(back)
    await server.wait(600)
    again = await server.enter("Anna")
    assert await again.refused(Watch(table=1)) == "house/no_such_table"


async def test_continuous_owner_of_a_name_still_sees_an_older_private_table(
    server: LocalServer,
) -> None:
    anna = await server.enter("Anna", secret=SECRET)
    await anna.ask(OpenTable(game="shelfie", seats=2, private=True))
    bruno = await server.enter("Bruno", secret=SECRET)
    await bruno.ask(JoinTable(code=shown(anna).info.code))
    await anna.ask(Resign(table=1))
    await server.restart()
    back = await server.enter("Bruno", secret=SECRET)
    await back.ask(Watch(table=1))
    assert shown(back).info.code
