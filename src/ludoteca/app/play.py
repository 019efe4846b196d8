"""`ludoteca play`: a game at the keyboard, against bots."""

import secrets
import sys
from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import islice
from typing import Any

from ludoteca.app.complaint import counted
from ludoteca.app.points import points_table
from ludoteca.app.table import find_bot, find_game, lay, play_on, read_options
from ludoteca.bots import Mind, offered
from ludoteca.bots.teacher import hint, sentence, teaches
from ludoteca.clients import named, shown
from ludoteca.games import Chance, Dice, Refusal, Rules, Seat
from ludoteca.messages import BOT_NAMES

YOU = Seat(0)
USUAL = "greedy"
"""The bot of those who do not say which."""
HELP = """  a move       written as the last line of the drawing says
  moves        some of the moves you may play
  board        the drawing again
  hint         what a bot would play, and why
  quit         leave the game"""


class Quit(Exception):  # noqa: N818 - not an error
    """The person has had enough."""


def play(
    name: str, players: int | None, settings: Sequence[str], seed: int | None, against: str | None
) -> None:
    """Play a game to its end, or until the person leaves."""
    rules = find_game(name)
    seats = min(rules.SEATS) if players is None else players
    against = against or (_ask_level(rules) if seats > 1 and sys.stdin.isatty() else USUAL)
    bot = find_bot(against, rules)
    options = read_options(rules, settings)
    dice = Dice(secrets.randbits(32) if seed is None else seed)
    state = lay(rules, seats, options, dice)
    titles = ["You", *(f"{bot_name} ({against})" for bot_name in BOT_NAMES[: seats - 1])]
    print(f"{rules.TITLE}. You are seat 1; 'help' lists what you can say.")
    for seat, other in enumerate(titles[1:], start=2):
        print(f"Seat {seat} is {other}.")
    try:
        while movers := rules.seats_to_move(state):
            state = _turn(rules, state, min(movers), bot, dice)
    except Quit:
        print("\nYou left the game.")
        return
    _show(rules, rules.draw(rules.view(state, YOU)))
    _show(rules, "\n" + points_table(rules, rules.view(state, YOU), titles))


def _ask_level(rules: Rules) -> str:
    """The level of the bots, from the weakest to the strongest that this game has."""
    levels = offered(rules.NAME)
    while True:
        try:
            said = input(f"Against which bots? {', '.join(levels)} [{USUAL}]: ").strip().lower()
        except EOFError:
            return USUAL
        if not said or said in levels:
            return said or USUAL


def _turn(rules: Rules, state: Any, seat: Seat, bot: Mind, chance: Chance) -> Any:
    """The state after one move of `seat`: asked for, or chosen by the bot."""
    if seat == YOU:
        _show(rules, rules.draw(rules.view(state, YOU)))
        events = _ask(rules, state, chance)
    else:
        events = play_on(rules, state, seat, bot, chance)
    for event in events:
        if (seen := rules.redact(event, YOU)) is not None:
            _show(rules, f"  {rules.describe(seen)}")
    return reduce(rules.apply, events, state)


def _ask(rules: Rules, state: Any, chance: Chance) -> Sequence[Any]:
    """The events of the first legal move that the person types."""
    for line in _lines():
        match line:
            case "":
                continue
            case "help" | "h" | "?":
                _show(rules, HELP)
            case "quit" | "q" | "exit":
                raise Quit
            case "board" | "b":
                _show(rules, rules.draw(rules.view(state, YOU)))
            case "hint":
                _show(rules, _hint(rules, state))
            case "moves" | "m":
                print("\n".join(_some_moves(rules, state)))
            case _:
                move = rules.read_move(line)
                events = move if isinstance(move, Refusal) else rules.play(state, YOU, move, chance)
                if not isinstance(events, Refusal):
                    return events
                _show(rules, events.detail)
    raise Quit


def _lines() -> Iterator[str]:
    """What the person types, line by line, until the end of input."""
    while True:
        try:
            yield input("Your move: " if sys.stdin.isatty() else "").strip().lower()
        except EOFError:
            return


def _some_moves(rules: Rules, state: Any) -> Iterator[str]:
    """A dozen legal moves at most, spread over all of them."""
    moves = list(rules.legal_moves(state, YOU))
    for move in islice(moves, 0, None, -(-len(moves) // 12)):
        yield f"  {rules.write_move(move)}"
    yield f"  ({counted(len(moves), 'move')} in all)"


def _hint(rules: Rules, state: Any) -> str:
    """What a bot would play, and why; it has luck of its own, so that the game stays the same."""
    if not teaches(rules.NAME):
        return "This game has no teacher."
    advice = hint(rules, state, YOU, Dice(0))
    return sentence(rules.NAME, advice) if advice else ""


def _show(rules: Rules, text: str) -> None:
    print(shown(rules.NAME, named(text, ("", *BOT_NAMES)), sys.stdout))
