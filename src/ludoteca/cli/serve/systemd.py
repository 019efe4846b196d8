"""Messages to systemd: the server is ready, and its event loop still runs (`sd_notify(3)`)."""

import asyncio
import os
import socket
from collections.abc import Mapping
from contextlib import suppress

READY, ALIVE = "READY=1", "WATCHDOG=1"
SHARE = 3
"""Messages sent within the time after which systemd kills a service that sent none."""


def notify(state: str, environment: Mapping[str, str] = os.environ) -> None:
    """Tell systemd, if it started this process and waits for messages."""
    address = environment.get("NOTIFY_SOCKET", "")
    if not address:
        return
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as there, suppress(OSError):
        there.setblocking(False)
        there.sendto(state.encode(), address.replace("@", "\0", 1))


async def notify_watchdog(environment: Mapping[str, str] = os.environ) -> None:
    """Tell systemd regularly that the event loop runs, if the unit has a `WatchdogSec`."""
    seconds = int(environment.get("WATCHDOG_USEC", "0")) / 1e6
    while seconds:
        notify(ALIVE, environment)
        await asyncio.sleep(seconds / SHARE)
