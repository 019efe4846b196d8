"""Unrecorded state at all nodes: half-made moves, votes, kept moves and presence."""

from typing import Any

from ludoteca.core.tables import decisions
from ludoteca.core.tables.keeper import Keeper
from ludoteca.games import Dice, Seat, renaissance, shelfie
from ludoteca.messages import (
    AbsenceRule,
    Ballot,
    BotsHurried,
    BotSpeed,
    Clock,
    Done,
    Draft,
    Finish,
    GamePaused,
    GameResumed,
    Gesture,
    HurryBots,
    MoveKept,
    MovePlayed,
    OpenTable,
    Pause,
    PauseAsked,
    Play,
    Presence,
    Say,
    SeatSkipped,
    StandInSeated,
    StartTable,
    StopWatching,
    TableNews,
    TakeBack,
    TimeLow,
    Vote,
    VoteAsked,
    Watch,
)
from ludoteca.messages.cluster import DraftMade, TableWritten, VoteCast
from tests.core.local import KeepsTiles, LocalClient
from tests.core.nodes import Nodes, back, mover_of, newest, node_of, play, versions_of

PICK = Draft(table=1, step=shelfie.Pick(shelfie.Cell(1, 3)))


def record_after(client: LocalClient) -> Any:
    return client.of(TableNews)[-1].record


async def test_a_half_made_move_is_seen_at_other_nodes() -> None:
    nodes = await Nodes().open()
    mover, other = mover_of(nodes, await nodes.table("Anna", "Bea"))
    await mover.ask(PICK)
    await nodes.settle()
    drafted = mover.of(Gesture)[-1]
    assert drafted.draft is not None
    assert other.of(Gesture)[-1] == drafted
    await mover.ask(Draft(table=1, step=shelfie.ChooseColumn(0)))
    assert isinstance(await mover.ask(Finish(table=1, id="done")), TableNews)
    await nodes.settle()
    assert isinstance(record_after(other), MovePlayed)
    spectator = await back(nodes.all[0], "Sam")
    assert not spectator.of(Gesture)  # the gesture has become a move at both nodes


async def test_a_half_made_move_of_the_other_game_is_seen_too() -> None:
    nodes = await Nodes().open()
    clients = await nodes.table("Anna", "Bea", game="renaissance")
    step = Draft(table=1, step=renaissance.UseBasic())
    while True:
        mover, other = mover_of(nodes, clients)
        if isinstance(await mover.ask(step), Done):
            break
        await play(nodes, clients)
    await nodes.settle()
    assert other.of(Gesture)[-1] == mover.of(Gesture)[-1]
    assert other.of(Gesture)[-1].draft.basic


async def test_node_loading_a_table_later_sees_drafts_and_agreements() -> None:
    nodes = await Nodes(3).open()
    mover, other = mover_of(nodes, await nodes.table("Anna", "Bea"))
    await mover.ask(PICK)
    await other.ask(Pause(table=1))
    await nodes.settle()
    assert nodes.all[2].dispatcher.lobby.loaded(1) is None
    spectator = await back(nodes.all[2], "Sam")
    await nodes.settle()
    assert spectator.of(Gesture)[-1].draft == mover.of(Gesture)[-1].draft
    assert spectator.of(PauseAsked)[-1].seats == (newest(nodes).table.seat_of(other.name),)


async def test_a_half_made_move_vanishes_with_its_node() -> None:
    nodes = await Nodes().open()
    mover, other = mover_of(nodes, await nodes.table("Anna", "Bea"))
    await mover.ask(PICK)
    await nodes.settle()
    nodes.kill(next(node for node in nodes.all if node.dispatcher is mover.dispatcher))
    await nodes.wait(3)
    assert other.of(Gesture)[-1].draft is None


async def test_early_draft_is_shown_once_its_table_is_known() -> None:
    nodes = await Nodes(3).open()
    clients = await nodes.table("Anna", "Bea", "Carl")
    nodes.hub.loses = lambda _s, _r, message: isinstance(message, TableWritten)
    await play(nodes, clients)
    mover, _ = mover_of(nodes, clients)
    table = newest(nodes).table
    cell = table.rules.guide(table.state, table.seat_of(mover.name), None).pick[0]
    await mover.ask(Watch(table=1))  # its node looks up the newest version
    assert await mover.ask(Draft(table=1, step=shelfie.Pick(cell))) == Done()
    await nodes.settle()
    for client in clients:
        assert client.of(Gesture)[-1].draft == mover.of(Gesture)[-1].draft
        assert versions_of(client)[-1] == newest(nodes).version


