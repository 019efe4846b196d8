"""Close watching: the view and the legal moves are sent after every change."""

from collections.abc import Sequence

from ludoteca.core.tables.keeper import Keeper
from ludoteca.games import Seat
from ludoteca.messages import (
    Clock,
    Done,
    Draft,
    Finish,
    Gesture,
    GiveTime,
    Guided,
    JoinTable,
    OpenTable,
    PlayOn,
    Refused,
    Rematch,
    StandUp,
    StopWatching,
    TableNews,
    TableSeen,
    TableShown,
    TakeBack,
    Watch,
)
from tests.core.local import (
    LocalClient,
    LocalServer,
    a_move,
    keeper_of,
    mover_of,
    play_out,
    played,
    raw,
)


async def close(clients: Sequence[LocalClient]) -> None:
    """Let all clients watch closely."""
    for client in clients:
        await client.ask(Watch(table=1, with_guide=True))


async def a_move_by(mover: LocalClient) -> None:
    """Play any legal move without waiting for its news."""
    await mover.dispatcher.handle(mover, await a_move(mover))


def seen_now(keeper: Keeper, seat: Seat | None) -> TableSeen:
    """Return the notice this seat should receive, computed from the rules."""
    rules, state = keeper.table.rules, keeper.table.state
    view = rules.view(state, seat)
    points = tuple(rules.points(view, Seat(s)) for s in range(len(keeper.table.holders)))
    guide = rules.guide(state, seat, None)
    to_move = tuple(sorted(rules.seats_to_move(state)))
    return TableSeen(keeper.table.number, keeper.version, view, points, guide, to_move)


async def pick(client: LocalClient) -> None:
    """Pick the first offered tile."""
    cell = client.of(TableSeen)[-1].guide.pick[0]
    step = raw({"step": "pick", "cell": cell})
    assert await client.ask(Draft(table=1, step=step)) == Done()


async def test_each_close_watcher_gets_its_own_view_after_a_move(server: LocalServer) -> None:
    clients = await server.table("Anna", "Bruno")
    eve = await server.enter("Eve")
    await close((*clients, eve))
    keeper = keeper_of(server.dispatcher)
    await a_move_by(mover_of(clients)[0])
    for client in (*clients, eve):
        news, seen = client.heard[-2:]
        assert isinstance(news, TableNews)
        assert seen == seen_now(keeper, keeper.table.seat_of(client.name))


async def test_watchers_with_equal_views_share_one_notice(server: LocalServer) -> None:
    clients = await server.table("Anna", "Bruno")
    crowd = [await server.enter(name) for name in ("Eve", "Carla")]
    await close(crowd)
    await played(mover_of(clients)[0])
    assert crowd[0].heard[-1] is crowd[1].heard[-1]
    assert isinstance(crowd[0].heard[-1], TableSeen)


async def test_client_without_a_guide_receives_plain_news(server: LocalServer) -> None:
    clients = await server.table("Anna", "Bruno")
    eve = await server.enter("Eve")
    await eve.ask(Watch(table=1, with_guide=True))
    await play_out(clients)
    for client in clients:
        assert not client.of(TableSeen)
        assert not client.of(Guided)
    assert len(eve.of(TableSeen)) == 1 + len(eve.of(TableNews))
    assert eve.of(TableSeen)[-1].guide.to_do == "over"


async def test_table_is_shown_without_the_view_that_follows(server: LocalServer) -> None:
    await server.table("Anna", "Bruno")
    eve = await server.enter("Eve")
    await eve.ask(Watch(table=1, id="w", with_guide=True))
    shown, seen = eve.heard[-2:]
    assert isinstance(shown, TableShown)
    assert (shown.view, shown.points, shown.request) == (None, (), "w")
    assert seen == seen_now(keeper_of(server.dispatcher), None)


async def test_before_the_start_there_is_nothing_to_see(server: LocalServer) -> None:
    anna, bruno = await server.enter("Anna"), await server.enter("Bruno")
    await anna.ask(OpenTable(game="shelfie", seats=2, with_guide=True))
    assert anna.of(TableShown)
    await bruno.ask(JoinTable(table=1, with_guide=True))
    assert not [news for news in anna.of(TableSeen) if news.version < 4]
    assert anna.heard[-1] == seen_now(keeper_of(server.dispatcher), Seat(0))
    assert bruno.heard[-1] == seen_now(keeper_of(server.dispatcher), Seat(1))


