"""The roster: every node knows who is connected where, even when messages are lost."""

import pytest

from ludoteca.core.nodes.bus import Bus, LocalBus
from ludoteca.core.nodes.node import PAGE, in_pages, joined
from ludoteca.core.nodes.roster import Roster
from ludoteca.journal import JournalError
from ludoteca.messages.cluster import (
    Attendee,
    Beat,
    CameIn,
    Reply,
    RollCalled,
    RosterAsked,
    RosterTold,
    write_message,
)
from ludoteca.messages.names import LONGEST_NAME
from tests.core.local import Clock
from tests.hub import Hub


async def no_signs(_node: str) -> bytes:
    return b""


class Watched(Roster):
    """A roster that records its news."""

    def __init__(self, bus: Bus, clock: Clock) -> None:
        super().__init__(bus, clock)
        self.news: list[tuple[str, bool]] = []
        self.tables: list[int] = []
        self.on_person(lambda name, here, _: self.news.append((name, here)))
        self.on_table(self.tables.append)


class Nodes:
    """Three nodes and their clock."""

    def __init__(self) -> None:
        self.hub, self.clock = Hub(), Clock()
        self.a, self.b, self.c = (Watched(self.hub.bus(n), self.clock) for n in "abc")

    async def wait(self, seconds: float, *running: Roster) -> None:
        """Advance the clock while these nodes send heartbeats."""
        for _ in range(round(seconds / 0.5)):
            self.clock.time += 0.5
            for roster in running or (self.a, self.b, self.c):
                roster.tick(no_signs)
            await self.hub.settle()


@pytest.fixture
async def nodes() -> Nodes:
    nodes = Nodes()
    await nodes.wait(0.5)
    return nodes


async def test_every_node_knows_all_connections_and_watched_tables(nodes: Nodes) -> None:
    nodes.a.come("Anna")
    nodes.a.listen(7, Attendee("Anna", names_only=True, cannot_undo=True))
    nodes.b.come("Bea")
    nodes.b.listen(7, Attendee("Bea"))
    await nodes.hub.settle()
    for roster in (nodes.a, nodes.b, nodes.c):
        assert roster.names() == ["Anna", "Bea"]
        assert roster.node_of("ANNA") == "a"
        assert roster.nodes_at(7) == ["a", "b"]
        assert sorted(roster.news) == [("Anna", True), ("Bea", True)]
    assert nodes.b.elsewhere(7)["anna"] == Attendee("Anna", names_only=True, cannot_undo=True)
    assert nodes.b.elsewhere(7).keys() == {"anna"}
    assert nodes.c.elsewhere(7).keys() == {"anna", "bea"}
    assert nodes.c.tables == [7, 7]
    nodes.b.stop(7, "Bea")
    nodes.b.go("Bea")
    await nodes.hub.settle()
    assert nodes.c.names() == ["Anna"]
    assert nodes.c.nodes_at(7) == ["a"]
    assert nodes.c.news[-1] == ("Bea", False)


async def test_new_node_learns_the_connected_players(nodes: Nodes) -> None:
    nodes.a.come("Anna")
    nodes.a.listen(3, Attendee("Anna"))
    late = Watched(nodes.hub.bus("d"), nodes.clock)
    await nodes.wait(0.5)
    assert late.names() == ["Anna"]
    assert late.nodes_at(3) == ["a"]
    assert late.nodes() == ["a", "b", "c", "d"]


async def test_next_heartbeat_makes_up_for_a_lost_message(nodes: Nodes) -> None:
    nodes.hub.loses = lambda _sender, receiver, _message: receiver == "c"
    nodes.a.come("Anna")
    await nodes.hub.settle()
    assert nodes.c.names() == []
    nodes.hub.loses = lambda _sender, _receiver, message: not isinstance(message, Beat)
    await nodes.wait(0.5)
    assert nodes.c.names() == ["Anna"]
    assert nodes.c.news == [("Anna", True)]


