"""Words as lines: one JSON object each, in ASCII; or the bare line of a person at a terminal."""

import re
from collections.abc import Callable, Iterator
from typing import Any, Generic, TypeVar

import msgspec

from ludoteca.wire.dialect import UnreadableError
from ludoteca.wire.lines import LineSplitter
from ludoteca.wire.prompts.replies import (
    Answer,
    ClientWord,
    Line,
    TypedAnswer,
    text_of,
)
from ludoteca.wire.prompts.words import PromptsWord, ServerWord

LONGEST_ANSWER = 4 * 1024
LONGEST_WORD = 64 * 1024

W = TypeVar("W", bound=PromptsWord)

USUAL = ("s", "num", "id")
"""What members are called; under other names the first that says something counts."""
DELETE = "\x7f"
_ABOVE = re.compile(r"[^\x00-\x7e]")
_encoder = msgspec.json.Encoder()
_answers: Any = msgspec.json.Decoder(TypedAnswer)
_objects = msgspec.json.Decoder(dict[str, Any])
_words: Any = msgspec.json.Decoder(ServerWord)


def write_word(word: PromptsWord) -> str:
    """A word as the line that says it: ASCII only, and its type last."""
    if isinstance(word, Line):
        return word.s
    line = _encoder.encode(word).decode()
    if not isinstance(word, Answer):
        kind, _, members = line[1:-1].partition(",")
        line = f"{{{members},{kind}}}" if members else f"{{{kind}}}"
    # What is above 0x7e would depend on the client's charset.
    return line if line.isascii() and DELETE not in line else _ABOVE.sub(_escaped, line)


def _escaped(found: re.Match[str]) -> str:
    units = found[0].encode("utf-16-be")
    return "".join(f"\\u{units[i : i + 2].hex()}" for i in range(0, len(units), 2))


def read_answer(line: str) -> ClientWord:
    """The answer on a line; one that is no JSON object is a person's."""
    if not line.lstrip().startswith("{"):
        return Line(line)
    try:
        answer: ClientWord = _read(_answers, line)
    except UnreadableError:
        if other := _of_any_type(line):
            return other
        raise
    return answer if text_of(answer) else _of_any_type(line) or answer


def _of_any_type(line: str) -> Answer | None:
    """An answer whose type or whose members have other names; None if it says nothing."""
    members: dict[str, Any] = _read(_objects, line)
    kind = members.pop("type", None)
    said = filter(None, map(_text, (*map(members.get, USUAL), *members.values())))
    text = next(said, "")
    return Answer(text, kind) if text and isinstance(kind, str) else None


def _text(value: Any) -> str:
    """What a member says: a text, or a number without a fraction."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    is_said = isinstance(value, str | int) and not isinstance(value, bool)
    return str(value) if is_said else ""


def read_word(line: str) -> ServerWord:
    """The word of the house on a line."""
    word: ServerWord = _read(_words, line)
    return word


def _read(decoder: Any, line: str) -> Any:
    try:
        return decoder.decode(line)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise UnreadableError(str(error)) from None


class Lines(Generic[W]):
    """One end of a connection: lines of the other end are read, and words of both written."""

    def __init__(self, read: Callable[[str], W], longest: int) -> None:
        self._read, self._longest = read, longest
        self._lines = LineSplitter(longest)

    def feed(self, data: bytes) -> Iterator[W | UnreadableError]:
        """The words that these bytes complete; of a line that is too long nothing is kept."""
        return map(self._word, self._lines.feed(data))

    def write(self, word: PromptsWord) -> bytes:
        """The line that says this word."""
        return f"{write_word(word)}\n".encode(errors="replace")

    def _word(self, line: bytes) -> W | UnreadableError:
        if len(line) > self._longest:
            return UnreadableError(f"a line is longer than {self._longest} bytes")
        try:
            return self._read(line.removesuffix(b"\r").decode(errors="replace"))
        except UnreadableError as error:
            return error


def answers() -> Lines[ClientWord]:
    """The end of the house: it reads answers."""
    return Lines(read_answer, LONGEST_ANSWER)


def words() -> Lines[ServerWord]:
    """The end of a client: it reads the words of the house."""
    return Lines(read_word, LONGEST_WORD)
