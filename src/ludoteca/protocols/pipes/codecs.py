r"""Messages as bytes: pipe-separated fields, in Java string frames or in lines.

Fields cannot be escaped, so no field sent by the server contains a pipe. A pipe becomes `\u007c` in
JSON and a broken bar in any other text. A text in a client message may contain pipes, because the
decoder takes the fields after the text from the end of the message.
"""

import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import msgspec

from ludoteca.protocols.contract import UnreadableError
from ludoteca.protocols.encodings import Encoding
from ludoteca.protocols.framing import FrameCodec, LineCodec, LineCutter, Overflow
from ludoteca.protocols.javastream.values import decode_utf, encode_utf, sayable
from ludoteca.protocols.pipes import words

LONGEST_FRAME = FrameCodec.LONGEST
LONGEST_LINE = 65_536

# Client messages

_NUMBER = re.compile(r"-?[0-9]{1,9}")
_BOOLEANS: Mapping[str, bool] = {"true": True, "false": False}

CARDS = "insertInColumnCards"
"""Name of `insertInColumn` in the protocol's document, where columns are counted from 1."""

_NUMBERS: Mapping[str, tuple[Callable[..., words.ClientWord], int]] = {
    "createMatch": (words.CreateMatch, 1),
    "join": (words.Join, 1),
    "selectCell": (words.SelectCell, 2),
    "confirmSelection": (words.ConfirmSelection, 0),
    "deselectCards": (words.DeselectCards, 0),
    "sortHand": (words.SortHand, 2),
    "insertInColumn": (words.InsertInColumn, 1),
    CARDS: (lambda column: words.InsertInColumn(column - 1, CARDS), 1),
    "endTurn": (words.EndTurn, 0),
    "checkPlayerActionPhase": (words.CheckPlayerActionPhase, 0),
    "leaveMatch": (words.LeaveMatch, 0),
    "exitGame": (words.ExitGame, 0),
    "changeMatchSeats": (words.ChangeMatchSeats, 1),
    "listTables": (words.ListTables, 0),
}
"""Requests with numeric fields: constructor and number of fields. Further fields are ignored."""

METHODS = frozenset({"login", "sendPublicMessage", "sendPrivateMessage", *_NUMBERS})


def read_client_word(text: str) -> words.ClientWord:
    method, *fields = text.split("|")
    if method in _NUMBERS:
        kind, needed = _NUMBERS[method]
        numbers = [int(field) for field in fields[:needed] if _NUMBER.fullmatch(field)]
        return kind(*numbers) if len(numbers) == needed else words.Malformed(method)
    match method, fields:
        case "login", [name]:
            return words.Login(name)
        # Texts may contain pipes, so the fields that follow a text are taken from the end.
        case "sendPublicMessage", [_, *_]:
            live = fields.pop() == "true" if _ends_live(fields, 1) else False
            return words.SendPublicMessage("|".join(fields), live)
        case "sendPrivateMessage", [_, _, *_]:
            live = fields.pop() == "true" if _ends_live(fields, 2) else False
            receiver = fields.pop()
            return words.SendPrivateMessage("|".join(fields), receiver, live)
        case _:
            return words.Malformed(method)


def _ends_live(fields: list[str], before: int) -> bool:
    return len(fields) > before and fields[-1] in _BOOLEANS


def write_client_word(word: words.Word) -> str:
    match word:
        case words.Login(name):
            return f"login|{name}"
        case words.InsertInColumn(column, method):
            return f"{method}|{column + (method == CARDS)}"
        case words.Malformed(method):
            return method
        case _:
            fields = msgspec.structs.astuple(word)
            return "|".join((words.method_of(word), *map(_field, fields)))


