"""`ludoteca play`: play against bots at the keyboard."""

import argparse
import secrets
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import reduce
from itertools import islice
from typing import NamedTuple

from ludoteca.bots import Strategy, offered
from ludoteca.bots.judging import hint
from ludoteca.bots.teacher import sentence, teaches
from ludoteca.cli.complaint import Complaint
from ludoteca.cli.table import (
    find_bot,
    find_game,
    lay,
    play_on,
    points_table,
    read_file,
    read_options,
)
from ludoteca.games import GAMES, Dice, Refusal, Rules, Seat
from ludoteca.games.contract import Event, State, View
from ludoteca.games.seating import TurnPassed
from ludoteca.messages import BOT_NAMES
from ludoteca.ui import level_name, level_of, named, shown, spoken_to, terminal_rules
from ludoteca.ui.commands import Command, help_text, read_command
from ludoteca.ui.draw import counted
from ludoteca.ui.pager import Pager

YOU = Seat(0)
USUAL = "greedy"
"""The default bot."""
BOARD = "board"
"""The part of a drawing to repeat during a turn."""
UNDONE = "Your last move is taken back, with everything after it."
NOTHING_TO_UNDO = "You have not made a move that could be taken back."
HELP_HINT = "'help' lists what you can type."


class Quit(Exception):
    """The player left the game."""


class Undo(Exception):
    """The player takes back their last move."""


class Position(NamedTuple):
    """A state of the game, and the state of the dice that determine later random events."""

    state: State
    dice: int


def play(arguments: argparse.Namespace) -> None:
    """Play a game to its end, or until the player leaves."""
    pager = Pager()
    rules = find_game(arguments.game or _ask_game(pager))
    state = read_file(rules, arguments.position) if arguments.position else None
    seats = state.seats if state else arguments.players or min(rules.SEATS)
    asks = seats > 1 and sys.stdin.isatty()
    against = arguments.against or (_ask_level(rules, pager) if asks else USUAL)
    bot = find_bot(against, rules)
    options = read_options(rules, arguments.option)
    dice = Dice(secrets.randbits(32) if arguments.seed is None else arguments.seed)
    state = state or lay(rules, seats, options, dice)
    level = level_name(level_of(against))
    others = [f"{bot_name} ({level})" for bot_name in BOT_NAMES[: seats - 1]]
    rivals = f" You play against {_listed(others)}." if others else ""
    game = Game(rules, bot, dice, pager)
    game.show(f"{rules.TITLE}.{rivals} {HELP_HINT}")
    try:
        state, news = game.play_on(state)
    except Quit:
        print("\nYou left the game.")
        return
    view = rules.view(state, YOU)
    game.show(rules.draw(view))
    game.show(f"\n{points_table(rules, view, ['You', *others])}\n")
    game.show("\n".join(news))


def _listed(names: Sequence[str]) -> str:
    """Join names as in a sentence: "a, b and c"."""
    *most, last = names
    return f"{', '.join(most)} and {last}" if most else last


def _ask_game(pager: Pager) -> str:
    """Ask which game to play."""
    if not sys.stdin.isatty():
        raise Complaint(f"name a game (games: {', '.join(GAMES)})")
    numbered = dict(enumerate(GAMES.values(), start=1))
    names = ", ".join(f"{number} {rules.TITLE}" for number, rules in numbered.items())
    usual, *_ = numbered.values()
    while True:
        try:
            said = pager.ask(f"Game: {names} [{usual.TITLE}]: ").strip().lower()
        except EOFError:
            return usual.NAME
        for number, rules in numbered.items():
            if said in {str(number), rules.NAME, rules.TITLE.lower()}:
                return rules.NAME
        if not said:
            return usual.NAME
        print(f"There is no such game. Type one of these, or press Enter for {usual.TITLE}.")


def _ask_level(rules: Rules, pager: Pager) -> str:
    """Ask for the level of the bots; list the game's levels from the weakest to the strongest."""
    levels = offered(rules.NAME)
    numbered = {str(number): level for number, level in enumerate(levels, start=1)}
    names = ", ".join(f"{number} {level_name(level)}" for number, level in numbered.items())
    usual = level_name(USUAL)
    while True:
        try:
            said = pager.ask(f"Bots: {names} [{usual}]: ").strip().lower()
        except EOFError:
            return USUAL
        level = numbered.get(said) or level_of(said)
        if not said or level in levels:
            return level or USUAL
        print(f"There are no bots of that level. Type one of these, or press Enter for {usual}.")


