"""The page's cost in the browser: memory after many moves, and work per move.

A scenario is one game after the other. Memory is compared at the start of a game, where the screens
are equal, and only after many moves: the browser compiles scripts during hundreds of moves and
finally keeps 0.7 MB of code, which is not memory of the page. The work of a move is the CPU time of
scripts, styles and layout until the page shows it, as the median and the 95th percentile; waiting
for the server, the players or the browser does not count. Opening a table is not a move.

The floor is a small list built, laid out and discarded before each game; it shows the machine's
speed.
"""

import argparse
import tempfile
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from statistics import median, quantiles
from typing import Any, NamedTuple, TypeAlias

from playwright.sync_api import CDPSession, Page, expect
from report import progress, table

from ludoteca.games import GAMES, Dice
from tests.web.browsers import DESKTOP, HANDHELD, Screen, Visitors, chromium
from tests.web.servers import Program, Programs, server_process
from tests.web.tables import MODULES, come_in

Scenario: TypeAlias = Callable[[Visitors, Programs, Screen], tuple[Page, Iterator[Iterator[None]]]]
"""A page and an iterator of games, each of which advances move by move."""
SCREENS = {"desk": DESKTOP, "phone": HANDHELD, "large": Screen(1920, 1080)}
MOVES, FEW = 1000, 50
WORK = ("ScriptDuration", "LayoutDuration", "RecalcStyleDuration")
WATCHING = f"""async () => {{
  const {{ known, listen }} = await import({MODULES} + "server.js");
  const {{ go }} = await import({MODULES} + "route.js");
  window.visit = (table) => {{
    go(`/table/${{table}}`);
    return shown(table, 1);
  }};
  window.shown = (table, version) => new Promise((done) => {{
    const look = () => {{
      if (known.table?.number !== table || known.table.seen < version) return;
      stop();
      requestAnimationFrame(() => setTimeout(done));
    }};
    const stop = listen(look);
    look();
  }});
}}"""
"""Makes a page open a table and report when it shows a version of it."""
FLOOR = """() => {
  const box = document.createElement("div");
  box.style.cssText = "position: fixed; display: flex; flex-wrap: wrap; width: 9rem";
  for (let i = 0; i < 40; i += 1) {
    const one = document.createElement("span");
    one.textContent = `Tile ${i}`;
    box.append(one);
  }
  document.body.append(box);
  box.getBoundingClientRect();
  box.remove();
}"""
"""Builds a small list, lays it out and discards it."""


class Cost(NamedTuple):
    """The cost of some moves for the page."""

    moves: int
    heap: tuple[float, float]
    """Bytes in use before and after, without garbage."""
    nodes: tuple[float, float]
    work: float
    """Median milliseconds of a move."""
    most: float
    """95th percentile of milliseconds of a move."""
    floor: float
    """Median milliseconds of the floor."""


