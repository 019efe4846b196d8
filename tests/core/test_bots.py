"""Bots at tables play whole games, wait for people and see only their seat's view."""

import asyncio
from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from ludoteca.bots import WHOLE, Budget, Question, player
from ludoteca.bots.levels import uniform
from ludoteca.games import GAMES, Chance, Dice, Seat
from ludoteca.journal import Addition, JournalError, MemoryJournal
from ludoteca.messages import (
    BotsHurried,
    BotSpeed,
    Clock,
    Done,
    HurryBots,
    JoinTable,
    MovePlayed,
    OpenTable,
    Pause,
    Play,
    Refused,
    Rematch,
    Resign,
    Resume,
    SeatBot,
    ServerReason,
    StandUp,
    StartTable,
    TableNews,
    TakeBack,
    Unseat,
)
from tests.core.histories import read_history
from tests.core.local import LocalClient, LocalServer, keeper_of, played, raw, shown, waits_for

DICE = Dice(11)


async def play_out_with_bots(server: LocalServer, person: LocalClient, table: int = 1) -> None:
    keeper = keeper_of(server.dispatcher, table)
    seat = keeper.table.seat_of(person.name)
    assert seat is not None
    while not keeper.table.over:
        await person.until(lambda: waits_for(server, person, table))
        if not keeper.table.over:
            move = keeper.table.rules.sample(keeper.table.state, seat, DICE)
            answer = await person.ask(Play(table=table, move=raw(move)))
            assert not isinstance(answer, Refused), answer


async def with_bots(server: LocalServer, game: str, seats: int, **options: Any) -> LocalClient:
    """Seat a person at a table with bots in all other seats."""
    anna = await server.enter("Anna")
    await anna.ask(OpenTable(game=game, seats=seats, **options))
    await anna.ask(StartTable(table=1, bot=next(iter(server.minds))))
    return anna


@pytest.mark.parametrize("game", GAMES)
async def test_a_person_plays_a_whole_game_against_bots(server: LocalServer, game: str) -> None:
    anna = await with_bots(server, game, 4)
    await play_out_with_bots(server, anna)
    history = await read_history(1, server.journal)
    records = [moment.record for moment in history]
    movers = {record.seat for record in records if isinstance(record, MovePlayed)}
    assert movers == {0, 1, 2, 3}


def moves_of_bots(client: LocalClient) -> int:
    records = [news.record for news in client.of(TableNews)]
    return sum(isinstance(r, MovePlayed) and r.seat != shown(client).seat for r in records)


@pytest.mark.parametrize("restart", [False, True])
async def test_bots_wait_for_the_person_and_go_on_with_them(
    server: LocalServer, restart: bool
) -> None:
    anna = await with_bots(server, "shelfie", 4)
    await anna.until(lambda: waits_for(server, anna))
    await played(anna)
    server.dispatcher.leave(anna)
    version = keeper_of(server.dispatcher).version
    if restart:
        await server.restart()
    await server.wait(50)
    if not restart:
        assert keeper_of(server.dispatcher).version == version
    (anna,) = await server.back("Anna")
    await anna.until(lambda: waits_for(server, anna))
    assert moves_of_bots(anna) == 3
    await played(anna)


async def test_bots_rest_while_the_game_is_paused(server: LocalServer) -> None:
    anna = await with_bots(server, "shelfie", 2)
    await anna.until(lambda: waits_for(server, anna))
    await anna.ask(Pause(table=1))
    await anna.ask(Resume(table=1))
    await played(anna)
    await anna.until(lambda: waits_for(server, anna))


async def test_bot_takes_an_abandoned_seat(server: LocalServer) -> None:
    anna, bruno, carla = await server.table("Anna", "Bruno", "Carla")
    await carla.ask(StandUp(table=1))
    assert await carla.refused(SeatBot(table=1, bot="uniform")) == "house/not_seated"
    assert await anna.refused(SeatBot(table=1, bot="genius")) == "house/no_such_bot"
    assert await anna.ask(SeatBot(table=1, bot="uniform", id="b")) == Done("b")
    assert await carla.refused(JoinTable(table=1)) == "house/table_full"
    table = keeper_of(server.dispatcher).table
    assert [holder and holder.bot for holder in table.holders] == ["", "", "uniform"]
    for _ in range(6):
        await anna.until(lambda: waits_for(server, anna) or waits_for(server, bruno))
        await played(anna if waits_for(server, anna) else bruno)
    assert moves_of_bots(anna) > 3


