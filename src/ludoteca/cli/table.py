"""Games, options, bots and tables given as command-line arguments."""

from collections.abc import Sequence
from pathlib import Path
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin

import msgspec

from ludoteca.bots import BOTS, LEVELS, Question, Strategy, offered
from ludoteca.cli.complaint import Complaint
from ludoteca.games import GAMES, Chance, Refusal, Rules, Seat, View, replay
from ludoteca.games.contract import Event, Options, State
from ludoteca.games.positions import read_position
from ludoteca.ui import columns, level_name, level_of


def points_table(rules: Rules, view: View, names: Sequence[str]) -> str:
    """Format the points of all seats by source, as far as the view shows them."""
    points = [rules.points(view, Seat(seat)) for seat in range(len(names))]
    rows = [["points", *names]]
    rows += [
        [sources[0].title, *(str(point.amount) for point in sources)]
        for sources in zip(*points, strict=True)
    ]
    rows.append(["total", *(str(sum(point.amount for point in seat)) for seat in points)])
    return columns(rows)


def find_game(name: str) -> Rules:
    if name not in GAMES:
        raise Complaint(f"there is no game '{name}' (games: {', '.join(GAMES)})")
    return GAMES[name]


def about(rules: Rules) -> str:
    """Describe a game: name, title, number of players and options."""
    fewest, most = min(rules.SEATS), max(rules.SEATS)
    players = f"{fewest} to {most}" if fewest < most else f"{fewest}"
    options = [
        f"{field.name}={'|'.join(_choices(field.type))}"
        for field in msgspec.structs.fields(rules.OPTIONS)
    ]
    chosen = f"; options {', '.join(options)}" if options else ""
    return f"{rules.NAME} ({rules.TITLE}, {players} players{chosen})"


def read_options(rules: Rules, settings: Sequence[str]) -> Options:
    """Read a game's options from strings such as `edition=english`."""
    known = {field.name: _choices(field.type) for field in msgspec.structs.fields(rules.OPTIONS)}
    chosen: dict[str, object] = {}
    for setting in settings:
        name, _, value = setting.partition("=")
        if name not in known:
            raise Complaint(f"there is no option '{name}' (options: {', '.join(known) or 'none'})")
        if name in chosen:
            raise Complaint(f"option {name} is given twice")
        if value not in known[name]:
            raise Complaint(f"option {name} cannot be '{value}' (it is {' or '.join(known[name])})")
        chosen[name] = known[name][value]
    return rules.OPTIONS(**chosen)


def _choices(kind: Any) -> dict[str, object]:
    """Return the values of an option, each with its spelling."""
    if get_origin(kind) in (Union, UnionType):  # an option that may be omitted
        kind, *_ = get_args(kind)
    values = get_args(kind) if get_origin(kind) is Literal else tuple(kind)
    return {str(value): value for value in values}


def set_up(rules: Rules, seats: int, options: Options, chance: Chance) -> list[Event]:
    """Return the events that begin a game."""
    events = rules.setup(seats, options, chance)
    if isinstance(events, Refusal):
        raise Complaint(events.detail)
    return events


def lay(rules: Rules, seats: int, options: Options, chance: Chance) -> State:
    """Return the initial state of a game."""
    return replay(rules, set_up(rules, seats, options, chance))


def read_file(rules: Rules, path: str) -> State:
    """Return the position in a file."""
    try:
        return read_position(rules, Path(path).read_text(encoding="utf-8"))
    except OSError as error:
        raise Complaint(f"cannot read {path}: {error.strerror}") from None
    except ValueError as error:
        raise Complaint(f"no game can go on from {path}: {error}") from None


def find_bot(name: str, rules: Rules) -> Strategy:
    """Return the bot with this name, if it can play this game."""
    here = [bot for bot in BOTS if bot not in LEVELS or bot in offered(rules.NAME)]
    if level_of(name) not in here:
        called = (f"{bot} ({level_name(bot)})" if level_name(bot) != bot else bot for bot in here)
        raise Complaint(f"there is no bot '{name}' (bots: {', '.join(called)})")
    return BOTS[level_of(name)]


def seat_bots(names: str, rules: Rules, seats: int) -> tuple[str, ...]:
    """Return the name of the bot in each seat, from a string such as `greedy,uniform`."""
    bots = tuple(map(level_of, names.split(",")))
    for name in bots:
        find_bot(name, rules)
    if len(bots) not in (1, seats):
        raise Complaint(
            f"name one bot, or one for each player (bots: {len(bots)}, players: {seats})"
        )
    return bots if len(bots) == seats else bots * seats


def play_on(
    rules: Rules, state: State, seat: Seat, bot: Strategy | None, chance: Chance
) -> list[Event]:
    """Play one move for `seat`, chosen by a bot or at random, and return its events."""
    if bot is None:
        move = rules.sample(state, seat, chance)
    else:
        offered = list(rules.legal_moves(state, seat))
        move = bot(Question(rules, rules.view(state, seat), seat, offered), chance)
    events = rules.play(state, seat, move, chance)
    if isinstance(events, Refusal):
        raise RuntimeError(f"{rules.write_move(move)} was offered and refused: {events.code}")  # noqa: TRY004
    return events
