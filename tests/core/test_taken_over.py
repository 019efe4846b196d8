"""A connection taken over while one of its requests waits for the journal."""

import asyncio

from ludoteca.core.people.connections import MOST_CONNECTIONS
from ludoteca.messages import (
    JoinTable,
    OfferSeat,
    OpenTable,
    Report,
    Say,
    StopWatching,
    Watch,
    Welcome,
)
from ludoteca.messages.requests import AnyRequest
from tests.core.local import LocalClient, LocalServer, SlowDisk, WebClient, keeper_of


async def opened() -> tuple[LocalServer, SlowDisk]:
    disk = SlowDisk()
    server = LocalServer(disk)
    server.kind = WebClient
    await server.dispatcher.open()
    return server, disk


async def turns() -> None:
    """Run all tasks that can proceed."""
    for _ in range(20):
        await asyncio.sleep(0)


async def ask_and_be_taken_over(
    server: LocalServer, disk: SlowDisk, client: LocalClient, request: AnyRequest
) -> LocalClient:
    """Let a player enter too often while a request waits; return the newest connection."""
    name, token = client.name, client.of(Welcome)[-1].token
    disk.free.clear()
    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(server.dispatcher.handle(client, request))
        await turns()
        for _ in range(MOST_CONNECTIONS):
            entering = tasks.create_task(server.enter(name, token=token))
            await turns()
        disk.free.set()
    assert not client.name
    return entering.result()


async def test_table_opened_during_a_takeover_belongs_to_its_player() -> None:
    server, disk = await opened()
    anna = await server.enter("Anna")
    await ask_and_be_taken_over(server, disk, anna, OpenTable(game="shelfie", seats=2))
    table = keeper_of(server.dispatcher).table
    assert table.owner == "Anna"
    assert table.seat_of("Anna") == 0
    assert not keeper_of(server.dispatcher).listeners


async def test_a_connection_that_was_taken_over_does_not_begin_to_listen() -> None:
    server, disk = await opened()
    anna, bea = await server.table("Anna", "Bea")
    await anna.ask(StopWatching(table=1))
    disk.free.clear()
    offering = asyncio.create_task(server.dispatcher.handle(bea, OfferSeat(table=1, offered=True)))
    await turns()  # it holds the lock of the table
    again = await ask_and_be_taken_over(server, disk, anna, Watch(table=1))
    await offering
    assert keeper_of(server.dispatcher).listeners == (bea,)
    for client in (again, bea):
        server.dispatcher.leave(client)
    await server.wait(600)
    assert not list(server.dispatcher.lobby)


async def test_replaced_connection_takes_no_seat() -> None:
    server, disk = await opened()
    bea = await server.enter("Bea")
    await bea.ask(OpenTable(game="shelfie", seats=3))
    await server.restart()  # so the journal has to be read
    anna = await server.enter("Anna")
    await ask_and_be_taken_over(server, disk, anna, JoinTable(table=1))
    assert not [holder for holder in keeper_of(server.dispatcher).table.holders[1:] if holder]


async def test_report_made_during_a_takeover_names_its_author() -> None:
    server, disk = await opened()
    anna = await server.enter("Anna")
    await anna.ask(Say(text="hello"))
    await ask_and_be_taken_over(server, disk, anna, Report(name="Bea", text="spam"))
    (reported,) = await server.dispatcher.moderation.reports(1)
    assert reported.by == "Anna"
