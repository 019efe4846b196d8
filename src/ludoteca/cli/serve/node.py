"""The parts of a server: journal, bus and dispatcher."""

import asyncio
import os
import secrets
import socket
import time
from collections.abc import Callable
from contextlib import AsyncExitStack, suppress
from pathlib import Path

from ludoteca.bots import BOTS, Bots, Teachers, Workers
from ludoteca.bots.workers import LOWEST
from ludoteca.cli.complaint import Complaint
from ludoteca.core import AbsencePolicy, Dispatcher, Guests, Services, capacity_of, limits_of
from ludoteca.core.nodes.bus import Bus, LocalBus
from ludoteca.core.nodes.clocks import WallClock
from ludoteca.games import Chance
from ludoteca.journal import (
    Away,
    Conflict,
    Journal,
    JournalError,
    MeasuredJournal,
    MemoryJournal,
    SqliteJournal,
)
from ludoteca.messages import Notifier
from ludoteca.ops import Metrics, Settings, log
from ludoteca.ops.setting_kinds import A_DAY, LONGEST_NODE, without_passwords

PRIVATE = 0o700
ALONE = "no other node may use this journal: several need --bus"
NOT_ALONE = "another Ludoteca now uses this journal: stop one, or give both the same --bus"
DATABASE = "postgres/data/PG_VERSION"
"""File that identifies a folder as a cluster's."""
IDENTITY = "cluster"
"""Stream with the name that all nodes of a journal share on a bus."""


def node_name(settings: Settings) -> str:
    """Return this server's name in its cluster; empty without a cluster."""
    if settings.journal is None:
        return ""
    host = "".join(c for c in socket.gethostname() if c.isascii() and (c.isalnum() or c == "-"))
    return settings.node or f"{host[: LONGEST_NODE - 10]}-{os.getpid()}"


def kept_in(settings: Settings) -> dict[str, str]:
    """Return the location of the data, as fields for the log."""
    if settings.journal is None:
        return {"data": settings.data or "nothing is kept"}
    bus = {"bus": without_passwords(settings.bus)} if settings.bus else {}
    return {"journal": without_passwords(settings.journal), **bus}


async def open_dispatcher(
    settings: Settings, metrics: Metrics, chance: Chance, cleanup: AsyncExitStack
) -> Dispatcher:
    """Open the journal, and return a dispatcher with everything stored in it."""
    try:
        opened = await _journal(settings, metrics, cleanup)
        journal = MeasuredJournal(
            opened, metrics.append_seconds.observe, metrics.write_conflicts.inc
        )
        metrics.appends_waiting.watch(lambda: journal.waiting)
        cleanup.push_async_callback(journal.close)
        if name := node_name(settings):
            metrics.node_info.say(name)
        absence_policy = AbsencePolicy(
            settings.grace,
            settings.pause,
            settings.settle,
            settings.close_empty,
            settings.close_idle * A_DAY,
            settings.stand_in,
        )
        bus = await _bus(settings, journal, metrics, cleanup)
        bots = Bots(BOTS, chance, _workers(settings, cleanup), metrics)
        now = await _wall_clock(journal, metrics, cleanup)
        supplies = Services(journal, chance, now, bots, metrics, bus=bus)
        supplies = supplies._replace(
            teaching=Teachers(bots.thinking, _reviewers(bots, cleanup)),
            notifier=await _notifier(settings, journal, cleanup),
            notify_after=settings.notify_after,
            mail_batch=settings.mail_batch,
        )
        dispatcher = Dispatcher(
            supplies,
            absence_policy,
            Guests(settings.guests),
            limits_of(settings),
            capacity_of(settings),
        )
        cleanup.push_async_callback(dispatcher.save)
        await dispatcher.open()
    except JournalError as error:
        raise Complaint(str(error)) from None
    return dispatcher


async def _wall_clock(
    journal: Journal, metrics: Metrics, cleanup: AsyncExitStack
) -> Callable[[], float]:
    """Return a clock that agrees with the journal's clock, and keep comparing the two."""
    clock = WallClock(journal, time.time)
    await clock.compare()
    if clock.compared:
        metrics.clock_skew.watch(lambda: clock.skew)
        comparing = asyncio.create_task(clock.keep_comparing())
        cleanup.callback(comparing.cancel)
    return clock.now


async def _notifier(
    settings: Settings, journal: Journal, cleanup: AsyncExitStack
) -> Notifier | None:
    """Return the channels for notifications, if their packages are installed."""
    try:
        from ludoteca.delivery.notifier import Channels
    except ImportError as error:
        if settings.smtp:
            raise _lacking("--smtp", error, "alerts") from None
        return None
    channels = await Channels.open(settings, journal.subscriptions)
    cleanup.push_async_callback(channels.close)
    return channels


