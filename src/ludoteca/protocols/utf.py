"""Modified UTF-8, Java's text encoding: NUL takes two bytes, supplementary characters six."""

import re

_SUPPLEMENTARY = re.compile("[\U00010000-\U0010ffff]")


def encode_utf(text: str) -> bytes:
    """Encode text, without a length prefix."""
    pairs = _SUPPLEMENTARY.sub(_surrogates, text)
    return pairs.encode("utf-8", "surrogatepass").replace(b"\0", b"\xc0\x80")


def decode_utf(data: bytes) -> str:
    """Decode bytes; raise ValueError if they are invalid."""
    if data.isascii():
        return data.decode("ascii")
    if max(data) >= 0xF0:
        raise ValueError("Modified UTF-8 has no sequences of four bytes.")
    pairs = data.replace(b"\xc0\x80", b"\0").decode("utf-8", "surrogatepass")
    return _join_surrogates(pairs)


def sayable(text: str) -> str:
    """Replace lone surrogates with U+FFFD, so that the text can be encoded as UTF-8."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _surrogates(found: re.Match[str]) -> str:
    number = ord(found[0]) - 0x10000
    return chr(0xD800 + (number >> 10)) + chr(0xDC00 + (number & 0x3FF))


def _join_surrogates(text: str) -> str:
    return text.encode("utf-16-be", "surrogatepass").decode("utf-16-be", "surrogatepass")