async def test_roster_tolerates_messages_out_of_order(nodes: Nodes) -> None:
    nodes.hub.hold("c")
    nodes.a.come("Anna")
    nodes.a.go("Anna")
    nodes.a.come("Bea")
    nodes.hub.held["c"].reverse()
    nodes.hub.release("c")
    await nodes.hub.settle()
    assert nodes.c.names() == ["Bea"]


async def test_silent_node_is_removed_with_its_players(nodes: Nodes) -> None:
    nodes.a.come("Anna")
    nodes.a.listen(7, Attendee("Anna"))
    await nodes.hub.settle()
    nodes.hub.remove("a")
    await nodes.wait(2.5, nodes.b, nodes.c)
    assert nodes.b.names() == ["Anna"]
    await nodes.wait(0.5, nodes.b, nodes.c)
    assert nodes.b.names() == []
    assert nodes.b.nodes() == ["b", "c"]
    assert nodes.b.news == [("Anna", True), ("Anna", False)]
    assert nodes.b.tables == [7, 7]  # when she came and when she left


async def test_no_node_is_removed_while_the_journal_is_unreadable(nodes: Nodes) -> None:
    async def unknown(node: str) -> bytes:
        raise JournalError(f"signs of {node} cannot be read")

    nodes.a.come("Anna")
    await nodes.hub.settle()
    nodes.hub.remove("a")
    for _ in range(20):
        nodes.clock.time += 0.5
        nodes.b.tick(unknown)
        await nodes.hub.settle()
    assert nodes.b.names() == ["Anna"]


async def test_a_node_that_was_silent_is_known_again_with_all_its_people(nodes: Nodes) -> None:
    nodes.a.come("Anna")
    await nodes.wait(3.5, nodes.b, nodes.c)
    assert nodes.b.names() == []
    nodes.a.wake()
    await nodes.wait(0.5)
    assert nodes.b.names() == ["Anna"]
    assert nodes.a.nodes() == ["a", "b", "c"]


async def test_player_moving_between_nodes_stays_connected(nodes: Nodes) -> None:
    nodes.a.come("Anna")
    await nodes.hub.settle()
    nodes.b.come("anna")
    await nodes.hub.settle()
    nodes.a.go("Anna")
    await nodes.hub.settle()
    assert nodes.c.node_of("Anna") == "b"
    assert nodes.c.news == [("Anna", True)]


async def test_a_node_that_does_not_answer_is_asked_again(nodes: Nodes) -> None:
    nodes.hub.loses = lambda _sender, _receiver, message: isinstance(message, CameIn)
    nodes.a.come("Anna")
    answers = nodes.hub.buses["a"].answers
    before = dict(answers)
    answers.clear()
    await nodes.wait(0.5)
    assert nodes.c.names() == []
    answers.update(before)
    await nodes.wait(0.5)
    assert nodes.c.names() == ["Anna"]


async def test_changes_during_a_query_are_not_asked_for_again(nodes: Nodes) -> None:
    answers, asked = nodes.hub.buses["a"].answers, list[str]()
    tell = answers[RosterAsked]

    async def busy(sender: str, question: RosterAsked) -> Reply:
        asked.append(sender)
        told = await tell(sender, question)
        nodes.a.come(f"Bea {len(asked)}")
        await nodes.hub.settle()
        return told

    answers[RosterAsked] = busy
    nodes.hub.remove("b")
    nodes.hub.loses = lambda *_: True
    nodes.a.come("Anna")
    nodes.hub.loses = lambda *_: False
    nodes.a.come("Carl")
    await nodes.wait(1, nodes.a)
    assert nodes.c.names() == ["Anna", "Bea 1", "Carl"]
    assert asked == ["c"]


async def test_long_list_of_people_is_sent_in_several_messages(nodes: Nodes) -> None:
    nodes.hub.loses = lambda *_: True
    people = [f"player {number:05}" for number in range(2 * PAGE + 1)]
    for name in people:
        nodes.a.come(name)
        nodes.a.listen(1, Attendee(name))
    nodes.hub.loses = lambda *_: False
    await nodes.wait(0.5)
    assert nodes.b.names() == people
    assert nodes.b.elsewhere(1).keys() == set(people)


