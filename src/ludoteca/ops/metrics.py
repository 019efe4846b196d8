"""Metrics of the server in Prometheus' text format, explained in docs/operations.md."""

import os
import resource
import time
from abc import ABC, abstractmethod
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterator
from itertools import accumulate
from math import inf
from pathlib import Path

SECONDS = (
    *(0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01),
    *(0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0),
)
NOTHING: list[float] = [0] * (len(SECONDS) + 1) + [0.0]
Values = tuple[str, ...]


class Family(ABC):
    """All samples with one name."""

    kind = ""

    def __init__(self, name: str, meaning: str, *labels: str) -> None:
        self.name = name
        self.meaning = meaning
        self.labels = labels

    def page(self) -> str:
        meaning = self.meaning.replace("\\", r"\\").replace("\n", r"\n")
        head = (f"# HELP {self.name} {meaning}", f"# TYPE {self.name} {self.kind}")
        return "".join(f"{line}\n" for line in (*head, *self._samples()))

    @abstractmethod
    def _samples(self) -> Iterator[str]:
        """Yield one line per set of labels."""

    def _sample(self, values: Values, value: float, suffix: str = "", le: float = 0.0) -> str:
        pairs = [*zip(self.labels, values, strict=True), *([("le", _number(le))] if le else [])]
        words = ",".join(f'{label}="{_escaped(word)}"' for label, word in pairs)
        return f"{self.name}{suffix}{f'{{{words}}}' if words else ''} {_number(value)}"


class Counter(Family):
    """Counts events by labels."""

    kind = "counter"

    def __init__(self, name: str, meaning: str, *labels: str) -> None:
        super().__init__(name, meaning, *labels)
        self._counts: defaultdict[Values, int] = defaultdict(int, {} if labels else {(): 0})

    def inc(self, *values: str, by: int = 1) -> None:
        self._counts[values] += by

    def _samples(self) -> Iterator[str]:
        return (self._sample(values, count) for values, count in self._counts.items())


class Tally(Family):
    """Counts events without labels, by adding to `total`.

    The notices and bytes of each move are counted four times; calling a method would cost 0.5%.
    """

    kind = "counter"
    total = 0

    def inc(self, by: int = 1) -> None:
        self.total += by

    def _samples(self) -> Iterator[str]:
        yield self._sample((), self.total)


class Gauge(Family):
    """A current value, read when the page is rendered; omitted while no source is set."""

    kind = "gauge"
    _look: Callable[[], float] | None = None

    def watch(self, look: Callable[[], float]) -> None:
        """Read the value from `look` from now on."""
        self._look = look

    def _samples(self) -> Iterator[str]:
        if self._look:
            yield self._sample((), self._look())


class Reading(Gauge):
    """A counter whose value is read when the page is rendered, like that of a gauge."""

    kind = "counter"


class Info(Family):
    """Constant labels of the process; omitted until set."""

    kind = "gauge"
    _values: Values | None = None

    def say(self, *values: str) -> None:
        self._values = values

    def _samples(self) -> Iterator[str]:
        if self._values is not None:
            yield self._sample(self._values, 1)


class Histogram(Family):
    """Durations in seconds, by labels."""

    kind = "histogram"

    def __init__(self, name: str, meaning: str, *labels: str) -> None:
        super().__init__(name, meaning, *labels)
        # One row per set of labels: the count of each bucket, of +Inf, and the sum.
        self._rows: defaultdict[Values, list[float]] = defaultdict(NOTHING.copy)
        if not labels:
            self._rows[()] = NOTHING.copy()

    def observe(self, seconds: float, *values: str) -> None:
        row = self._rows[values]
        row[bisect_left(SECONDS, seconds)] += 1
        row[-1] += seconds

    def _samples(self) -> Iterator[str]:
        for values, (*counts, seconds) in self._rows.items():
            for bound, count in zip((*SECONDS, inf), accumulate(counts), strict=True):
                yield self._sample(values, count, "_bucket", le=bound)
            yield self._sample(values, seconds, "_sum")
            yield self._sample(values, sum(counts), "_count")


def _escaped(word: str) -> str:
    return word.replace("\\", r"\\").replace('"', r"\"").replace("\n", r"\n")


def _number(value: float) -> str:
    return "+Inf" if value == inf else repr(+value)  # `+` turns True into 1


METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8"


