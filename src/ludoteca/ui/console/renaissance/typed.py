"""Parsing of typed input: numbers, lines of the market, and whole actions with their answers."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from ludoteca.games.renaissance import DECKS, Colour, Way
from ludoteca.games.renaissance.resources import LINES
from ludoteca.protocols.commands.ids import CARD_IDS
from ludoteca.ui.console.renaissance.goods import read_resource
from ludoteca.ui.console.renaissance.state import CommandsState
from ludoteca.ui.console.user import YES

_NUMBER = re.compile(r"(?:[a-z]+ +)?([0-9]{1,3})", re.IGNORECASE)
_FROM = re.compile(r"(.*?)\s+from\s+(depots?|strongbox)", re.IGNORECASE)
_WORDS = re.compile(r"[0-9]+|>|[^\s,>]+")
_PUSH = re.compile(r"(?:market\s+)?((?:r|row|c|col|column)\s*[0-9])\b(.*)", re.IGNORECASE)
_LINE = re.compile(r"(r|row|c|col|column) *([1-4])", re.IGNORECASE)
_MAKES = {">", "="}
"""Signs between the input and the output of a production."""
_FILLING = {"slot", "level", "card", ">"}
_VERBS = re.compile(r"(?:place|bonus|convert)\s+", re.IGNORECASE)


class Answers(NamedTuple):
    """Answers typed on one line."""

    first: str
    """Answer to the action's first question; empty if the user must be asked."""
    ahead: tuple[str, ...] = ()
    """Answers to the questions after the first."""
    pays_from: str = ""
    """Where to pay from first, `depots` or `strongbox`; empty if the user must be asked."""


def number_in(line: str) -> int | None:
    """Return the number in a line, ignoring a verb before it."""
    found = _NUMBER.fullmatch(line)
    return int(found[1]) if found else None


def read_line(text: str) -> tuple[Way, int] | None:
    """Parse a row or column; return its kind and its number, counted from 0."""
    if not (meant := _LINE.fullmatch(text.strip())):
        return None
    way = Way.ROW if meant[1].lower().startswith("r") else Way.COLUMN
    line = (way, int(meant[2]) - 1)
    return line if line in LINES else None


def answer_in(line: str) -> str:
    """Return an answer typed as a move, such as `place coin > 3`, without its verb and arrow."""
    words = _VERBS.sub("", line.strip(), count=1).replace(">", " ").split()
    if words[:1] == ["discard"] and len(words) > 1:
        words = [*words[1:], "0"]
    return " ".join(words)


def answers_in(number: int, typed: str, state: CommandsState) -> Answers:
    """Split a line into the answers for an action; unreadable text becomes the first answer."""
    found = _FROM.fullmatch(typed) if number in (1, 2) else None
    paying = ("strongbox" if found[2].lower() == "strongbox" else "depots") if found else ""
    line = found[1] if found else typed
    words = _WORDS.findall(line)
    agreed = ("y",) if words and words[-1].lower() in YES else ()
    if agreed:
        words.pop()
    match number:
        case 1:
            return Answers(_card(words, state) or line, (), paying)
        case 2:
            return _production(words, line, agreed or ("y",) * bool(paying))._replace(
                pays_from=paying
            )
        case 3:
            return _push(line, agreed)
        case 4 if agreed:
            return Answers(" ".join(words), agreed)
        case _:
            return Answers(typed)


def _card(words: Sequence[str], state: CommandsState) -> str:
    """Parse a card, by id or by colour and level, and a slot; return the card's id and the slot."""
    colour, *rest = [word.lower() for word in words if word.lower() not in _FILLING] or [""]
    if colour not in set(Colour):
        return " ".join((colour, *rest))
    level, *slot = rest or ["0"]
    shown = dict(zip(DECKS, state.grid, strict=True))
    card = shown.get((Colour(colour), int(level) if level.isdigit() else 0), 0)
    return " ".join((str(CARD_IDS[card]), *slot)) if card else ""


def _production(words: Sequence[str], line: str, agreed: tuple[str, ...]) -> Answers:
    """Parse slots, each with its inputs before a `>` and its outputs after it."""
    named: dict[str, tuple[list[str], list[str]]] = {}
    slot, gives = "", False
    for word in words:
        if word.isdigit():
            slot, gives = word, False
            named[slot] = ([], [])
        elif not slot or (word not in _MAKES and read_resource(word) is None):
            return Answers(line)
        elif word in _MAKES:
            gives = True
        else:
            named[slot][gives].append(word)
    ahead: list[str] = []
    for one in sorted(named):
        takes, makes = named[one]
        ahead += [" ".join(takes)] if takes else []
        ahead += makes[:1]
    return Answers(" ".join(named), (*ahead, *agreed))


def _push(line: str, agreed: tuple[str, ...]) -> Answers:
    """Parse a row or column, choices for white marbles, and a depot for each resource."""
    if not (found := _PUSH.fullmatch(line.strip())):
        return Answers(line)
    words = [word.lower() for word in _WORDS.findall(found[2])]
    words = words[:-1] if agreed else words
    pairs = list(zip(words[::2], words[1::2], strict=False))
    if len(words) % 2 or any(len({*pair} & {">"}) for pair in pairs):
        return Answers(line)
    whites = [become for what, become in pairs if what == "white"]
    places = [f"{what} {depot}" for what, depot in pairs if what != "white"]
    return Answers(found[1], (*(agreed or ("y",) * bool(pairs)), *whites, *places))
