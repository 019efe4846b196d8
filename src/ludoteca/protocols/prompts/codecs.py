"""Messages as lines: JSON objects in ASCII, or plain text for a person at a terminal."""

import re
from collections.abc import Callable, Iterator
from typing import TypeVar

import msgspec

from ludoteca.protocols.contract import UnreadableError
from ludoteca.protocols.encodings import Encoding
from ludoteca.protocols.framing import LineCodec, LineCutter, Overflow
from ludoteca.protocols.prompts.plain import GREETING, write_plain
from ludoteca.protocols.prompts.words import (
    BareLine,
    ClientWord,
    OtherAnswer,
    PromptsWord,
    ServerWord,
    TypedAnswer,
    text_of,
)

LONGEST_ANSWER = 4 * 1024
LONGEST_WORD = 64 * 1024

T = TypeVar("T")
W = TypeVar("W", bound=PromptsWord)

USUAL = ("s", "num", "id")
"""Usual field names; in other fields, the first with a value counts."""
DELETE = "\x7f"
_TO_ESCAPE = re.compile(r"[^\x00-\x7e]")
_encoder = msgspec.json.Encoder()
_answers: msgspec.json.Decoder[ClientWord] = msgspec.json.Decoder(TypedAnswer)
_objects = msgspec.json.Decoder(dict[str, object])
_words: msgspec.json.Decoder[ServerWord] = msgspec.json.Decoder(ServerWord)


def write_word(word: PromptsWord) -> str:
    """Encode a message as ASCII JSON with its type last."""
    if isinstance(word, BareLine):
        return word.s
    line = _encoder.encode(word).decode()
    if not isinstance(word, OtherAnswer):
        kind, _, members = line[1:-1].partition(",")
        line = f"{{{members},{kind}}}" if members else f"{{{kind}}}"
    # Characters above 0x7e depend on the client's charset.
    return line if line.isascii() and DELETE not in line else _TO_ESCAPE.sub(_escaped, line)


def _escaped(found: re.Match[str]) -> str:
    units = found[0].encode("utf-16-be")
    return "".join(f"\\u{units[i : i + 2].hex()}" for i in range(0, len(units), 2))


def read_answer(line: str) -> ClientWord:
    """Decode an answer; a line that is not a JSON object is a bare line."""
    if not line.lstrip().startswith("{"):
        return BareLine(line)
    try:
        answer = _read(_answers, line)
    except UnreadableError:
        if other := _of_any_type(line):
            return other
        raise
    return answer if text_of(answer) else _of_any_type(line) or answer


def _of_any_type(line: str) -> OtherAnswer | None:
    """Decode an answer with an unknown type or unknown fields; None if it has no value."""
    members = _read(_objects, line)
    kind = members.pop("type", None)
    said = filter(None, map(_text, (*map(members.get, USUAL), *members.values())))
    text = next(said, "")
    return OtherAnswer(text, kind) if text and isinstance(kind, str) else None


def _text(value: object) -> str:
    """Return a field's value as text: a string, or a number without a fraction."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    is_said = isinstance(value, str | int) and not isinstance(value, bool)
    return str(value) if is_said else ""


def read_word(line: str) -> ServerWord | BareLine:
    """Decode a server message; a line that is not a JSON object is plain text."""
    if not line.startswith("{"):
        return BareLine(line)
    return _read(_words, line)


def _read(decoder: msgspec.json.Decoder[T], line: str) -> T:
    try:
        return decoder.decode(line)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise UnreadableError(str(error)) from None


def _codec(read: Callable[[str], W], longest: int) -> LineCodec[W, PromptsWord]:
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
    """The server's end, which decodes answers.

    A client whose first line is not a JSON object is a person and receives plain text from then on.
    All others receive JSON, whatever they answer later.
    """

    def __init__(self) -> None:
        self._lines = _codec(read_answer, LONGEST_ANSWER)
        self._plain: bool | None = None
        """Whether the client is a person; None before the first line."""
        self._greeted = False

    def feed(self, data: bytes) -> Iterator[ClientWord | UnreadableError]:
        for word in self._lines.feed(data):
            if self._plain is None:
                self._plain = isinstance(word, BareLine)
            if self._plain and not isinstance(word, UnreadableError):
                yield BareLine(text_of(word))
            else:
                yield word

    def write(self, word: PromptsWord) -> bytes:
        """Encode a message as JSON, or as text for a person."""
        if not self._plain:
            return self._lines.write(word)
        greeting, self._greeted = "" if self._greeted else f"{GREETING}\n", True
        return f"{greeting}{write_plain(word)}".encode(errors="replace")


def server_lines() -> AnswerCodec:
    return AnswerCodec()


def client_lines() -> LineCodec[ServerWord | BareLine, PromptsWord]:
    return _codec(read_word, LONGEST_WORD)


ENCODINGS = (Encoding("lines", server_lines, client_lines),)
