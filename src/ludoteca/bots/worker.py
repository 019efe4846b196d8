"""A process that runs searches: `python -m ludoteca.bots.worker`, started by `workers`."""

import os
import signal
import sys
import time
from functools import cache
from queue import SimpleQueue
from threading import Thread
from typing import BinaryIO

from ludoteca.bots.contract import Budget, Question
from ludoteca.bots.workers import Answer, Thought, read_frame, read_thought, write_answer
from ludoteca.games import Dice, Refusal, Rules, replay, resolve

NICE = 10
"""Niceness added to the process, so that everything else on the machine runs first."""


def main() -> None:
    """Answer questions one at a time until the server closes the pipe."""
    # Ctrl-C at a terminal reaches all processes; the server stops its workers itself.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(NICE)
    messages: SimpleQueue[bytes] = SimpleQueue()
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb", 0)
    # Output that a strategy prints must not mix with answers.
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    Thread(target=_read, args=(sys.stdin.buffer, messages), daemon=True).start()
    while True:
        answers.write(write_answer(answer(messages.get())))


def _read(stream: BinaryIO, messages: "SimpleQueue[bytes]") -> None:
    """Read in a separate thread, so that a busy process still exits together with the server."""
    while (message := read_frame(stream)) is not None:
        messages.put(message)
    os._exit(0)  # `sys.exit` would end only this thread, not a search in progress


def answer(message: bytes) -> Answer:
    try:
        thought = read_thought(message)
        if thought.asked is None:
            _get_ready(thought)
            return Answer()
        return Answer(_choose(thought))
    except Exception as error:  # a strategy may raise anything
        return Answer(failed=f"{type(error).__name__}: {error}")


def _choose(thought: Thought) -> int:
    assert thought.asked is not None
    view, seat, moves, seed, budget = thought.asked
    question = Question(resolve(thought.rules), view, seat, moves)
    return moves.index(resolve(thought.strategy)(question, Dice(seed), budget))


@cache
def _get_ready(thought: Thought) -> None:
    """Load and compile everything a strategy needs, by a short search for a first move."""
    book: Rules = resolve(thought.rules)
    dice = Dice(1)
    events = book.setup(max(book.SEATS), book.OPTIONS(), dice)
    if isinstance(events, Refusal):
        raise TypeError(events.detail)
    state = replay(book, events)
    seat = min(book.seats_to_move(state))
    question = Question(book, book.view(state, seat), seat, tuple(book.legal_moves(state, seat)))
    resolve(thought.strategy)(question, dice, Budget(share=0.01, until=time.monotonic()))


if __name__ == "__main__":
    main()
