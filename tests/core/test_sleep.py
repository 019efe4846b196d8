"""Tables are unloaded and loaded again unchanged, and retried requests are applied once."""

import asyncio

import pytest

from ludoteca.core.people.connections import MOST_CONNECTIONS
from ludoteca.core.tables import decisions
from ludoteca.core.tables.history import stream_of
from ludoteca.games import GAMES, Dice, Seat, shelfie
from ludoteca.journal import JournalError, MemoryJournal
from ludoteca.messages import (
    Clock,
    Done,
    Draft,
    Farewell,
    Finish,
    LookAround,
    Play,
    Surroundings,
    TableNews,
    Watch,
    Welcome,
)
from tests.core.local import (
    LocalServer,
    SlowDisk,
    WebClient,
    a_move,
    keeper_of,
    mover_of,
    play_out,
    played,
    raw,
    shown,
)

# Unloading


@pytest.mark.parametrize("game", GAMES)
async def test_unloaded_table_is_loaded_unchanged(server: LocalServer, game: str) -> None:
    clients = await server.table("Anna", "Bruno", game=game, take_back=True)
    keeper, dice = keeper_of(server.dispatcher), Dice(5)
    for _ in range(7):
        seat = min(keeper.table.rules.seats_to_move(keeper.table.state))
        mover = next(g for g in clients if keeper.table.seat_of(g.name) == seat)
        move = keeper.table.rules.sample(keeper.table.state, seat, dice)
        await mover.ask(Play(table=1, move=raw(move), id=f"{seat}"))
    views = [keeper.table.view(Seat(seat)) for seat in range(2)]
    for client in clients:
        server.dispatcher.leave(client)
    await server.wait(59)
    assert list(server.dispatcher.lobby) == [keeper]
    await server.wait(2)
    assert list(server.dispatcher.lobby) == []
    eve = await server.enter("Eve")
    around = await eve.ask(LookAround())
    assert isinstance(around, Surroundings)
    (info,) = around.tables
    assert [holder and (holder.name, holder.here) for holder in info.seats] == [
        ("Anna", False),
        ("Bruno", False),
    ]
    back = await server.back("Anna", "Bruno")
    again = keeper_of(server.dispatcher)
    assert again is not keeper
    assert (again.table, again.version) == (keeper.table, keeper.version)
    assert [shown(client).view for client in back] == views
    await play_out(back)


async def test_table_stays_loaded_while_it_is_watched(server: LocalServer) -> None:
    clients = await server.table("Anna", "Bruno")
    eve = await server.enter("Eve")
    await eve.ask(Watch(table=1))
    for client in clients:
        server.dispatcher.leave(client)
    await server.wait(1000)
    assert len(list(server.dispatcher.lobby)) == 1
    server.dispatcher.leave(eve)
    await server.wait(0)
    assert list(server.dispatcher.lobby) == []


async def test_decision_about_a_table_unloaded_meanwhile_is_listed(
    server: LocalServer,
) -> None:
    clients = await server.table("Anna", "Bruno")
    keeper = keeper_of(server.dispatcher)
    for client in clients:
        server.dispatcher.leave(client)
    await server.wait(61)
    assert list(server.dispatcher.lobby) == []
    assert await keeper.decide(lambda table: decisions.resign(table, "Bruno")) is None
    assert (len(server.dispatcher.lobby), server.dispatcher.lobby.seats_of("Anna")) == (0, [])


class Unreadable(MemoryJournal):
    """A journal that can be made unreadable."""

    broken = False

    async def read(self, stream: str, after: int = 0, most: int | None = None) -> list[bytes]:
        if self.broken:
            raise JournalError("it cannot be read")
        return await super().read(stream, after, most)


async def test_due_actions_stay_due_while_the_journal_cannot_be_read() -> None:
    journal = Unreadable()
    server = LocalServer(journal)
    for client in await server.table("Anna", "Bruno", clock=Clock(turn=7200)):
        server.dispatcher.leave(client)
    await server.wait(61)
    journal.broken = True
    await server.wait(7200)
    eve = await server.enter("Eve")
    assert await eve.refused(Watch(table=1)) == "house/not_written"
    journal.broken = False
    await server.wait(0)
    await server.back("Anna")
    assert sum(keeper_of(server.dispatcher).table.late) == 1


