"""Modified UTF-8, as Java writes text: NUL takes two bytes, and what lies beyond U+FFFF six."""

import re

_BEYOND = re.compile("[\U00010000-\U0010ffff]")


def encode_utf(text: str) -> bytes:
    """The bytes of `text`, without their length."""
    halves = _BEYOND.sub(_halves, text)
    return halves.encode("utf-8", "surrogatepass").replace(b"\0", b"\xc0\x80")


def decode_utf(data: bytes) -> str:
    """The text in these bytes; a ValueError if there is none."""
    if data.isascii():
        return data.decode("ascii")
    if max(data) >= 0xF0:
        raise ValueError("Modified UTF-8 has no sequences of four bytes.")
    halves = data.replace(b"\xc0\x80", b"\0").decode("utf-8", "surrogatepass")
    return _whole(halves)


def sayable(text: str) -> str:
    """The same, with a mark of replacement for half a pair, so that it can be said anywhere."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _halves(found: re.Match[str]) -> str:
    number = ord(found[0]) - 0x10000
    return chr(0xD800 + (number >> 10)) + chr(0xDC00 + (number & 0x3FF))


def _whole(text: str) -> str:
    return text.encode("utf-16-be", "surrogatepass").decode("utf-16-be", "surrogatepass")
