"""Versions of the rules: a running match keeps the version it started with."""

from types import SimpleNamespace
from typing import Any

import pytest

from ludoteca.bots import BOTS, WHOLE, Budget, Question
from ludoteca.games import GAMES, RULEBOOKS, Chance, Refusal, shelfie
from ludoteca.messages import (
    LookAround,
    OpenTable,
    StartTable,
    Surroundings,
    TableNews,
    Watch,
)
from tests.core.local import (
    LocalServer,
    a_move,
    keeper_of,
    mover_of,
    play_out,
    played,
    shown,
)

OLD, NEW = ("shelfie", shelfie.VERSION), ("shelfie", shelfie.VERSION + 1)


def nothing_goes(*_: Any) -> Refusal:
    return Refusal("shelfie/nothing_goes", "The new rules allow no move at all.")


@pytest.fixture
def newer() -> Any:
    """Return the next version of a game, which allows no move."""
    rules = {name: getattr(shelfie, name) for name in dir(shelfie) if not name.startswith("__")}
    return SimpleNamespace(**{**rules, "VERSION": NEW[1], "play": nothing_goes})


@pytest.fixture
def upgrade(monkeypatch: pytest.MonkeyPatch, newer: Any) -> Any:
    def upgraded() -> None:
        monkeypatch.setitem(GAMES, "shelfie", newer)
        monkeypatch.setitem(RULEBOOKS, NEW, newer)

    return upgraded


async def test_a_running_match_keeps_the_rules_it_began_under(
    server: LocalServer, upgrade: Any
) -> None:
    clients = await server.table("Anna", "Bruno")
    await played(mover_of(clients)[0])
    upgrade()
    await server.restart()
    clients = await server.back("Anna", "Bruno")
    assert shown(clients[0]).info.rules == OLD[1]
    carla, dora = await server.table("Carla", "Dora")
    assert shown(dora).info.rules == NEW[1]
    mover, _ = mover_of([carla, dora], 2)
    assert await mover.refused(await a_move(mover, 2)) == "shelfie/nothing_goes"
    await play_out(clients)
    assert keeper_of(server.dispatcher).table.over


async def test_bots_think_by_the_rules_of_their_table(upgrade: Any) -> None:
    versions: list[int] = []

    def choose(question: Question, chance: Chance, budget: Budget = WHOLE) -> Any:
        versions.append(question.rules.VERSION)
        return BOTS["uniform"](question, chance, budget)

    server = LocalServer(minds={"wise": choose})
    anna = await server.enter("Anna")
    await anna.ask(OpenTable(game="shelfie", seats=2))
    upgrade()
    await anna.ask(StartTable(table=1, bot="wise"))
    if keeper_of(server.dispatcher).table.state.turn == 0:
        await played(anna)
    await anna.until(lambda: keeper_of(server.dispatcher).table.state.turn == 0)
    assert versions == [OLD[1]]


async def test_unknown_version_is_refused_and_affects_no_other_table(
    server: LocalServer, upgrade: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    await server.table("Anna", "Bruno")
    await server.table("Carla", "Dora", game="renaissance")
    upgrade()
    monkeypatch.delitem(RULEBOOKS, OLD)
    await server.restart()
    await server.wait(100)
    anna = await server.enter("Anna")
    assert await anna.refused(Watch(table=1)) == "house/unknown_rules"
    around = await anna.ask(LookAround())
    assert isinstance(around, Surroundings)
    assert {info.table for info in around.tables} >= {2}
    carla, dora = await server.back("Carla", "Dora", table=2)
    await play_out([carla, dora], 2)
    assert isinstance(carla.heard[-1], TableNews)
