"""Detection of peers that no longer answer, by TCP keepalive and timeouts.

Accepted connections inherit the options of the listening socket. Systems that lack an option detect
silence later.
"""

import asyncio
import socket
import time
from collections.abc import Callable
from struct import Struct

IDLE = 5
INTERVAL = 3
SILENCE = 14
"""Seconds before the first keepalive, between keepalives, and before the connection is dropped.

If data was sent shortly before, dropping it takes up to twice as long.
"""
ANSWER = 3.0
"""Seconds for a peer to show that it still answers."""
LOOK = 0.02
"""Seconds between checks whether a peer has answered."""
TICK = 0.02
"""Maximum inaccuracy of the system clock, in seconds."""

KEEP_IDLE: int | None = getattr(socket, "TCP_KEEPIDLE", None)
TCP_INFO: int | None = getattr(socket, "TCP_INFO", None)
HEARD = Struct("=52xII")
"""In Linux's `tcp_info`, the milliseconds since data and since an acknowledgement was received."""


def notice_silence(raw: socket.socket) -> None:
    """Make the system detect when the peer has gone silent."""
    if raw.family not in (socket.AF_INET, socket.AF_INET6):
        return
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for name, value in {
        "TCP_KEEPIDLE": IDLE,
        "TCP_KEEPINTVL": INTERVAL,
        "TCP_KEEPCNT": max(1, (SILENCE - IDLE) // INTERVAL),
        "TCP_USER_TIMEOUT": SILENCE * 1000,
    }.items():
        if hasattr(socket, name):
            raw.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)


async def comes_true(condition: Callable[[], bool]) -> bool:
    """Return whether a condition becomes true within the time in which a peer must answer.

    Checks are counted instead of seconds, so that a suspension of this process counts as one.
    """
    for _ in range(round(ANSWER / LOOK)):
        await asyncio.sleep(LOOK)
        if condition():
            return True
    return False


async def answers(transport: asyncio.Transport) -> bool:
    """Return whether the peer acknowledges anything from now on.

    Return True if the system cannot report acknowledgements. Concurrent calls for one transport
    would disturb each other.
    """
    if transport.is_closing():
        return False
    raw: socket.socket = transport.get_extra_info("socket")
    if TCP_INFO is None or KEEP_IDLE is None or raw.family == getattr(socket, "AF_UNIX", None):
        return True
    try:
        before = time.monotonic() - _last_heard(raw)
        raw.setsockopt(socket.IPPROTO_TCP, KEEP_IDLE, 1)  # after 1 s of silence, send a keepalive
        answered = await comes_true(
            lambda: transport.is_closing() or time.monotonic() - _last_heard(raw) > before + TICK
        )
        if transport.is_closing():  # another socket may use the same descriptor by now
            return False
        raw.setsockopt(socket.IPPROTO_TCP, KEEP_IDLE, IDLE)
    except OSError:  # closed by now
        return False
    return answered


def _last_heard(raw: socket.socket) -> float:
    """Return the seconds since data was last received."""
    assert TCP_INFO is not None
    info = raw.getsockopt(socket.IPPROTO_TCP, TCP_INFO, HEARD.size)
    return float(min(HEARD.unpack(info))) / 1000
