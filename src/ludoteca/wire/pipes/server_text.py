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
    Word,
)
from ludoteca.wire.utf import encode_utf

_BOOLEANS = {"true": True, "false": False}
_encoder = msgspec.json.Encoder()


def size_of(value: Any) -> int:
    """How many bytes of a frame something takes as JSON."""
    return len(encode_utf(json_text(value)))


def json_text(value: Any) -> str:
    """Something as JSON, as it is told."""
    return _json(value).decode()


def _json(value: Any) -> bytes:
    data = _encoder.encode(value)
    return data.replace(b"|", rb"\u007c") if b"|" in data else data


def _plain(text: str) -> bytes:
    return text.replace("|", "¦").encode()


_WRITERS: Mapping[type[Word], tuple[bytes, Callable[[Any], bytes]]] = {
    Message: (b"message|", lambda told: _plain(told.text)),
    MatchSeen: (
        b"virtualView|",
        lambda told: _json(told.view) + (b"" if told.seat is None else b"|%d" % told.seat),
    ),
    Return: (b"return|", lambda told: _plain(told.method) + (b"|true" if told.ok else b"|false")),
    ServerVirtualView: (b"serverVirtualView|", _json),
    NotifyUpdate: (b"notifyUpdate|", lambda told: b"%d" % told.milliseconds),
    VirtualHand: (b"virtualHand|", lambda told: _json(told.items)),
    PublicChat: (b"publicChat|", lambda told: _json(told.lines)),
    ChatNotification: (b"chatNotification|", lambda told: _plain(told.text)),
    NotifyWait: (b"notifyWait|", lambda told: _json(msgspec.structs.astuple(told))),
    NotifyStart: (b"notifyStart|", lambda told: b"%d" % told.match),
    NotifyGoToMenu: (b"notifyGoToMenu", lambda _: b""),
    NotifyEndMatch: (b"notifyEndMatch", lambda _: b""),
    Ping: (b"ping", lambda _: b""),
}
"""How each word begins, and how the rest of it is written."""


def write_told(told: Word) -> bytes | None:
    """What a client is told, in UTF-8; None if it is not that."""
    if writer := _WRITERS.get(type(told)):
        begin, rest = writer
        return begin + rest(told)
    return None


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