def measured(page: Page, games: Iterator[Iterator[None]], moves: int) -> Cost:
    """Warm up with half as many moves, then measure this many."""
    tools = page.context.new_cdp_session(page)
    tools.send("Performance.enable", {"timeDomain": "threadTicks"})
    works(page, tools, games, moves // 2)
    before = settled(tools, games)
    work, floors = works(page, tools, games, moves)
    after = settled(tools, games)
    return Cost(
        len(work),
        (before["JSHeapUsedSize"], after["JSHeapUsedSize"]),
        (before["Nodes"], after["Nodes"]),
        median(work),
        quantiles(work, n=20)[-1],
        median(floors),
    )


def works(
    page: Page, tools: CDPSession, games: Iterator[Iterator[None]], moves: int
) -> tuple[list[float], list[float]]:
    """Return the milliseconds of work of each move, and of each floor."""
    works: list[float] = []
    floors: list[float] = []
    while len(works) < moves:
        game = next(games)
        before = worked(tools)
        page.evaluate(FLOOR)
        spent = worked(tools)
        floors.append(spent - before)
        for _ in islice(game, moves - len(works)):
            before, spent = spent, worked(tools)
            works.append(spent - before)
    return works, floors


def worked(tools: CDPSession) -> float:
    """Return the milliseconds of scripts, styles and layout so far."""
    metrics = counted(tools)
    return sum(metrics[name] for name in WORK) * 1000


def settled(tools: CDPSession, games: Iterator[Iterator[None]]) -> Mapping[str, float]:
    """Return the browser's metrics at the start of a game, after garbage collection."""
    next(games)
    tools.send("HeapProfiler.collectGarbage")
    return counted(tools)


def counted(tools: CDPSession) -> Mapping[str, float]:
    metrics: Any = tools.send("Performance.getMetrics")["metrics"]
    return {metric["name"]: metric["value"] for metric in metrics}


def watched(game: str) -> Scenario:
    """Return games of a kind, each at a new table."""

    def scenario(
        visitors: Visitors, programs: Programs, screen: Screen
    ) -> tuple[Page, Iterator[Iterator[None]]]:
        page = come_in(visitors, "Carla", screen=screen)
        page.evaluate(WATCHING)
        players = [programs.come_in("Anna"), programs.come_in("Bruno")]
        return page, games(page, players)

    def games(page: Page, players: list[Program]) -> Iterator[Iterator[None]]:
        dice = Dice(7)
        while True:
            players.reverse()  # the server limits how many tables one player opens in a minute
            opened = players[0].ask("table_shown", do="open_table", game=game, seats=2)
            table = opened["info"]["table"]
            players[1].ask("table_shown", do="join_table", table=table)
            page.evaluate("(table) => visit(table)", table)
            expect(page.locator(f"{game}-table :is(.cell, .market)").first).to_be_visible()
            yield played(page, players, table, dice)

    return scenario


def played(page: Page, players: list[Program], table: int, dice: Dice) -> Iterator[None]:
    """Play a game by programs while the page watches, advancing move by move."""
    while mover := next((p for p in players if offered(p, table)), None):
        moves = offered(mover, table)
        mover.say(do="play", table=table, move=moves[dice.below(len(moves))])
        page.evaluate("(seen) => shown(...seen)", (table, next_move(mover)["version"]))
        yield


def offered(player: Program, table: int) -> list[Any]:
    moves: list[Any] = player.ask("moves", do="ask_moves", table=table)["moves"]
    return moves


def next_move(player: Program) -> Any:
    """Wait for the notice of the next move."""
    while (news := player.hear("table_news"))["record"]["record"] != "move_played":
        pass
    return news


SCENARIOS: Mapping[str, Scenario] = {game: watched(game) for game in GAMES}


def costs(
    moves: int, only: str | None = None, screen: Screen = DESKTOP
) -> Iterator[tuple[str, Cost]]:
    """Measure every scenario, each at its own server and with its own visitors."""
    with chromium() as browser:
        for name in [only] if only else SCENARIOS:
            scenario = SCENARIOS[name]
            progress(f"page: {name}")
            with (
                tempfile.TemporaryDirectory() as folder,
                server_process(Path(folder)) as server,
                Programs(server).running() as programs,
            ):
                visitors = Visitors(browser, server.address)
                yield name, measured(*scenario(visitors, programs, screen), moves)
                visitors.go()


def main() -> None:
    parser = argparse.ArgumentParser(description="measure the page in a browser")
    parser.add_argument("--quick", action="store_true", help="fewer moves, less exact")
    parser.add_argument("--only", choices=SCENARIOS, help="measure this scenario alone")
    parser.add_argument("--screen", choices=SCREENS, default="desk", help="the size of the window")
    given = parser.parse_args()
    moves = FEW if given.quick else MOVES
    rows = []
    for name, cost in costs(moves, given.only, SCREENS[given.screen]):
        heap, nodes = cost.heap, cost.nodes
        size, ratio = f"{heap[1] / 2**20:.1f} MB", heap[1] / heap[0]
        rows += [
            (f"{name}: heap after {cost.moves} moves", size, f"{ratio:.2f}x", "<= 1.20x"),
            (f"{name}: nodes", f"{nodes[1]:.0f}", f"{nodes[1] / nodes[0]:.2f}x", ""),
            (f"{name}: floor", f"{cost.floor:.2f} ms", "1.00x", ""),
            (
                f"{name}: work of a move",
                f"{cost.work:.2f} ms",
                f"{cost.work / cost.floor:.2f}x",
                "",
            ),
            (
                f"{name}: of 19 in 20 moves",
                f"{cost.most:.2f} ms",
                f"{cost.most / cost.floor:.2f}x",
                "<= 4 ms",
            ),
        ]
    table(("page", "", "ratio", "target"), rows)


if __name__ == "__main__":
    main()
