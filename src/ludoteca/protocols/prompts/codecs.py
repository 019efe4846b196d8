"""Messages as lines: JSON objects in ASCII, or plain text for a person at a terminal."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import zip_longest
from textwrap import fill
from typing import TypeVar

import msgspec

from ludoteca.games.shelfie import CELLS, Kind
from ludoteca.protocols.contract import UnreadableError
from ludoteca.protocols.encodings import Encoding
from ludoteca.protocols.framing import LineCodec, LineCutter, Overflow
from ludoteca.protocols.prompts import views, words

LONGEST_ANSWER = 4 * 1024
LONGEST_WORD = 64 * 1024

T = TypeVar("T")
W = TypeVar("W", bound=words.PromptsWord)

USUAL = ("s", "num", "id")
"""Usual names of the field that holds the answer. Failing these, the first value counts."""
DELETE = "\x7f"
_TO_ESCAPE = re.compile(r"[^\x00-\x7e]")
_encoder = msgspec.json.Encoder()
_answers: msgspec.json.Decoder[words.ClientWord] = msgspec.json.Decoder(words.TypedAnswer)
_objects = msgspec.json.Decoder(dict[str, object])
_words: msgspec.json.Decoder[words.ServerWord] = msgspec.json.Decoder(words.ServerWord)


def write_word(word: words.PromptsWord) -> str:
    """Encode a message as ASCII JSON with its type last."""
    if isinstance(word, words.BareLine):
        return word.s
    line = _encoder.encode(word).decode()
    if not isinstance(word, words.OtherAnswer):
        kind, _, members = line[1:-1].partition(",")
        line = f"{{{members},{kind}}}" if members else f"{{{kind}}}"
    # Characters above 0x7e depend on the client's charset.
    return line if line.isascii() and DELETE not in line else _TO_ESCAPE.sub(_escaped, line)


def _escaped(found: re.Match[str]) -> str:
    units = found[0].encode("utf-16-be")
    return "".join(f"\\u{units[i : i + 2].hex()}" for i in range(0, len(units), 2))


def read_answer(line: str) -> words.ClientWord:
    """Decode an answer. A line that is not a JSON object becomes a `BareLine`."""
    if not line.lstrip().startswith("{"):
        return words.BareLine(line)
    try:
        answer = _read(_answers, line)
    except UnreadableError:
        if other := _of_any_type(line):
            return other
        raise
    return answer if words.text_of(answer) else _of_any_type(line) or answer


def _of_any_type(line: str) -> words.OtherAnswer | None:
    """Decode an answer with an unknown type or unknown fields; return None if it has no value."""
    members = _read(_objects, line)
    kind = members.pop("type", None)
    said = filter(None, map(_text, (*map(members.get, USUAL), *members.values())))
    text = next(said, "")
    return words.OtherAnswer(text, kind) if text and isinstance(kind, str) else None


def _text(value: object) -> str:
    """Return a field's value as text: a string, or a number without a fraction."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    is_said = isinstance(value, str | int) and not isinstance(value, bool)
    return str(value) if is_said else ""


def read_word(line: str) -> words.ServerWord | words.BareLine:
    """Decode a server message. A line that is not a JSON object becomes a `BareLine`."""
    if not line.startswith("{"):
        return words.BareLine(line)
    return _read(_words, line)


def _read(decoder: msgspec.json.Decoder[T], line: str) -> T:
    try:
        return decoder.decode(line)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise UnreadableError(str(error)) from None


def _codec(read: Callable[[str], W], longest: int) -> LineCodec[W, words.PromptsWord]:
    def word(line: bytes) -> W | UnreadableError:
        try:
            return read(line.removesuffix(b"\r").decode(errors="replace"))
        except UnreadableError as error:
            return error

    complaint = f"a line is longer than {longest} bytes"
    return LineCodec(
        word,
        lambda word: write_word(word).encode(errors="replace"),
        LineCutter(longest, Overflow.SKIP, complaint),
    )


class AnswerCodec:
    """Server-side codec, which decodes answers.

    A client whose first line is not a JSON object is a person and receives plain text from then on.
    All other clients receive JSON, whatever they answer later.
    """

    def __init__(self) -> None:
        self._lines = _codec(read_answer, LONGEST_ANSWER)
        self._plain: bool | None = None
        """Whether the client is a person at a terminal; None before the first line."""
        self._greeted = False

    def feed(self, data: bytes) -> Iterator[words.ClientWord | UnreadableError]:
        for word in self._lines.feed(data):
            if self._plain is None:
                self._plain = isinstance(word, words.BareLine)
            if self._plain and not isinstance(word, UnreadableError):
                yield words.BareLine(words.text_of(word))
            else:
                yield word

    def write(self, word: words.PromptsWord) -> bytes:
        """Encode a message as JSON, or as text for a person."""
        if not self._plain:
            return self._lines.write(word)
        greeting = "" if self._greeted else f"{GREETING}\n"
        self._greeted = True
        return f"{greeting}{write_plain(word)}".encode(errors="replace")


def server_lines() -> AnswerCodec:
    return AnswerCodec()


def client_lines() -> LineCodec[words.ServerWord | words.BareLine, words.PromptsWord]:
    return _codec(read_word, LONGEST_WORD)


ENCODINGS = (Encoding("lines", server_lines, client_lines),)

# Plain text, for a person at a terminal

GREETING = "Plain text from here on, since your first line is not JSON."
WHICH_GAME = "The number of the game:"
HOW = "For example b,3,b,4,0: rows a to i and columns 0 to 8 of the board, then a column 0 to 4."
LEGEND = "C cat, B book, G game, F frame, T trophy, P plant, . empty"
INPUT_PROMPT = "> "
"""Printed where a person types an answer."""
WIDTH = 80
GAP = 3
LONGEST_NAME = 10

_LETTERS: Mapping[str, str] = {views.COLOURS[kind]: str(kind) for kind in Kind}


def write_plain(word: words.PromptsWord) -> str:
    """Format a message as lines; a question ends with the input prompt."""
    if isinstance(word, words.BareLine):
        return f"{word.s}\n"
    if isinstance(word, words.ClientWord):
        return ""
    lines = [fill(line, WIDTH - 1) for line in _plain_text(word).split("\n")]
    return "\n".join([*lines, INPUT_PROMPT if isinstance(word, words.PromptsQuestion) else ""])


def _plain_text(word: words.PromptsWord) -> str:
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
        lines.append(f"{views.ROWS[row]}  {' '.join(letters)}")
    return lines


def _shelf(title: str, rows: words.Rows) -> list[str]:
    name = title if len(title) <= LONGEST_NAME else f"{title[: LONGEST_NAME - 1]}…"
    lines = [" ".join(_letter(name, used=True) for name in row) for row in rows]
    return [name, *lines, " ".join(map(str, range(len(rows[0]))))]


def _letter(name: str, *, used: bool) -> str:
    if name == views.BLANK:
        return "." if used else " "
    return _LETTERS[name.rstrip("123")]


def _beside(blocks: Sequence[Sequence[str]]) -> list[str]:
    """Arrange blocks side by side, in as many rows as the width requires."""
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