class Game:
    """A game between the player and bots."""

    def __init__(self, rules: Rules, bot: Strategy, dice: Dice, pager: Pager) -> None:
        self._rules = rules
        self._bot = bot
        self._dice = dice
        self._pager = pager
        self._parts: Mapping[str, Callable[[View], Iterable[str]]] = getattr(rules, "PARTS", {})
        """Parts of the table that the game can draw separately."""
        self._before: list[Position] = []
        """Positions in which the player moved, for taking moves back."""

    def play_on(self, state: State) -> tuple[State, list[str]]:
        """Play to the end; return the final state and descriptions of the latest events."""
        rules = self._rules
        news: list[str] = []
        whole = True
        while movers := rules.seats_to_move(state):
            seat = min(movers)
            if seat == YOU:
                self._look(state, news, whole=whole or rules.turn_begins(state, YOU))
                news, whole = [], False
                position = Position(state, self._dice.state)
                try:
                    events = self._ask(state)
                except Undo:
                    state, self._dice.state = self._before.pop()
                    news, whole = [UNDONE], True
                    continue
                self._before.append(position)
            else:
                events = play_on(rules, state, seat, self._bot, self._dice)
            seen = (rules.redact(event, YOU) for event in events)
            told = (one for one in seen if one is not None and not isinstance(one, TurnPassed))
            news += [f"  {rules.describe(one)}" for one in told]
            state = reduce(rules.apply, events, state)
        return state, news

    def _look(self, state: State, news: Sequence[str], *, whole: bool) -> None:
        """Show the table, the latest events and the next task.

        Unless `whole`, draw only the player's own board, if the game can draw it separately.
        """
        rules = self._rules
        view, board = rules.view(state, YOU), self._parts.get(BOARD)
        drawing = rules.draw(view) if whole or board is None else "\n".join(board(view))
        due = [rules.due(view)] if hasattr(rules, "due") else []
        self.show("\n".join([drawing, "", *news, *due]))

    def _ask(self, state: State) -> Sequence[Event]:
        """Ask for moves until one is legal; return its events."""
        rules = self._rules
        for line in self._lines():
            if line in self._parts:
                self.show("\n".join(self._parts[line](rules.view(state, YOU))))
            elif command := read_command(line):
                self._run(command, state)
            elif line:
                move = rules.read_move(line)
                unread = isinstance(move, Refusal)
                events = move if unread else rules.play(state, YOU, move, self._dice)
                if not isinstance(events, Refusal):
                    return events
                self.show(f"{events.detail} {HELP_HINT}" if unread else events.detail)
        raise Quit

    def _run(self, command: Command, state: State) -> None:
        rules = self._rules
        match command:
            case Command.HELP:
                self.show(self._help())
            case Command.MOVES:
                self.show("\n".join(_some_moves(rules, state)))
            case Command.TABLE:
                self.show(rules.draw(rules.view(state, YOU)))
            case Command.HINT:
                self.show(_hint(rules, state))
            case Command.RULES:
                self.show(terminal_rules(rules.NAME))
            case Command.UNDO if self._before:
                raise Undo
            case Command.UNDO:
                self.show(NOTHING_TO_UNDO)
            case Command.EXIT:
                raise Quit

    def _lines(self) -> Iterator[str]:
        """Yield the lines that the player types."""
        while True:
            try:
                yield self._pager.ask("Your move: " if sys.stdin.isatty() else "").strip().lower()
            except EOFError:
                return

    def _help(self) -> str:
        parts = [(", ".join(self._parts), "draw a part of the table")] if self._parts else []
        return help_text(self._rules.NAME, more=parts)

    def show(self, text: str) -> None:
        rules = self._rules
        told = named(spoken_to(text, YOU), ("", *BOT_NAMES))
        self._pager.show(shown(rules.NAME, told, sys.stdout))


def _some_moves(rules: Rules, state: State) -> Iterator[str]:
    """Yield at most a dozen legal moves, evenly spread over all of them."""
    moves = list(rules.legal_moves(state, YOU))
    for move in islice(moves, 0, None, -(-len(moves) // 12)):
        yield f"  {rules.write_move(move)}"
    yield f"  ({counted(len(moves), 'move')} in all)"


def _hint(rules: Rules, state: State) -> str:
    """Return the best move with the reasons for it, or explain that there are no hints."""
    if not teaches(rules.NAME):
        return "There are no hints for this game."
    advice = hint(rules, state, YOU)
    if not advice:
        return ""
    return f"{sentence(rules.NAME, advice)}\n  Type: {rules.write_move(advice.move)}"
