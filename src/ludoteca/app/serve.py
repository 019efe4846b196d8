"""`ludoteca serve`: the house, its journal and its doors, until somebody says stop."""

import asyncio
import signal
import sys
import time
from pathlib import Path

from ludoteca.app.complaint import Complaint
from ludoteca.bots import BOTS, Bots
from ludoteca.hall import House, Luck
from ludoteca.journal import Journal, JournalError, MemoryJournal, SqliteJournal
from ludoteca.server import WebDoor

LONGEST_NAP = 0.5


def serve(data: str | None, host: str, port: int) -> None:
    """Open the house and keep it open."""
    asyncio.run(_serve(data, host, port))


async def _serve(data: str | None, host: str, port: int) -> None:
    stop = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    journal = _journal(data)
    try:
        house = House(journal, time.time, Bots(BOTS, Luck()))
        await house.open()
        door = WebDoor(house)
        try:
            opened = await door.open(host, port)
        except OSError as error:
            raise Complaint(f"the web door cannot open: {error.strerror} (--web {port})") from None
        print(f"door web {host} {opened}\nready", flush=True)
        await _keep_open(house, stop)
        print("closing", file=sys.stderr)
        house.say_goodbye()
        await door.close()
    finally:
        await journal.close()


def _journal(data: str | None) -> Journal:
    if data is None:
        return MemoryJournal()
    try:
        return SqliteJournal(Path(data))
    except JournalError as error:
        raise Complaint(str(error)) from None


async def _keep_open(house: House, stop: asyncio.Event) -> None:
    """Let the house do what is due, until it is told to stop."""
    while not stop.is_set():
        due = house.next_due()
        nap = LONGEST_NAP if due is None else max(0.0, min(LONGEST_NAP, due - time.time()))
        try:
            await asyncio.wait_for(stop.wait(), nap)
        except TimeoutError:
            await house.tick()
