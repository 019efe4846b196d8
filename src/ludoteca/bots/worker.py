"""A process that runs searches: `python -m ludoteca.bots.worker`, started by `workers`."""

import os
import signal
import sys
import time
from functools import cache
from queue import SimpleQueue
from threading import Thread
from typing import Any, BinaryIO

from ludoteca.bots.contract import Budget, Question
from ludoteca.bots.workers import (
    NICE,
    Answer,
    Asked,
    Studied,
    Thought,
    read_frame,
    read_thought,
    write_answer,
)
from ludoteca.games import Dice, Refusal, Rules, replay, resolve


def main() -> None:
    """Answer questions one at a time until the server closes the pipe."""
    # Ctrl-C at a terminal reaches all processes; the server stops its workers itself.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(int(sys.argv[1]) if len(sys.argv) > 1 else NICE)
    messages: SimpleQueue[bytes] = SimpleQueue()
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb", 0)
    # Output that a strategy prints must not mix with answers.
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    Thread(target=_read, args=(sys.stdin.buffer, messages), daemon=True).start()
    while True:
        answers.write(write_answer(answer(messages.get())))


def _read(stream: BinaryIO, messages: "SimpleQueue[bytes]") -> None:
    """Read in a separate thread, so that even a busy process exits together with the server."""
    while (message := read_frame(stream)) is not None:
        messages.put(message)
    os._exit(0)  # `sys.exit` would end only this thread, not a search in progress


def answer(message: bytes) -> Answer:
    try:
        thought = read_thought(message)
        if thought.asked is None:
            _get_ready(thought)
            return Answer()
        if isinstance(thought.asked, Studied):
            return _study(thought, thought.asked)
        return Answer(_choose(thought, thought.asked))
    except Exception as error:  # a strategy may raise anything
        return Answer(failed=f"{type(error).__name__}: {error}")


def _study(thought: Thought, asked: Studied) -> Answer:
    view, seat, moves, also = asked
    rules: Rules = resolve(thought.rules)
    judge: Any = resolve(thought.strategy)
    if not moves:
        return Answer(chance=judge.chance(rules, view, seat))
    return Answer(judgement=judge.judge(Question(rules, view, seat, moves), also))


def _choose(thought: Thought, asked: Asked) -> int:
    view, seat, moves, seed, budget = asked
    question = Question(resolve(thought.rules), view, seat, moves)
    strategy: Any = resolve(thought.strategy)
    return moves.index(strategy(question, Dice(seed), budget))


@cache
def _get_ready(thought: Thought) -> None:
    """Load and compile everything a strategy or judge needs, by searching for a first move."""
    book: Rules = resolve(thought.rules)
    dice = Dice(1)
    events = book.setup(max(book.SEATS), book.OPTIONS(), dice)
    if isinstance(events, Refusal):
        raise TypeError(events.detail)
    state = replay(book, events)
    seat = min(book.seats_to_move(state))
    question = Question(book, book.view(state, seat), seat, tuple(book.legal_moves(state, seat)))
    found: Any = resolve(thought.strategy)
    if callable(found):
        found(question, dice, Budget(share=0.01, until=time.monotonic()))
    else:
        found.judge(question)


if __name__ == "__main__":
    main()
