"""Statistics and a chart of the results of an arena run.

They show win rates, margins, ratings and thinking times.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from math import log10, sqrt
from statistics import fmean, median, stdev
from typing import Any
from xml.sax.saxutils import escape

from msgspec import Struct

from ludoteca.cli.arena.games import ArenaGame
from ludoteca.ui import columns

SURE = 1.96
"""Half-width of a 95% confidence interval, in standard deviations."""
YARDSTICK, ELO = "greedy", 1500.0
"""Reference bot and its rating; in a run without that bot, the rating is the mean."""

CHART, NUMBER, LETTER = 400, 150, 7
"""Widths of the bars, of the numbers and of a letter in the chart."""
ROW, TOP = 26, 56
INK, SOFT, BAR, REACH = "#222222", "#cccccc", "#7aa6c2", "#1d4e6b"


class Spread(Struct, frozen=True):
    """A number with its 95% confidence interval."""

    value: float
    low: float
    high: float


class Times(Struct, frozen=True):
    """Milliseconds spent per move."""

    median: float
    p95: float
    longest: float


class Standing(Struct, frozen=True):
    """Results of one player; a bot that holds two seats counts as two players."""

    player: str
    games: int
    wins: int
    draws: int
    """Wins shared with other players."""
    rate: Spread
    """Share of games won alone."""
    points: float
    margin: Spread
    """Lead in points over the best opponent; in solo games, the points themselves."""


class Table(Struct, frozen=True):
    """Results of the games played by one group of players."""

    players: tuple[str, ...]
    games: int
    standings: tuple[Standing, ...]


class Report(Struct, frozen=True):
    """Results of an arena run."""

    game: str
    title: str
    options: dict[str, Any]
    seed: int
    budget: float
    games: int
    planned: int
    moves: float
    """Mean number of moves per game."""
    standings: tuple[Standing, ...]
    """Results over all tables."""
    tables: tuple[Table, ...]
    elo: dict[str, float]
    times: dict[str, Times]


def report_on(  # noqa: PLR0913 - fields of the report
    games: Sequence[ArenaGame],
    *,
    game: str,
    title: str,
    options: dict[str, Any],
    seed: int,
    budget: float,
    planned: int,
) -> Report:
    """Summarize one or more games."""
    tables: dict[tuple[str, ...], list[ArenaGame]] = defaultdict(list)
    for one in games:
        tables[tuple(sorted(one.players))].append(one)
    return Report(
        game=game,
        title=title,
        options=options,
        seed=seed,
        budget=budget,
        games=len(games),
        planned=planned,
        moves=round(fmean(one.moves for one in games), 1),
        standings=_standings(games),
        tables=tuple(
            Table(played[0].players, len(played), _standings(played)) for played in tables.values()
        ),
        elo=ratings(games),
        times=_times(games),
    )


def wilson(wins: int, games: int) -> Spread:
    """Return a share of games with its Wilson score interval (1927), which stays within 0 to 1."""
    rate, square = wins / games, SURE * SURE / games
    middle = (rate + square / 2) / (1 + square)
    reach = SURE * sqrt(rate * (1 - rate) / games + square / games / 4) / (1 + square)
    low, high = max(0.0, middle - reach), min(1.0, middle + reach)
    return Spread(round(rate, 4), round(low, 4), round(high, 4))


def ratings(games: Iterable[ArenaGame]) -> dict[str, float]:
    """Return the Elo ratings that make these results most likely.

    Players win in proportion to their strength (Bradley-Terry; Plackett-Luce at larger tables),
    estimated by Hunter's iteration (2004). Each player also gets half a win and half a loss against
    a player of mean strength, so that a player who always wins has a finite rating.
    """
    tables: Counter[tuple[str, ...]] = Counter()
    wins: defaultdict[str, float] = defaultdict(float)
    for game in games:
        if len(set(game.players)) > 1 and game.winners:
            tables[tuple(sorted(game.players))] += 1
            for seat in game.winners:
                wins[game.players[seat]] += 1 / len(game.winners)
    players = sorted({name for table in tables for name in table})
    strength = dict.fromkeys(players, 1.0)
    for _ in range(10_000):
        share = {name: 1 / (1 + strength[name]) for name in players}
        for table, count in tables.items():
            whole = count / sum(strength[name] for name in table)
            for name in table:
                share[name] += whole
        after = {name: (wins[name] + 0.5) / share[name] for name in players}
        changed = max((abs(after[n] / strength[n] - 1) for n in players), default=0.0)
        strength = after
        if changed < 1e-9:
            break
    elo = {name: 400 * log10(strength[name]) for name in players}
    zero = elo[YARDSTICK] if YARDSTICK in elo else fmean(elo.values()) if elo else 0.0
    ranked = sorted(elo, key=lambda name: -elo[name])
    return {name: round(ELO + elo[name] - zero, 1) for name in ranked}


def in_words(report: Report) -> str:
    """Format the report as text tables."""
    options = "".join(f", {name.replace('_', ' ')} {v}" for name, v in report.options.items())
    budget = f", budget {report.budget:g}" if report.budget != 1 else ""
    rest = f" of {report.planned}" if report.games < report.planned else ""
    noun = "game" if report.games == 1 and not rest else "games"
    about = f"{report.title}: {report.games}{rest} {noun}{options}{budget}, seed {report.seed}"
    parts = [about, _standings_in_words(report)]
    if len(report.tables) > 1:
        parts += [columns(_meetings_in_words(report.tables))]
    times = [["milliseconds a move", "median", "95 in 100", "longest"]]
    for player, time in report.times.items():
        times.append([player, *(f"{ms:.2f}" for ms in (time.median, time.p95, time.longest))])
    return "\n\n".join([*parts, columns(times)])


def _standings_in_words(report: Report) -> str:
    head = ["player", "games", "won", "", "95% interval", "draws", "points", "ahead by", "Elo"]
    rows = [
        [
            one.player,
            f"{one.games}",
            f"{one.wins}",
            f"{one.rate.value:.1%}",
            f"{one.rate.low:.1%} to {one.rate.high:.1%}",
            f"{one.draws}",
            f"{one.points:.1f}",
            f"{one.margin.value:+.1f} ({one.margin.low:+.1f} to {one.margin.high:+.1f})",
            *([f"{report.elo[one.player]:.0f}"] if one.player in report.elo else []),
        ]
        for one in report.standings
    ]
    return columns([head if report.elo else head[:-1], *rows])


def _meetings_in_words(tables: Sequence[Table]) -> list[list[str]]:
    """Return a row for each table: players, games, the best win rate and its interval."""
    rows = [["table", "games", "won", "95% interval"]]
    for table in tables:
        best = max(table.standings, key=lambda one: one.rate.value)
        interval = f"{best.rate.low:.1%} to {best.rate.high:.1%}"
        won = f"{best.player} {best.rate.value:.1%}"
        rows.append([", ".join(table.players), f"{table.games}", won, interval])
    return rows


def _standings(games: Sequence[ArenaGame]) -> tuple[Standing, ...]:
    seats: dict[str, list[tuple[ArenaGame, int]]] = defaultdict(list)
    for game in games:
        for seat, name in enumerate(game.players):
            seats[name].append((game, seat))
    standings = [_standing(name, played) for name, played in seats.items()]
    return tuple(sorted(standings, key=lambda one: (-one.rate.value, one.player)))


def _standing(player: str, played: Sequence[tuple[ArenaGame, int]]) -> Standing:
    wins = sum(game.winners == (seat,) for game, seat in played)
    draws = sum(seat in game.winners and len(game.winners) > 1 for game, seat in played)
    margins = [_margin(game, seat) for game, seat in played]
    middle = fmean(margins)
    reach = SURE * stdev(margins) / sqrt(len(margins)) if len(margins) > 1 else 0.0
    return Standing(
        player=player,
        games=len(played),
        wins=wins,
        draws=draws,
        rate=wilson(wins, len(played)),
        points=round(fmean(game.points[seat] for game, seat in played), 2),
        margin=Spread(round(middle, 2), round(middle - reach, 2), round(middle + reach, 2)),
    )


def _margin(game: ArenaGame, seat: int) -> int:
    others = [points for other, points in enumerate(game.points) if other != seat]
    return game.points[seat] - max(others, default=0)


def _times(games: Sequence[ArenaGame]) -> dict[str, Times]:
    times: dict[str, list[float]] = defaultdict(list)
    for game in games:
        for name, seconds in zip(game.players, game.times, strict=True):
            times[name] += [1000 * second for second in seconds]
    return {name: _time(sorted(all_of_it)) for name, all_of_it in sorted(times.items())}


def _time(times: Sequence[float]) -> Times:
    middle, rare, longest = median(times), times[len(times) * 95 // 100], times[-1]
    return Times(round(middle, 2), round(rare, 2), round(longest, 2))


def plot(report: Report) -> str:
    """Draw win rates with confidence intervals as SVG: a bar for each player at each table."""
    rows = [
        (f"{one.player} with {_others(one, table.players)}", one)
        for table in report.tables
        for one in table.standings
    ]
    left = 20 + LETTER * max(len(label) for label, _ in rows)
    width, height = left + CHART + NUMBER, TOP + ROW * len(rows) + 34
    title = f"{report.title}: games won, with 95% intervals"
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" font-family="sans-serif" font-size="13" role="img">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{width}" height="{height}" fill="white"/>',
        _text(12, 24, f"{title} ({report.games} games, seed {report.seed})", size=15),
        *_scale(left, TOP + ROW * len(rows)),
    ]
    for place, (label, one) in enumerate(rows):
        lines += _bar(left, TOP + ROW * place, label, one)
    return "\n".join([*lines, "</svg>", ""])


def _others(one: Standing, players: tuple[str, ...]) -> str:
    others = list(players)
    others.remove(one.player)
    return ", ".join(others) or "nobody"


def _scale(left: int, bottom: int) -> Iterator[str]:
    for percent in (0, 25, 50, 75, 100):
        x = left + CHART * percent // 100
        yield f'<path d="M{x} {TOP - 8}V{bottom}" stroke="{SOFT}"/>'
        yield _text(x, bottom + 20, f"{percent}%", anchor="middle")


def _bar(left: int, top: int, label: str, one: Standing) -> Iterator[str]:
    rate = one.rate
    value, low, high = (round(CHART * part, 1) for part in (rate.value, rate.low, rate.high))
    middle = top + ROW // 2 - 3
    yield _text(left - 8, top + 15, label, anchor="end")
    yield f'<rect x="{left}" y="{top}" width="{value}" height="{ROW - 6}" fill="{BAR}"/>'
    yield (
        f'<path d="M{left + low} {middle}H{left + high}'
        f'M{left + low} {middle - 4}v8M{left + high} {middle - 4}v8" '
        f'stroke="{REACH}" stroke-width="1.5"/>'
    )
    yield _text(left + CHART + 14, top + 15, f"{rate.value:.1%}, {one.points:.1f} points")


def _text(x: float, y: float, text: str, *, anchor: str = "start", size: int = 13) -> str:
    where = f'x="{x}" y="{y}" text-anchor="{anchor}" font-size="{size}"'
    return f'<text {where} fill="{INK}">{escape(text)}</text>'
