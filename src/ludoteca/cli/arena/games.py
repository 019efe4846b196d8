"""Plays the games of an arena run: every deal from every seat, in several processes.

The seed and the number of the deal determine a game, so the result does not depend on the process
that plays it. Budgets limit the number of positions rather than the time, because games with
limited time would differ from run to run.
"""

import os
import signal
import sys
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import ExitStack
from functools import cache
from multiprocessing import connection, get_context
from pathlib import Path
from typing import TypeAlias

from msgspec import Struct

from ludoteca.bots import WHOLE, Budget, Question, Strategy
from ludoteca.cli.bot_file import read_bot_file
from ludoteca.cli.complaint import Complaint
from ludoteca.cli.extensions import load_games
from ludoteca.cli.simulate import play_out
from ludoteca.cli.table import find_bot
from ludoteca.core import replay_of
from ludoteca.games import GAMES, Chance, Dice, Seat
from ludoteca.games.contract import Move, Options
from ludoteca.messages import Record, SeatTaken, TableOpened
from ludoteca.ui import level_of

MOST_DEALS = 1_000_000
"""Maximum number of deals per seed."""
HASTE = 0.001
"""Share of the usual number of positions that a bot examines in a warm-up game."""


class Contest(Struct, frozen=True):
    """Settings shared by all games in an arena run."""

    game: str
    options: Options
    seed: int
    budget: float = 1.0
    """Share of the usual number of positions that bots may examine."""
    save: str | None = None
    """Folder for the replays of the games."""


class Deal(Struct, frozen=True):
    """A deal and its players, each of whom plays it once from every seat."""

    number: int
    players: tuple[str, ...]


class ArenaGame(Struct, frozen=True):
    """Result of one game, by seat."""

    players: tuple[str, ...]
    points: tuple[int, ...]
    winners: tuple[int, ...]
    moves: int
    times: tuple[tuple[float, ...], ...]
    """Seconds spent on each move."""


_read = cache(read_bot_file)


def find_strategy(name: str, game: str) -> Strategy:
    """Return a bot that plays this game, by name or from a file."""
    if not name.endswith(".py"):
        return find_bot(name, GAMES[game])
    file = _read(name)
    file.check_game(game)
    return file.bot()


Played: TypeAlias = tuple[Deal, list[ArenaGame]]
Line: TypeAlias = "connection.Connection[Deal, Played | Complaint]"


def play_all(contest: Contest, deals: Sequence[Deal], jobs: int) -> Generator[Played, None, None]:
    """Yield each deal with its games, in the order in which deals are completed."""
    jobs = min(jobs, len(deals))
    if jobs > 1:
        yield from _play_in_processes(contest, iter(deals), jobs)
    else:
        for deal in deals:
            yield deal, play_deal(contest, deal)


def play_deal(contest: Contest, deal: Deal) -> list[ArenaGame]:
    """Play a deal once per player, moving each player on by one seat after every game."""
    lots = Dice(contest.seed * MOST_DEALS + deal.number)
    seed = lots.below(2**29)
    seats = range(len(deal.players))
    games = []
    for turn in seats:
        players = _rotated(deal.players, turn)
        records: list[Record] = []
        chances = [lots.below(2**29) for _ in seats]
        games.append(_play(contest, seed, players, chances, records.append))
        if contest.save is not None:
            names = _names(players)
            file = f"{contest.game}-{deal.number + 1}-{turn + 1}-{'-'.join(names)}.jsonl"
            replay = replay_of([*_seated(contest, players, names), *records])
            (Path(contest.save) / file).write_bytes(replay)
    return games


def _rotated(players: tuple[str, ...], turn: int) -> tuple[str, ...]:
    return players[-turn:] + players[:-turn]


def _names(players: Sequence[str]) -> list[str]:
    """Name each player by its level or file; players with the same name are numbered."""
    names = [Path(player).stem for player in players]
    return [
        f"{name}{names[:seat].count(name) + 1}" if names.count(name) > 1 else name
        for seat, name in enumerate(names)
    ]


