"""Server messages as plain text, for a person at a terminal."""

from collections.abc import Mapping, Sequence
from itertools import zip_longest
from textwrap import fill

from ludoteca.games.shelfie import CELLS, Kind
from ludoteca.protocols.prompts import words
from ludoteca.protocols.prompts.moves import ROWS
from ludoteca.protocols.prompts.views import BLANK, COLOURS

GREETING = "Plain text from here on, since your first line is not JSON."
WHICH_GAME = "The number of the game:"
HOW = "For example b,3,b,4,0: rows a to i and columns 0 to 8 of the board, then a column 0 to 4."
LEGEND = "C cat, B book, G game, F frame, T trophy, P plant, . empty"
MARK = "> "
"""Printed where a person types an answer."""
WIDTH, GAP = 80, 3
LONGEST_NAME = 10

_LETTERS: Mapping[str, str] = {COLOURS[kind]: str(kind) for kind in Kind}


def write_plain(word: words.PromptsWord) -> str:
    """Format a message as lines; a question ends with the input prompt."""
    if isinstance(word, words.BareLine):
        return f"{word.s}\n"
    if isinstance(word, words.ClientWord):
        return ""
    lines = [fill(line, WIDTH - 1) for line in _text(word).split("\n")]
    return "\n".join([*lines, MARK if isinstance(word, words.PromptsQuestion) else ""])


def _text(word: words.PromptsWord) -> str:
    match word:
        case words.GraphicalGameInfo():
            return _picture(word)
        case words.WelcomeBack(text):
            return text
        case words.OldGameId(games=games) if games:  # the games were just listed
            return WHICH_GAME
        case words.MoveMessage(text):
            return f"{text}\n{HOW}"
        case _:
            return str(getattr(word, "s", "")).rstrip()


def _picture(seen: words.GraphicalGameInfo) -> str:
    """Draw the board, the player's goal and shelf, the other shelves and the goals."""
    order = sorted(range(len(seen.shelves)), key=lambda seat: seat != seen.yourId)
    shelves = [
        _shelf("you" if seat == seen.yourId else str(seen.usernames[seat]), rows)
        for seat in order
        if (rows := seen.shelves[seat]) is not None
    ]
    board = _board(seen.board, len(shelves))
    blocks = [board, _shelf("your goal", seen.personalCard.matrixPersonal), *shelves]
    goals = (" ".join(card.split()) for card in seen.commonCards)
    return "\n".join(["", *_beside(blocks), LEGEND, *goals, seen.s])


def _board(rows: words.Rows, players: int) -> list[str]:
    used = CELLS[players]
    lines = [f"   {' '.join(map(str, range(len(rows))))}"]
    for row, names in enumerate(rows):
        letters = (_letter(name, used=(row, column) in used) for column, name in enumerate(names))
        lines.append(f"{ROWS[row]}  {' '.join(letters)}")
    return lines


def _shelf(title: str, rows: words.Rows) -> list[str]:
    name = title if len(title) <= LONGEST_NAME else f"{title[: LONGEST_NAME - 1]}…"
    lines = [" ".join(_letter(name, used=True) for name in row) for row in rows]
    return [name, *lines, " ".join(map(str, range(len(rows[0]))))]


def _letter(name: str, *, used: bool) -> str:
    if name == BLANK:
        return "." if used else " "
    return _LETTERS[name.rstrip("123")]


def _beside(blocks: Sequence[Sequence[str]]) -> list[str]:
    """Arrange blocks side by side as far as they fit, the others below."""
    rows: list[list[Sequence[str]]] = [[]]
    for block in blocks:
        if _width([*rows[-1], block]) > WIDTH:
            rows.append([])
        rows[-1].append(block)
    lines: list[str] = []
    for row in rows:
        widths = [max(map(len, block)) + GAP for block in row]
        for parts in zip_longest(*row, fillvalue=""):
            padded = (part.ljust(width) for part, width in zip(parts, widths, strict=True))
            lines.append("".join(padded).rstrip())
    return lines


def _width(blocks: Sequence[Sequence[str]]) -> int:
    return sum(max(map(len, block)) + GAP for block in blocks)
