"""What a node does while the bus, the journal or its own time is lost, and after that."""

from tests.hall.nodes import Nodes


async def test_a_node_that_wakes_takes_nobody_for_gone() -> None:
    nodes = await Nodes().open()
    a, _ = nodes.all
    await nodes.enter("Anna", "Bea")
    await nodes.wait(1)
    heard: list[tuple[str, bool]] = []
    a.house.roster.on_person(lambda name, here: heard.append((name, here)))
    nodes.clock.time += 60
    a.house.beat()
    await nodes.settle()
    assert heard == []
    assert a.house.roster.nodes() == ["a", "b"]
