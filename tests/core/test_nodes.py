"""A table played from several nodes."""

from collections.abc import Sequence

import pytest

from ludoteca.journal import MemoryJournal
from ludoteca.messages import (
    Done,
    Invite,
    Invited,
    JoinTable,
    MovePlayed,
    OfferSeat,
    OpenTable,
    Presence,
    Rematch,
    Resign,
    Say,
    SeatFreed,
    SeatOffered,
    TableNews,
    TableShown,
)
from ludoteca.messages.cluster import TableWritten
from tests.core.local import shown
from tests.core.nodes import Nodes, back, mover_of, newest, node_of, play, versions_of


@pytest.mark.parametrize("game", ["shelfie", "renaissance"])
async def test_a_whole_game_is_played_by_people_on_different_nodes(game: str) -> None:
    nodes = await Nodes(3).open()
    clients = await nodes.table("Anna", "Bea", "Carl", game=game)
    keepers = [node.keeper() for node in nodes.all]
    while not keepers[0].table.over:
        await play(nodes, clients)
        assert len({keeper.version for keeper in keepers}) == 1
        assert len({str(keeper.table.state) for keeper in keepers}) == 1
    for client in clients:
        heard = versions_of(client)
        assert heard == list(range(heard[0], keepers[0].version + 1))  # each once, in order
    results = [node.dispatcher.lobby.loaded(1).listing.result for node in nodes.all]  # type: ignore[union-attr]
    assert results[0]
    assert len(set(map(str, results))) == 1


async def test_only_the_movers_news_name_the_request() -> None:
    nodes = await Nodes().open()
    clients = await nodes.table("Anna", "Bea")
    mover = await play(nodes, clients)
    for client in clients:
        last = client.of(TableNews)[-1]
        assert isinstance(last.record, MovePlayed)
        assert bool(last.request) == (client is mover)


async def test_a_table_is_listed_at_every_node() -> None:
    nodes = await Nodes().open()
    anna = await nodes.all[0].enter("Anna")
    await anna.ask(OpenTable(game="shelfie", seats=2))
    await nodes.settle()
    (info,) = nodes.all[1].dispatcher.surroundings().tables
    assert info.table == 1
    bea = await nodes.all[1].enter("Bea")
    await bea.ask(JoinTable(table=1))
    await nodes.settle()
    (info,) = nodes.all[0].dispatcher.surroundings().tables
    assert [seat.name for seat in info.seats if seat] == ["Anna", "Bea"]
    assert nodes.all[0].dispatcher.surroundings().people == ("Anna", "Bea")


async def test_a_rematch_keeps_seats_at_every_node() -> None:
    nodes = await Nodes().open()
    anna, bea = await nodes.table("Anna", "Bea")
    await bea.ask(Resign(table=1))
    await nodes.settle()
    await anna.ask(Rematch(table=1))
    await nodes.settle()
    carl = await nodes.all[1].enter("Carl")
    join = JoinTable(code=shown(anna).info.code)
    assert await carl.refused(join) == "house/table_full"
    await nodes.wait(181)
    await nodes.settle()
    await carl.ask(join)
    assert shown(carl).info.kept_for == ()
    freed = [news.record for news in anna.of(TableNews) if isinstance(news.record, SeatFreed)]
    assert [record.kept_for for record in freed] == ["Bea"]


async def test_player_at_another_node_is_invited() -> None:
    nodes = await Nodes().open()
    anna = await nodes.all[0].enter("Anna")
    bea = await nodes.all[1].enter("Bea")
    await anna.ask(OpenTable(game="shelfie", seats=2))
    await nodes.settle()
    assert await anna.ask(Invite(table=1, name="Bea")) == Done()
    await nodes.settle()
    assert [invited.by for invited in bea.of(Invited)] == ["Anna"]


async def test_a_lost_message_costs_a_second_or_two() -> None:
    nodes = await Nodes().open()
    clients = await nodes.table("Anna", "Bea")
    nodes.hub.loses = lambda _sender, _receiver, message: isinstance(message, TableWritten)
    await play(nodes, clients)
    a, b = (node.keeper() for node in nodes.all)
    assert abs(a.version - b.version) == 1
    await nodes.wait(2)
    assert a.version == b.version
    assert versions_of(clients[0])[-1] == versions_of(clients[1])[-1] == a.version


class Counted(MemoryJournal):
    """A journal that counts the streams whose versions are queried."""

    asked = 0

    async def versions(self, streams: Sequence[str]) -> dict[str, int]:
        self.asked += len(streams)
        return await super().versions(streams)


async def test_idle_tables_cost_the_journal_nothing() -> None:
    journal = Counted()
    nodes = await Nodes(journal=journal).open()
    for number in range(10):
        await nodes.table(f"Anna {number}", f"Bea {number}")
    await nodes.wait(3)
    journal.asked = 0
    await nodes.wait(15)
    assert journal.asked == 0


