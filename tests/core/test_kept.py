"""A complete move at a waiting table is kept, shown, dropped or played."""

from typing import Any

from ludoteca.games import GAMES, Seat
from ludoteca.messages import (
    Done,
    Draft,
    DropMove,
    Finish,
    Gesture,
    JoinTable,
    MoveKept,
    MovePlayed,
    Play,
    Presence,
    Resign,
    SeatsGivenUp,
    StandUp,
    TableNews,
    Watch,
)
from tests.core.local import (
    LocalClient,
    LocalServer,
    a_move,
    keeper_of,
    mover_of,
    played,
    raw,
    shown,
)

PICK = {"step": "pick", "cell": [1, 3]}


async def waiting(
    server: LocalServer, *names: str, **options: Any
) -> tuple[LocalClient, LocalClient, Play]:
    """Return the player to move at a waiting table, another player and a move to keep."""
    mover, other = mover_of(await server.table(*(names or ("Anna", "Bruno")), **options))
    move = await a_move(mover)
    server.dispatcher.leave(other)
    return mover, other, Play(table=1, move=move.move, id="mine", keep=True)


def last_played(client: LocalClient) -> MovePlayed:
    record = client.of(TableNews)[-1].record
    assert isinstance(record, MovePlayed)
    return record


async def test_a_kept_move_is_played_when_the_player_is_back(server: LocalServer) -> None:
    mover, other, play = await waiting(server)
    version = keeper_of(server.dispatcher).version
    seat = keeper_of(server.dispatcher).table.seat_of(mover.name)
    kept = await mover.ask(play)
    assert isinstance(kept, MoveKept)
    assert (kept.table, kept.seat, kept.request) == (1, seat, "mine")
    assert kept.move == play.move
    assert keeper_of(server.dispatcher).version == version
    (back,) = await server.back(other.name)
    assert last_played(mover).request == "mine"
    assert last_played(back).seat == seat
    assert shown(back).version == version  # the table was shown first
    await played(back)


async def test_move_without_keep_is_refused(server: LocalServer) -> None:
    mover, _, play = await waiting(server)
    assert await mover.refused(Play(table=1, move=play.move)) == "house/paused"


async def test_a_move_that_cannot_be_played_is_not_kept(server: LocalServer) -> None:
    mover, other, _ = await waiting(server)
    lone = raw({"move": "take_tiles", "cells": [[4, 4]], "column": 0})
    assert await mover.refused(Play(table=1, move=lone, keep=True)) == "shelfie/no_free_side"
    await server.back(other.name)
    assert not any(isinstance(news.record, MovePlayed) for news in mover.of(TableNews))


async def test_where_the_table_does_not_wait_a_move_is_played_at_once(server: LocalServer) -> None:
    mover, _ = mover_of(await server.table("Anna", "Bruno"))
    move = await a_move(mover)
    await mover.ask(Play(table=1, move=move.move, id="now", keep=True))
    assert last_played(mover).request == "now"


async def test_a_kept_move_can_be_dropped(server: LocalServer) -> None:
    mover, other, play = await waiting(server)
    await mover.ask(play)
    assert await mover.ask(DropMove(table=1, id="oh")) == Done("oh")
    assert mover.of(MoveKept)[-1].move is None
    assert await mover.refused(DropMove(table=1)) == "house/no_kept_move"
    (back,) = await server.back(other.name)
    assert not back.of(TableNews)
    await played(mover)


async def test_a_later_move_takes_the_place_of_a_kept_one(server: LocalServer) -> None:
    mover, other, play = await waiting(server)
    await mover.ask(play)
    await mover.ask(Play(table=1, move=play.move, id="again", keep=True))
    await server.back(other.name)
    assert last_played(mover).request == "again"


async def test_queued_move_is_dropped_with_its_connection(server: LocalServer) -> None:
    mover, other, play = await waiting(server)
    await mover.ask(play)
    server.dispatcher.leave(mover)
    back, _ = await server.back(mover.name, other.name)
    assert not back.of(MoveKept)
    assert not any(isinstance(news.record, MovePlayed) for news in back.of(TableNews))


async def test_queued_move_is_dropped_when_the_server_stops(server: LocalServer) -> None:
    mover, other, play = await waiting(server)
    await mover.ask(play)
    await server.restart()
    _, back = await server.back(mover.name, other.name)
    assert not back.of(TableNews)


