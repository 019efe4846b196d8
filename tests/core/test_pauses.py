"""Pauses with players whose clients cannot vote: their silence agrees, for a while and once."""

from typing import Any

import pytest

from ludoteca.games import Seat
from ludoteca.messages import (
    AbsenceRule,
    Clock,
    GamePaused,
    GameResumed,
    JoinTable,
    OpenTable,
    Pause,
    PauseAsked,
    Record,
    Resume,
    Say,
    ServerReason,
    StopWatching,
    TableNews,
    Watch,
    Welcome,
)
from tests.core.local import LocalClient, LocalServer, WebClient, keeper_of, mover_of, played, shown

ANNA = Seat(0)


async def with_silent(server: LocalServer, *silent: str, **options: Any) -> list[LocalClient]:
    """Seat Anna, whose client can vote, with others whose clients cannot."""
    server.kind = WebClient
    anna = await server.enter("Anna")
    server.kind = LocalClient
    others = [await server.enter(name) for name in silent]
    await seat_all(anna, others, **options)
    return [anna, *others]


async def seat_all(anna: LocalClient, others: list[LocalClient], **options: Any) -> None:
    seats, absence = 1 + len(others), AbsenceRule.FORFEIT
    await anna.ask(OpenTable(game="shelfie", seats=seats, absence=absence, **options))
    for other in others:
        await other.ask(JoinTable(code=shown(anna).info.code))


def records(client: LocalClient) -> list[Record]:
    kinds = GamePaused | GameResumed
    return [news.record for news in client.of(TableNews) if isinstance(news.record, kinds)]


def paused(server: LocalServer) -> bool:
    return keeper_of(server.dispatcher).table.paused


async def test_silence_agrees_to_a_pause_after_half_a_minute(server: LocalServer) -> None:
    anna, bruno = await with_silent(server, "Bruno")
    await anna.ask(Pause(table=1))
    assert bruno.of(PauseAsked) == [PauseAsked(1, (ANNA,), 30_000)]
    await server.wait(29.9)
    assert not paused(server)
    await server.wait(0.2)
    assert paused(server)
    until = round((server.clock.wall() + 300) * 1000)
    assert records(bruno) == [GamePaused((), ANNA, until)]
    assert keeper_of(server.dispatcher).info().resumes == until


async def test_a_pause_that_silence_agreed_to_ends_after_five_minutes(server: LocalServer) -> None:
    anna, bruno = await with_silent(server, "Bruno", clock=Clock(turn=60))
    await anna.ask(Pause(table=1))
    await server.wait(30)
    await server.wait(299.9)
    assert paused(server)
    await server.wait(0.2)
    assert not paused(server)
    assert records(bruno)[-1] == GameResumed(ANNA, expired=True)


async def test_pause_expires_even_after_a_restart(server: LocalServer) -> None:
    anna, _ = await with_silent(server, "Bruno")
    await anna.ask(Pause(table=1))
    await server.wait(30)
    await server.restart()
    (bruno,) = await server.back("Bruno")
    await server.wait(200)
    assert paused(server)
    await server.wait(101)
    assert records(bruno) == [GameResumed(ANNA, expired=True)]


async def test_a_slow_game_goes_on_after_a_pause_though_nobody_comes_back(
    server: LocalServer,
) -> None:
    day = Clock(turn=24 * 3600)
    anna, _ = await with_silent(server, "Bruno", clock=day)
    await anna.ask(Pause(table=1))
    await server.wait(30)
    assert paused(server)
    await server.restart()
    server.clock.ahead += 600
    await server.wait(10)
    assert not paused(server)


@pytest.mark.parametrize("text", ["no", "No!", " NO. "])
async def test_no_in_chat_rejects_a_pause(server: LocalServer, text: str) -> None:
    anna, bruno = await with_silent(server, "Bruno")
    await anna.ask(Pause(table=1))
    await bruno.ask(Say(text=text, table=1))
    assert anna.of(PauseAsked)[-1] == PauseAsked(1, ())
    await server.wait(31)
    assert not paused(server)
    await anna.ask(Pause(table=1))  # asking again is possible
    await server.wait(31)
    assert paused(server)


async def test_only_a_silent_players_no_rejects_a_pause(server: LocalServer) -> None:
    anna, bruno = await with_silent(server, "Bruno")
    await anna.ask(Pause(table=1))
    await bruno.ask(Say(text="no idea", table=1))
    await anna.ask(Say(text="no", table=1))
    await server.wait(30)
    assert paused(server)


async def test_a_move_rejects_a_pause(server: LocalServer) -> None:
    clients = await with_silent(server, "Bruno")
    if mover_of(clients)[0] is clients[0]:
        await played(clients[0])
    await clients[0].ask(Pause(table=1))
    await played(clients[1])
    await server.wait(31)
    assert not paused(server)


async def test_each_player_has_one_pause_that_silence_agrees_to(server: LocalServer) -> None:
    anna, _ = await with_silent(server, "Bruno")
    await anna.ask(Pause(table=1))
    await server.wait(30)
    await anna.ask(Resume(table=1))
    assert await anna.refused(Pause(table=1)) == ServerReason.PAUSE_USED
    await server.wait(31)
    assert not paused(server)
    await server.restart()
    await server.back("Bruno")
    server.kind = WebClient
    anna = await server.enter("Anna", token=anna.of(Welcome)[0].token)
    await anna.ask(Watch(table=1))
    assert await anna.refused(Pause(table=1)) == ServerReason.PAUSE_USED


async def test_all_web_players_must_agree_to_a_pause(server: LocalServer) -> None:
    server.kind = WebClient
    anna, carla = await server.enter("Anna"), await server.enter("Carla")
    server.kind = LocalClient
    bruno = await server.enter("Bruno")
    await seat_all(anna, [carla, bruno])
    await anna.ask(Pause(table=1))
    await server.wait(60)
    assert not paused(server)
    await carla.ask(Pause(table=1))
    assert paused(server)
    assert isinstance(records(bruno)[-1], GamePaused)
    assert records(bruno)[-1].by == ANNA  # type: ignore[union-attr]


async def test_absent_players_do_not_agree_by_silence(server: LocalServer) -> None:
    anna, bruno, _ = await with_silent(server, "Bruno", "Carla", clock=Clock(turn=7200))
    await bruno.ask(StopWatching(table=1))
    await anna.ask(Pause(table=1))
    await server.wait(31)
    assert not paused(server)


async def test_returning_player_has_the_full_time_to_reject(server: LocalServer) -> None:
    anna, bruno, _ = await with_silent(server, "Bruno", "Carla", clock=Clock(turn=7200))
    await bruno.ask(StopWatching(table=1))
    await anna.ask(Pause(table=1))
    await server.wait(29)
    await bruno.ask(Watch(table=1))
    await server.wait(29)
    assert not paused(server)
    await server.wait(1)
    assert paused(server)


async def test_a_pause_that_all_asked_for_lasts_until_a_player_ends_it(
    server: LocalServer,
) -> None:
    clients = await with_silent(server, "Bruno")
    for client in clients:
        await client.ask(Pause(table=1))
    assert records(clients[0]) == [GamePaused()]
    await server.wait(3600)
    assert paused(server)


async def test_repeated_request_is_announced_once(server: LocalServer) -> None:
    anna, bruno = await with_silent(server, "Bruno")
    for _ in range(3):
        await anna.ask(Pause(table=1))
    assert len(bruno.of(PauseAsked)) == 1
