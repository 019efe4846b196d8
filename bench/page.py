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

from tests.web.browsers import Visitors, chromium
from tests.web.houses import Program, Programs, visited
from tests.web.tables import MODULES, come_in

Scenario: TypeAlias = Callable[[Visitors, Programs, int], tuple[Page, Iterator[None]]]
"""The page that is measured, and so many moves."""
MOVES, FEW = 1000, 50
WORK = ("ScriptDuration", "LayoutDuration", "RecalcStyleDuration")
WARM = 10
"""So many moves go by before the first look, while the browser still gets to know the page."""
POLL = 3000
"""Milliseconds after which the page looks at the house again."""


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


def lobby(visitors: Visitors, programs: Programs, moves: int) -> tuple[Page, Iterator[None]]:
    """The list of tables, where one table has more and fewer seats."""
    anna = programs.come_in("Anna")
    anna.ask("table_shown", do="open_table", game="shelfie", seats=4, waits=True)
    page = visitors.visit()
    page.clock.install()
    page.reload()
    expect(page.locator("#tables .seats > li")).to_have_count(4)

    def resized() -> Iterator[None]:
        for number in range(moves):
            seats = 3 - number % 2
            anna.ask("done", do="resize_table", table=1, seats=seats)
            page.clock.run_for(POLL)
            expect(page.locator("#tables .seats > li")).to_have_count(seats)
            yield

    return page, resized()


def shelfie(visitors: Visitors, programs: Programs, moves: int) -> tuple[Page, Iterator[None]]:
    """Games of My Shelfie, one after the other, each move by a program and seen by a watcher."""
    page = come_in(visitors, "Carla")
    page.evaluate(
        f"""async () => {{
          const {{ known }} = await import({MODULES} + "house.js");
          const {{ go }} = await import({MODULES} + "route.js");
          window.visit = (table) => go(`/table/${{table}}`);
          window.shown = (version) => new Promise((done) => {{
            const look = () => (known.table?.seen >= version
              ? requestAnimationFrame(() => done()) : setTimeout(look, 5));
            look();
          }});
        }}"""
    )
    players = [programs.come_in("Anna"), programs.come_in("Bruno")]

    def played() -> Iterator[None]:
        while True:
            opened = players[0].ask("table_shown", do="open_table", game="shelfie", seats=2)
            table = opened["info"]["table"]
            shown = players[1].ask("table_shown", do="join_table", table=table)
            page.evaluate("(table) => visit(table)", table)
            expect(page.locator("shelfie-table .cell").first).to_be_visible()
            mover, over = shown["view"]["turn"], False
            while not over:
                offered = players[mover].ask("moves", do="ask_moves", table=table)["moves"]
                players[mover].say(do="play", table=table, move=offered[-1])
                news = next_move(players[mover])
                page.evaluate("(version) => shown(version)", news["version"])
                last = news["record"]["events"][-1]
                over, mover = last["event"] == "game_ended", last.get("to", mover)
                yield

    return page, islice(played(), moves)


def next_move(player: Program) -> Any:
    """The news of the next move."""
    while (news := player.hear("table_news"))["record"]["record"] != "move_played":
        pass
    return news


SCENARIOS: Mapping[str, Scenario] = {"lobby": lobby, "shelfie": shelfie}


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