def _seated(contest: Contest, players: Sequence[str], names: Sequence[str]) -> Iterator[Record]:
    """Yield the records before the start of a game."""
    rules = GAMES[contest.game]
    yield TableOpened(
        contest.game, rules.VERSION, len(players), contest.options, owner=names[0], code=""
    )
    for seat, (player, name) in enumerate(zip(players, names, strict=True)):
        is_file = player.endswith(".py")
        yield SeatTaken(Seat(seat), name, "" if is_file else level_of(player), program=is_file)


def _play(
    contest: Contest,
    seed: int,
    players: tuple[str, ...],
    lots: Sequence[int],
    record: Callable[[Record], None],
) -> ArenaGame:
    rules = GAMES[contest.game]
    seats = range(len(players))
    for name in players:
        _warm_up(name, len(players), contest)
    strategies = [
        Timed(find_strategy(name, contest.game), Dice(lot), Budget(contest.budget))
        for name, lot in zip(players, lots, strict=True)
    ]
    game = play_out(rules, strategies, contest.options, Dice(seed), record)
    totals = [sum(point.amount for point in points) for points in game.points]
    return ArenaGame(
        players=players,
        points=tuple(totals[(seat - game.first) % len(seats)] for seat in seats),
        winners=tuple((game.first + place) % len(seats) for place in game.winners),
        moves=game.moves,
        times=tuple(tuple(strategy.times) for strategy in strategies),
    )


class Timed:
    """A strategy that has its own randomness and budget, and records its thinking times."""

    def __init__(self, strategy: Strategy, seed: Chance, budget: Budget) -> None:
        self._strategy = strategy
        self._chance = seed
        self._budget = budget
        self.times: list[float] = []

    def __call__(self, question: Question, chance: Chance, budget: Budget = WHOLE) -> Move:
        """Choose a move with the bot's own randomness, without affecting the table's."""
        begun = time.perf_counter()
        move = self._strategy(question, self._chance, self._budget)
        self.times.append(time.perf_counter() - begun)
        return move


@cache
def _warm_up(name: str, players: int, contest: Contest) -> None:
    """Let a built-in bot play a quick game, so that loading does not count as thinking time."""
    if not name.endswith(".py"):
        strategy = Timed(find_strategy(name, contest.game), Dice(0), Budget(HASTE))
        play_out(GAMES[contest.game], [strategy] * players, contest.options, Dice(0))


def _play_in_processes(contest: Contest, deals: Iterator[Deal], jobs: int) -> Iterator[Played]:
    with ExitStack() as stack:
        lines = [_start(contest, stack) for _ in range(jobs)]
        for line in lines:
            line.send(next(deals))
        while lines:
            ready = connection.wait(lines)
            for line in [line for line in lines if line in ready]:
                yield _received(line)
                deal = next(deals, None)
                if deal is None:
                    lines.remove(line)
                else:
                    line.send(deal)


def _start(contest: Contest, stack: ExitStack) -> Line:
    """Start a worker process that ends with the stack, and return the connection to it."""
    context = get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_serve, args=(theirs, contest), daemon=True)
    process.start()
    theirs.close()
    stack.callback(process.join)
    stack.callback(process.kill)
    return ours


def _received(line: Line) -> Played:
    try:
        result = line.recv()
    except (EOFError, ConnectionError):
        raise Complaint("a worker process ended before its game was over") from None
    if isinstance(result, Complaint):
        raise result
    return result


def _serve(line: "connection.Connection[Played | Complaint, Deal]", contest: Contest) -> None:
    """Play the requested deals until the connection is closed."""
    for number in (signal.SIGINT, signal.SIGTERM):  # the parent process handles them
        signal.signal(number, signal.SIG_IGN)
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # bots' output is not part of the report
    load_games()
    while True:
        try:
            deal = line.recv()
        except EOFError:
            return
        try:
            line.send((deal, play_deal(contest, deal)))
        except Complaint as complaint:
            line.send(complaint)
