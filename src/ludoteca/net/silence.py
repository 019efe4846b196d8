"""Machines that no longer answer: the system asks, and gives a connection up in time.

Options of a listening socket are those of every connection that it accepts. A system that lacks one
of them notices later.
"""

import asyncio
import socket
import time
from collections.abc import Callable
from struct import Struct

IDLE, INTERVAL, SILENCE = 5, 3, 14
"""After how many seconds without a word the other machine is asked, how often it is asked again,
and after how many it is given up: asked or sent something just before that, twice as many."""
ANSWER = 3.0
"""How many seconds a machine has to show that it still answers."""
LOOK = 0.02
"""Every so many seconds it is looked whether it has."""
TICK = 0.02
"""The system's own clock may be so many seconds behind."""

KEEP_IDLE: int | None = getattr(socket, "TCP_KEEPIDLE", None)
TCP_INFO: int | None = getattr(socket, "TCP_INFO", None)
HEARD = Struct("=52xII")
"""In Linux's `tcp_info`, the milliseconds since data and since an acknowledgement was received."""


def notice_silence(raw: socket.socket) -> None:
    """Let the system notice when the machine at the other end has gone silent."""
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
    """Whether this is so after some time in which a machine can answer.

    That time is counted in looks: one that passed while this process stood still counts as one.
    """
    for _ in range(round(ANSWER / LOOK)):
        await asyncio.sleep(LOOK)
        if condition():
            return True
    return False


async def answers(transport: asyncio.Transport) -> bool:
    """Whether the machine at the other end acknowledges anything from now on.

    Where the system cannot tell, it is taken to. Not to be asked twice at the same time: the end of
    one question would disturb the other.
    """
    if transport.is_closing():
        return False
    raw: socket.socket = transport.get_extra_info("socket")
    if TCP_INFO is None or KEEP_IDLE is None or raw.family == getattr(socket, "AF_UNIX", None):
        return True
    try:
        before = time.monotonic() - _last_heard(raw)
        raw.setsockopt(socket.IPPROTO_TCP, KEEP_IDLE, 1)  # one that was idle longer is asked now
        answered = await comes_true(
            lambda: transport.is_closing() or time.monotonic() - _last_heard(raw) > before + TICK
        )
        if transport.is_closing():  # its descriptor may be that of another by now
            return False
        raw.setsockopt(socket.IPPROTO_TCP, KEEP_IDLE, IDLE)
    except OSError:  # closed by now
        return False
    return answered


def _last_heard(raw: socket.socket) -> float:
    """How many seconds ago anything was received."""
    assert TCP_INFO is not None
    info = raw.getsockopt(socket.IPPROTO_TCP, TCP_INFO, HEARD.size)
    return float(min(HEARD.unpack(info))) / 1000