async def test_missed_news_come_first(server: LocalServer) -> None:
    clients = await server.table("Anna", "Bruno")
    eve = await server.enter("Eve")
    version = keeper_of(server.dispatcher).version
    await played(mover_of(clients)[0])
    await played(mover_of(clients)[0])
    await eve.ask(Watch(table=1, seen=version, with_guide=True))
    assert [type(notice) for notice in eve.heard[-4:]] == [
        TableNews,
        TableNews,
        TableShown,
        TableSeen,
    ]
    assert eve.heard[-1] == seen_now(keeper_of(server.dispatcher), None)


async def test_returning_client_watches_closely_again(server: LocalServer) -> None:
    clients = await server.table("Anna", "Bruno")
    version = keeper_of(server.dispatcher).version
    server.dispatcher.leave(clients[0])
    anna = await server.enter("Anna")
    await anna.ask(Watch(table=1, seen=version, with_guide=True))
    assert anna.heard[-1] == seen_now(keeper_of(server.dispatcher), Seat(0))
    await a_move_by(mover_of([anna, clients[1]])[0])
    assert anna.heard[-1] == seen_now(keeper_of(server.dispatcher), Seat(0))


async def test_after_taking_back_all_is_seen_as_it_was(server: LocalServer) -> None:
    clients = await server.table("Anna", "Bruno", take_back=True)
    await close(clients)
    mover, other = mover_of(clients)
    before = other.of(TableSeen)[-1]
    await a_move_by(mover)
    assert await mover.ask(TakeBack(table=1)) == Done()
    news, shown, seen = other.heard[-3:]
    assert isinstance(news, TableNews)
    assert isinstance(shown, TableShown)
    assert shown.view is None
    assert isinstance(seen, TableSeen)
    assert (seen.view, seen.points, seen.guide) == (before.view, before.points, before.guide)


async def test_returning_close_watcher_hears_of_undone_moves(
    server: LocalServer,
) -> None:
    clients = await server.table("Anna", "Bruno", take_back=True)
    mover, other = mover_of(clients)
    version = keeper_of(server.dispatcher).version
    await a_move_by(mover)
    assert await mover.ask(TakeBack(table=1)) == Done()
    eve = await server.enter("Eve")
    await eve.ask(Watch(table=1, seen=version, with_guide=True))
    assert [news.version for news in eve.of(TableNews)] == [version + 1, version + 2]
    assert eve.heard[-1] == seen_now(keeper_of(server.dispatcher), None)
    await other.ask(Watch(table=1, seen=version))
    assert other.heard[-1] == keeper_of(server.dispatcher).shown_to(other)


async def test_newcomer_during_a_move_sees_it_half_made(server: LocalServer) -> None:
    clients = await server.table("Anna", "Bruno")
    await close(clients)
    mover, other = mover_of(clients)
    await pick(mover)
    (gesture,) = other.of(Gesture)
    eve = await server.enter("Eve")
    for client in (eve, other):
        await client.ask(Watch(table=1))
        assert client.of(Gesture)[-1] == client.heard[-1] == gesture
    count = len(mover.of(Gesture))
    await mover.ask(Watch(table=1))  # the holder is not reported again
    assert len(mover.of(Gesture)) == count


async def test_step_is_followed_by_a_guide_for_its_player(server: LocalServer) -> None:
    clients = await server.table("Anna", "Bruno")
    await close(clients)
    mover, other = mover_of(clients)
    await pick(mover)
    gesture, guided, _ = mover.heard[-3:]
    assert isinstance(gesture, Gesture)
    assert isinstance(guided, Guided)
    assert guided.guide.hand == gesture.draft.cells
    assert any(guided.guide.lands)
    assert not other.of(Guided)
    assert isinstance(await mover.ask(Draft(table=1, step=raw({"step": "close"}))), Done)
    assert mover.of(Guided)[-1].guide.pick == ()
    assert isinstance(await mover.ask(Draft(table=1, step=raw({"step": "close!"}))), Refused)
    assert len(mover.of(Guided)) == 2


