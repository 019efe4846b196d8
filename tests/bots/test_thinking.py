"""Searching bots at real tables and in real processes, and the substitutes for failing ones."""

import time
from collections.abc import AsyncIterator, Mapping
from functools import partial
from types import MappingProxyType
from typing import Any

import pytest

from ludoteca.bots import BOTS, Bots, Budget, Workers, levels, player, workers
from ludoteca.bots.levels import OURS, bots_of
from ludoteca.core import Dispatcher, Services
from ludoteca.games import GAMES, Dice, Seat
from ludoteca.messages import (
    MovePlayed,
    OpenTable,
    Refused,
    SeatBot,
    StartTable,
    TableNews,
    TakeBack,
)
from ludoteca.ops import Metrics
from tests.bots.questions import question
from tests.core.local import LocalClient, LocalServer, keeper_of, played, waits_for
from tests.games.renaissance.first_seat import FirstSeat

BOT = Seat(1)
SEED = 1
"""With this seed the first seat begins."""


class SearchingServer(LocalServer):
    """A server with worker processes and strategies for My Shelfie only."""

    def __init__(self, patch: pytest.MonkeyPatch, **strategies: str) -> None:
        patch.setattr(levels, "has_compiler", lambda: True)
        named = {level: f"tests.bots.strategies:{name}" for level, name in strategies.items()}
        for game in GAMES:
            there = MappingProxyType(named if game == "shelfie" else {})
            patch.setitem(OURS, game, partial(bots_of(game)._replace, strategies=there))
        self._patch = patch
        self.metrics, self.workers = Metrics(), Workers(1)
        super().__init__(seed=SEED)

    def _dispatcher(self) -> Dispatcher:
        bots = Bots(BOTS, Dice(self.seed), self.workers, self.metrics)
        dice, clock = FirstSeat(self.seed), self.clock
        supplies = Services(self.journal, dice, clock.wall, bots, self.metrics, clock)
        return Dispatcher(supplies, self.absence_policy, self.guests)

    def replaced(self) -> list[str]:
        """Return the metrics of replaced moves."""
        lines = self.metrics.bot_moves_replaced.page().splitlines()
        return [line for line in lines if not line.startswith("#")]

    async def against(self, level: str, *, timeout: float = 60.0, **options: Any) -> LocalClient:
        """Return a player whose opponent, a bot, has been asked for a move."""
        anna = await self.enter("Anna")
        await anna.ask(OpenTable(game="shelfie", seats=2, **options))
        await anna.ask(StartTable(table=1, bot=level))
        budget = Budget(until=time.monotonic() + 60)
        await self.workers.ask(
            "tests.bots.strategies:last", question(), 1, budget
        )  # it is ready now
        self._patch.setattr(workers, "TIMEOUT", timeout)
        await played(anna)
        return anna


def moves_of_bot(client: LocalClient) -> int:
    news = [each.record for each in client.of(TableNews)]
    return sum(isinstance(record, MovePlayed) and record.seat == BOT for record in news)


@pytest.fixture
async def close() -> AsyncIterator[list[Workers]]:
    """Return a list of workers that are closed after the test."""
    started: list[Workers] = []
    yield started
    for each in started:
        await each.close()


async def test_searching_bot_plays_the_move_chosen_by_its_process(
    monkeypatch: pytest.MonkeyPatch, close: list[Workers]
) -> None:
    server = SearchingServer(monkeypatch, master="last")
    close.append(server.workers)
    anna = await server.against("master")
    state = keeper_of(server.dispatcher).table.state
    await anna.until(lambda: waits_for(server, anna))
    rules = keeper_of(server.dispatcher).table.rules
    chosen = list(rules.legal_moves(state, BOT))[-1]
    assert server.replaced() == []
    (record,) = [
        news.record
        for news in anna.of(TableNews)
        if isinstance(news.record, MovePlayed) and news.record.seat == BOT
    ]
    assert list(record.events) == rules.play(state, BOT, chosen, Dice(1))
    assert 'ludoteca_bot_seconds_count{bot="master"} 1' in server.metrics.page()


@pytest.mark.parametrize(
    ("strategy", "why"), [("crashing", "crashed"), ("rubbish", "failed"), ("sleeping", "late")]
)
async def test_greedy_plays_for_a_bot_that_fails(
    strategy: str,
    why: str,
    monkeypatch: pytest.MonkeyPatch,
    close: list[Workers],
    caplog: pytest.LogCaptureFixture,
) -> None:
    server = SearchingServer(monkeypatch, master=strategy)
    close.append(server.workers)
    anna = await server.against("master", timeout=0.0 if why == "late" else 60.0)
    await anna.until(lambda: waits_for(server, anna))
    assert moves_of_bot(anna) == 1
    line = f'ludoteca_bot_moves_replaced_total{{bot="master",why="{why}"}} 1'
    assert server.replaced() == [line]
    (logged,) = [each for each in caplog.records if each.message == "bot_failed"]
    assert vars(logged)["fields"]["why"] == why


async def test_bot_stops_thinking_about_a_move_that_was_taken_back(
    monkeypatch: pytest.MonkeyPatch, close: list[Workers]
) -> None:
    monkeypatch.setattr(player, "LINGER", 0.1)
    server = SearchingServer(monkeypatch, master="deep")
    close.append(server.workers)
    anna = await server.against("master", take_back=True)
    await anna.ask(TakeBack(table=1))
    await played(anna)
    await anna.until(lambda: waits_for(server, anna))
    assert moves_of_bot(anna) == 1
    assert server.replaced() == []
    assert 'ludoteca_bot_seconds_count{bot="master"} 1' in server.metrics.page()


@pytest.mark.parametrize(
    ("searching", "strategies", "kinds"),
    [
        (True, {}, ["uniform", "greedy", "even"]),
        (True, {"master": "last"}, ["uniform", "greedy", "master", "even"]),
        (False, {"thoughtful": "last"}, ["uniform", "greedy", "even"]),
    ],
)
async def test_a_level_is_offered_where_its_game_has_it_and_there_are_processes(
    searching: bool,
    strategies: Mapping[str, str],
    kinds: list[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(levels, "_EVERYWHERE", {"greedy": BOTS["greedy"]})
    with_processes = SearchingServer(monkeypatch, **strategies)
    server = with_processes if searching else LocalServer()
    assert list(server.dispatcher.bots("shelfie")) == kinds
    assert list(server.dispatcher.bots("renaissance")) == ["uniform", "greedy", "even"]
    anna = await server.enter("Anna")
    await anna.ask(OpenTable(game="shelfie", seats=4))
    refused = await anna.ask(SeatBot(table=1, bot="grandmaster"))
    assert isinstance(refused, Refused)
    assert refused.code == "house/no_such_bot"
    assert refused.detail == f"Bots for this game are {', '.join(kinds)}."


async def test_greedy_plays_for_bots_that_this_server_does_not_have(
    monkeypatch: pytest.MonkeyPatch, close: list[Workers]
) -> None:
    server = SearchingServer(monkeypatch, master="last")
    close.append(server.workers)
    anna = await server.against("master")
    await anna.until(lambda: waits_for(server, anna))
    server.workers = None  # type: ignore[assignment]
    await server.restart()
    (anna,) = await server.back("Anna")
    await played(anna)
    await anna.until(lambda: waits_for(server, anna))
    assert moves_of_bot(anna) == 1
    assert server.replaced() == ['ludoteca_bot_moves_replaced_total{bot="master",why="missing"} 1']
