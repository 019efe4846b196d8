"""From the words of a command line to a game and a laid table."""

from collections.abc import Sequence
from functools import reduce
from typing import Any

import msgspec

from ludoteca.app.complaint import Complaint
from ludoteca.games import GAMES, Chance, Refusal, Rules, Seat, replay


def find_game(name: str) -> Rules:
    """The game of this name."""
    if name not in GAMES:
        raise Complaint(f"there is no game '{name}' (games: {', '.join(GAMES)})")
    return GAMES[name]


def read_options(rules: Rules, settings: Sequence[str]) -> Any:
    """The options of a game, from texts like `edition=english`."""
    pairs = dict(setting.partition("=")[::2] for setting in settings)
    try:
        return msgspec.convert(pairs, rules.OPTIONS, strict=False)
    except msgspec.ValidationError as error:
        names = ", ".join(field.name for field in msgspec.structs.fields(rules.OPTIONS))
        raise Complaint(f"bad option: {error} (options: {names or 'none'})") from None


def lay(rules: Rules, seats: int, options: Any, chance: Chance) -> Any:
    """The state of a table that has just been laid."""
    events = rules.setup(seats, options, chance)
    if isinstance(events, Refusal):
        raise Complaint(events.detail)
    return replay(rules, events)


def play_at_random(rules: Rules, state: Any, seat: Seat, chance: Chance) -> tuple[Any, Any]:
    """A random move of `seat`, and the state after it."""
    move = rules.sample(state, seat, chance)
    events = rules.play(state, seat, move, chance)
    if isinstance(events, Refusal):
        raise RuntimeError(f"{rules.write_move(move)} was offered and refused: {events.code}")  # noqa: TRY004
    return move, reduce(rules.apply, events, state)
