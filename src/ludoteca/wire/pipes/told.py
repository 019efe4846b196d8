"""What a client is told, as text: a word and its fields, between pipes.

Nothing is escaped, so nothing holds a pipe: inside JSON it is written by its number, elsewhere as a
broken bar.
"""

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from ludoteca.wire.pipes.words import (
    ChatNotification,
    MatchSeen,
    Message,
    NotifyEndMatch,
    NotifyGoToMenu,
    NotifyStart,
    NotifyUpdate,
    NotifyWait,
    Ping,
    PublicChat,
    Return,
    ServerVirtualView,
    Told,
    VirtualHand,
    VirtualView,
)
from ludoteca.wire.utf import write_utf

_BOOLEANS = {"true": True, "false": False}
_encoder = msgspec.json.Encoder()


def size_of(value: Any) -> int:
    """How many bytes of a frame something takes as JSON."""
    return len(write_utf(_json(value)))


def _json(value: Any) -> str:
    return _encoder.encode(value).decode().replace("|", r"\u007c")


def _plain(text: str) -> str:
    return text.replace("|", "¦")


_WRITERS: Mapping[type[Told], tuple[str, Callable[[Any], str]]] = {
    Message: ("message|", lambda told: _plain(told.text)),
    MatchSeen: (
        "virtualView|",
        lambda told: _json(told.view) + ("" if told.seat is None else f"|{told.seat}"),
    ),
    Return: ("return|", lambda told: f"{_plain(told.method)}|{str(told.ok).lower()}"),
    ServerVirtualView: ("serverVirtualView|", _json),
    NotifyUpdate: ("notifyUpdate|", lambda told: str(told.milliseconds)),
    VirtualHand: ("virtualHand|", lambda told: _json(told.items)),
    PublicChat: ("publicChat|", lambda told: _json(told.lines)),
    ChatNotification: ("chatNotification|", lambda told: _plain(told.text)),
    NotifyWait: ("notifyWait|", lambda told: _json(msgspec.structs.astuple(told))),
    NotifyStart: ("notifyStart|", lambda told: str(told.match)),
    NotifyGoToMenu: ("notifyGoToMenu", lambda _: ""),
    NotifyEndMatch: ("notifyEndMatch", lambda _: ""),
    Ping: ("ping", lambda _: ""),
}
"""How each word begins, and how the rest of it is written."""


def write_told(told: Told) -> str:
    """What a client is told, as text."""
    begin, rest = _WRITERS[type(told)]
    return begin + rest(told)


def _read_return(text: str) -> Return:
    method, _, ok = text.rpartition("|")
    if ok not in _BOOLEANS:
        raise ValueError(text)
    return Return(method, _BOOLEANS[ok])


def _read_seen(text: str) -> MatchSeen:
    view, _, seat = text.partition("|")
    return MatchSeen(msgspec.json.decode(view, type=VirtualView), int(seat) if seat else None)


_READERS: Mapping[str, Callable[[str], Told]] = {
    "message": Message,
    "virtualView": _read_seen,
    "return": _read_return,
    "serverVirtualView": lambda text: msgspec.json.decode(text, type=ServerVirtualView),
    "notifyUpdate": lambda text: NotifyUpdate(int(text)),
    "virtualHand": lambda text: VirtualHand(msgspec.json.decode(text, type=list[str])),
    "publicChat": lambda text: PublicChat(msgspec.json.decode(text, type=list[str])),
    "chatNotification": ChatNotification,
    "notifyWait": lambda text: NotifyWait(*msgspec.json.decode(text, type=tuple[int, int, str])),
    "notifyStart": lambda text: NotifyStart(int(text)),
    "notifyGoToMenu": lambda _: NotifyGoToMenu(),
    "notifyEndMatch": lambda _: NotifyEndMatch(),
    "ping": lambda _: Ping(),
}


def read_told(text: str) -> Told:
    """What a client is told, from text; raises `ValueError` if it is nothing of the kind."""
    word, _, rest = text.partition("|")
    if word not in _READERS:
        raise ValueError(text)
    return _READERS[word](rest)
