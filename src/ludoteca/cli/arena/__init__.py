"""`ludoteca arena`: let bots play each other and measure the results.

- `games`: plays the games in several processes; `report`: statistics and a chart
"""

import argparse
import signal
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager, redirect_stdout
from itertools import combinations
from pathlib import Path

import msgspec
from msgspec import UNSET
from msgspec.structs import asdict

from ludoteca.cli.arena.games import ArenaGame, Contest, Deal, find_strategy, play_all
from ludoteca.cli.arena.report import Report, in_words, plot, report_on
from ludoteca.cli.complaint import Complaint
from ludoteca.cli.table import find_game, lay, read_options
from ludoteca.games import Dice
from ludoteca.ui import Bar

INTERRUPTED = 130


def arena(arguments: argparse.Namespace) -> int:
    """Play the games with a progress bar and print the report, even after an interrupt."""
    with redirect_stdout(sys.stderr):  # the output of bots is not part of the report
        report, interrupted = _reported(arguments)
    print(msgspec.json.encode(report).decode() if arguments.json else in_words(report))
    if arguments.svg:
        Path(arguments.svg).write_text(plot(report), encoding="utf-8")
    return INTERRUPTED if interrupted else 0


def _reported(arguments: argparse.Namespace) -> tuple[Report, bool]:
    """Play the games; return the report, and whether playing was interrupted."""
    rules = find_game(arguments.game)
    options = read_options(rules, arguments.option)
    players = tuple(arguments.players.split(","))
    for name in players:
        find_strategy(name, rules.NAME)
    seats = arguments.seats or len(players)
    if seats > len(players):
        raise Complaint(f"name at least one player for each seat: players {len(players)}")
    lay(rules, seats, options, Dice(0))
    deals = [
        Deal(number, table)
        for number in range(-(-arguments.games // seats))
        for table in dict.fromkeys(combinations(players, seats))
    ]
    if arguments.save is not None:
        _make_folder(Path(arguments.save))
    contest = Contest(rules.NAME, options, arguments.seed or 0, arguments.budget, arguments.save)
    games, interrupted = _played(contest, deals, arguments.jobs)
    report = report_on(
        games,
        game=rules.NAME,
        title=rules.TITLE,
        options={name: value for name, value in asdict(options).items() if value is not UNSET},
        seed=contest.seed,
        budget=contest.budget,
        planned=len(deals) * seats,
    )
    return report, interrupted


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Complaint(f"{folder} cannot be created: {error.strerror}") from None


def _played(contest: Contest, deals: list[Deal], jobs: int) -> tuple[list[ArenaGame], bool]:
    """Play these deals; return the games in order, and whether playing was interrupted."""
    seats = len(deals[0].players)
    bar = Bar(len(deals) * seats, "games", sys.stderr)
    played: dict[Deal, list[ArenaGame]] = {}
    interrupted = False
    try:
        with _termination_interrupts(), closing(play_all(contest, deals, jobs)) as playing:
            bar.reach(0)
            for deal, games in playing:
                played[deal] = games
                bar.reach(len(played) * seats)
    except KeyboardInterrupt:
        if not played:
            raise
        interrupted = True
    finally:
        bar.clear()
    return [game for deal in deals for game in played.get(deal, ())], interrupted


@contextmanager
def _termination_interrupts() -> Iterator[None]:
    """Treat SIGTERM as an interrupt."""
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
