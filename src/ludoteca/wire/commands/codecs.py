"""Words as bytes: a JSON object a line, in the order and with the escapes of deployed clients.

What is sent is ASCII; what comes may be UTF-8 or, from some machines, Windows-1252. A member of the
wrong type counts as missing, so that its absence is answered in the right place; only a line
without a command that we know cannot be read.
"""

import json
from collections.abc import Mapping
from functools import cache
from typing import Any

import msgspec

from ludoteca.wire.commands.words import COMMANDS, OTHER_MEMBERS, Word, command_named, folded
from ludoteca.wire.dialect import UnreadableError
from ludoteca.wire.encodings import Encoding
from ludoteca.wire.framing import LineCodec, LineCutter, Overflow

LONGEST_LINE = 16 * 1024
_LAST = ("command", "info", "target", "senderNickname")
_ESCAPES = str.maketrans({c: f"\\u{ord(c):04x}" for c in "'<>=&"})


class JsonLines(LineCodec[Word, Word]):
    """Words of this protocol, at either end of a connection; blank lines are none."""

    def __init__(self) -> None:
        overflow = Overflow.CLOSE_UNFINISHED
        cutter = LineCutter(LONGEST_LINE, overflow, "That line is too long.")
        super().__init__(lambda line: read_word(line) if line.strip() else None, write_word, cutter)


ENCODINGS = (Encoding("lines", server=JsonLines, client=JsonLines),)


def write_word(word: Word) -> bytes:
    """The line that says a word."""
    members = _members(word)
    ordered = {name: members[name] for name in members if name not in _LAST}
    ordered |= {name: members[name] for name in _LAST if name in members}
    # Outside of strings JSON has none of these characters.
    return json.dumps(ordered, separators=(",", ":")).translate(_ESCAPES).encode()


def _members(value: Any) -> Any:
    """A value as JSON has it, without what is None."""
    if isinstance(value, msgspec.Struct):
        members = zip(value.__struct_encode_fields__, value.__struct_fields__, strict=True)
        return {n: _members(v) for n, f in members if (v := getattr(value, f)) is not None}
    return [_members(one) for one in value] if isinstance(value, tuple) else value


def read_word(line: bytes) -> Word | UnreadableError:
    """The word in a line."""
    try:
        members = msgspec.json.decode(_text(line))
    except (msgspec.DecodeError, RecursionError):
        return UnreadableError("A command is a JSON object on a line of its own.")
    named = members.get("command") if isinstance(members, dict) else None
    command = command_named(named) if isinstance(named, str) else None
    if command is None:
        return UnreadableError("Incorrect command, there is no such one.")
    return _word(command, members)


def _text(line: bytes) -> str:
    try:
        return line.decode()
    except UnicodeDecodeError:
        return line.decode("cp1252", errors="replace")


def _word(command: str, members: dict[str, Any]) -> Word:
    shape, said = COMMANDS[command], {"command": command}
    names, types = _names(shape), _types(shape)
    for name, value in members.items():
        member = names.get(folded(name))
        if member is None or member == "command" or value is None:
            continue
        try:
            msgspec.convert(value, types[member])
        except msgspec.ValidationError:
            continue
        said[member] = value
    return msgspec.convert(said, shape)


@cache
def _types(shape: type[Word]) -> Mapping[str, Any]:
    """The members of a shape, and what they are."""
    return {one.encode_name: one.type for one in msgspec.structs.fields(shape)}


@cache
def _names(shape: type[Word]) -> Mapping[str, str]:
    """Every name for a member of this shape, folded."""
    own = {folded(name): name for name in _types(shape)}
    return {folded(other): name for other, name in OTHER_MEMBERS.get(shape, {}).items()} | own
