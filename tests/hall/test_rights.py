"""What belongs to those who sat at a table, and not to their names."""

from ludoteca.messages import StandUp
from tests.hall.local import LocalServer


async def test_who_stands_up_where_nobody_may_watch_hears_no_more(server: LocalServer) -> None:
    anna, bruno, carla = await server.table("Anna", "Bruno", "Carla", watchable=False)
    await bruno.ask(StandUp(table=1))
    heard = len(bruno.heard)
    await carla.ask(StandUp(table=1))
    assert len(bruno.heard) == heard
    assert len(anna.heard) > heard
