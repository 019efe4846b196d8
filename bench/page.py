"""What the page costs the browser: its memory after many moves, and the work that one of them is.

A scenario goes through its moves one by one and yields after each, once the page shows it. If the
page measures its own work (`performance.measure("move", …)`), that is what counts; else it is all
that the browser spent on scripts, styles and layout meanwhile, for each move.
"""

import argparse
import tempfile
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from statistics import fmean
from typing import Any, NamedTuple, TypeAlias

from playwright.sync_api import CDPSession, Page, expect
from report import progress, table

from ludoteca.games import GAMES, Dice
from tests.web.browsers import Visitors, chromium
from tests.web.houses import Program, Programs, visited
from tests.web.tables import MODULES, come_in

Scenario: TypeAlias = Callable[[Visitors, Programs, int], tuple[Page, Iterator[None]]]
"""The page that is measured, and so many moves."""
MOVES, FEW = 1000, 50
WORK = ("ScriptDuration", "LayoutDuration", "RecalcStyleDuration")
WARM = 10
"""So many moves go by before the first look, while the browser still gets to know the page."""
WATCHING = f"""async () => {{
  const {{ known }} = await import({MODULES} + "house.js");
  const {{ go }} = await import({MODULES} + "route.js");
  window.visit = (table) => go(`/table/${{table}}`);
  window.shown = (version) => new Promise((done) => {{
    const look = () => (known.table?.seen >= version
      ? requestAnimationFrame(() => done()) : setTimeout(look, 5));
    look();
  }});
}}"""
"""Lets a page go to a table, and say when it shows a version of it."""


class Cost(NamedTuple):
    """What some moves cost the page."""

    moves: int
    heap: tuple[float, float]
    """The bytes in use before and after, without what is only waiting to be thrown away."""
    nodes: tuple[float, float]
    work: float
    """Milliseconds for each move."""


def measured(page: Page, moves: Iterator[None]) -> Cost:
    """Go through these moves, and see what they cost."""
    tools = page.context.new_cdp_session(page)
    tools.send("Performance.enable")
    for _ in islice(moves, WARM):
        pass
    before = settled(tools)
    count = sum(1 for _ in moves)
    after = settled(tools)
    own: list[float] = page.evaluate(
        "performance.getEntriesByName('move', 'measure').map((entry) => entry.duration)"
    )
    spent = sum(after[name] - before[name] for name in WORK) * 1000 / count
    return Cost(
        count,
        (before["JSHeapUsedSize"], after["JSHeapUsedSize"]),
        (before["Nodes"], after["Nodes"]),
        fmean(own) if own else spent,
    )


def settled(tools: CDPSession) -> Mapping[str, float]:
    """What the browser counts, once everything unused is thrown away."""
    tools.send("HeapProfiler.collectGarbage")
    counted: Any = tools.send("Performance.getMetrics")
    return {metric["name"]: metric["value"] for metric in counted["metrics"]}


def watched(game: str) -> Scenario:
    """Games of a kind, one after the other, each move by a program and seen by a watcher."""

    def scenario(visitors: Visitors, programs: Programs, moves: int) -> tuple[Page, Iterator[None]]:
        page = come_in(visitors, "Carla")
        page.evaluate(WATCHING)
        players = [programs.come_in("Anna"), programs.come_in("Bruno")]
        return page, islice(played(page, players), moves)

    def played(page: Page, players: list[Program]) -> Iterator[None]:
        dice = Dice(7)
        while True:
            opened = players[0].ask("table_shown", do="open_table", game=game, seats=2)
            table = opened["info"]["table"]
            players[1].ask("table_shown", do="join_table", table=table)
            page.evaluate("(table) => visit(table)", table)
            expect(page.locator(f"{game}-table :is(.cell, .market)").first).to_be_visible()
            while mover := next((p for p in players if offered(p, table)), None):
                moves = offered(mover, table)
                mover.say(do="play", table=table, move=moves[dice.below(len(moves))])
                page.evaluate("(version) => shown(version)", next_move(mover)["version"])
                yield

    return scenario


def offered(player: Program, table: int) -> list[Any]:
    """What a player may do now."""
    moves: list[Any] = player.ask("moves", do="ask_moves", table=table)["moves"]
    return moves


def next_move(player: Program) -> Any:
    """The news of the next move."""
    while (news := player.hear("table_news"))["record"]["record"] != "move_played":
        pass
    return news


SCENARIOS: Mapping[str, Scenario] = {game: watched(game) for game in GAMES}


def costs(moves: int, only: str | None = None) -> Iterator[tuple[str, Cost]]:
    """What every scenario costs, each in a house and with visitors of its own."""
    with chromium() as browser:
        for name in [only] if only else SCENARIOS:
            scenario = SCENARIOS[name]
            progress(f"page: {name}")
            with (
                tempfile.TemporaryDirectory() as folder,
                visited(Path(folder)) as house,
                Programs(house).running() as programs,
            ):
                visitors = Visitors(browser, house.address)
                yield name, measured(*scenario(visitors, programs, moves + WARM))
                visitors.go()


def main() -> None:
    """Measure every scenario."""
    parser = argparse.ArgumentParser(description="measure the page in a browser")
    parser.add_argument("--quick", action="store_true", help="fewer moves, less exact")
    parser.add_argument("--only", choices=SCENARIOS, help="measure this scenario alone")
    given = parser.parse_args()
    moves = FEW if given.quick else MOVES
    rows = []
    for name, cost in costs(moves, given.only):
        heap, nodes = cost.heap, cost.nodes
        size, ratio = f"{heap[1] / 2**20:.1f} MB", heap[1] / heap[0]
        rows += [
            (f"{name}: heap after {cost.moves} moves", size, f"{ratio:.2f}x", "<= 1.20x"),
            (f"{name}: nodes", f"{nodes[1]:.0f}", f"{nodes[1] / nodes[0]:.2f}x", ""),
            (f"{name}: work of one move", f"{cost.work:.2f} ms", "", "< 4 ms"),
        ]
    table(("page", "", "ratio", "target"), rows)


if __name__ == "__main__":
    main()