async def test_the_next_message_shows_that_one_was_lost() -> None:
    nodes = await Nodes(3).open()
    clients = await nodes.table("Anna", "Bea", "Carl")
    lost: list[TableWritten] = []

    def loses(_sender: str, receiver: str, message: object) -> bool:
        if isinstance(message, TableWritten) and receiver == "c" and not lost:
            lost.append(message)
            return True
        return False

    nodes.hub.loses = loses
    while not lost:
        await play(nodes, clients)
    behind = nodes.all[2].keeper()
    assert behind.version == newest(nodes).version - 1
    while node_of(mover_of(nodes, clients)[0]) == "c":  # c would learn of it by a conflict
        await play(nodes, clients)
    await play(nodes, clients)
    assert behind.version == newest(nodes).version
    heard = versions_of(clients[2])
    assert heard == list(range(heard[0], behind.version + 1))


async def test_reordered_and_late_messages_deliver_each_record_once() -> None:
    nodes = await Nodes(3).open()
    clients = await nodes.table("Anna", "Bea", "Carl")
    while node_of(mover_of(nodes, clients)[0]) != "a":  # then it is Bea's turn
        await play(nodes, clients)
    nodes.hub.hold("c")
    for _ in range(2):
        await play(nodes, clients)
    nodes.hub.held["c"].reverse()
    nodes.hub.release("c")
    await nodes.settle()
    heard = versions_of(clients[2])
    assert heard == list(range(heard[0], newest(nodes).version + 1))
    await nodes.wait(3)
    assert versions_of(clients[2]) == heard


async def test_a_node_that_is_behind_catches_up_before_it_refuses_a_move() -> None:
    nodes = await Nodes().open()
    clients = await nodes.table("Anna", "Bea")
    mover, other = mover_of(nodes, clients)
    nodes.hub.hold(node_of(other))
    assert await play(nodes, clients) is mover
    a, b = (node.keeper() for node in nodes.all)
    assert a.version != b.version
    assert await play(nodes, clients) is other  # the node thinks that it is the other player's turn
    assert a.version == b.version
    nodes.hub.release(node_of(other))
    await nodes.settle()
    for client in clients:
        heard = versions_of(client)
        assert heard == list(range(heard[0], a.version + 1))


async def test_two_nodes_that_write_at_once_agree() -> None:
    nodes = await Nodes().open()
    clients = await nodes.table("Anna", "Bea")
    for name in "ab":
        nodes.hub.hold(name)
    mover, other = mover_of(nodes, clients)
    await play(nodes, clients)
    # The other node has not heard of it and records another entry.
    assert isinstance(await other.ask(OfferSeat(table=1)), Done)
    records = [news.record for news in other.of(TableNews)[-2:]]
    assert [type(record) for record in records] == [MovePlayed, SeatOffered]
    for name in "ab":
        nodes.hub.release(name)
    await nodes.settle()
    assert versions_of(mover)[-2:] == versions_of(other)[-2:]


async def test_a_client_from_another_node_never_sees_less_than_it_has_seen() -> None:
    nodes = await Nodes().open()
    clients = await nodes.table("Anna", "Bea")
    mover, other = mover_of(nodes, clients)
    nodes.hub.hold(node_of(other))
    await play(nodes, clients)
    behind = other.dispatcher.lobby.loaded(1)
    assert behind
    assert behind.version < newest(nodes).version
    server = next(node for node in nodes.all if node.dispatcher is other.dispatcher)
    spectator = await back(server, "Sam")
    assert shown(spectator).version == newest(nodes).version == versions_of(mover)[-1]


async def test_presence_is_announced_across_nodes() -> None:
    nodes = await Nodes().open()
    anna, bea = await nodes.table("Anna", "Bea")
    assert nodes.all[0].keeper().away == nodes.all[1].keeper().away == frozenset()
    token = bea.heard[0].token  # type: ignore[union-attr]
    nodes.all[1].dispatcher.leave(bea)
    await nodes.settle()
    assert nodes.all[0].keeper().away == {1}
    assert anna.of(Presence)[-1] == Presence(1, "Bea", here=False, paused=True)
    again = await back(nodes.all[0], "Bea", token)
    await nodes.settle()
    assert nodes.all[1].keeper().away == nodes.all[0].keeper().away == frozenset()
    assert anna.of(Presence)[-1] == Presence(1, "Bea", here=True, paused=False)
    assert again.of(TableShown)


async def test_players_of_a_dead_node_are_absent() -> None:
    nodes = await Nodes().open()
    anna, _ = await nodes.table("Anna", "Bea")
    nodes.kill(nodes.all[1])
    await nodes.wait(2)
    assert nodes.all[0].keeper().away == frozenset()
    await nodes.wait(1)
    assert nodes.all[0].keeper().away == {1}
    assert anna.of(Presence)[-1] == Presence(1, "Bea", here=False, paused=True)


async def test_unknown_record_of_a_newer_release_stops_one_table_at_an_older_node() -> None:
    nodes = await Nodes().open()
    anna, bea = await nodes.table("Anna", "Bea")
    keeper = nodes.all[1].keeper()
    entry = b'{"record":"cake_served","seat":1}'
    await nodes.journal.append("table/000000001", keeper.version, [entry])
    nodes.hub.buses["a"].publish(TableWritten(1, keeper.version, (entry,)))
    await nodes.settle()
    await nodes.wait(2)
    for client in (anna, bea):
        assert await client.refused(OfferSeat(table=1)) == "house/not_written"
        assert await client.ask(Say(text="hello")) == Done()  # everything else continues
