"""A client's socket that writes as Java does: a message in several small segments, Nagle on.

Java's object output stream writes to its socket piece by piece, and its sockets have Nagle's
algorithm on: a piece is sent only when the one before has been acknowledged. A server that delays
its acknowledgements holds such a client up by 40 ms for each message.
"""

import asyncio
import socket


def wait_for_acks(writer: asyncio.StreamWriter) -> None:
    """Turn Nagle's algorithm on, which asyncio turns off."""
    raw = writer.get_extra_info("socket")
    raw.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 0)


def pieces(data: bytes) -> list[bytes]:
    """A message in pieces: the first byte alone, as Java writes a reset, then the rest."""
    middle = 1 + (len(data) - 1) // 2
    return [piece for piece in (data[:1], data[1:middle], data[middle:]) if piece]


def write_in_pieces(writer: asyncio.StreamWriter, data: bytes) -> None:
    """Write each piece of a message by itself."""
    for piece in pieces(data):
        writer.write(piece)