async def test_queued_move_is_dropped_when_the_countdown_ends(server: LocalServer) -> None:
    mover, _, play = await waiting(server)
    await mover.ask(play)
    await server.wait(60)
    assert isinstance(mover.of(TableNews)[-1].record, SeatsGivenUp)
    assert mover.of(MoveKept)[-1].move is None


async def test_a_kept_move_is_played_when_a_seat_is_taken_again(server: LocalServer) -> None:
    clients = await server.table("Anna", "Bruno", "Carla")
    mover, _ = mover_of(clients)
    first, second = [client for client in clients if client is not mover]
    await first.ask(StandUp(table=1))
    server.dispatcher.leave(second)
    move = await a_move(mover)
    await mover.ask(Play(table=1, move=move.move, id="mine", keep=True))
    await first.ask(JoinTable(table=1))
    assert last_played(mover).request == "mine"


async def test_queued_move_survives_the_resignation_of_another_player(
    server: LocalServer,
) -> None:
    clients = await server.table("Anna", "Bruno", "Carla")
    mover, _ = mover_of(clients)
    first, second = [client for client in clients if client is not mover]
    for client in (first, second):
        server.dispatcher.leave(client)
    move = await a_move(mover)
    await mover.ask(Play(table=1, move=move.move, id="mine", keep=True))
    back = await server.enter(first.name)
    await back.ask(Resign(table=1))
    assert mover.of(MoveKept)[-1].request == "mine"
    await server.back(second.name)
    assert last_played(mover).request == "mine"


async def test_a_draft_can_be_kept_until_it_is_changed(server: LocalServer) -> None:
    mover, other, _ = await waiting(server)
    for step in (PICK, {"step": "choose_column", "column": 2}):
        await mover.ask(Draft(table=1, step=raw(step)))
    await mover.ask(Finish(table=1, id="mine", keep=True))
    assert mover.of(MoveKept)[-1].request == "mine"
    await mover.ask(Draft(table=1, step=raw({"step": "choose_column", "column": 3})))
    assert mover.of(MoveKept)[-1].move is None
    await mover.ask(Finish(table=1, id="other", keep=True))
    (back,) = await server.back(other.name)
    assert back.of(Gesture)
    assert last_played(back).request == "other"


async def test_reloading_client_gets_its_queued_move(server: LocalServer) -> None:
    mover, _, play = await waiting(server)
    await mover.ask(play)
    assert isinstance(await mover.ask(Watch(table=1)), MoveKept)


async def test_queued_move_is_shown_only_to_its_player(server: LocalServer) -> None:
    mover, _, play = await waiting(server)
    spectator = await server.enter("Sara")
    await spectator.ask(Watch(table=1))
    await mover.ask(play)
    assert not spectator.of(MoveKept)


async def test_a_kept_move_that_was_played_is_not_played_again(server: LocalServer) -> None:
    mover, other, play = await waiting(server)
    await mover.ask(play)
    (back,) = await server.back(other.name)
    server.dispatcher.leave(back)
    assert isinstance(mover.heard[-1], Presence)
    assert await mover.ask(play) == Done("mine")


async def test_masters_of_renaissance_keeps_only_the_first_move_of_a_turn(
    server: LocalServer,
) -> None:
    clients = await server.table("Anna", "Bruno", game="renaissance")
    keeper = keeper_of(server.dispatcher)
    while keeper.table.state.phase != "acting":
        for seat in sorted(keeper.table.rules.seats_to_move(keeper.table.state)):
            name = keeper.table.holders[seat]
            await played(next(client for client in clients if name and client.name == name.name))
    mover, other = mover_of(clients)
    row = {"move": "take_marbles", "way": "row", "index": 0}
    server.dispatcher.leave(other)
    await mover.ask(Play(table=1, move=raw(row), id="mine", keep=True))
    assert mover.of(MoveKept)[-1].request == "mine"
    (back,) = await server.back(other.name)
    assert last_played(mover).request == "mine"
    rest = await a_move(mover)
    server.dispatcher.leave(back)
    assert keeper.table.state.phase != "acting"
    assert await mover.refused(Play(table=1, move=rest.move, keep=True)) == "house/paused"


def test_a_seat_is_at_the_start_of_its_turn_only_in_its_turn() -> None:
    for rules in GAMES.values():
        assert not rules.turn_begins(rules.BLANK, Seat(0))
