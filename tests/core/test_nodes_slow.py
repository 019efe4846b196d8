"""Slow tables on several nodes: premoves are played once, and clocks stand on every node."""

from ludoteca.games import shelfie
from ludoteca.messages import (
    Clock,
    JoinTable,
    MoveKept,
    MovePlayed,
    OpenTable,
    Play,
    TableNews,
    TakeVacation,
    VacationShown,
    Watch,
    Welcome,
)
from tests.core.local import raw
from tests.core.nodes import Nodes, mover_of, newest

DAY = 24 * 3600
SECRET = "correct-horse"  # noqa: S105 - a test


async def test_premoves_and_vacations_hold_on_every_node() -> None:
    nodes = await Nodes().open()
    a, b = nodes.all
    clients = [await node.enter(name, secret=SECRET) for node, name in ((a, "Anna"), (b, "Bea"))]
    await clients[0].ask(OpenTable(game="shelfie", seats=2, clock=Clock(turn=DAY)))
    await nodes.settle()
    await clients[1].ask(JoinTable(table=1))
    await nodes.settle()
    mover, other = mover_of(nodes, clients)
    there = b if mover.dispatcher is b.dispatcher else a
    window = await there.enter(other.name, token=other.of(Welcome)[-1].token)
    await window.ask(Watch(table=1))
    table = newest(nodes).table
    (turn,) = table.rules.seats_to_move(table.state)
    legal = table.rules.legal_moves(table.state, turn)
    singles = [move for move in legal if len(move.cells) == 1]
    first, last = singles[0].cells, singles[-1].cells
    await other.ask(Play(table=1, move=raw(shelfie.TakeTiles(last, 2)), keep=True))
    await nodes.settle()
    assert window.of(MoveKept)[-1].move == shelfie.TakeTiles(last, 2)
    assert not mover.of(MoveKept)
    await mover.ask(Play(table=1, move=raw(shelfie.TakeTiles(first, 0))))
    await nodes.settle()
    await nodes.wait(2)
    moves = [n.record for n in mover.of(TableNews) if isinstance(n.record, MovePlayed)]
    assert [one.events[0].cells for one in moves] == [first, last]
    assert isinstance(await mover.ask(TakeVacation(days=2)), VacationShown)
    await nodes.settle()
    for node in nodes.all:
        assert node.keeper().table == newest(nodes).table
        assert not node.keeper().stopwatch.running