async def test_move_discards_its_draft(server: LocalServer) -> None:
    clients = await server.table("Anna", "Bruno")
    await close(clients)
    mover, _ = mover_of(clients)
    await pick(mover)
    step = raw({"step": "choose_column", "column": 0})
    await mover.ask(Draft(table=1, step=step))
    await mover.ask(Finish(table=1))
    assert mover.of(TableSeen)[-1].guide.hand == ()
    assert mover.of(TableSeen)[-1].guide.to_do == "wait"


async def test_draft_disappears_with_its_player(server: LocalServer) -> None:
    clients = await server.table("Anna", "Bruno", "Carla")
    await close(clients)
    mover, *others = mover_of(clients)
    await pick(mover)
    await mover.ask(StandUp(table=1))
    for client in others:
        assert client.of(Gesture)[-1].draft is None
    dora = await server.enter("Dora")
    await dora.ask(JoinTable(table=1, with_guide=True))
    assert dora.of(TableSeen)[-1].guide.to_do == "take"
    assert dora.of(TableSeen)[-1].guide.hand == ()


async def test_reloading_client_finds_its_draft_in_the_guide(server: LocalServer) -> None:
    clients = await server.table("Anna", "Bruno")
    mover, other = mover_of(clients)
    await mover.ask(Watch(table=1, with_guide=True))
    await pick(mover)
    hand = mover.of(Guided)[-1].guide.hand
    await mover.ask(Watch(table=1, with_guide=True))
    assert mover.of(TableSeen)[-1].guide.hand == hand
    await other.ask(Watch(table=1, with_guide=True))
    assert other.of(TableSeen)[-1].guide.hand == ()


async def test_record_that_does_not_change_the_game_sends_no_view(server: LocalServer) -> None:
    clients = await server.table("Anna", "Bruno", clock=Clock(turn=30))
    await close(clients)
    before = len(clients[1].of(TableSeen))
    assert await clients[0].ask(GiveTime(table=1, seat=Seat(1))) == Done()
    assert isinstance(clients[1].heard[-1], TableNews)
    assert len(clients[1].of(TableSeen)) == before


async def test_watching_closely_can_be_stopped(server: LocalServer) -> None:
    clients = await server.table("Anna", "Bruno")
    eve = await server.enter("Eve")
    await eve.ask(Watch(table=1, with_guide=True))
    await eve.ask(Watch(table=1))
    await played(mover_of(clients)[0])
    assert isinstance(eve.heard[-1], TableNews)
    await eve.ask(Watch(table=1, with_guide=True))
    await eve.ask(StopWatching(table=1))
    heard = len(eve.heard)
    await played(mover_of(clients)[0])
    assert len(eve.heard) == heard


async def test_every_way_to_a_seat_leads_to_a_close_look(server: LocalServer) -> None:
    clients = await server.table("Anna", "Bruno")
    await play_out(clients)
    anna, bruno = clients
    await anna.ask(Rematch(table=1, with_guide=True))
    await bruno.ask(Rematch(table=1, with_guide=True))
    assert anna.heard[-1] == seen_now(keeper_of(server.dispatcher, 2), Seat(0))
    assert bruno.heard[-1] == seen_now(keeper_of(server.dispatcher, 2), Seat(1))
    await anna.ask(PlayOn(table=1, version=6, seat=Seat(1), bot="uniform", with_guide=True))
    assert isinstance(anna.of(TableSeen)[-1], TableSeen)
    assert anna.of(TableSeen)[-1].table == 3


async def test_view_of_an_abandoned_seat_becomes_the_spectators_view(server: LocalServer) -> None:
    clients = await server.table("Anna", "Bruno", "Carla")
    anna = clients[0]
    await anna.ask(Watch(table=1, with_guide=True))
    await anna.ask(StandUp(table=1))
    assert anna.of(TableSeen)[-1] == seen_now(keeper_of(server.dispatcher), None)
    await anna.ask(JoinTable(table=1, with_guide=True))
    assert anna.of(TableSeen)[-1] == seen_now(keeper_of(server.dispatcher), Seat(0))
