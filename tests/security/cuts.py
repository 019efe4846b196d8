"""Machines that fall silent: sockets of this process that suddenly receive nothing.

A filter on a socket lets the kernel drop every segment before TCP sees it: nothing is acknowledged
and nothing is reset, as if the cable were cut. It needs no privileges and works on loopback.
"""

import ctypes
import os
import socket
import struct
from collections.abc import Collection, Iterator
from pathlib import Path

SO_ATTACH_FILTER = 26
DROP = struct.pack("=HBBI", 0x06, 0, 0, 0)
"""The only instruction of the filter: drop everything."""


def cut(ports: Collection[int] | None = None) -> None:
    """Drop everything that sockets connected to these ports, or listening there, receive.

    Without ports, this applies to all sockets of this process.
    """
    code = ctypes.create_string_buffer(DROP)
    program = struct.pack("HxxxxxxN", 1, ctypes.addressof(code))
    for raw in _at(ports):
        raw.setsockopt(socket.SOL_SOCKET, SO_ATTACH_FILTER, program)


def _at(ports: Collection[int] | None) -> Iterator[socket.socket]:
    """Return the sockets of this process that are connected to these ports or listen there."""
    for entry in [*Path("/proc/self/fd").iterdir()]:
        if not entry.is_socket():
            continue
        with socket.socket(fileno=os.dup(int(entry.name))) as raw:
            if raw.family == socket.AF_INET and (
                ports is None or _peer(raw) in ports or _waits_at(raw) in ports
            ):
                yield raw


def _peer(raw: socket.socket) -> int | None:
    try:
        return int(raw.getpeername()[1])
    except OSError:
        return None


def _waits_at(raw: socket.socket) -> int:
    return int(raw.getsockname()[1]) if _peer(raw) is None else 0