class Metrics:
    """All metrics of the server."""

    def __init__(self) -> None:
        self.people = Gauge("ludoteca_people", "Players currently connected.")
        self.tables = Gauge("ludoteca_tables", "Tables in memory now.")
        self.tables_live = Gauge(
            "ludoteca_tables_live", "Tables that have not ended, in memory or not."
        )
        self.moves = Counter("ludoteca_moves_total", "Moves played.", "game")
        self.refusals = Counter(
            "ludoteca_refusals_total", "Requests refused, by refusal code.", "code"
        )
        self.request_seconds = Histogram(
            "ludoteca_request_seconds", "Time from reading a request to answering it.", "kind"
        )
        self.append_seconds = Histogram(
            "ludoteca_journal_append_seconds", "Time until an append is on disk."
        )
        self.appends_waiting = Gauge(
            "ludoteca_journal_appends_waiting", "Appends that are not on disk yet."
        )
        self.disk_free = Gauge("ludoteca_disk_free_bytes", "Disk space left for the journal.")
        self.disk_low = Gauge(
            "ludoteca_disk_low", "1 while disk space is low and only moves are accepted, else 0."
        )
        self.journal_reachable = Gauge(
            "ludoteca_journal_reachable", "1 if the journal can be written, else 0."
        )
        self.write_conflicts = Counter(
            "ludoteca_write_conflicts_total", "Appends that lost a race with another append."
        )
        self.entries_lost = Counter(
            "ludoteca_entries_lost_total", "Tables that lost journal entries."
        )
        self.pool_wait_seconds = Histogram(
            "ludoteca_journal_pool_wait_seconds",
            "Time spent waiting for a PostgreSQL connection while all are in use.",
        )
        self.draining = Gauge("ludoteca_draining", "1 while the server is draining, else 0.")
        self.loop_lag_seconds = Histogram(
            "ludoteca_event_loop_lag_seconds",
            "Delay before the event loop runs a callback, measured once per second.",
        )
        self.slow_steps = Counter(
            "ludoteca_slow_steps_total", "Event loop steps logged as `step_slow`."
        )
        self.connections_opened = Counter(
            "ludoteca_connections_opened_total", "Connections accepted.", "door"
        )
        self.connections_closed = Counter(
            "ludoteca_connections_closed_total",
            "Connections closed, by reason: left, dropped, or the code of the farewell.",
            *("door", "reason"),
        )
        self.notices = Tally("ludoteca_notices_sent_total", "Notices written to sockets.")
        self.bytes = Tally(
            "ludoteca_sent_bytes_total", "Bytes of notices written to sockets, without framing."
        )
        self.leases_expired = Counter(
            "ludoteca_rmi_leases_expired_total", "RMI leases that expired."
        )
        self.log_lines_lost = Counter(
            "ludoteca_log_lines_lost_total", "Log lines dropped because the queue was full."
        )
        self.bot_seconds = Histogram(
            "ludoteca_bot_seconds", "Time a bot takes to choose a move, without delays.", "bot"
        )
        self.bot_moves_replaced = Counter(
            "ludoteca_bot_moves_replaced_total",
            "Moves chosen by `greedy` in place of a bot that was busy, late or missing, or that "
            "crashed or failed.",
            *("bot", "why"),
        )
        self.notifications = Counter(
            "ludoteca_notifications_total",
            "Attempts to notify absent players, by channel and outcome.",
            *("channel", "outcome"),
        )
        self.notifications_pending = Gauge(
            "ludoteca_notifications_pending", "Notifications not sent yet."
        )
        self.nodes = Gauge("ludoteca_nodes", "Running nodes known to this node.")
        self.bus_connected = Gauge("ludoteca_bus_connected", "1 if the bus is connected, else 0.")
        self.bus_messages_lost = Counter(
            "ludoteca_bus_messages_lost_total", "Messages to other nodes that could not be sent."
        )
        self.clock_skew = Gauge(
            "ludoteca_clock_skew_seconds",
            "Seconds by which this node's clock is ahead of the database's.",
        )
        self.bus_reconnects = Counter("ludoteca_bus_reconnects_total", "Reconnections to the bus.")
        self.node_info = Info("ludoteca_node_info", "Name of this node in a cluster.", "node")
        self.build_info = Info(
            "ludoteca_build_info", "Versions of the server and of Python.", "version", "python"
        )
        # The standard names of Prometheus client libraries.
        self.process_cpu_seconds = Reading(
            "process_cpu_seconds_total", "User and system CPU time in seconds."
        )
        self.process_memory = Gauge("process_resident_memory_bytes", "Resident memory in bytes.")
        self.process_descriptors = Gauge("process_open_fds", "Open file descriptors.")
        self.process_most_descriptors = Gauge(
            "process_max_fds", "Maximum number of open file descriptors."
        )
        self.process_start = Gauge(
            "process_start_time_seconds", "Start time of the process in seconds since 1970."
        )

    def families(self) -> list[Family]:
        """Return all families in the order of the page."""
        return list(vars(self).values())

    def page(self) -> str:
        return "".join(family.page() for family in self.families())


SELF = Path("/proc/self")


def measure_process(metrics: Metrics) -> None:
    """Report CPU time, memory, descriptors and start time of this process from now on."""
    started = time.time()
    metrics.process_cpu_seconds.watch(time.process_time)
    metrics.process_start.watch(lambda: started)
    metrics.process_most_descriptors.watch(lambda: resource.getrlimit(resource.RLIMIT_NOFILE)[0])
    if SELF.exists():
        page = os.sysconf("SC_PAGE_SIZE")
        metrics.process_memory.watch(lambda: int((SELF / "statm").read_text().split()[1]) * page)
        metrics.process_descriptors.watch(lambda: sum(1 for _ in (SELF / "fd").iterdir()))
