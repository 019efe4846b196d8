"""`ludoteca serve`: the house, its journal and its doors, until somebody says stop."""

import asyncio
import os
import signal
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import AsyncExitStack
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from ludoteca import __version__
from ludoteca.app.browser import address, show
from ludoteca.app.complaint import Complaint
from ludoteca.bots import BOTS, Bots
from ludoteca.clients.draw import colours
from ludoteca.games import Chance
from ludoteca.hall import House, Luck, Patience, Services
from ludoteca.journal import Journal, JournalError, MeasuredJournal, MemoryJournal, SqliteJournal
from ludoteca.net import Port
from ludoteca.net.rmi import Endpoint
from ludoteca.ops import (
    BadSetting,
    Metrics,
    Settings,
    log,
    read_settings,
    read_toml,
    writing_logs,
)
from ludoteca.server import TcpServer, WebServer
from ludoteca.server.rmi import open_rmi_server
from ludoteca.wire import Dialect
from ludoteca.wire.commands import commands
from ludoteca.wire.pipes import pipes
from ludoteca.wire.prompts import TEXTS, Texts, UserIds, prompts, read_texts
from ludoteca.wire.requests import requests
from ludoteca.wire.updates import updates

SHORTEST_NAP, LONGEST_NAP = 0.02, 0.5
FAILED = 1

Door: TypeAlias = Callable[[House, Metrics], WebServer | TcpServer | Port]


class TcpProtocol(NamedTuple):
    """A protocol as it is spoken over TCP."""

    dialect: Callable[[], Dialect]
    quick_acks: bool = False
    """Whether its clients write a message in small segments, and wait until each has arrived."""


def doors_of(
    settings: Settings, endpoint: Endpoint, ids: UserIds, texts: Texts = TEXTS
) -> Mapping[str, Door]:
    """Every door there is, by the name of its setting; calls are let in by all but the web's."""
    protocols = {
        "pipes": TcpProtocol(pipes),
        "commands": TcpProtocol(partial(commands, settings.commands_ping, settings.commands_pongs)),
        "updates": TcpProtocol(updates, quick_acks=True),
        "prompts": TcpProtocol(prompts(ids=ids, texts=texts)),
        "requests": TcpProtocol(requests, quick_acks=True),
    }
    tcp = {
        name: partial(
            TcpServer, name, dialect, calls=endpoint.server_connection, quick_acks=quick_acks
        )
        for name, (dialect, quick_acks) in protocols.items()
    }
    rmi = partial(_rmi_door, endpoint)
    return {"web": WebServer, **tcp, "rmi": rmi, "rmi_prompts": rmi}


def _rmi_door(endpoint: Endpoint, _: House, __: Metrics) -> Port:
    return Port(endpoint.server_connection)


def serve(flags: Mapping[str, Any], luck: Chance | None = None) -> None:
    """Open the house as these flags, the environment and the file say, and keep it open."""
    try:
        settings = read_settings(flags, os.environ)
        texts = _texts(settings.prompts_texts)
    except BadSetting as error:
        raise Complaint(str(error)) from None
    metrics = Metrics()
    with writing_logs(
        sys.stderr,
        settings.log_level,
        settings.log_format,
        colours=colours(sys.stderr),
        lost=metrics.log_lines_lost.inc,
    ):
        try:
            with asyncio.Runner(loop_factory=_loop_factory()) as runner:
                show_page = bool(flags.get("open"))
                runner.run(_serve(settings, metrics, luck or Luck(), texts, show_page=show_page))
        except (Complaint, OSError):  # said in a sentence by the command
            raise
        except Exception:
            log.error("house_failed")
            raise SystemExit(FAILED) from None


def _texts(path: str | None) -> Texts:
    """The texts of the prompts protocol, with those of a file in place of ours."""
    if path is None:
        return TEXTS
    try:
        return read_texts(read_toml(path))
    except ValueError as error:
        raise BadSetting(f"{path}: {error}") from None


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """The loop of the `speed` extra where it is installed, else Python's own."""
    try:
        return import_module("uvloop").new_event_loop  # type: ignore[no-any-return]
    except ImportError:
        return None


async def _serve(
    settings: Settings, metrics: Metrics, luck: Chance, texts: Texts, *, show_page: bool
) -> None:
    stop = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, _stop, number, stop)
    async with AsyncExitStack() as cleanup:
        house = await _open_house(settings, metrics, luck, cleanup)
        doors = await _open_doors(settings, house, metrics, texts, cleanup)
        for name, port in doors.items():
            print(f"door {_spoken(name)} {settings.host} {port}")
        print("ready", flush=True)
        if show_page and "web" in doors:
            showing = asyncio.create_task(show(address(settings.host, doors["web"])))
            cleanup.callback(showing.cancel)
        data = settings.data or "nothing is kept"
        log.info("house_opened", version=__version__, host=settings.host, **doors, data=data)
        await _keep_open(house, stop)
        house.close()
    log.info("house_closed")


def _stop(number: signal.Signals, stop: asyncio.Event) -> None:
    log.info("house_closing", signal=number.name)
    stop.set()


async def _open_house(
    settings: Settings, metrics: Metrics, luck: Chance, cleanup: AsyncExitStack
) -> House:
    """The house over its journal, with everything it remembers."""
    try:
        journal = MeasuredJournal(_journal(settings.data), metrics.append_seconds.observe)
        metrics.appends_waiting.watch(lambda: journal.waiting)
        cleanup.push_async_callback(journal.close)
        patience = Patience(settings.grace, settings.pause, settings.settle)
        supplies = Services(journal, luck, time.time, Bots(BOTS, luck), metrics)
        house = House(supplies, patience)
        await house.open()
    except JournalError as error:
        raise Complaint(str(error)) from None
    return house


def _journal(data: str | None) -> Journal:
    return MemoryJournal() if data is None else SqliteJournal(Path(data))


async def _open_doors(
    settings: Settings, house: House, metrics: Metrics, texts: Texts, cleanup: AsyncExitStack
) -> dict[str, int]:
    """Open every door that is wanted, and say on which ports."""
    opened = {}
    endpoint = Endpoint(
        settings.advertise or "",
        expired=lambda count: metrics.leases_expired.inc(by=count),
        sent=lambda count: metrics.bytes.inc(by=count),
    )
    ids = UserIds()
    cleanup.push_async_callback(open_rmi_server(house, metrics, endpoint, ids, texts).close)
    doors = doors_of(settings, endpoint, ids, texts)
    for name, port in settings.doors.items():
        door = doors[name](house, metrics)
        cleanup.push_async_callback(door.close)
        try:
            opened[name] = await door.open(settings.host, port)
        except (OSError, UnicodeError) as error:
            said = _spoken(name)
            where = f"the {said} door cannot open at {settings.host}"
            raise Complaint(f"{where}: {_why(error)} (--{said} {port})") from None
    return opened


def _spoken(name: str) -> str:
    return name.replace("_", "-")


def _why(error: OSError | UnicodeError) -> str:
    if isinstance(error, UnicodeError) or error.errno is None:
        return str(error)
    # Below zero are the troubles of looking a name up, which the system's list does not know.
    return os.strerror(error.errno) if error.errno > 0 else str(error.strerror)


async def _keep_open(house: House, stop: asyncio.Event) -> None:
    """Let the house do what is due, until it is told to stop."""
    while not stop.is_set():
        due = house.next_due()
        nap = LONGEST_NAP if due is None else due - time.time()
        nap = min(max(nap, SHORTEST_NAP), LONGEST_NAP)
        try:
            await asyncio.wait_for(stop.wait(), nap)
        except TimeoutError:
            await house.tick()