async def test_draft_for_another_version_is_not_shown() -> None:
    nodes = await Nodes().open()
    mover, other = mover_of(nodes, await nodes.table("Anna", "Bea"))
    slow = node_of(other)
    nodes.hub.hold(slow)
    await mover.ask(PICK)
    await play(nodes, [mover, other])
    nodes.hub.held[slow].sort(key=lambda one: b"draft_made" in one.data)  # the draft comes last
    nodes.hub.release(slow)
    await nodes.settle()
    assert not other.of(Gesture)


async def test_a_pause_is_agreed_to_over_nodes() -> None:
    nodes = await Nodes().open()
    anna, bea = await nodes.table("Anna", "Bea")
    await anna.ask(Pause(table=1))
    await nodes.settle()
    assert bea.of(PauseAsked) == [PauseAsked(1, (Seat(0),))]
    await bea.ask(Pause(table=1))
    await nodes.settle()
    assert isinstance(record_after(anna), GamePaused)
    assert isinstance(record_after(bea), GamePaused)


async def table_with_silent(nodes: Nodes) -> list[LocalClient]:
    """Seat Anna at one node and Bea, whose client cannot vote, at another."""
    nodes.all[1].kind = LocalClient
    return await nodes.table("Anna", "Bea")


def pauses(client: LocalClient) -> list[Any]:
    kinds = GamePaused | GameResumed
    return [news.record for news in client.of(TableNews) if isinstance(news.record, kinds)]


async def test_silence_at_another_node_agrees_to_a_pause_of_limited_time() -> None:
    nodes = await Nodes().open()
    anna, bea = await table_with_silent(nodes)
    await anna.ask(Pause(table=1))
    await nodes.settle()
    assert bea.of(PauseAsked) == [PauseAsked(1, (Seat(0),), 30_000)]
    await nodes.wait(29)
    assert not newest(nodes).table.paused
    await nodes.wait(1.5)
    assert newest(nodes).table.paused
    await nodes.wait(301)
    assert pauses(anna) == pauses(bea)
    (begun, ended) = pauses(bea)
    assert begun.by == Seat(0)
    assert ended == GameResumed(Seat(0), expired=True)
    assert await anna.refused(Pause(table=1)) == "house/pause_used"


async def test_no_at_another_node_rejects_a_pause() -> None:
    nodes = await Nodes().open()
    anna, bea = await table_with_silent(nodes)
    await anna.ask(Pause(table=1))
    await nodes.settle()
    await bea.ask(Say(text="no", table=1))
    await nodes.settle()
    assert anna.of(PauseAsked)[-1] == bea.of(PauseAsked)[-1] == PauseAsked(1, ())
    await nodes.wait(31)
    assert not newest(nodes).table.paused


async def test_pause_expires_although_its_node_is_gone() -> None:
    nodes = await Nodes(3).open()
    nodes.all[1].kind = nodes.all[2].kind = LocalClient
    anna, _, carl = await nodes.table("Anna", "Bea", "Carl")
    await anna.ask(Pause(table=1))
    await nodes.wait(31)
    assert newest(nodes).table.paused
    nodes.kill(next(node for node in nodes.all if node.dispatcher is anna.dispatcher))
    await nodes.wait(301)
    assert pauses(carl)[-1] == GameResumed(Seat(0), expired=True)


async def test_low_time_is_announced_at_the_node_of_the_player() -> None:
    nodes = await Nodes().open()
    clients = await nodes.table("Anna", "Bea", clock=Clock(turn=30))
    mover, other = mover_of(nodes, clients)
    await nodes.wait(21)
    assert len(mover.of(TimeLow)) == 1
    assert not other.of(TimeLow)


async def test_simultaneous_agreements_are_recorded_once() -> None:
    nodes = await Nodes().open()
    anna, bea = await nodes.table("Anna", "Bea")
    before = newest(nodes).version
    for name in "ab":
        nodes.hub.hold(name)
    await anna.ask(Pause(table=1))
    await bea.ask(Pause(table=1))
    for name in "ab":
        nodes.hub.release(name)
    await nodes.settle()
    assert newest(nodes).version == before + 1
    assert isinstance(record_after(anna), GamePaused)
    assert isinstance(record_after(bea), GamePaused)


async def waited_for(nodes: Nodes) -> tuple[LocalClient, LocalClient]:
    """Return two players at different nodes whose table waits for the absent third to move."""
    clients = await nodes.table("Anna", "Bea", "Carl", absence=AbsenceRule.WAIT)
    gone, _ = mover_of(nodes, clients)
    gone.dispatcher.leave(gone)
    await nodes.settle()
    first, second = (client for client in clients if client is not gone)
    return first, second