def _field(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


# Server messages

_encoder = msgspec.json.Encoder()


def size_of(value: object) -> int:
    """Return the size in bytes of a value encoded as JSON in a frame."""
    return len(encode_utf(json_text(value)))


def json_text(value: object) -> str:
    """Encode a value as JSON without pipes."""
    return _json(value).decode()


def _json(value: object) -> bytes:
    data = _encoder.encode(value)
    return data.replace(b"|", rb"\u007c") if b"|" in data else data


def _plain(text: str) -> bytes:
    return text.replace("|", "¦").encode()


_WRITERS: Mapping[type[words.Word], tuple[bytes, Callable[[Any], bytes]]] = {
    words.Message: (b"message|", lambda word: _plain(word.text)),
    words.MatchSeen: (
        b"virtualView|",
        lambda word: _json(word.view) + (b"" if word.seat is None else b"|%d" % word.seat),
    ),
    words.Return: (
        b"return|",
        lambda word: _plain(word.method) + (b"|true" if word.ok else b"|false"),
    ),
    words.ServerVirtualView: (b"serverVirtualView|", _json),
    words.NotifyUpdate: (b"notifyUpdate|", lambda word: b"%d" % word.milliseconds),
    words.VirtualHand: (b"virtualHand|", lambda word: _json(word.items)),
    words.PublicChat: (b"publicChat|", lambda word: _json(word.lines)),
    words.ChatNotification: (b"chatNotification|", lambda word: _plain(word.text)),
    words.NotifyWait: (b"notifyWait|", lambda word: _json(msgspec.structs.astuple(word))),
    words.NotifyStart: (b"notifyStart|", lambda word: b"%d" % word.match),
    words.NotifyGoToMenu: (b"notifyGoToMenu", lambda _: b""),
    words.NotifyEndMatch: (b"notifyEndMatch", lambda _: b""),
    words.Ping: (b"ping", lambda _: b""),
}
"""First field of each message, and a function that encodes the rest."""


def write_server_word(word: words.Word) -> bytes | None:
    """Encode a server message as UTF-8; return None for other messages."""
    if writer := _WRITERS.get(type(word)):
        begin, rest = writer
        return begin + rest(word)
    return None


def _read_return(text: str) -> words.Return:
    method, _, ok = text.rpartition("|")
    if ok not in _BOOLEANS:
        raise ValueError(text)
    return words.Return(method, _BOOLEANS[ok])


def _read_seen(text: str) -> words.MatchSeen:
    view, _, seat = text.partition("|")
    return words.MatchSeen(
        msgspec.json.decode(view, type=words.VirtualView), int(seat) if seat else None
    )


_READERS: Mapping[str, Callable[[str], words.ServerWord]] = {
    "message": words.Message,
    "virtualView": _read_seen,
    "return": _read_return,
    "serverVirtualView": lambda text: msgspec.json.decode(text, type=words.ServerVirtualView),
    "notifyUpdate": lambda text: words.NotifyUpdate(int(text)),
    "virtualHand": lambda text: words.VirtualHand(msgspec.json.decode(text, type=list[str])),
    "publicChat": lambda text: words.PublicChat(msgspec.json.decode(text, type=list[str])),
    "chatNotification": words.ChatNotification,
    "notifyWait": lambda text: words.NotifyWait(
        *msgspec.json.decode(text, type=tuple[int, int, str])
    ),
    "notifyStart": lambda text: words.NotifyStart(int(text)),
    "notifyGoToMenu": lambda _: words.NotifyGoToMenu(),
    "notifyEndMatch": lambda _: words.NotifyEndMatch(),
    "ping": lambda _: words.Ping(),
}


def read_server_word(text: str) -> words.ServerWord:
    """Decode a server message; raise `ValueError` if it is invalid."""
    word, _, rest = text.partition("|")
    if word not in _READERS:
        raise ValueError(text)
    return _READERS[word](rest)


# Frames and lines


def write_word(word: words.Word) -> bytes:
    """Encode a client or server message as UTF-8."""
    return write_server_word(word) or write_client_word(word).encode()


def server_frames() -> FrameCodec[words.ClientWord, words.Word]:
    return FrameCodec(_client_word(_java_text), _frame)


def client_frames() -> FrameCodec[words.ServerWord, words.Word]:
    return FrameCodec(_server_word(_java_text), _frame)


def server_lines() -> LineCodec[words.ClientWord, words.Word]:
    return LineCodec(_client_word(_line_text), _line, _cutter())


def client_lines() -> LineCodec[words.ServerWord, words.Word]:
    return LineCodec(_server_word(_line_text), _line, _cutter())


@cache  # connections share the returned function
def _client_word(text_of: Callable[[bytes], str]) -> Callable[[bytes], words.ClientWord]:
    def word_of(data: bytes) -> words.ClientWord:
        try:
            return read_client_word(text_of(data))
        except ValueError:  # invalid UTF-8, but a readable method can still be named in the refusal
            return words.Malformed(data.partition(b"|")[0].decode(errors="replace"))

    return word_of


def _server_word(
    text_of: Callable[[bytes], str],
) -> Callable[[bytes], words.ServerWord | UnreadableError]:
    def word_of(data: bytes) -> words.ServerWord | UnreadableError:
        try:
            return read_server_word(text_of(data))
        except ValueError as error:  # includes invalid UTF-8 and JSON
            return UnreadableError(str(error))

    return word_of


def _java_text(data: bytes) -> str:
    return sayable(decode_utf(data))


def _line_text(data: bytes) -> str:
    return data.removesuffix(b"\r").decode()


def _frame(word: words.Word) -> bytes:
    """Encode a message as modified UTF-8, truncated to the frame limit at a character boundary."""
    data = write_word(word)
    if not data.isascii() or b"\0" in data:
        data = encode_utf(data.decode())
    if len(data) <= LONGEST_FRAME:
        return data
    end = LONGEST_FRAME
    while data[end] & 0xC0 == 0x80:
        end -= 1
    return data[:end]


def _line(word: words.Word) -> bytes:
    data = write_word(word)
    if b"\n" in data or b"\r" in data:
        data = data.replace(b"|\n", b"|").replace(b"\n", b" ").replace(b"\r", b" ")
    return data


def _cutter() -> LineCutter:
    return LineCutter(LONGEST_LINE, Overflow.CLOSE_UNFINISHED, "a line without an end")


def is_framed(first: bytes) -> bool:
    """Return whether the first byte is the high byte of a frame's length."""
    return first < b" " and first not in {b"\r", b"\n"}


ENCODINGS = (
    Encoding("frames", server_frames, client_frames, is_framed),
    Encoding("lines", server_lines, client_lines),
)
