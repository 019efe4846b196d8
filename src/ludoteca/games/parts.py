"""Texts with named parts, the format in which games write positions.

The name of a part starts at the left margin. The part consists of the rest of that line and the
indented lines below it.
"""

from collections.abc import Callable, Collection, Sequence
from textwrap import dedent
from typing import TypeVar

from ludoteca.games.contract import Ending, Outcome, Refusal, Seat

NOTHING = "-"
T = TypeVar("T")
D = TypeVar("D")


class Parts:
    """The named parts of a text. Errors include the number of the offending line."""

    def __init__(self, text: str, names: Collection[str]) -> None:
        """Split a text into parts; raise `ValueError` for an unknown or repeated name."""
        self._found: dict[str, tuple[int, list[str]]] = {}
        value: list[str] | None = None
        for number, line in enumerate(dedent(text).splitlines(), start=1):
            if line[:1].isspace() and value is not None:
                value.append(line.strip())
            elif words := line.split():
                name, value = self._begun(number, words, names)
                self._found[name] = (number, value)

    def _begun(
        self, number: int, words: Sequence[str], names: Collection[str]
    ) -> tuple[str, list[str]]:
        for size in (1, 2, 3):
            if (name := " ".join(words[:size])) in names:
                if name in self._found:
                    raise ValueError(f"line {number}: '{name}' is given twice")
                return name, [" ".join(words[size:])]
        raise ValueError(f"line {number}: there is no part '{' '.join(words)}'")

    def read(self, name: str, reader: Callable[[str], T], otherwise: D) -> T | D:
        """Parse a part, or return the default if it is absent."""
        return self._read(*self._found[name], reader) if name in self._found else otherwise

    def after(self, word: str) -> list[str]:
        """Return the rest of every part name that starts with this word, in order of appearance."""
        return [name[len(word) + 1 :] for name in self._found if name.startswith(f"{word} ")]

    def of_seats(self, word: str, seats: int, reader: Callable[[str], T]) -> dict[Seat, T]:
        """Parse all parts whose name is this word followed by a seat number."""
        found = {}
        for number in self.after(word):
            line, value = self._found[f"{word} {number}"]
            if int(number) > seats:
                raise ValueError(f"line {line}: there is no seat {number}")
            found[Seat(int(number) - 1)] = self._read(line, value, reader)
        return found

    def _read(self, line: int, value: list[str], reader: Callable[[str], T]) -> T:
        try:
            return reader("\n".join(value).strip())
        except ValueError as error:
            raise ValueError(f"line {line}: {error}") from None


def accepted(answer: T | Refusal) -> T:
    """Return the answer; raise a refusal as `ValueError`."""
    if not isinstance(answer, Refusal):
        return answer
    raise ValueError(answer.detail)


def read_number(text: str, within: range) -> int:
    if not (text.isascii() and text.isdigit() and int(text) in within):
        raise ValueError(f"a number from {within[0]} to {within[-1]} is wanted, not '{text}'")
    return int(text)


def read_numbers(text: str, within: range) -> tuple[int, ...]:
    """Parse numbers in this range, or a dash for an empty list."""
    words = () if text == NOTHING else text.split()
    return tuple(read_number(word, within) for word in words)


def write_numbers(numbers: Collection[int]) -> str:
    """Write numbers separated by spaces, or a dash for an empty list."""
    return " ".join(map(str, numbers)) or NOTHING


def read_seat(text: str, seats: int) -> Seat:
    """Parse a seat, counted from 1."""
    return Seat(read_number(text, range(1, seats + 1)) - 1)


def read_seats(text: str, seats: int) -> tuple[Seat, ...]:
    """Parse distinct seats, counted from 1, or a dash for an empty list."""
    found = tuple(Seat(n - 1) for n in read_numbers(text, range(1, seats + 1)))
    if len(set(found)) < len(found):
        raise ValueError("a seat is named twice")
    return found


def write_seats(seats: Collection[Seat]) -> str:
    """Write seats counted from 1, or a dash for an empty list."""
    return write_numbers([seat + 1 for seat in seats])


def read_outcome(text: str, seats: int) -> Outcome:
    """Parse an ending and the winning seats, as in `played_out 2`."""
    ending, _, winners = text.partition(" ")
    return Outcome(read_seats(winners or NOTHING, seats), Ending(ending))


def write_outcome(outcome: Outcome) -> str:
    return f"{outcome.ending} {write_seats(outcome.winners)}"
