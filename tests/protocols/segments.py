"""A client socket that writes as Java does: a message in several small segments, with Nagle on.

Java's object output stream writes to its socket piece by piece, and Nagle's algorithm sends a piece
only when the previous one has been acknowledged. A server that delays its acknowledgements delays
such a client by 40 ms per message.
"""

import asyncio
import socket


def wait_for_acks(writer: asyncio.StreamWriter) -> None:
    """Enable Nagle's algorithm, which asyncio disables."""
    raw = writer.get_extra_info("socket")
    raw.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 0)


def pieces(data: bytes) -> list[bytes]:
    """Split a message: the first byte alone, as Java writes a reset, then the rest."""
    middle = 1 + (len(data) - 1) // 2
    return [piece for piece in (data[:1], data[1:middle], data[middle:]) if piece]


def write_in_pieces(writer: asyncio.StreamWriter, data: bytes) -> None:
    """Write each piece of a message separately."""
    for piece in pieces(data):
        writer.write(piece)
