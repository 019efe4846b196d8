"""Chat across nodes: everyone receives each message once, ordered by its number."""

from ludoteca.journal import MemoryJournal
from ludoteca.messages import Done, Mute, Recall, Report, Said, Say, Watch, Welcome
from ludoteca.messages.cluster import MessageSaid, TableMessageSaid
from tests.core.local import Failing, LocalClient, shown
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


class CountsReads(MemoryJournal):
    """A journal that counts how often a stream is read."""

    def __init__(self) -> None:
        super().__init__()
        self.reads = 0

    async def read(self, stream: str, after: int = 0, most: int | None = None) -> list[bytes]:
        self.reads += 1
        return await super().read(stream, after, most)


def lost(_sender: str, _receiver: str, message: object) -> bool:
    return isinstance(message, TableMessageSaid)


def nothing(_sender: str, _receiver: str, _message: object) -> bool:
    return False


async def reads_of_a_conversation(windows: int) -> int:
    """Return how often the journal is read while two nodes talk, one of them in some windows."""
    journal = CountsReads()
    nodes = await Nodes(journal=journal).open()
    anna, bea = await nodes.table("Anna", "Bea")
    token = bea.of(Welcome)[-1].token
    more = [await nodes.all[1].enter("Bea", token=token) for _ in range(windows - 1)]
    for client in more:
        await client.ask(Watch(table=shown(bea).info.table))
    before = journal.reads
    for number in range(6):
        # A node that misses a message reads it from the journal.
        nodes.hub.loses = lost if number % 2 else nothing
        await [anna, bea, *more][number % (windows + 1)].ask(Say(table=1, text=f"{number}"))
        await nodes.wait(2)
    for client in (anna, bea, *more):
        assert texts(client) == [str(number) for number in range(6)]
    return journal.reads - before


async def test_three_windows_of_a_player_read_a_conversation_as_often_as_one() -> None:
    assert await reads_of_a_conversation(3) == await reads_of_a_conversation(1) > 0
