"""Writes the strength tables of `docs/bots.md`: each level of bots against the others.

Tables with a `master` or a `grandmaster` are played at a tenth of the budgets, in a tenth of the
time.
"""

import argparse
import os
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from report import progress

from ludoteca.bots import LEVELS, offered
from ludoteca.cli.arena.games import ArenaGame, Contest, Deal, play_all
from ludoteca.cli.arena.report import Report, ratings, report_on
from ludoteca.games import GAMES

PAGE = Path(__file__).parents[1] / "docs/bots.md"
SEED = 1
TENTH = 0.1


class Match(NamedTuple):
    """A table whose first player is measured."""

    players: tuple[str, ...]
    budget: float = 1.0


PAIRS = (
    Match(("novice", "uniform")),
    Match(("greedy", "uniform")),
    Match(("greedy", "novice")),
    Match(("thoughtful", "greedy")),
    Match(("master", "greedy"), TENTH),
    Match(("master", "thoughtful"), TENTH),
    Match(("grandmaster", "master"), TENTH),
)
MATCHES = {
    "shelfie": (
        *PAIRS,
        Match(("master", "greedy", "greedy"), TENTH),
        Match(("master", "greedy", "greedy", "greedy"), TENTH),
    ),
    "renaissance": (
        *PAIRS,
        *(Match((level,)) for level in ("novice", "greedy", "thoughtful")),
        Match(("master",), TENTH),
    ),
}


def main() -> None:
    parser = argparse.ArgumentParser(description="write the tables of docs/bots.md")
    parser.add_argument("names", nargs="*", metavar="GAME", help="games to measure (default: all)")
    parser.add_argument("--games", type=int, default=200, help="games per row")
    arguments = parser.parse_args()
    for name in arguments.names or MATCHES:
        tables = measured(name, MATCHES[name], arguments.games, os.cpu_count() or 1)
        write(PAGE, name, tables)
        progress()
        print(tables)


def measured(game: str, matches: Sequence[Match], games: int, jobs: int) -> str:
    """Return the tables of one game, and what could not be measured here."""
    begun = time.monotonic()
    here = [match for match in matches if _missing(game, match) == set()]
    rows, pairs = [], []
    for match in here:
        progress(f"{game}: {', '.join(match.players)}")
        played = _play(game, match, games, jobs)
        rows.append(_row(match, played))
        pairs += played if len(match.players) > 1 else []
    head = "| table | budget | games | won by the first | 95% | draws | ahead by | ms a move |"
    elo = ", ".join(f"`{name}` {value:.0f}" for name, value in ratings(pairs).items())
    missing = sorted(set().union(*(_missing(game, match) for match in matches)))
    parts = [
        "\n".join([head, "|---|---|---|---|---|---|---|---|", *rows]),
        f"Elo: {elo}. Seed {SEED}; {(time.monotonic() - begun) / 60:.1f} min in {jobs} processes.",
    ]
    if missing:
        parts.append(f"Not here: {', '.join(f'`{name}`' for name in missing)}.")
    return "\n\n".join(parts)


def write(page: Path, name: str, tables: str) -> None:
    """Replace the tables in the page."""
    begin, end = f"<!-- arena {name} -->", f"<!-- /arena {name} -->"
    before, found, rest = page.read_text(encoding="utf-8").partition(begin)
    if not found:
        raise ValueError(f"{page} has no place for {name}")
    after = rest.partition(end)[2]
    page.write_text(f"{before}{begin}\n{tables}\n{end}{after}", encoding="utf-8")


def _missing(game: str, match: Match) -> set[str]:
    return {name for name in match.players if name in LEVELS and name not in offered(game)}


def _play(game: str, match: Match, games: int, jobs: int) -> list[ArenaGame]:
    seats = len(match.players)
    contest = Contest(game, GAMES[game].OPTIONS(), SEED, match.budget)
    deals = [Deal(number, match.players) for number in range(-(-games // seats))]
    return [one for _, played in play_all(contest, deals, jobs) for one in played]


def _row(match: Match, games: Sequence[ArenaGame]) -> str:
    report: Report = report_on(
        games,
        game="",
        title="",
        options={},
        seed=SEED,
        budget=match.budget,
        planned=len(games),
    )
    first, *others = match.players
    (one,) = [each for each in report.standings if each.player == first]
    cells = (
        f"`{first}`, " + ", ".join(f"`{name}`" for name in others)
        if others
        else f"`{first}` alone",
        f"{match.budget:g}",
        f"{one.games}",
        f"{one.rate.value:.1%}",
        f"{one.rate.low:.1%} to {one.rate.high:.1%}",
        f"{one.draws}",
        f"{one.margin.value:+.1f} points",
        " / ".join(f"{report.times[name].median:.1f}" for name in dict.fromkeys(match.players)),
    )
    return f"| {' | '.join(cells)} |"


if __name__ == "__main__":
    main()