async def test_clients_that_load_a_table_together_share_it(server: LocalServer) -> None:
    await server.table("Anna", "Bruno")
    await server.restart()
    anna, bruno = await server.enter("Anna"), await server.enter("Bruno")
    await asyncio.gather(*(client.ask(Watch(table=1)) for client in (anna, bruno)))
    assert len(list(server.dispatcher.lobby)) == 1
    await played(mover_of([anna, bruno])[0])
    (heard,), (too,) = anna.of(TableNews), bruno.of(TableNews)
    assert heard.record == too.record


async def test_returning_client_gets_no_news_twice(server: LocalServer) -> None:
    clients = await server.table("Anna", "Bruno", "Carla")
    eve = await server.enter("Eve")
    await eve.ask(Watch(table=1))
    versions: list[int] = []
    for turn in range(12):
        await played(mover_of(clients)[0])
        if turn % 3 == 0:
            versions += [news.version for news in eve.of(TableNews)]
            seen = shown(eve).version if not versions else versions[-1]
            server.dispatcher.leave(eve)
            await played(mover_of(clients)[0])
            eve = await server.enter("Eve")
            await eve.ask(Watch(table=1, seen=seen))
    versions += [news.version for news in eve.of(TableNews)]
    assert versions == list(range(versions[0], keeper_of(server.dispatcher).version + 1))


async def test_client_that_missed_too_much_is_shown_the_whole_table(server: LocalServer) -> None:
    clients = await server.table("Anna", "Bruno", game="renaissance")
    await play_out(clients)
    version = keeper_of(server.dispatcher).version
    assert version > 150
    eve = await server.enter("Eve")
    await eve.ask(Watch(table=1, seen=1))
    assert eve.of(TableNews) == []
    assert shown(eve).view is not None
    await eve.ask(Watch(table=1, seen=version - 50))
    assert len(eve.of(TableNews)) == 50


# Retrying


@pytest.mark.parametrize("restart", [False, True])
async def test_a_request_that_is_retried_is_played_once(server: LocalServer, restart: bool) -> None:
    clients = await server.table("Anna", "Bruno")
    mover, _ = mover_of(clients)
    move = await a_move(mover)
    await mover.ask(move)
    before = keeper_of(server.dispatcher).table
    if restart:
        await server.restart()
        clients = await server.back("Anna", "Bruno")
        mover = next(client for client in clients if client.name == mover.name)
    assert await mover.ask(move) == Done(move.id)
    assert keeper_of(server.dispatcher).table == before
    other = next(client for client in clients if client is not mover)
    theirs = await a_move(other)
    same_id = Play(table=1, move=theirs.move, id=move.id)  # each seat has its own ids
    assert isinstance(await other.ask(same_id), TableNews)


async def test_a_finish_that_is_retried_is_played_once(server: LocalServer) -> None:
    clients = await server.table("Anna", "Bruno")
    mover, _ = mover_of(clients)
    move = (await a_move(mover)).move
    for step in (shelfie.Pick(move.cells[0]), shelfie.ChooseColumn(move.column)):
        await mover.ask(Draft(table=1, step=step))
    await mover.ask(Finish(table=1, id="f"))
    version = keeper_of(server.dispatcher).version
    assert await mover.ask(Finish(table=1, id="f")) == Done("f")
    assert keeper_of(server.dispatcher).version == version


async def test_a_retry_that_overtakes_the_first_answer_is_answered_too() -> None:
    journal = SlowDisk()
    server = LocalServer(journal)
    server.kind = WebClient
    anna, bruno = await server.table("Anna", "Bruno")
    mover, _ = mover_of([anna, bruno])
    move = await a_move(mover)
    journal.free.clear()
    first = asyncio.create_task(mover.ask(move))
    await asyncio.sleep(0)
    token = mover.of(Welcome)[0].token
    for _ in range(MOST_CONNECTIONS):
        again = await server.enter(mover.name, token=token)
    retry = asyncio.create_task(again.ask(move))
    await asyncio.sleep(0)
    journal.free.set()
    assert isinstance(await first, Farewell)
    assert await retry == Done(move.id)
    assert len(await journal.read(stream_of(1), 4)) == 1
