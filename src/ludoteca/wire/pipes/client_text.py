"""What a client asks, as text: a method and its fields, between pipes."""

import re
from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from ludoteca.wire.pipes.words import (
    Asked,
    ChangeMatchSeats,
    CheckPlayerActionPhase,
    ConfirmSelection,
    CreateMatch,
    DeselectCards,
    EndTurn,
    ExitGame,
    Garbled,
    InsertInColumn,
    Join,
    LeaveMatch,
    Login,
    SelectCell,
    SendPrivateMessage,
    SendPublicMessage,
    SortHand,
    Word,
    method_of,
)

_NUMBER = re.compile(r"-?[0-9]{1,9}")
_BOOLEANS = {"true", "false"}

_NUMBERS: Mapping[str, tuple[Callable[..., Asked], int]] = {
    "createMatch": (CreateMatch, 1),
    "join": (Join, 1),
    "selectCell": (SelectCell, 2),
    "confirmSelection": (ConfirmSelection, 0),
    "deselectCards": (DeselectCards, 0),
    "sortHand": (SortHand, 2),
    "insertInColumn": (InsertInColumn, 1),
    "insertInColumnCards": (lambda column: InsertInColumn(column, "insertInColumnCards"), 1),
    "endTurn": (EndTurn, 0),
    "checkPlayerActionPhase": (CheckPlayerActionPhase, 0),
    "leaveMatch": (LeaveMatch, 0),
    "exitGame": (ExitGame, 0),
    "changeMatchSeats": (ChangeMatchSeats, 1),
}
"""The requests whose fields are numbers, and how many they need; more of them are ignored."""

METHODS = frozenset({"login", "sendPublicMessage", "sendPrivateMessage", *_NUMBERS})


def read_asked(text: str) -> Asked:
    """The request that is written like this."""
    method, *fields = text.split("|")
    if method in _NUMBERS:
        kind, needed = _NUMBERS[method]
        numbers = [int(field) for field in fields[:needed] if _NUMBER.fullmatch(field)]
        return kind(*numbers) if len(numbers) == needed else Garbled(method)
    match method, fields:
        case "login", [name]:
            return Login(name)
        # Texts may hold pipes, so they are what is left of the fields that cannot.
        case "sendPublicMessage", [_, *_]:
            live = fields.pop() == "true" if _ends_live(fields, 1) else False
            return SendPublicMessage("|".join(fields), live)
        case "sendPrivateMessage", [_, _, *_]:
            live = fields.pop() == "true" if _ends_live(fields, 2) else False
            receiver = fields.pop()
            return SendPrivateMessage("|".join(fields), receiver, live)
        case _:
            return Garbled(method)


def _ends_live(fields: list[str], before: int) -> bool:
    return len(fields) > before and fields[-1] in _BOOLEANS


def write_asked(asked: Word) -> str:
    """A request as text."""
    match asked:
        case InsertInColumn(column, method):
            return f"{method}|{column}"
        case Garbled(method):
            return method
        case _:
            fields = msgspec.structs.astuple(asked)
            return "|".join((method_of(asked), *map(_field, fields)))


def _field(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
