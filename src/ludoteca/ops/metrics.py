"""The metrics of the server, and the page that shows them. Explained in docs/operations.md."""

from ludoteca.ops.families import Counter, Family, Gauge, Histogram, Info, Reading

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
