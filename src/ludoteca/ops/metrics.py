"""The metrics of the server, and the page that shows them. Explained in docs/operations.md."""

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
    """Everything measured under one name."""

    kind = ""

    def __init__(self, name: str, meaning: str, *labels: str) -> None:
        self.name, self.meaning, self.labels = name, meaning, labels

    def page(self) -> str:
        """The lines of the page for this family."""
        meaning = self.meaning.replace("\\", r"\\").replace("\n", r"\n")
        head = (f"# HELP {self.name} {meaning}", f"# TYPE {self.name} {self.kind}")
        return "".join(f"{line}\n" for line in (*head, *self._samples()))

    @abstractmethod
    def _samples(self) -> Iterator[str]:
        """A line for each thing measured."""

    def _sample(self, values: Values, value: float, suffix: str = "", le: float = 0.0) -> str:
        pairs = [*zip(self.labels, values, strict=True), *([("le", _number(le))] if le else [])]
        words = ",".join(f'{label}="{_escaped(word)}"' for label, word in pairs)
        return f"{self.name}{suffix}{f'{{{words}}}' if words else ''} {_number(value)}"


class Counter(Family):
    """How often something has happened, for each set of labels."""

    kind = "counter"

    def __init__(self, name: str, meaning: str, *labels: str) -> None:
        super().__init__(name, meaning, *labels)
        self._counts: defaultdict[Values, int] = defaultdict(int, {} if labels else {(): 0})

    def inc(self, *values: str, by: int = 1) -> None:
        """Count one more, or so many more."""
        self._counts[values] += by

    def _samples(self) -> Iterator[str]:
        return (self._sample(values, count) for values, count in self._counts.items())


class Gauge(Family):
    """How many there are now, looked up when the page is read; no line while nothing is watched."""

    kind = "gauge"
    _look: Callable[[], float] | None = None

    def watch(self, look: Callable[[], float]) -> None:
        """Call `look` for the value from now on."""
        self._look = look

    def _samples(self) -> Iterator[str]:
        if self._look:
            yield self._sample((), self._look())


class Reading(Gauge):
    """A counter that is looked up when the page is read, like a gauge."""

    kind = "counter"


class Info(Family):
    """What is so as long as the process runs, said by labels; no line before it is said."""

    kind = "gauge"
    _values: Values | None = None

    def say(self, *values: str) -> None:
        """Let this be shown from now on."""
        self._values = values

    def _samples(self) -> Iterator[str]:
        if self._values is not None:
            yield self._sample(self._values, 1)


class Histogram(Family):
    """How long something takes, in seconds, for each set of labels."""

    kind = "histogram"

    def __init__(self, name: str, meaning: str, *labels: str) -> None:
        super().__init__(name, meaning, *labels)
        # One row for each set of labels: how many in each bucket, beyond them all, and the sum.
        self._rows: defaultdict[Values, list[float]] = defaultdict(NOTHING.copy)
        if not labels:
            self._rows[()] = NOTHING.copy()

    def observe(self, seconds: float, *values: str) -> None:
        """Count one more that took so long."""
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
    return "+Inf" if value == inf else repr(+value)  # what is true is 1


METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8"