async def test_votes_are_counted_over_nodes_and_skip_a_player_once() -> None:
    nodes = await Nodes(3).open()
    first, second = await waited_for(nodes)
    before = newest(nodes).version
    for name in "abc":
        nodes.hub.hold(name)
    await first.ask(Vote(table=1, what=Ballot.SKIP))
    await second.ask(Vote(table=1, what=Ballot.SKIP))
    assert newest(nodes).version == before
    for name in "abc":
        nodes.hub.release(name)
    await nodes.settle()
    records = [news.record for news in first.of(TableNews) if news.version > before]
    assert [type(record) for record in records] == [SeatSkipped]
    assert first.of(VoteAsked)


async def test_spectator_of_a_protocol_without_votes_is_not_asked() -> None:
    nodes = await Nodes(3).open()
    first, second = await waited_for(nodes)
    second.dispatcher.leave(second)
    server = next(node for node in nodes.all if node.dispatcher is second.dispatcher)
    server.kind = LocalClient
    token = second.heard[0].token  # type: ignore[union-attr]
    again = await back(server, second.name, token)
    await nodes.settle()
    await first.ask(Vote(table=1, what=Ballot.BOT))
    await nodes.settle()
    assert any(isinstance(news.record, StandInSeated) for news in again.of(TableNews))


async def test_a_kept_move_is_played_when_the_player_is_back_at_another_node() -> None:
    nodes = await Nodes().open()
    clients = await nodes.table("Anna", "Bea")
    mover, other = mover_of(nodes, clients)
    token = other.heard[0].token  # type: ignore[union-attr]
    other.dispatcher.leave(other)
    await nodes.settle()
    keeper = newest(nodes)
    seat = keeper.table.seat_of(mover.name)
    assert seat is not None
    move = next(keeper.table.rules.legal_moves(keeper.table.state, seat))
    kept = await mover.ask(Play(table=1, move=move, id="kept", keep=True))
    assert isinstance(kept, MoveKept)
    server = next(node for node in nodes.all if node.dispatcher is not mover.dispatcher)
    again = await back(server, other.name, token)
    await nodes.settle()
    for client in (mover, again):
        record = record_after(client)
        assert isinstance(record, MovePlayed)
        assert record.request == "kept"


async def test_player_without_a_watch_is_absent_at_all_nodes() -> None:
    nodes = await Nodes(3).open()
    _, bea, _ = await nodes.table("Anna", "Bea", "Carl")
    await bea.ask(StopWatching(table=1))
    await nodes.settle()
    assert all(node.keeper().away == {1} for node in nodes.all)
    await bea.ask(Watch(table=1))
    await nodes.settle()
    assert all(node.keeper().away == frozenset() for node in nodes.all)


async def test_seated_player_without_a_listener_is_found_absent() -> None:
    nodes = await Nodes().open()
    anna, bea = await nodes.enter("Anna", "Bea")
    await anna.ask(OpenTable(game="shelfie", seats=3))
    await nodes.settle()
    a, b = nodes.all
    found = await b.dispatcher.lobby.find(1)
    assert isinstance(found, Keeper)
    # Her node dies before it has shown her the table.
    assert await found.decide(lambda table: decisions.sit(table, bea.name, Dice(1))) is None
    await nodes.settle()
    assert a.keeper().away == frozenset()
    await nodes.wait(4)
    assert a.keeper().away == {1}
    assert anna.of(Presence)[-1] == Presence(1, "Bea", here=False, paused=False)


async def test_messages_of_newer_releases_are_not_taken_for_drafts() -> None:
    nodes = await Nodes().open()
    mover, other = mover_of(nodes, await nodes.table("Anna", "Bea"))
    keeper = newest(nodes)
    seat = keeper.table.seat_of(mover.name)
    assert seat is not None
    bus = nodes.hub.buses[node_of(mover)]
    bus.publish(DraftMade(1, keeper.version, seat, b'{"mood": 7}'))
    bus.publish(VoteCast(99, 1, seat))
    await nodes.settle()
    assert not other.of(Gesture)


async def test_bots_are_hurried_at_the_node_where_they_play() -> None:
    nodes = await Nodes().open()
    anna = await nodes.all[0].enter("Anna")
    await anna.ask(OpenTable(game="shelfie", seats=2))
    await anna.ask(StartTable(table=1, bot="greedy", speed=BotSpeed.HUMAN))
    spectator = await back(nodes.all[1], "Sam")
    await anna.ask(HurryBots(table=1))
    await nodes.settle()
    assert spectator.of(BotsHurried) == anna.of(BotsHurried) == [BotsHurried(1)]


async def test_a_client_at_another_node_that_cannot_show_it_prevents_taking_back() -> None:
    nodes = await Nodes().open()
    nodes.all[1].kind = KeepsTiles
    clients = await nodes.table("Anna", "Bea", take_back=True)
    await play(nodes, clients)
    if mover_of(nodes, clients)[1] is clients[1]:
        await play(nodes, clients)
    assert await clients[0].refused(TakeBack(table=1)) == "house/no_taking_back"
