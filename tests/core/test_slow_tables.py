"""Tables where a turn may take days."""

from ludoteca.messages import Clock, OfferSeat
from tests.core.local import LocalServer, keeper_of, mover_of, played, shown

DAY = 24 * 3600
SLOW = Clock(turn=2 * DAY)


async def test_a_table_tells_how_long_the_turn_has_lasted_also_after_a_restart() -> None:
    server = LocalServer()
    clients = await server.table("Anna", "Bruno", clock=SLOW)
    lobby = server.dispatcher.lobby
    assert lobby.turn_since(1) == server.clock.wall() * 1000
    await server.wait(3600)
    mover, other = mover_of(clients)
    await played(mover)
    began = server.clock.wall() * 1000
    await server.wait(20 * 3600)
    await other.ask(OfferSeat(table=1))  # no new turn, and no time given back
    await server.restart()
    assert server.dispatcher.lobby.turn_since(1) == began
    (back,) = await server.back(other.name)
    assert shown(back).turn_since == began
    seat = keeper_of(server.dispatcher).table.seat_of(other.name) or 0
    assert shown(back).left[seat] == (2 * DAY - 20 * 3600) * 1000


async def test_a_table_without_a_slow_clock_remembers_no_turns(server: LocalServer) -> None:
    clients = await server.table("Anna", "Bruno", clock=Clock(turn=60))
    await played(mover_of(clients)[0])
    assert server.dispatcher.lobby.turn_since(1) == 0
