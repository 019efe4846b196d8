"""Structured logs: an event is a word and its fields, written as text or as JSON.

    log.info("table_opened", table=7, seats=2)

A separate thread writes the lines, so that logging never waits for a terminal.
"""

import json
import logging
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from datetime import UTC, datetime
from logging import LogRecord
from logging.handlers import QueueHandler, QueueListener
from queue import SimpleQueue
from threading import Thread
from typing import Any, TextIO

MOST_LINES = 10_000
"""Maximum lines in the queue; any further lines are dropped and counted."""
GATHERING_SECONDS = 0.01
"""Pause after a line; waking the thread for each line took 4% of a busy server's CPU time."""
CLOSING_SECONDS = 2.0
"""Seconds to wait at shutdown for lines still in the queue."""
HIDDEN = frozenset({"cookie", "password", "secret", "token"})
"""Fields whose values are secrets and are never written."""
COLOURS = {logging.DEBUG: "2", logging.INFO: "36", logging.WARNING: "33", logging.ERROR: "31"}


request_id: ContextVar[str] = ContextVar("request_id", default="")
"""ID of the current request, which may come from a client of another node."""


class Log:
    """Logger of the server, with one method per level."""

    def __init__(self, name: str) -> None:
        """Use the standard logger of this name; `writing_logs` sets level and format."""
        self._logger = logging.getLogger(name)

    def debug(self, event: str, /, **fields: object) -> None:
        """Log a detail for debugging."""
        if self._logger.isEnabledFor(logging.DEBUG):  # rarely enabled, but called on each request
            self._say(logging.DEBUG, event, fields)

    def info(self, event: str, /, **fields: object) -> None:
        """Log normal operation."""
        self._say(logging.INFO, event, fields)

    def warning(self, event: str, /, **fields: object) -> None:
        """Log an event that needs an operator's attention, but not urgently."""
        self._say(logging.WARNING, event, fields)

    def error(self, event: str, /, **fields: object) -> None:
        """Log an event that needs an operator's attention now, with the current exception."""
        self._say(logging.ERROR, event, fields)

    def _say(self, level: int, event: str, fields: Mapping[str, object]) -> None:
        if self._logger.isEnabledFor(level):
            if request := request_id.get():
                fields = {**fields, "request_id": request}
            # `Logger.log` would search the stack for the calling line, which nobody reads.
            error = sys.exc_info() if level >= logging.ERROR else None
            record = self._logger.makeRecord(
                self._logger.name, level, "", 0, event, (), error, extra={"fields": fields}
            )
            self._logger.handle(record)


log = Log("ludoteca")


class LogFormatter(logging.Formatter):
    """Formats a record as one JSON object."""

    def __init__(self, node: str = "") -> None:
        """Include the name of the node, if it has one."""
        super().__init__()
        self._node = node

    def format(self, record: LogRecord) -> str:
        head = self._head(record)
        return json.dumps({**head, **self._fields(record), **head}, default=str)

    def _head(self, record: LogRecord) -> dict[str, str]:
        created = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        head = {
            "time": created.replace("+00:00", "Z"),
            "level": record.levelname.lower(),
            "event": record.getMessage() if hasattr(record, "fields") else record.name,
        }
        return {**head, "node": self._node} if self._node else head

    def _fields(self, record: LogRecord) -> dict[str, Any]:
        """Return the fields of a record; records from other libraries have a message instead."""
        fields = getattr(record, "fields", {"message": record.getMessage()})
        shown = {key: "…" if key in HIDDEN else value for key, value in fields.items()}
        if record.exc_info and record.exc_info[0]:
            shown["traceback"] = self.formatException(record.exc_info)
        return shown


class Text(LogFormatter):
    """Formats a record for people: time, level, event and fields in columns, traceback below."""

    def __init__(self, node: str = "", *, colours: bool) -> None:
        super().__init__(node)
        self._colours = colours

    def format(self, record: LogRecord) -> str:
        head = self._head(record)
        fields = self._fields(record)
        traceback = fields.pop("traceback", "")
        level = f"{head['level']:7}"
        if self._colours:
            level = f"\x1b[{COLOURS.get(record.levelno, '31')}m{level}\x1b[0m"
        words = " ".join(f"{key}={_word(value)}" for key, value in fields.items())
        node = f"{self._node} " if self._node else ""
        line = f"{head['time']} {level} {node}{_word(head['event']):20} {words}".rstrip()
        return "\n    ".join([line, *traceback.splitlines()])


def _word(value: object) -> str:
    """Return a value as one word, quoted if necessary, so that no value can forge a new line."""
    text = str(value)
    if text and text.isprintable() and not set(text) & set(' "='):
        return text
    return json.dumps(text, ensure_ascii=not text.isprintable())


class Enqueuer(QueueHandler):
    """Formats lines and queues them without waiting; drops them while the queue is full."""

    def __init__(self, lines: SimpleQueue[object], lost: Callable[[], None]) -> None:
        super().__init__(lines)
        self._lines = lines
        self._lost = lost

    def prepare(self, record: LogRecord) -> str:
        """Format a line. The base class would also copy the record, which doubles the time."""
        return self.format(record)

    def enqueue(self, line: object) -> None:
        """Queue a line, unless the queue is full."""
        if self._lines.qsize() < MOST_LINES:
            self._lines.put(line)
        else:
            self._lost()


class Writer(QueueListener):
    """Writes queued lines in a separate thread.

    The class does not use `StreamHandler`, whose lock would be held while the stream blocks; at
    exit, a process waits for the locks of all handlers.
    """

    def __init__(self, lines: SimpleQueue[object], stream: TextIO) -> None:
        super().__init__(lines)
        self._lines = lines
        self._stream = stream

    def handle(self, line: object) -> None:
        """Write one line, and flush after the last one; ignore a closed or broken stream."""
        last = self._lines.empty()
        with suppress(OSError, ValueError):
            self._stream.write(f"{line}\n")
            if last:
                self._stream.flush()
        if last:
            time.sleep(GATHERING_SECONDS)

    def stop(self) -> None:
        """Write queued lines, but wait at most `CLOSING_SECONDS` for a blocked stream."""
        stopping = Thread(target=super().stop, daemon=True)
        stopping.start()
        stopping.join(CLOSING_SECONDS)


@contextmanager
def writing_logs(  # noqa: PLR0913 - one per setting
    stream: TextIO,
    level: str,
    form: str,
    *,
    colours: bool,
    lost: Callable[[], None],
    node: str = "",
) -> Iterator[None]:
    """Within the context, write log lines of the server and its libraries at `level` or above."""
    lines: SimpleQueue[object] = SimpleQueue()
    handler = Enqueuer(lines, lost)
    writer = Writer(lines, stream)
    root = logging.getLogger()
    as_text = form == "text" or (form == "auto" and stream.isatty())
    handler.setFormatter(Text(node, colours=colours) if as_text else LogFormatter(node))
    before = root.level
    writer.start()
    root.addHandler(handler)
    root.setLevel(level.upper())
    try:
        yield
    finally:
        root.setLevel(before)
        root.removeHandler(handler)
        handler.close()
        writer.stop()
