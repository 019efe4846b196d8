"""`ludoteca play`: play against bots at the keyboard."""

import secrets
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import reduce
from itertools import islice

from ludoteca.bots import Strategy, offered
from ludoteca.bots.teacher import hint, sentence, teaches
from ludoteca.cli.table import find_bot, find_game, lay, play_on, points_table, read_options
from ludoteca.games import Chance, Dice, Refusal, Rules, Seat
from ludoteca.games.contract import Event, State, View
from ludoteca.games.seating import TurnPassed
from ludoteca.messages import BOT_NAMES
from ludoteca.ui import level_name, level_of, named, shown, spoken_to
from ludoteca.ui.draw import counted

YOU = Seat(0)
USUAL = "greedy"
"""The default bot."""
BOARD = "board"
"""Part of a drawing that is repeated during a turn."""
HELP = """  a move       as listed by 'moves'
  moves        list some legal moves
  table        draw the whole table again
  hint         show a bot's move and its reasons
  quit         leave the game"""


HELP_HINT = "'help' lists what you can type."


class Quit(Exception):
    """The player has left the game."""


def play(
    name: str, players: int | None, settings: Sequence[str], seed: int | None, against: str | None
) -> None:
    """Play a game to its end, or until the player leaves."""
    rules = find_game(name)
    seats = min(rules.SEATS) if players is None else players
    against = against or (_ask_level(rules) if seats > 1 and sys.stdin.isatty() else USUAL)
    bot = find_bot(against, rules)
    options = read_options(rules, settings)
    dice = Dice(secrets.randbits(32) if seed is None else seed)
    state = lay(rules, seats, options, dice)
    level = level_name(level_of(against))
    others = [f"{bot_name} ({level})" for bot_name in BOT_NAMES[: seats - 1]]
    rivals = f" You play against {_listed(others)}." if others else ""
    _show(rules, f"{rules.TITLE}.{rivals} {HELP_HINT}\n")
    try:
        state, news = _play_on(rules, state, bot, dice)
    except Quit:
        print("\nYou left the game.")
        return
    view = rules.view(state, YOU)
    _show(rules, rules.draw(view))
    _show(rules, f"\n{points_table(rules, view, ['You', *others])}\n")
    _show(rules, "\n".join(news))


def _listed(names: Sequence[str]) -> str:
    """Join names as in a sentence."""
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last


def _ask_level(rules: Rules) -> str:
    """Ask for the level of the bots, from the weakest to the strongest of this game."""
    levels = offered(rules.NAME)
    numbered = {str(number): level for number, level in enumerate(levels, start=1)}
    names = ", ".join(f"{number} {level_name(level)}" for number, level in numbered.items())
    usual = level_name(USUAL)
    while True:
        try:
            said = input(f"Bots: {names} [{usual}]: ").strip().lower()
        except EOFError:
            return USUAL
        level = numbered.get(said) or level_of(said)
        if not said or level in levels:
            return level or USUAL
        print(f"There are no bots of that level. Type one of these, or press Enter for {usual}.")


def _play_on(rules: Rules, state: State, bot: Strategy, chance: Chance) -> tuple[State, list[str]]:
    """Play a game to its end; return the final state and the latest events in words."""
    news: list[str] = []
    whole = True
    while movers := rules.seats_to_move(state):
        seat = min(movers)
        if seat == YOU:
            _look(rules, state, news, whole=whole or rules.turn_begins(state, YOU))
            news, whole = [], False
            events = _ask(rules, state, chance)
        else:
            events = play_on(rules, state, seat, bot, chance)
        seen = (rules.redact(event, YOU) for event in events)
        told = (event for event in seen if event is not None and not isinstance(event, TurnPassed))
        news += [f"  {rules.describe(event)}" for event in told]
        state = reduce(rules.apply, events, state)
    return state, news


def _look(rules: Rules, state: State, news: Sequence[str], *, whole: bool) -> None:
    """Show the table, the latest events and the next task.

    During a turn the player's own board is enough, if the game can draw it.
    """
    view, parts = rules.view(state, YOU), _parts(rules)
    drawing = rules.draw(view) if whole or BOARD not in parts else "\n".join(parts[BOARD](view))
    due = [rules.due(view)] if hasattr(rules, "due") else []
    _show(rules, "\n".join([drawing, "", *news, *due]))


def _parts(rules: Rules) -> Mapping[str, Callable[[View], Iterable[str]]]:
    """Return the parts of a drawing that the game can draw on their own."""
    found: Mapping[str, Callable[[View], Iterable[str]]] = getattr(rules, "PARTS", {})
    return found


def _help(rules: Rules) -> str:
    parts = ", ".join(_parts(rules))
    return f"{HELP}\n  {parts}: draw a part of the table" if parts else HELP


def _ask(rules: Rules, state: State, chance: Chance) -> Sequence[Event]:
    """Ask for moves until one is legal, and return its events."""
    parts, view = _parts(rules), rules.view(state, YOU)
    for line in _lines():
        match line:
            case "":
                continue
            case "help" | "h" | "?":
                _show(rules, _help(rules))
            case "quit" | "q" | "exit":
                raise Quit
            case _ if line in parts:
                _show(rules, "\n".join(parts[line](view)))
            case "table" | "t" | "board" | "b":
                _show(rules, rules.draw(view))
            case "hint":
                _show(rules, _hint(rules, state))
            case "moves" | "m":
                print("\n".join(_some_moves(rules, state)))
            case _:
                move = rules.read_move(line)
                unread = isinstance(move, Refusal)
                events = move if unread else rules.play(state, YOU, move, chance)
                if not isinstance(events, Refusal):
                    return events
                _show(rules, f"{events.detail} {HELP_HINT}" if unread else events.detail)
    raise Quit


def _lines() -> Iterator[str]:
    """Yield the lines that the player types."""
    while True:
        try:
            yield input("Your move: " if sys.stdin.isatty() else "").strip().lower()
        except EOFError:
            return


def _some_moves(rules: Rules, state: State) -> Iterator[str]:
    """Yield at most a dozen legal moves, spread over all of them."""
    moves = list(rules.legal_moves(state, YOU))
    for move in islice(moves, 0, None, -(-len(moves) // 12)):
        yield f"  {rules.write_move(move)}"
    yield f"  ({counted(len(moves), 'move')} in all)"


def _hint(rules: Rules, state: State) -> str:
    """Ask a bot for a move and its reason; its own seed leaves the game unchanged."""
    if not teaches(rules.NAME):
        return "There are no hints for this game."
    advice = hint(rules, state, YOU, Dice(0))
    if not advice:
        return ""
    return f"{sentence(rules.NAME, advice)}\n  Type: {rules.write_move(advice.move)}"


def _show(rules: Rules, text: str) -> None:
    print(shown(rules.NAME, named(spoken_to(text, YOU), ("", *BOT_NAMES)), sys.stdout))