def test_a_page_of_the_longest_names_fits_into_a_message() -> None:
    names = tuple(f"{number:05}".ljust(LONGEST_NAME, "\U0001f600") for number in range(PAGE + 1))
    tables = {10**9 + n: (Attendee(name, names_only=True),) for n, name in enumerate(names)}
    told = RosterTold(10**9, names, dict(tables))
    pages = in_pages(told)
    assert len(pages) == 2
    assert joined(pages) == told
    assert max(len(write_message("node", 0, page)) for page in pages) < 1_000_000


def test_a_server_that_is_alone_knows_its_own_people() -> None:
    alone = Watched(LocalBus(), Clock())
    alone.come("Anna")
    alone.listen(1, Attendee("Anna"))
    alone.tick(no_signs)
    assert alone.names() == ["Anna"]
    assert alone.names_of("alone") == ["Anna"]
    assert alone.elsewhere(1) == {}
    alone.stop(1, "Anna")
    alone.go("Anna")
    alone.go("Anna")
    assert alone.nodes_at(1) == []
    assert alone.news == [("Anna", True), ("Anna", False)]


class ManyNodes:
    """A cluster of a given size that counts arriving heartbeats and roll calls."""

    def __init__(self, count: int) -> None:
        self.hub, self.clock = Hub(), Clock()
        self.rosters = [Watched(self.hub.bus(f"n{i:02}"), self.clock) for i in range(count)]
        self.delivered = 0
        self.hub.loses = self._count

    def _count(self, _sender: str, _receiver: str, message: object) -> bool:
        self.delivered += isinstance(message, Beat | RollCalled)
        return False

    async def wait(self, seconds: float) -> None:
        for _ in range(round(seconds / 0.5)):
            self.clock.time += 0.5
            for roster in self.rosters:
                roster.tick(no_signs)
            await self.hub.settle()


async def test_heartbeats_do_not_grow_with_the_square_of_the_nodes() -> None:
    delivered = {}
    for count in (8, 16, 32):
        nodes = ManyNodes(count)
        await nodes.wait(3)
        nodes.delivered = 0
        await nodes.wait(5)
        assert all(len(roster.nodes()) == count for roster in nodes.rosters)
        assert all(roster.is_current() for roster in nodes.rosters)
        delivered[count] = nodes.delivered
    assert delivered[16] <= 2.2 * delivered[8]
    assert delivered[32] <= 2.2 * delivered[16]


async def test_nodes_send_heartbeats_when_the_node_that_polls_them_is_gone() -> None:
    nodes = ManyNodes(8)
    await nodes.wait(3)
    nodes.hub.remove("n00")
    _, *others = nodes.rosters
    nodes.rosters = others
    await nodes.wait(6)
    for roster in others:
        assert "n00" not in roster.nodes()
        assert len(roster.nodes()) == 7
        assert roster.is_current()


async def test_changes_are_noticed_by_a_roll_call() -> None:
    nodes = ManyNodes(8)
    await nodes.wait(3)
    nodes.hub.loses = lambda _s, _r, message: isinstance(message, CameIn)
    nodes.rosters[5].come("Anna")
    await nodes.wait(2)
    assert all(roster.node_of("Anna") == "n05" for roster in nodes.rosters)


async def test_a_node_of_an_older_release_hears_every_node() -> None:
    """The older node neither answers nor understands a roll call."""
    nodes = ManyNodes(8)
    older, heard = nodes.hub.bus("older"), set[str]()
    older.subscribe(Beat, lambda sender, _: heard.add(sender))
    for _ in range(6):
        older.publish(Beat(0))
        await nodes.wait(0.5)
    heard.clear()
    older.publish(Beat(0))
    await nodes.wait(1)
    assert heard == {f"n{i:02}" for i in range(8)}
    assert not any(roster.can_all_read(1) for roster in nodes.rosters)
