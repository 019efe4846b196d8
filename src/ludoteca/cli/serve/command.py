"""`ludoteca serve`: the hall, its journal and its listeners, until a signal says stop."""

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
import webbrowser
from collections.abc import Callable, Mapping
from contextlib import AsyncExitStack, suppress
from importlib import import_module
from typing import Any

from ludoteca import __version__
from ludoteca.cli.admin.operating import drain_on_signal, open_admin_socket
from ludoteca.cli.complaint import Complaint
from ludoteca.cli.serve.node import kept_in, node_name, open_dispatcher
from ludoteca.cli.serve.ports import Ports, Served, spoken
from ludoteca.core import Dispatcher, SystemChance
from ludoteca.games import Chance, load
from ludoteca.ops import BadSetting, Metrics, Settings, log, read_settings, read_toml, writing_logs
from ludoteca.ops.metrics import measure_process
from ludoteca.ops.settings import FILE
from ludoteca.ops.watchdog import Watchdog
from ludoteca.protocols.call_dialect import ServedDialect
from ludoteca.protocols.dialects import DIALECTS, SEVERAL_NODES, DialectRow, dialect_settings
from ludoteca.ui.draw import colours

EVERYWHERE = {"0.0.0.0": "127.0.0.1", "::": "::1"}  # noqa: S104 - where the server listens, not this


def address(host: str, port: int, certificate: str | None = None) -> str:
    """Where a browser on this machine finds a server that listens at a host."""
    host = EVERYWHERE.get(host, host)
    scheme = "https" if certificate else "http"
    return f"{scheme}://{f'[{host}]' if ':' in host else host}:{port}/"


async def show(page: str) -> None:
    """Say where the page is, and open it in a browser if there is one."""
    shown = await asyncio.to_thread(_opened, page)
    where = "open in your browser" if shown else "ready"
    print(f"The page is {where} (Ctrl-C stops the server): {page}", flush=True)


def _opened(page: str) -> bool:
    try:
        browser = webbrowser.get()
    except webbrowser.Error:
        return False
    if type(browser) is webbrowser.GenericBrowser and not os.environ.get("BROWSER"):
        return False  # one without a window would take over the terminal
    return browser.open(page)


YOUNG_OBJECTS = 10_000
"""How many objects are made before cycles are looked for: frozen values, as most are, have none."""
TIDY = 20.0
"""How many seconds lie between two times that free memory is given back."""
FEW = 100_000
"""With more blocks in use than this since the start, a full search for cycles takes too long."""
MMAP_THRESHOLD = -3
"""The option of `mallopt`: from how many bytes on a block is mapped, and so unmapped when freed."""
LARGE = 1 << 20


async def keep_memory() -> None:
    """Give back memory that was needed for a while, as long as the server runs.

    Blocks as large as those that secrets need are never kept. On a server with little to look
    through, closed connections are let go though they are cycles, and free memory is given back.
    """
    gc.freeze()  # cycles are never looked for among what the start has made
    gc.set_threshold(YOUNG_OBJECTS, *gc.get_threshold()[1:])
    libc, start = ctypes.CDLL(None), sys.getallocatedblocks()
    if not hasattr(libc, "malloc_trim"):  # not the GNU library
        return
    libc.mallopt(MMAP_THRESHOLD, LARGE)
    while True:
        await asyncio.sleep(TIDY)
        if sys.getallocatedblocks() - start < FEW:
            gc.collect()
            libc.malloc_trim(0)


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


SHORTEST_NAP, LONGEST_NAP, A_BEAT = 0.02, 0.5, 0.25
FAILED = 1


def serve(flags: Mapping[str, Any], chance: Chance | None = None) -> None:
    """Run the server as flags, environment and file say, until a signal stops it."""
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
        except (Complaint, OSError):  # said in a sentence by the command
            raise
        except Exception:
            log.error("house_failed")
            raise SystemExit(FAILED) from None


def _served(row: DialectRow, settings: Settings) -> ServedDialect:
    """What the server needs of a dialect, as it is told; of files it is told the contents."""
    given = {**settings.of_dialects, SEVERAL_NODES: settings.bus is not None}
    files = [each for each in row.settings if each.kind is FILE]
    paths = {each.name: given[each.name] for each in files if given[each.name] is not None}
    for name, path in paths.items():
        given[name] = read_toml(path)
    try:
        return load(row.serve)(given, lambda: secrets.token_hex(4))
    except ValueError as error:
        raise BadSetting(f"{', '.join(paths.values()) or row.name}: {error}") from None


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    """The loop of the `speed` extra where it is installed, else Python's own."""
    try:
        return import_module("uvloop").new_event_loop  # type: ignore[no-any-return]
    except ImportError:
        return None


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
        doors = await ports.open(cleanup)
        await open_admin_socket(
            settings, dispatcher, cleanup
        )  # who is answered there finds all open
        lines = [f"door {spoken(name)} {settings.host} {port}" for name, port in doors.items()]
        print("\n".join((*lines, "ready\n")), end="", flush=True)  # at once: logs may come between
        notify(READY)
        watched = asyncio.create_task(notify_watchdog())
        cleanup.callback(watched.cancel)
        if show_page and "web" in doors:
            page = address(settings.host, doors["web"], settings.tls_cert)
            showing = asyncio.create_task(show(page))
            cleanup.callback(showing.cancel)
        kept = kept_in(settings)
        log.info("house_opened", version=__version__, host=settings.host, **doors, **kept)
        watch_steps(settings, metrics, cleanup)
        keeping = asyncio.create_task(keep_memory())
        cleanup.callback(keeping.cancel)
        await _keep_open(dispatcher, ports, stop)
        ports.stop_listening()
        dispatcher.close()
    log.info("house_closed")


def watch_steps(settings: Settings, metrics: Metrics, cleanup: AsyncExitStack) -> None:
    """Log steps of the event loop that take too long, where the system can measure them."""
    if settings.slow_step is not None and hasattr(time, "pthread_getcpuclockid"):
        limit = settings.slow_step / 1000
        watchdog = Watchdog(limit, metrics.slow_steps.inc, metrics.loop_lag_seconds.observe)
        watchdog.start()
        cleanup.callback(watchdog.stop)


def _stop(number: signal.Signals, stop: asyncio.Event) -> None:
    log.info("house_closing", signal=number.name)
    stop.set()


async def keep_in_touch(dispatcher: Dispatcher) -> None:
    """Let other nodes know of this one, also while the journal keeps everything else waiting."""
    while True:
        try:
            dispatcher.beat()
        except Exception:  # others would take a node without heartbeats for gone while it serves
            log.error("beat_failed")
        await asyncio.sleep(A_BEAT)


async def _keep_open(dispatcher: Dispatcher, ports: Ports, stop: asyncio.Event) -> None:
    """Let the hall do what is due, until the server is told to stop."""
    while not stop.is_set():
        due = dispatcher.next_due()
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
