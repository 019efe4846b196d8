"""`ludoteca replay`: show a finished game move by move."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from ludoteca.cli.complaint import Complaint
from ludoteca.cli.table import points_table
from ludoteca.core import Moment, Table, read_replay
from ludoteca.games import Seat
from ludoteca.messages import events_of
from ludoteca.messages.table_info import PROGRAM
from ludoteca.ui import level_name, named, shown
from ludoteca.ui.draw import printable
from ludoteca.ui.records import describe, sentence

LONGEST_FILE = 64 << 20
"""Maximum size of a replay in bytes, because input may be endless."""
WAYS = "Enter: next, b: back, a number: go there, q: quit"
WAYS_AT_THE_END = "Enter or q: quit, b: back, a number: go there"


class Steps(NamedTuple):
    """A game in steps, numbered as on the page; the first step sets up the game."""

    history: Sequence[Moment]
    before: int
    """Number of records before the first step."""

    @property
    def last(self) -> int:
        return len(self.history) - self.before


class Eyes(NamedTuple):
    """Options for displaying a game."""

    seat: Seat | None = None
    """Seat whose view is shown; None shows everything."""
    drawings: bool = True


def replay(
    file: str, first: int | None, last: int | None, seat: int | None, *, moves: bool
) -> None:
    """Show the game in a file: step by step on a terminal, otherwise all at once."""
    history = _read(file)
    steps = Steps(history, sum(not moment.table.started for moment in history))
    first, last = first or 1, last or steps.last
    if not first <= last <= steps.last:
        raise Complaint(f"there are no steps {first} to {last} (steps: 1 to {steps.last})")
    seats = len(history[-1].table.players)
    if seat is not None and seat > seats:
        raise Complaint(f"there is no seat {seat} (seats: 1 to {seats})")
    eyes = Eyes(None if seat is None else Seat(seat - 1), drawings=not moves)
    if sys.stdin.isatty() and sys.stdout.isatty():
        _walk(steps, first, last, eyes)
        return
    for step in range(first, last + 1):
        _show(steps, step, eyes)


def _read(file: str) -> list[Moment]:
    """Read a game from a file or standard input; raise `Complaint` if it contains none."""
    name = "standard input" if file == "-" else f"'{file}'"
    try:
        if file == "-":
            data = sys.stdin.buffer.read(LONGEST_FILE + 1)
        else:
            with Path(file).open("rb") as source:
                data = source.read(LONGEST_FILE + 1)
    except OSError as error:
        raise Complaint(f"{name} cannot be read: {error.strerror}") from None
    except ValueError:
        raise Complaint(f"{name} is not a valid file name") from None
    if len(data) > LONGEST_FILE:
        raise Complaint(f"{name} is larger than {LONGEST_FILE >> 20} MiB: not a replay")
    if not data.strip():
        raise Complaint(f"{name} is empty")
    try:
        history = read_replay(data)
    except (ValueError, RecursionError) as error:
        raise Complaint(f"{name} cannot be replayed: {error}") from None
    if not history[-1].table.ended:
        raise Complaint(f"{name} is incomplete: the game does not end")
    return history


def _walk(steps: Steps, first: int, last: int, eyes: Eyes) -> None:
    """Let the user step through a game."""
    step = first
    _show(steps, step, eyes)
    while True:
        ways = WAYS if step < last else WAYS_AT_THE_END
        try:
            word = input(f"{step} of {steps.last} ({ways}) ").strip().lower()
        except EOFError:
            print()
            return
        there = step
        match word:
            case "":
                there += 1
            case "b":
                there -= 1
            case "q":
                return
            case _ if word.isascii() and word.isdigit() and len(word) < 10:
                there = int(word)
            case _:
                print(ways)
                continue
        if word == "" and there > last:
            return
        if not first <= there <= last:
            print(f"Type a number from {first} to {last}.")
            continue
        step = there
        _show(steps, step, eyes)


def _show(steps: Steps, step: int, eyes: Eyes) -> None:
    try:
        text = page(steps, step, eyes)
    except Exception:  # rules trust their events, but a file may contain anything
        raise Complaint(f"step {step} of the game is invalid") from None
    print(shown(steps.history[-1].table.rules.NAME, text, sys.stdout), end="\n\n")


def page(steps: Steps, step: int, eyes: Eyes) -> str:
    """Draw the table after a step and describe the step; at the end, add the points.

    The first step's description includes the records before it.
    """
    history, before = steps
    version = before + step
    table = history[version - 1].table
    rules = table.rules
    names = _names(table)
    view = table.view(eyes.seat)
    lines: list[str] = []
    if eyes.drawings and view is not None:
        lines += [named(rules.draw(view), names), ""]
    if step == steps.last:
        lines += [points_table(rules, view, _titles(table)), ""]
    if step == 1:
        lines += [_sentence(history, earlier) for earlier in range(1, version)]
    lines.append(f"{step}. {_sentence(history, version)}")
    for event in events_of(history[version - 1].record):
        seen = event if eyes.seat is None else rules.redact(event, eyes.seat)
        if seen is not None:
            lines.append(f"   {describe(seen, rules, names)}")
    return "\n".join(lines)


def _sentence(history: Sequence[Moment], version: int) -> str:
    before = history[max(0, version - 2)].table
    return sentence(history[version - 1].record, _names(before).__getitem__)


def _names(table: Table) -> list[str]:
    """Return the name of the player who holds, or last held, each seat."""
    return [
        printable(player.name) if player else f"Seat {seat}"
        for seat, player in enumerate(table.players, start=1)
    ]


def _titles(table: Table) -> list[str]:
    """Return the names of the players, with the levels of bots."""
    titles = _names(table)
    for seat, player in enumerate(table.players):
        if player and (player.bot or player.program):
            titles[seat] += f" ({printable(level_name(player.bot or PROGRAM))})"
    return titles