class Metrics:
    """All metrics of the server."""

    def __init__(self) -> None:
        self.people = Gauge("ludoteca_people", "People who are in now.")
        self.tables = Gauge("ludoteca_tables", "Tables in memory now.")
        self.tables_live = Gauge("ludoteca_tables_live", "Tables where a game is on now.")
        self.moves = Counter("ludoteca_moves_total", "Moves played.", "game")
        self.refusals = Counter("ludoteca_refusals_total", "Requests refused.", "code")
        self.request_seconds = Histogram(
            "ludoteca_request_seconds", "From reading a request to its answer.", "kind"
        )
        self.append_seconds = Histogram(
            "ludoteca_journal_append_seconds", "From asking the journal until it is on disk."
        )
        self.appends_waiting = Gauge(
            "ludoteca_journal_appends_waiting", "Appends that are not on disk yet."
        )
        self.disk_free = Gauge(
            "ludoteca_disk_free_bytes", "Bytes by which the journal can still grow."
        )
        self.disk_low = Gauge(
            "ludoteca_disk_low", "Whether only moves are accepted for lack of disk space: 1 or 0."
        )
        self.journal_reachable = Gauge(
            "ludoteca_journal_reachable", "Whether the journal can be written: 1 or 0."
        )
        self.write_conflicts = Counter(
            "ludoteca_write_conflicts_total", "Appends that lost a race with another one."
        )
        self.entries_lost = Counter(
            "ludoteca_entries_lost_total", "Tables of which the journal has lost entries."
        )
        self.pool_wait_seconds = Histogram(
            "ludoteca_journal_pool_wait_seconds",
            "Waits for a connection to PostgreSQL while all are in use.",
        )
        self.draining = Gauge("ludoteca_draining", "Whether the server is draining: 1 or 0.")
        self.loop_lag_seconds = Histogram(
            "ludoteca_event_loop_lag_seconds",
            "From asking the event loop for a turn to getting it, once a second.",
        )
        self.slow_steps = Counter(
            "ludoteca_slow_steps_total", "Steps of the event loop that were logged as `step_slow`."
        )
        self.connections_opened = Counter(
            "ludoteca_connections_opened_total", "Connections that came in.", "door"
        )
        self.connections_closed = Counter(
            "ludoteca_connections_closed_total",
            "Connections that ended: left, dropped, or the code they were let go with.",
            *("door", "reason"),
        )
        self.notices = Counter("ludoteca_notices_sent_total", "Notices handed to a socket.")
        self.bytes = Counter("ludoteca_sent_bytes_total", "Their bytes, without framing.")
        self.leases_expired = Counter(
            "ludoteca_rmi_leases_expired_total", "Remote objects that were not held anew in time."
        )
        self.log_lines_lost = Counter(
            "ludoteca_log_lines_lost_total", "Log lines nobody took in time."
        )
        self.bot_seconds = Histogram(
            "ludoteca_bot_seconds", "From asking a bot to its move, without pauses.", "bot"
        )
        self.bot_moves_replaced = Counter(
            "ludoteca_bot_moves_replaced_total",
            "Moves that `greedy` has chosen for another bot: busy, late, crashed, failed, missing.",
            *("bot", "why"),
        )
        self.nodes = Gauge("ludoteca_nodes", "Nodes that run, as this one knows.")
        self.bus_connected = Gauge(
            "ludoteca_bus_connected", "Whether the bus is connected: 1 or 0."
        )
        self.bus_messages_lost = Counter(
            "ludoteca_bus_messages_lost_total", "Messages to other nodes that could not be sent."
        )
        self.clock_skew = Gauge(
            "ludoteca_clock_skew_seconds",
            "Seconds by which the clock of this node is ahead of the database's.",
        )
        self.bus_reconnects = Counter(
            "ludoteca_bus_reconnects_total", "Connections to the bus after the first one."
        )
        self.node_info = Info("ludoteca_node_info", "The name of this node, of several.", "node")
        self.build_info = Info(
            "ludoteca_build_info", "The versions of the server and of Python.", "version", "python"
        )
        # The names that the clients of Prometheus use in every language.
        self.process_cpu_seconds = Reading(
            "process_cpu_seconds_total", "CPU time of the process, user and system, in seconds."
        )
        self.process_memory = Gauge("process_resident_memory_bytes", "Resident memory.")
        self.process_descriptors = Gauge("process_open_fds", "File descriptors in use.")
        self.process_most_descriptors = Gauge(
            "process_max_fds", "File descriptors that the process may have."
        )
        self.process_start = Gauge(
            "process_start_time_seconds", "The start of the process, in seconds since 1970."
        )

    def families(self) -> list[Family]:
        """All families, in the order of the page."""
        return list(vars(self).values())

    def page(self) -> str:
        """The page at `/metrics`."""
        return "".join(family.page() for family in self.families())


SELF = Path("/proc/self")


def measure_process(metrics: Metrics) -> None:
    """Show CPU time, memory, descriptors and the start of this process from now on."""
    started = time.time()
    metrics.process_cpu_seconds.watch(time.process_time)
    metrics.process_start.watch(lambda: started)
    metrics.process_most_descriptors.watch(lambda: resource.getrlimit(resource.RLIMIT_NOFILE)[0])
    if SELF.exists():
        page = os.sysconf("SC_PAGE_SIZE")
        metrics.process_memory.watch(lambda: int((SELF / "statm").read_text().split()[1]) * page)
        metrics.process_descriptors.watch(lambda: sum(1 for _ in (SELF / "fd").iterdir()))
