"""Messages as JSON lines, with the member order and escapes of deployed clients.

Output is ASCII; input may be UTF-8 or, from some machines, Windows-1252. A member with the wrong
type counts as missing, so that the command's script reports it; only a line without a known command
is unreadable. Each member is sent twice: under the name that deployed clients use and under the
name in the protocol's document. Commands are sent under their names in the document once the peer
has used such names.
"""

import json
from collections.abc import Mapping
from functools import cache

import msgspec

from ludoteca.protocols.commands import words
from ludoteca.protocols.contract import UnreadableError
from ludoteca.protocols.encodings import Encoding
from ludoteca.protocols.framing import LineCodec, LineCutter, Overflow

LONGEST_LINE = 16 * 1024
_LAST = ("command", "info", "target", "senderNickname")
_UNSENT = "documented"
_BY_DOCUMENT = {command: name for name, command in words.SERVER_NAMES.items()}
_ESCAPES = str.maketrans({c: f"\\u{ord(c):04x}" for c in "'<>=&"})


class JsonLines(LineCodec[words.Word, words.Word]):
    """Codec for either side of a connection; blank lines are ignored."""

    def __init__(self) -> None:
        overflow = Overflow.CLOSE_UNFINISHED
        cutter = LineCutter(LONGEST_LINE, overflow, "That line is too long.")
        super().__init__(self._read_line, self._write_line, cutter)
        self._documented = False
        """Whether the peer has used names that only the protocol's document defines."""

    def _read_line(self, line: bytes) -> words.Word | UnreadableError | None:
        word = read_word(line) if line.strip() else None
        if isinstance(word, words.Word) and word.documented:
            self._documented = True
        return word

    def _write_line(self, word: words.Word) -> bytes:
        return write_word(word, documented=self._documented)


ENCODINGS = (Encoding("lines", server=JsonLines, client=JsonLines),)


def write_word(word: words.Word, *, documented: bool = False) -> bytes:
    """Encode a message, optionally with its command's name in the protocol's document."""
    members = _members(word)
    if documented:
        members["command"] = _BY_DOCUMENT.get(word.command, word.command)
    ordered = {name: members[name] for name in members if name not in _LAST}
    ordered |= {name: members[name] for name in _LAST if name in members}
    # JSON has these characters only inside strings.
    return json.dumps(ordered, separators=(",", ":")).translate(_ESCAPES).encode()


def _members(value: msgspec.Struct) -> dict[str, object]:
    """Convert an object to JSON members, omitting members that are None."""
    fields = zip(value.__struct_encode_fields__, value.__struct_fields__, strict=True)
    sent = [(name, getattr(value, field)) for name, field in fields if name != _UNSENT]
    members = {name: _json(one) for name, one in sent if one is not None}
    kind = value.command if isinstance(value, words.Word) else type(value).__name__
    beside = words.SERVER_MEMBERS.get(kind, {}).items()
    return members | {name: members[ours] for name, ours in beside if ours in members}


def _json(value: object) -> object:
    if isinstance(value, msgspec.Struct):
        return _members(value)
    return [_json(one) for one in value] if isinstance(value, tuple) else value


def read_word(line: bytes) -> words.Word | UnreadableError:
    try:
        members = msgspec.json.decode(_text(line))
    except (msgspec.DecodeError, RecursionError):
        return UnreadableError("A command is a JSON object on a line of its own.")
    named = members.get("command") if isinstance(members, dict) else None
    command = words.command_named(named) if isinstance(named, str) else None
    if command is None:
        return UnreadableError("Incorrect command, there is no such one.")
    return _word(command, members)


def _text(line: bytes) -> str:
    try:
        return line.decode()
    except UnicodeDecodeError:
        return line.decode("cp1252", errors="replace")


def _word(command: str, members: Mapping[str, object]) -> words.Word:
    shape = words.COMMANDS[command]
    said: dict[str, object] = {"command": command}
    names = _names(shape)
    types = _types(shape)
    documented = members["command"] in words.CLIENT_NAMES
    for name, value in members.items():
        member = names.get(words.folded(name))
        if member is None or member == "command":
            continue
        documented = documented or name in words.CLIENT_MEMBERS.get(command, ())
        if value is not None and _fits(value, types[member]):
            said[member] = value
    return msgspec.convert({**said, _UNSENT: documented}, shape)


def _fits(value: object, kind: object) -> bool:
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError:
        return False
    return True


@cache
def _types(shape: type[words.Word]) -> Mapping[str, object]:
    """Return the types of a shape's members, by name."""
    fields = msgspec.structs.fields(shape)
    return {one.encode_name: one.type for one in fields if one.name != _UNSENT}


@cache
def _names(shape: type[words.Word]) -> Mapping[str, str]:
    """Map every folded name of a shape's members to the member that it stands for."""
    of_document = {
        words.folded(name): member
        for command, names in (*words.CLIENT_MEMBERS.items(), *words.SERVER_MEMBERS.items())
        if words.COMMANDS.get(command) is shape
        for name, member in names.items()
    }
    return of_document | {words.folded(name): name for name in _types(shape)}
