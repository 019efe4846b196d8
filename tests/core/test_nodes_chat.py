"""Chat across nodes: everyone receives each message once, ordered by its number."""

from ludoteca.messages import Done, Mute, Recall, Report, Said, Say, Watch
from ludoteca.messages.cluster import MessageSaid, TableMessageSaid
from tests.core.local import Failing, LocalClient
from tests.core.nodes import Nodes


def texts(client: LocalClient) -> list[str]:
    return [said.text for said in client.of(Said)]


def numbers(client: LocalClient) -> list[int]:
    return [said.number for said in client.of(Said)]


async def test_table_message_reaches_all_nodes() -> None:
    nodes = await Nodes(3).open()
    clients = await nodes.table("Anna", "Bea", "Carl")
    for index, client in enumerate(clients):
        assert await client.ask(Say(table=1, text=f"hello {index}")) == Done()
        await nodes.settle()
    for client in clients:
        assert texts(client) == ["hello 0", "hello 1", "hello 2"]
        assert numbers(client) == [1, 2, 3]


async def test_public_messages_are_delivered_and_resent_at_all_nodes() -> None:
    nodes = await Nodes().open()
    anna, bea = await nodes.enter("Anna", "Bea")
    await anna.ask(Say(text="one"))
    await nodes.settle()
    await bea.ask(Say(text="two"))
    await nodes.settle()
    assert texts(anna) == texts(bea) == ["one", "two"]
    carl = await nodes.all[1].enter("Carl")
    await carl.ask(Recall(heard=1))
    assert texts(carl) == ["two"]
    await nodes.wait(2)
    assert texts(carl) == ["two"]


async def test_written_message_succeeds_although_others_cannot_be_read() -> None:
    journal = Failing()
    nodes = await Nodes(journal=journal).open()
    anna, bea = await nodes.enter("Anna", "Bea")
    nodes.hub.loses = lambda _s, _r, message: isinstance(message, MessageSaid)
    await bea.ask(Say(text="one"))
    journal.reads = False
    assert await anna.ask(Say(text="two")) == Done()
    journal.reads = True
    await nodes.wait(2)
    assert texts(anna) == texts(bea) == ["one", "two"]


async def test_simultaneous_messages_arrive_in_the_same_order_everywhere() -> None:
    nodes = await Nodes(3).open()
    clients = await nodes.table("Anna", "Bea", "Carl")
    for name in "abc":
        nodes.hub.hold(name)
    for client in clients:
        await client.ask(Say(table=1, text=client.name))
    nodes.hub.held["c"].reverse()
    for name in "abc":
        nodes.hub.release(name)
    await nodes.settle()
    for client in clients:
        assert texts(client) == ["Anna", "Bea", "Carl"]
        assert numbers(client) == [1, 2, 3]


async def test_lost_messages_are_delivered_later() -> None:
    nodes = await Nodes().open()
    anna, bea = await nodes.table("Anna", "Bea")
    nodes.hub.loses = lambda _s, _r, m: isinstance(m, MessageSaid | TableMessageSaid)
    await anna.ask(Say(table=1, text="here"))
    await anna.ask(Say(text="everywhere"))
    await nodes.settle()
    assert texts(bea) == []
    await nodes.wait(2)
    assert sorted(texts(bea)) == ["everywhere", "here"]
    assert sorted(texts(anna)) == ["everywhere", "here"]


async def test_new_watcher_gets_a_message_in_transit_once() -> None:
    nodes = await Nodes().open()
    anna, bea = await nodes.table("Anna", "Bea")
    nodes.hub.hold("b")
    await anna.ask(Say(table=1, text="on its way"))
    sam = await nodes.all[1].enter("Sam")
    await sam.ask(Watch(table=1))
    assert texts(sam) == texts(bea) == ["on its way"]
    nodes.hub.release("b")
    await nodes.settle()
    assert texts(sam) == texts(bea) == ["on its way"]


async def test_a_whisper_reaches_a_player_at_another_node_and_nobody_else() -> None:
    nodes = await Nodes(3).open()
    anna, bea, carl = await nodes.enter("Anna", "Bea", "Carl")
    await nodes.settle()
    assert await anna.ask(Say(text="psst", to="Bea")) == Done()
    await nodes.settle()
    assert texts(bea) == texts(anna) == ["psst"]
    assert texts(carl) == []
    assert await anna.refused(Say(text="psst", to="Dora")) == "house/no_such_person"
    await bea.ask(Report(name="Anna", text="whispers"))
    (report,) = await nodes.all[1].dispatcher.moderation.reports(1)
    assert [said.text for said in report.talk] == ["psst"]


async def test_messages_of_a_muted_player_at_another_node_are_hidden() -> None:
    nodes = await Nodes().open()
    anna, bea = await nodes.table("Anna", "Bea")
    await bea.ask(Mute(name="Anna"))
    await anna.ask(Say(table=1, text="spam"))
    await anna.ask(Say(text="spam"))
    await anna.ask(Say(text="spam", to="Bea"))
    await nodes.settle()
    assert texts(bea) == []
