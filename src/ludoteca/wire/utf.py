"""Modified UTF-8, as Java writes strings: NUL takes two bytes, other planes two surrogates."""

import re

_ASTRAL = re.compile("[\U00010000-\U0010ffff]")


def write_utf(text: str) -> bytes:
    """A string as Java writes it; half a pair, which Java allows, is written like any other."""
    if text.isascii() and "\0" not in text:
        return text.encode()
    split = _ASTRAL.sub(lambda found: _pair(ord(found[0])), text)
    return split.encode("utf-8", "surrogatepass").replace(b"\0", b"\xc0\x80")


def read_utf(data: bytes) -> str:
    """The string that Java wrote like this; raises `UnicodeDecodeError` if it wrote none.

    Half a pair becomes a mark of replacement, so that what was read can be said anywhere.
    """
    if data.isascii():
        return data.decode()
    halves = data.replace(b"\xc0\x80", b"\0").decode("utf-8", "surrogatepass")
    return halves.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _pair(code: int) -> str:
    return chr(0xD7C0 + (code >> 10)) + chr(0xDC00 + (code & 0x3FF))
