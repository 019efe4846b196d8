"""`ludoteca serve`: run the server until a signal stops it.

- `node`: journal, bus and dispatcher; `ports`: listeners, admission and certificates
- `page_address`: the addresses of the page, for a browser on this machine and for other people
"""

import asyncio
import ctypes
import gc
import os
import platform
import secrets
import signal
import socket
import sys
import time
from collections.abc import Callable, Mapping
from contextlib import AsyncExitStack, suppress
from importlib import import_module

from ludoteca import __version__
from ludoteca.cli.complaint import Complaint
from ludoteca.cli.operating import drain_on_signal, open_admin_socket
from ludoteca.cli.serve.node import kept_in, node_name, open_dispatcher
from ludoteca.cli.serve.page_address import address, invitation, other_addresses, show
from ludoteca.cli.serve.ports import WEB, Ports, Served, spoken
from ludoteca.core import Dispatcher, SystemChance
from ludoteca.games import Chance, load
from ludoteca.ops import BadSetting, Metrics, Settings, log, read_settings, read_toml, writing_logs
from ludoteca.ops.metrics import measure_process
from ludoteca.ops.setting_kinds import FILE
from ludoteca.ops.watchdog import Watchdog
from ludoteca.protocols.dialect import ServedDialect
from ludoteca.protocols.dialects import DIALECTS, SEVERAL_NODES, DialectRow, dialect_settings
from ludoteca.ui.draw import colours

YOUNG_OBJECTS, YOUNG_COLLECTIONS = 30_000, 4
"""Thresholds of the garbage collector for young objects and for older ones.

Most objects are frozen values without cycles. A collection visits the states that have replaced
others since the last collection, regardless of the number of objects allocated. With 10,000
objects, collections took 2.5% of the time of a move at 200 matches; with 30,000, half of that.
"""
TIDY = 20.0
"""Interval in seconds at which free memory is returned to the system."""
FEW = 100_000
"""Number of blocks allocated since start-up above which a full collection would take too long."""
MMAP_THRESHOLD = -3
"""`mallopt` option: size in bytes above which blocks are mapped, and unmapped when freed."""
LARGE = 1 << 20


async def keep_memory() -> None:
    """Return unused memory to the system while the server runs.

    Blocks as large as those for hashing secrets are returned as soon as they are freed. Small
    servers also collect closed connections, which are reference cycles.
    """
    gc.freeze()  # objects made at start-up are never collected
    gc.set_threshold(YOUNG_OBJECTS, YOUNG_COLLECTIONS, gc.get_threshold()[2])
    libc = ctypes.CDLL(None)
    start = sys.getallocatedblocks()
    if not hasattr(libc, "malloc_trim"):  # not glibc
        return
    libc.mallopt(MMAP_THRESHOLD, LARGE)
    while True:
        await asyncio.sleep(TIDY)
        if sys.getallocatedblocks() - start < FEW:
            gc.collect()
            libc.malloc_trim(0)


READY, ALIVE = "READY=1", "WATCHDOG=1"
SHARE = 3
"""Number of messages to send within systemd's watchdog timeout."""


def notify(state: str, environment: Mapping[str, str] = os.environ) -> None:
    """Send a state to systemd, if systemd started this process and expects messages."""
    address = environment.get("NOTIFY_SOCKET", "")
    if not address:
        return
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as there, suppress(OSError):
        there.setblocking(False)
        there.sendto(state.encode(), address.replace("@", "\0", 1))


async def notify_watchdog(environment: Mapping[str, str] = os.environ) -> None:
    """Notify systemd regularly that the event loop is running, if the unit sets `WatchdogSec`."""
    seconds = int(environment.get("WATCHDOG_USEC", "0")) / 1e6
    while seconds:
        notify(ALIVE, environment)
        await asyncio.sleep(seconds / SHARE)


SHORTEST_NAP, LONGEST_NAP, A_BEAT = 0.02, 0.5, 0.25
FAILED = 1


def serve(flags: Mapping[str, object], chance: Chance | None = None) -> None:
    """Run the server until a signal stops it, with settings from flags, environment and file."""
    try:
        settings = read_settings(flags, os.environ, dialect_settings())
        served = {name: _served(row, settings) for name, row in DIALECTS.items()}
    except BadSetting as error:
        raise Complaint(str(error)) from None
    metrics = Metrics()
    with writing_logs(
        sys.stderr,
        settings.log_level,
        settings.log_format,
        colours=colours(sys.stderr),
        lost=metrics.log_lines_lost.inc,
        node=node_name(settings),
    ):
        try:
            with asyncio.Runner(loop_factory=_loop_factory()) as runner:
                show_page = bool(flags.get("open"))
                runner.run(
                    _serve(settings, metrics, chance or SystemChance(), served, show_page=show_page)
                )
        except (Complaint, OSError):  # the command reports these in a sentence
            raise
        except Exception:
            log.error("house_failed")
            raise SystemExit(FAILED) from None


