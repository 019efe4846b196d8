"""`ludoteca simulate`: play many games with random moves or bots, and print statistics."""

import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import reduce
from statistics import fmean, median
from typing import Any

import msgspec
from msgspec import UNSET, Struct
from msgspec.structs import asdict

from ludoteca.bots import Strategy
from ludoteca.cli.table import find_bot, find_game, play_on, read_options, seat_bots, set_up
from ludoteca.games import Chance, Dice, Point, Rules, Seat, replay
from ludoteca.games.contract import Options
from ludoteca.games.seating import playing_order
from ludoteca.messages import GameStarted, MovePlayed, Record
from ludoteca.ui import Bar, columns
from ludoteca.ui.draw import counted


class PlayedGame(Struct, frozen=True):
    """Result of a game; seats are counted from the first player."""

    first: Seat
    moves: int
    points: tuple[tuple[Point, ...], ...]
    winners: tuple[int, ...]


class Spread(Struct, frozen=True):
    """Distribution of a number over many games."""

    mean: float
    low: int
    middle: float
    high: int


class Source(Struct, frozen=True):
    """A source of points: the seats that could earn points, those that did, and the mean."""

    source: str
    title: str
    seats: int
    earned: int
    mean: float


class BotScore(Struct, frozen=True):
    """Results of the bot in one seat."""

    bot: str
    wins: int
    points: float


class Report(Struct, frozen=True, omit_defaults=True):
    """Statistics of the games."""

    game: str
    players: int
    options: dict[str, Any]
    seed: int
    games: int
    moves: Spread
    points: Spread
    winning_points: Spread
    sources: tuple[Source, ...]
    wins: tuple[int, ...]
    """Wins by seat, counted from the first player."""
    bots: tuple[BotScore, ...] = ()
    """Results of bots by seat at the table; unlike `wins`, not from the first player."""


def simulate(  # noqa: PLR0913 - the words of the command
    name: str,
    players: int | None,
    settings: Sequence[str],
    *,
    seed: int,
    games: int,
    bots: str | None,
    as_json: bool,
) -> None:
    """Play the games with a progress bar and print the report."""
    rules = find_game(name)
    options = read_options(rules, settings)
    seats = min(rules.SEATS) if players is None else players
    names = seat_bots(bots, rules, seats) if bots is not None else ()
    strategies = [find_bot(name, rules) for name in names] if names else [None] * seats
    dice = Dice(seed)
    bar = Bar(games, "games", sys.stderr)
    played = []
    try:
        for number in range(games):
            bar.reach(number)
            played.append(play_out(rules, strategies, options, dice))
    finally:
        bar.clear()
    report = Report(
        game=rules.NAME,
        players=seats,
        options={name: value for name, value in asdict(options).items() if value is not UNSET},
        seed=seed,
        games=games,
        moves=_spread(game.moves for game in played),
        points=_spread(total for game in played for total in _totals(game)),
        winning_points=_spread(max(_totals(game)) for game in played),
        sources=tuple(_sources(played)),
        wins=_wins(played, seats),
        bots=tuple(_score(played, Seat(seat), bot) for seat, bot in enumerate(names)),
    )
    print(msgspec.json.encode(report).decode() if as_json else _in_words(rules, report))


def play_out(
    rules: Rules,
    strategies: Sequence[Strategy | None],
    options: Options,
    chance: Chance,
    record: Callable[[Record], None] = lambda _: None,
) -> PlayedGame:
    """Play a game to its end; seats without a strategy move at random."""
    seats = len(strategies)
    events = set_up(rules, seats, options, chance)
    record(GameStarted(tuple(events)))
    state = replay(rules, events)
    first = rules.view(state, None).first
    moves = 0
    while movers := rules.seats_to_move(state):
        seat = min(movers)
        events = play_on(rules, state, seat, strategies[seat], chance)
        record(MovePlayed(seat, tuple(events)))
        state = reduce(rules.apply, events, state)
        moves += 1
    outcome = rules.outcome(state)
    end = rules.view(state, None)
    order = playing_order(first, seats)
    return PlayedGame(
        first=first,
        moves=moves,
        points=tuple(rules.points(end, seat) for seat in order),
        winners=tuple(order.index(seat) for seat in outcome.winners) if outcome else (),
    )


def _totals(game: PlayedGame) -> list[int]:
    return [sum(point.amount for point in points) for points in game.points]


def _spread(numbers: Iterable[int]) -> Spread:
    values = list(numbers)
    return Spread(round(fmean(values), 2), min(values), median(values), max(values))


def _sources(games: Sequence[PlayedGame]) -> Iterable[Source]:
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
    """Return a sort key that orders goal 9 before goal 10."""
    return re.sub(r"\d+", lambda digits: digits[0].zfill(9), title)


def _wins(games: Sequence[PlayedGame], seats: int) -> tuple[int, ...]:
    wins = Counter(winner for game in games for winner in game.winners)
    return tuple(wins[seat] for seat in range(seats))


def _score(games: Sequence[PlayedGame], seat: Seat, bot: str) -> BotScore:
    """Summarize the games of the bot in one seat."""
    places = [(seat - game.first) % len(game.points) for game in games]
    wins = sum(place in game.winners for place, game in zip(places, games, strict=True))
    points = fmean(_totals(game)[place] for place, game in zip(places, games, strict=True))
    return BotScore(bot, wins, round(points, 2))


def _in_words(rules: Rules, report: Report) -> str:
    options = "".join(
        f", {name.replace('_', ' ')} {value}" for name, value in report.options.items()
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
    bots = [["bots, by seat of the table", "wins", "", "points"]]
    bots += [
        [score.bot, f"{score.wins}", f"{score.wins / report.games:.1%}", f"{score.points:.2f}"]
        for score in report.bots
    ]
    kinds = ("bot game", "bot games") if report.bots else ("random game", "random games")
    games = counted(report.games, *kinds)
    about = f"{games}, players {report.players}{options}, seed {report.seed}"
    tables = [spreads, sources, wins, bots] if report.bots else [spreads, sources, wins]
    return "\n\n".join([f"{rules.TITLE}: {about}", *map(columns, tables)])
