"""What crosses the pipe between the server and a process where bots think.

Questions are pickled, since they hold values of every game; answers are JSON, for the server trusts
a worker with nothing but a choice among moves.
"""

import pickle
from typing import BinaryIO, NamedTuple

import msgspec
from msgspec import Struct

from ludoteca.bots.contract import Budget, Strategy
from ludoteca.games import Seat, View
from ludoteca.games.contract import Move

LENGTH = 4
"""How many bytes say how long a message is."""


class Asked(NamedTuple):
    """What a mind is asked, with the seed of its luck."""

    view: View
    seat: Seat
    moves: tuple[Move, ...]
    seed: int
    budget: Budget


class Thought(NamedTuple):
    """A strategy and rules, and the question; without one, a worker only gets ready.

    Pickle writes a function as the names of its module and of itself.
    """

    strategy: Strategy | str
    rules: str
    asked: Asked | None = None


class Answer(Struct, frozen=True):
    """Which of the moves is chosen, or why none is."""

    move: int = 0
    failed: str = ""


def framed(message: bytes) -> bytes:
    """A message with its length in front."""
    return len(message).to_bytes(LENGTH) + message


def read_frame(stream: BinaryIO) -> bytes | None:
    """The next message; None once the other end has closed the pipe."""
    head = stream.read(LENGTH)
    return stream.read(int.from_bytes(head)) if len(head) == LENGTH else None


def write_thought(thought: Thought) -> bytes:
    """A thought as bytes."""
    return framed(pickle.dumps(thought, pickle.HIGHEST_PROTOCOL))


def read_thought(message: bytes) -> Thought:
    """The thought that the server has written."""
    thought: Thought = pickle.loads(message)  # noqa: S301 - from the server, who started us
    return thought


def write_answer(answer: Answer) -> bytes:
    """An answer as bytes."""
    return framed(msgspec.json.encode(answer))


def read_answer(message: bytes) -> Answer:
    """The answer that a worker has written."""
    return msgspec.json.decode(message, type=Answer)
