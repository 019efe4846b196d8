"""The PROXY protocol, versions 1 and 2: a proxy that connects first reports its client.

A generator reads the header. It yields the number of bytes it needs next and receives exactly that
many, so nothing beyond the header is consumed.
"""

from collections.abc import Generator
from ipaddress import IPv4Address, IPv6Address, ip_address
from struct import Struct
from typing import TypeAlias

from ludoteca.protocols.contract import UnreadableError

SIGNATURE = b"\r\n\r\n\0\r\nQUIT\n"
LONGEST_TEXT = 107
LONGEST_REST = 4096
"""Maximum bytes after the fixed part of a binary header."""
LOCAL = 0x20
PROXIED = 0x21
"""Version 2 with its commands: a connection by the proxy itself, or on behalf of a client."""
SIZES = {0x11: 4, 0x21: 16}
"""Length of an address in bytes, for TCP over IPv4 and over IPv6."""
FAMILIES = {b"TCP4": IPv4Address, b"TCP6": IPv6Address}
HEAD = Struct("!BBH")

Client: TypeAlias = tuple[str, int]
"""Address and port; the address is empty if the proxy reports none."""
NOBODY: Client = ("", 0)
ReadingHeader: TypeAlias = Generator[int, bytes, Client]


def read_header() -> ReadingHeader:
    """Read a header and return its client; raise an `UnreadableError` if it is not valid."""
    start = yield len(SIGNATURE)
    if start == SIGNATURE:
        return (yield from _read_binary())
    if start.startswith(b"PROXY "):
        return (yield from _read_text(start))
    raise UnreadableError("no PROXY header")


def _read_text(line: bytes) -> ReadingHeader:
    while not line.endswith(b"\r\n"):
        if len(line) == LONGEST_TEXT:
            raise UnreadableError("a PROXY header without an end")
        line += yield 1
    _, family, *words = line[:-2].split(b" ")
    if family == b"UNKNOWN":
        return NOBODY
    try:
        source, target, port, other = (word.decode("ascii") for word in words)
        reads = FAMILIES[family]
        reads(target)
        return str(reads(source)), _port(port, other)
    except (KeyError, ValueError):
        raise UnreadableError("a PROXY header that names no client") from None


def _port(*words: str) -> int:
    for word in words:
        if not word.isdigit() or int(word) > 0xFFFF:
            raise ValueError(word)
    return int(words[0])


def _read_binary() -> ReadingHeader:
    command, family, size = HEAD.unpack((yield HEAD.size))
    if command not in (LOCAL, PROXIED) or size > LONGEST_REST:
        raise UnreadableError("a PROXY header of an unknown kind")
    rest = (yield size) if size else b""
    if command == LOCAL or family not in SIZES:
        return NOBODY
    length = SIZES[family]
    if size < 2 * length + 4:
        raise UnreadableError("a PROXY header that is too short")
    port = int.from_bytes(rest[2 * length : 2 * length + 2])
    return str(ip_address(rest[:length])), port
