"""How a client answers the words of the house; every line is one of these."""

from typing import TypeAlias

from msgspec import Struct


class ReconnectionAnswer(Struct, frozen=True, tag_field="type", tag=True):
    """`Reconnect` to come back, anything else for a new game."""

    s: str = ""


class UsernameAnswer(Struct, frozen=True, tag_field="type", tag=True):
    """A name, with a secret after a `#` if it is to be kept."""

    s: str = ""


class Username(Struct, frozen=True, tag_field="type", tag=True):
    """A name, in the document's word."""

    s: str = ""


class OldGameIdAnswer(Struct, frozen=True, tag_field="type", tag=True):
    """A number."""

    id: int | None = None


class IDtojoin(Struct, frozen=True, tag_field="type", tag=True):
    """The number of a game, in the document's word."""

    id: int | None = None


class NumberOfPlayers(Struct, frozen=True, tag_field="type", tag=True):
    """How many will play."""

    num: int | None = None


class Response(Struct, frozen=True, tag_field="type", tag=True):
    """How many will play, in the document's word."""

    num: int | None = None


class Move(Struct, frozen=True, tag_field="type", tag=True):
    """Tiles and a column: `b,3,b,4,0`."""

    s: str = ""


class ACK(Struct, frozen=True, tag_field="type", tag=True):
    """Heard."""


class Answer(Struct, frozen=True):
    """An answer of any other type, or under other names: the text or the number that it holds."""

    s: str
    type: str


class Line(Struct, frozen=True):
    """A bare line: whatever it says answers the open question."""

    s: str = ""


TypedAnswer: TypeAlias = (
    ReconnectionAnswer
    | UsernameAnswer
    | Username
    | OldGameIdAnswer
    | IDtojoin
    | NumberOfPlayers
    | Response
    | Move
    | ACK
)
ClientWord: TypeAlias = TypedAnswer | Answer | Line


def text_of(answer: ClientWord) -> str:
    """What an answer says, whatever its type."""
    match answer:
        case (
            OldGameIdAnswer(number) | IDtojoin(number) | NumberOfPlayers(number) | Response(number)
        ):
            return "" if number is None else str(number)
        case ACK():
            return ""
        case _:
            return answer.s
