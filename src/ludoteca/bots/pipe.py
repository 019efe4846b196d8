"""Messages between the server and its worker processes.

Questions are pickled, because they hold values of every game. Answers are JSON, because the server
trusts a worker only to choose among moves.
"""

import pickle
from typing import BinaryIO, NamedTuple

import msgspec
from msgspec import Struct

from ludoteca.bots.contract import Budget, Strategy
from ludoteca.games import Seat, View
from ludoteca.games.contract import Move

LENGTH = 4
"""Bytes of the length prefix."""


class Asked(NamedTuple):
    """A question for a strategy, with the seed of its randomness."""

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
    """The index of the chosen move, or the reason there is none."""

    move: int = 0
    failed: str = ""


def framed(message: bytes) -> bytes:
    return len(message).to_bytes(LENGTH) + message


def read_frame(stream: BinaryIO) -> bytes | None:
    """Read the next message; None once the other end has closed the pipe."""
    head = stream.read(LENGTH)
    return stream.read(int.from_bytes(head)) if len(head) == LENGTH else None


def write_thought(thought: Thought) -> bytes:
    return framed(pickle.dumps(thought, pickle.HIGHEST_PROTOCOL))


def read_thought(message: bytes) -> Thought:
    thought: Thought = pickle.loads(message)  # noqa: S301 - sent by our server
    return thought


def write_answer(answer: Answer) -> bytes:
    return framed(msgspec.json.encode(answer))


def read_answer(message: bytes) -> Answer:
    return msgspec.json.decode(message, type=Answer)