def _served(row: DialectRow, settings: Settings) -> ServedDialect:
    """Return the factories of a protocol's dialects; read the files named in its settings."""
    given = {**settings.of_dialects, SEVERAL_NODES: settings.bus is not None}
    files = [each for each in row.settings if each.kind is FILE]
    paths = {each.name: str(given[each.name]) for each in files if given[each.name] is not None}
    for name, path in paths.items():
        given[name] = read_toml(path)
    try:
        return load(row.serve)(given, lambda: secrets.token_hex(4))
    except ValueError as error:
        raise BadSetting(f"{', '.join(paths.values()) or row.name}: {error}") from None


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """Return uvloop's event loop factory if the `speed` extra is installed, otherwise None."""
    try:
        uvloop = import_module("uvloop")
    except ImportError:
        return None
    factory: Callable[[], asyncio.AbstractEventLoop] = uvloop.new_event_loop
    return factory


async def _serve(
    settings: Settings, metrics: Metrics, chance: Chance, served: Served, *, show_page: bool
) -> None:
    stop = asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().add_signal_handler(number, _stop, number, stop)
    metrics.build_info.say(__version__, platform.python_version())
    measure_process(metrics)
    async with AsyncExitStack() as cleanup:
        dispatcher = await open_dispatcher(settings, metrics, chance, cleanup)
        if dispatcher.shared:
            touching = asyncio.create_task(keep_in_touch(dispatcher))
            cleanup.callback(touching.cancel)
        drain_on_signal(dispatcher)
        ports = Ports(settings, dispatcher, metrics, served)
        opened = await ports.open(cleanup)
        # Opened last, so that all ports are open when an operator receives an answer.
        await open_admin_socket(settings, dispatcher, cleanup)
        lines = [f"door {spoken(name)} {settings.host} {port}" for name, port in opened.items()]
        others = other_addresses(settings, opened[WEB]) if WEB in opened else []
        told = ""
        if WEB in opened and sys.stdout.isatty():  # programs read only the lines up to `ready`
            told = invitation(settings, others, sys.stdout)
        # A single write, so that no log lines appear in between.
        print("\n".join((*lines, "ready\n")) + told, end="", flush=True)
        notify(READY)
        watched = asyncio.create_task(notify_watchdog())
        cleanup.callback(watched.cancel)
        if show_page and WEB in opened:
            page = address(settings.host, opened[WEB], settings.tls_cert)
            showing = asyncio.create_task(show(page))
            cleanup.callback(showing.cancel)
        kept = kept_in(settings)
        where = {"address": " ".join(others)} if others else {}
        log.info("house_opened", version=__version__, host=settings.host, **where, **opened, **kept)
        watch_steps(settings, metrics, cleanup)
        keeping = asyncio.create_task(keep_memory())
        cleanup.callback(keeping.cancel)
        await _keep_open(dispatcher, ports, stop)
        ports.stop_listening()
        dispatcher.close()
    log.info("house_closed")


def watch_steps(settings: Settings, metrics: Metrics, cleanup: AsyncExitStack) -> None:
    """Log slow steps of the event loop, on systems where they can be measured."""
    if settings.slow_step is not None and hasattr(time, "pthread_getcpuclockid"):
        limit = settings.slow_step / 1000
        watchdog = Watchdog(limit, metrics.slow_steps.inc, metrics.loop_lag_seconds.observe)
        watchdog.start()
        cleanup.callback(watchdog.stop)


def _stop(number: signal.Signals, stop: asyncio.Event) -> None:
    log.info("house_closing", signal=number.name)
    stop.set()


async def keep_in_touch(dispatcher: Dispatcher) -> None:
    """Send heartbeats to other nodes, even while the journal blocks all other work."""
    while True:
        try:
            dispatcher.beat()
        except Exception:  # without heartbeats, other nodes would consider this one dead
            log.error("beat_failed")
        await asyncio.sleep(A_BEAT)


async def _keep_open(dispatcher: Dispatcher, ports: Ports, stop: asyncio.Event) -> None:
    """Run the dispatcher's periodic work until the server stops."""
    while not stop.is_set():
        due = await dispatcher.next_due()
        nap = LONGEST_NAP if due is None else due - time.monotonic()
        nap = min(max(nap, SHORTEST_NAP), LONGEST_NAP)
        try:
            await asyncio.wait_for(stop.wait(), nap)
        except TimeoutError:
            await dispatcher.tick()
            await ports.follow(draining=dispatcher.availability.closes_ports())
            if dispatcher.availability.is_drained():
                log.info("house_closing", signal="drain")
                stop.set()