class Curious:
    """A bot that remembers everything it was shown."""

    def __init__(self) -> None:
        self.seen: list[tuple[Seat, Any]] = []

    def __call__(self, question: Question, chance: Chance, budget: Budget = WHOLE) -> Any:
        self.seen.append((question.seat, question.view))
        return uniform(question, chance, budget)


@pytest.mark.parametrize("game", GAMES)
async def test_bots_see_only_the_view_of_their_seat(game: str) -> None:
    mind = Curious()
    server = LocalServer(minds={"curious": mind})
    anna = await with_bots(server, game, 3)
    await play_out_with_bots(server, anna)
    history = await read_history(1, server.journal)
    allowed: dict[int, set[bytes]] = {1: set(), 2: set()}
    for moment in history:
        if moment.table.in_play:
            for seat, views in allowed.items():
                views.add(msgspec.json.encode(moment.table.view(Seat(seat))))
    assert {seat for seat, _ in mind.seen} == {1, 2}
    for seat, view in mind.seen:
        assert msgspec.json.encode(view) in allowed[seat]


async def test_a_bot_lets_a_move_be_taken_back(
    server: LocalServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(player, "LINGER", 0.05)

    anna = await with_bots(server, "shelfie", 2, take_back=True)
    await anna.until(lambda: waits_for(server, anna))
    state = keeper_of(server.dispatcher).table.state
    await played(anna)
    await anna.ask(TakeBack(table=1))
    assert keeper_of(server.dispatcher).table.state == state
    await played(anna)
    await anna.until(lambda: waits_for(server, anna))


async def test_each_bot_keeps_its_speed_also_in_a_rematch(server: LocalServer) -> None:
    anna = await server.enter("Anna")
    await anna.ask(OpenTable(game="shelfie", seats=3))
    await anna.ask(SeatBot(table=1, bot="uniform", speed=BotSpeed.INSTANT))
    await anna.ask(StartTable(table=1, bot="greedy", speed=BotSpeed.HUMAN))
    assert speeds(server, 1) == {"uniform": BotSpeed.INSTANT, "greedy": BotSpeed.HUMAN}
    await server.restart()
    (anna,) = await server.back("Anna")
    assert speeds(server, 1) == {"uniform": BotSpeed.INSTANT, "greedy": BotSpeed.HUMAN}
    await anna.ask(Resign(table=1))
    await anna.ask(Rematch(table=1))
    assert speeds(server, 2) == {"uniform": BotSpeed.INSTANT, "greedy": BotSpeed.HUMAN}


def speeds(server: LocalServer, table: int) -> dict[str, BotSpeed]:
    bots = keeper_of(server.dispatcher, table).table.bots()
    return {kind: holder.speed for holder, kind in bots}


@pytest.mark.parametrize(
    ("speed", "take_back", "shortest", "longest"),
    [
        (BotSpeed.INSTANT, True, 0, 0),
        (BotSpeed.QUICK, False, 0, 0),
        (BotSpeed.QUICK, True, 2, 2),
        (BotSpeed.HUMAN, False, 2, 5),
        (BotSpeed.HUMAN, True, 2, 5),
    ],
)
def test_thinking_time_of_a_bot(
    speed: BotSpeed, take_back: bool, shortest: float, longest: float
) -> None:
    pauses = [player.pause_of(speed, DICE, take_back=take_back) for _ in range(500)]
    assert shortest <= min(pauses) <= max(pauses) <= longest
    assert max(pauses) - min(pauses) >= 0.9 * (longest - shortest)


async def test_a_bot_as_slow_as_a_person_leaves_time_on_its_clock(
    server: LocalServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(player, "SHORTEST", 3600.0)
    anna = await server.enter("Anna")
    await anna.ask(OpenTable(game="shelfie", seats=2, clock=Clock(bank=5)))
    await anna.ask(StartTable(table=1, bot="uniform", speed=BotSpeed.HUMAN))
    await anna.until(lambda: waits_for(server, anna))
    assert moves_of_bots(anna) == 1  # after a fifth of five seconds


async def test_bots_that_are_hurried_play_at_once_until_a_person_has_moved(
    server: LocalServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(player, "SHORTEST", 3600.0)
    anna = await server.enter("Anna")
    await anna.ask(OpenTable(game="shelfie", seats=3))
    assert await anna.refused(HurryBots(table=1)) == ServerReason.NOT_STARTED
    await anna.ask(StartTable(table=1, bot="uniform", speed=BotSpeed.HUMAN))
    zoe = await server.enter("Zoe")
    assert await zoe.refused(HurryBots(table=1)) == ServerReason.NOT_SEATED
    keeper = keeper_of(server.dispatcher, 1)
    seat = keeper.table.seat_of("Anna")
    assert seat is not None
    for _ in range(2):
        assert isinstance(await anna.ask(HurryBots(table=1)), Done)
        await anna.until(lambda: waits_for(server, anna))
        before = moves_of_bots(anna)
        move = keeper.table.rules.sample(keeper.table.state, seat, DICE)
        await anna.ask(Play(table=1, move=raw(move)))
        for _ in range(100):
            await asyncio.sleep(0)  # let the bots act if they would act at once
        assert moves_of_bots(anna) == before
    assert len(anna.of(BotsHurried)) == 2


class FullDisk(MemoryJournal):
    """A journal whose writes can be made to fail."""

    tries: int | None = None
    """The number of writes that will still fail, or None to write everything."""

    async def append_all(self, additions: Sequence[Addition]) -> None:
        if self.tries:
            self.tries -= 1
            raise JournalError("no space left")
        await super().append_all(additions)


async def test_bot_repeats_a_move_that_could_not_be_written(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(player, "RETRY", 0.01)

    journal = FullDisk()
    server = LocalServer(journal)
    anna = await with_bots(server, "shelfie", 2)
    await anna.until(lambda: waits_for(server, anna))
    await played(anna)
    journal.tries = 3  # the bot has not been asked yet
    before = moves_of_bots(anna)
    await anna.until(lambda: waits_for(server, anna))
    assert journal.tries == 0
    assert moves_of_bots(anna) == before + 1


async def test_unseated_bot_stops_listening(server: LocalServer) -> None:
    anna = await server.enter("Anna")
    await anna.ask(OpenTable(game="shelfie", seats=4))
    keeper = keeper_of(server.dispatcher)
    await anna.ask(SeatBot(table=1, bot="uniform"))
    await anna.ask(Unseat(table=1, seat=Seat(1)))
    assert [listener for listener in keeper.listeners if listener.bot] == []
    bruno = await server.enter("Bruno")
    await bruno.ask(JoinTable(table=1))
    await anna.ask(StartTable(table=1, bot="uniform"))
    assert sorted(x.name for x in keeper.listeners if x.bot) == ["Elio", "Fosca"]
    for _ in range(4):
        await anna.until(lambda: waits_for(server, anna) or waits_for(server, bruno))
        await played(anna if waits_for(server, anna) else bruno)


async def test_a_bot_that_stumbles_plays_on() -> None:
    def stumbling(*_: object, **__: object) -> Any:
        raise RuntimeError("lost my mind")

    server = LocalServer(minds={"stumbling": stumbling})
    anna = await server.enter("Anna")
    await anna.ask(OpenTable(game="shelfie", seats=2))
    await anna.ask(StartTable(table=1, bot="stumbling"))
    table = keeper_of(server.dispatcher).table
    if table.rules.seats_to_move(table.state) == {table.seat_of("Anna")}:
        await played(anna)
    await anna.until(
        lambda: any(
            isinstance(news.record, MovePlayed) and news.record.seat == Seat(1)
            for news in anna.of(TableNews)
        )
    )
