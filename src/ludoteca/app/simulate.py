"""`ludoteca simulate`: many random games, and what comes of them."""

import re
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import reduce
from statistics import fmean, median
from typing import Any

import msgspec
from msgspec import Struct

from ludoteca.app.table import find_game, lay, play_at_random, read_options
from ludoteca.clients import Bar, columns
from ludoteca.games import Chance, Dice, Point, Rules, Seat


class Game(Struct, frozen=True):
    """What is remembered of a game: seats are counted from the one that began."""

    moves: int
    points: tuple[tuple[Point, ...], ...]
    winners: tuple[int, ...]


class Spread(Struct, frozen=True):
    """How a number was spread over many games."""

    mean: float
    low: int
    middle: float
    high: int


class Source(Struct, frozen=True):
    """A source of points: how many seats had the chance, how many earned something, how much."""

    source: str
    title: str
    seats: int
    earned: int
    mean: float


class Report(Struct, frozen=True):
    """What came of the games."""

    game: str
    players: int
    options: Any
    seed: int
    games: int
    moves: Spread
    points: Spread
    winning_points: Spread
    sources: tuple[Source, ...]
    wins: tuple[int, ...]
    """Won games by seat, counted from the one that began."""


def simulate(  # noqa: PLR0913 - the words of the command
    name: str, players: int | None, settings: Sequence[str], *, seed: int, games: int, as_json: bool
) -> None:
    """Play the games, show a bar meanwhile, and print the report."""
    rules = find_game(name)
    options = read_options(rules, settings)
    seats = min(rules.SEATS) if players is None else players
    dice = Dice(seed)
    bar = Bar(games, "games", sys.stderr)
    played = []
    try:
        for number in range(games):
            bar.reach(number)
            played.append(play_out(rules, seats, options, dice))
    finally:
        bar.clear()
    report = Report(
        game=rules.NAME,
        players=seats,
        options=options,
        seed=seed,
        games=games,
        moves=_spread(game.moves for game in played),
        points=_spread(total for game in played for total in _totals(game)),
        winning_points=_spread(max(_totals(game)) for game in played),
        sources=tuple(_sources(played)),
        wins=_wins(played, seats),
    )
    print(msgspec.json.encode(report).decode() if as_json else _in_words(rules, report))


def play_out(rules: Rules, seats: int, options: Any, chance: Chance) -> Game:
    """A game in which every seat moves at random."""
    state = lay(rules, seats, options, chance)
    first = min(rules.seats_to_move(state))
    moves = 0
    while movers := rules.seats_to_move(state):
        events = play_at_random(rules, state, min(movers), chance)
        state = reduce(rules.apply, events, state)
        moves += 1
    outcome = rules.outcome(state)
    end = rules.view(state, None)
    order = [Seat((first + i) % seats) for i in range(seats)]
    return Game(
        moves=moves,
        points=tuple(rules.points(end, seat) for seat in order),
        winners=tuple(order.index(seat) for seat in outcome.winners) if outcome else (),
    )


def _totals(game: Game) -> list[int]:
    return [sum(point.amount for point in points) for points in game.points]


def _spread(numbers: Iterable[int]) -> Spread:
    values = list(numbers)
    return Spread(round(fmean(values), 2), min(values), median(values), max(values))


def _sources(games: Sequence[Game]) -> Iterable[Source]:
    points = [point for game in games for seat in game.points for point in seat]
    titles = {point.source: point.title for point in points}
    seats = Counter(point.source for point in points)
    earned = Counter(point.source for point in points if point.amount)
    amounts: Counter[str] = Counter()
    for point in points:
        amounts[point.source] += point.amount
    for source in sorted(titles, key=lambda source: _by_number(titles[source])):
        mean = round(amounts[source] / seats[source], 2)
        yield Source(source, titles[source], seats[source], earned[source], mean)


def _by_number(title: str) -> str:
    """A key that sorts goal 10 behind goal 9."""
    return re.sub(r"\d+", lambda digits: digits[0].zfill(9), title)


def _wins(games: Sequence[Game], seats: int) -> tuple[int, ...]:
    wins = Counter(winner for game in games for winner in game.winners)
    return tuple(wins[seat] for seat in range(seats))


def _in_words(rules: Rules, report: Report) -> str:
    options = "".join(
        f", {name.replace('_', ' ')} {value}"
        for name, value in msgspec.to_builtins(report.options).items()
    )
    spreads = [["", "mean", "low", "middle", "high"]]
    for title, spread in (
        ("moves in a game", report.moves),
        ("points of a seat", report.points),
        ("points of the best", report.winning_points),
    ):
        numbers = (f"{spread.mean:.1f}", f"{spread.low}", f"{spread.middle:g}", f"{spread.high}")
        spreads.append([title, *numbers])
    sources = [["where points come from", "seats", "earned by", "", "points a seat"]]
    sources += [
        [s.title, f"{s.seats}", f"{s.earned}", f"{s.earned / s.seats:.1%}", f"{s.mean:.2f}"]
        for s in report.sources
    ]
    wins = [["wins, by seat from the first player", "", ""]]
    wins += [
        [f"seat {i + 1}", f"{won}", f"{won / report.games:.1%}"]
        for i, won in enumerate(report.wins)
    ]
    about = f"{report.games} random games, players {report.players}{options}, seed {report.seed}"
    return "\n\n".join(
        [f"{rules.TITLE}: {about}", columns(spreads), columns(sources), columns(wins)]
    )