def _workers(settings: Settings, cleanup: AsyncExitStack) -> Workers | None:
    """Start the processes in which bots think, if enabled."""
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    most = max(1, (cores or 1) - 1) if settings.bots_workers is None else settings.bots_workers
    if not most:
        return None
    workers = Workers(most)
    cleanup.push_async_callback(workers.close)
    return workers


def _reviewers(bots: Bots, cleanup: AsyncExitStack) -> Workers | None:
    """Start the low-priority process for reviews, if bots may use separate processes."""
    if bots.thinking.workers is None:
        return None
    workers = Workers(1, LOWEST)
    cleanup.push_async_callback(workers.close)
    return workers


async def _journal(settings: Settings, metrics: Metrics, cleanup: AsyncExitStack) -> Journal:
    if settings.journal is not None:
        _make_folder(settings)
        return await _in_database(settings.journal, metrics, cleanup, alone=settings.bus is None)
    if settings.data is None:
        return MemoryJournal()
    if (Path(settings.data) / DATABASE).exists():
        raise Complaint(
            f"{settings.data} holds the database of a cluster: use `ludoteca cluster up`"
        )
    journal = SqliteJournal(Path(settings.data))
    if journal.made_private:
        log.warning("data_made_private", paths=" ".join(journal.made_private))
    return journal


async def _in_database(
    url: str, metrics: Metrics, cleanup: AsyncExitStack, *, alone: bool
) -> Journal:
    try:
        from ludoteca.journal.postgres import PostgresJournal
        from ludoteca.journal.postgres_pool import PostgresLock
    except ImportError as error:
        raise _lacking("--journal", error) from None
    lock = await PostgresLock.take(url, alone=alone, refused=say_not_alone)
    cleanup.push_async_callback(lock.close)
    waited = metrics.pool_wait_seconds.observe
    return await PostgresJournal.open(url, answered=Answering(), waited=waited)


def say_not_alone() -> None:
    """Log that another server took over the journal while this server could not reach it."""
    log.warning("bus_missing", message=NOT_ALONE)


class Answering:
    """Logs when a database stops answering and when it answers again."""

    def __init__(self) -> None:
        self._lost = False

    def __call__(self, away: Away | None) -> None:
        """Log whether the database answers, when this changes; if it does not, log the reason."""
        if away and not self._lost:
            log.warning("journal_lost", reason=str(away))
        elif self._lost and not away:
            log.info("journal_back")
        self._lost = away is not None


async def _bus(
    settings: Settings, journal: Journal, metrics: Metrics, cleanup: AsyncExitStack
) -> Bus:
    """Connect to the bus under a name unique to this process."""
    if settings.bus is None or settings.journal is None:
        if settings.journal is not None:
            log.warning("bus_missing", message=ALONE)
        return LocalBus()
    try:
        from ludoteca.cluster.nats import NatsBus
        from ludoteca.journal.postgres_pool import identity_of
    except ImportError as error:
        raise _lacking("--bus", error) from None
    name = f"{node_name(settings)}-{secrets.token_hex(4)}"
    prefix = f"{await _identity(journal)}-{await identity_of(settings.journal)}"
    bus = NatsBus(
        settings.bus, name, prefix, metrics.bus_messages_lost.inc, metrics.bus_reconnects.inc
    )
    cleanup.push_async_callback(bus.close)
    await bus.open()
    return bus


async def _identity(journal: Journal) -> str:
    """Return the name that distinguishes this journal's nodes from others on the same bus."""
    while not (entries := await journal.read(IDENTITY)):
        with suppress(Conflict):  # another node was faster
            await journal.append(IDENTITY, 0, [secrets.token_hex(8).encode()])
    return entries[0].decode()


def _make_folder(settings: Settings) -> None:
    """Make the data folder for the local socket and the operator's secret."""
    if settings.data is not None:
        try:
            Path(settings.data).mkdir(PRIVATE, parents=True, exist_ok=True)
        except OSError as error:
            raise Complaint(f"{settings.data} cannot be used: {error.strerror}") from None


def _lacking(flag: str, error: ImportError, extra: str = "cluster") -> Complaint:
    """Return an error that names the extra to install for this setting."""
    needed = f"'ludoteca[{extra}]'"
    return Complaint(f"{flag} needs the package {error.name}: run pip install {needed}")
