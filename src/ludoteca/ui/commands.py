"""The commands that all terminal interfaces share, and the notation for moves."""

from collections.abc import Iterable, Mapping
from enum import StrEnum

from ludoteca.games import GAMES


class Command(StrEnum):
    """Commands that can be typed instead of a move."""

    MOVES = "moves"
    TABLE = "table"
    HINT = "hint"
    UNDO = "undo"
    RULES = "rules"
    HELP = "help"
    EXIT = "exit"


_MEANINGS: Mapping[Command, str] = {
    Command.MOVES: "list some legal moves",
    Command.TABLE: "draw the whole table",
    Command.HINT: "show a bot's move and its reasons",
    Command.UNDO: "take back your last move",
    Command.RULES: "read the rules of the game",
    Command.HELP: "show this list",
    Command.EXIT: "leave the game",
}
_SHORT: Mapping[str, Command] = {
    "m": Command.MOVES,
    "t": Command.TABLE,
    "board": Command.TABLE,
    "u": Command.UNDO,
    "h": Command.HELP,
    "?": Command.HELP,
    "q": Command.EXIT,
    "quit": Command.EXIT,
}


def read_command(line: str) -> Command | None:
    """Return the command that a line contains, in full or abbreviated."""
    word = line.strip().lower()
    return Command(word) if word in set(Command) else _SHORT.get(word)


def help_text(
    game: str,
    commands: Iterable[Command] = tuple(Command),
    more: Iterable[tuple[str, str]] = (),
) -> str:
    """List the ways to write a move of a game, then the commands; `more` lists additional ones."""
    moves: Iterable[tuple[str, str]] = getattr(GAMES.get(game), "GRAMMAR", ())
    rows = [*moves, *((str(command), _MEANINGS[command]) for command in commands), *more]
    widest = max(len(typed) for typed, _ in rows)
    return "\n".join(f"  {typed:{widest}}  {meaning}" for typed, meaning in rows)
