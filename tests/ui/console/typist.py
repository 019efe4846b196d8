"""A user at a terminal: runs a program in a pseudo-terminal and reads its screen."""

import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from types import TracebackType
from typing import Any

import pyte

from tests.conftest import TIMEOUT

ROOT = Path(__file__).parents[3]
CONSOLE = ("-m", "ludoteca", "console")
HISTORY = 100_000
LONGEST_TYPED = 500
PASTES = 2004 << 5
"""The mode number of bracketed paste in pyte."""
KEYS = {
    "Ctrl-C": "\x03",
    "Ctrl-D": "\x04",
    "Tab": "\t",
    "Enter": "\r",
    "Up": "\x1b[A",
    "Down": "\x1b[B",
    "Left": "\x1b[D",
    "Right": "\x1b[C",
    "Backspace": "\x7f",
}


class Glass(pyte.HistoryScreen):
    """A screen that keeps the lines scrolled off and the replies to the program."""

    def __init__(self, columns: int, rows: int) -> None:
        self.answers = b""
        super().__init__(columns, rows, history=HISTORY)

    def write_process_input(self, data: str) -> None:
        self.answers += data.encode()

    def reshape(self, columns: int, rows: int) -> None:
        """Resize as terminals do: lines that do not fit scroll off at the top."""
        if (beyond := self.cursor.y - rows + 1) > 0:
            x, self.cursor.y = self.cursor.x, self.lines - 1
            for _ in range(beyond):
                self.index()
            self.cursor.x, self.cursor.y = x, rows - 1
        if rows < self.lines:  # pyte drops lines from the top: insert some for it to drop
            x, y = self.cursor.x, self.cursor.y
            self.cursor_position()
            self.insert_lines(self.lines - rows)
            self.cursor.x, self.cursor.y = x, y
        self.resize(rows, columns)

    @property
    def gone(self) -> int:
        """The number of lines scrolled off."""
        return len(self.history.top)

    def line(self, number: int) -> str:
        """Return a line, counted from the first one ever shown."""
        lines: Any = self.history.top if number < self.gone else self.buffer
        cells = lines[number if number < self.gone else number - self.gone]
        return "".join(cells[x].data for x in range(max(cells, default=-1) + 1)).rstrip()


class Typist:
    """Types lines and waits for texts on the screen."""

    def __init__(
        self,
        *words: str,
        columns: int = 100,
        rows: int = 40,
        environment: Mapping[str, str | None] | None = None,
        program: tuple[str, ...] = CONSOLE,
    ) -> None:
        """Run `ludoteca console` or another program; None unsets a variable."""
        self._glass = Glass(columns, rows)
        self._stream = pyte.ByteStream(self._glass)
        self._seen = (0, "")
        """The line number of the last text found, and that line up to the end of the text."""
        self._terminal, other = pty.openpty()
        self._tell_size()
        usual = dict.fromkeys(("NO_COLOR", "COLUMNS", "LINES"))
        wanted = {**os.environ, **usual, "TERM": "xterm-256color", **(environment or {})}
        self._process = subprocess.Popen(
            [sys.executable, *program, *words],
            stdin=other,
            stdout=other,
            stderr=other,
            env={name: said for name, said in wanted.items() if said is not None},
            cwd=ROOT,
            start_new_session=True,
            preexec_fn=_take_the_terminal,  # noqa: PLW1509
        )
        os.close(other)
        self._open = True

    def __enter__(self) -> "Typist":
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        if self._process.poll() is None:
            self._process.kill()
        with self._process:
            self._process.wait(TIMEOUT)
        os.close(self._terminal)

    def type(self, text: str) -> None:
        """Type a line and press Enter; a very long line is pasted."""
        if len(text) > LONGEST_TYPED and self.until(lambda: PASTES in self._glass.mode, 1):
            text = f"\x1b[200~{text}\x1b[201~"
        self.write(text + "\r")

    def press(self, *keys: str) -> None:
        self.write("".join(KEYS[key] for key in keys))

    def write(self, text: str) -> None:
        """Send input, reading output meanwhile so that neither side blocks."""
        data, end = text.encode("utf-8", "surrogateescape"), time.monotonic() + TIMEOUT
        while data:
            _, free, _ = select.select([], [self._terminal], [], 0.05)
            if free:  # in small parts, so that a write never blocks
                data = data[os.write(self._terminal, data[:256]) :]
            self._read(0)
            if time.monotonic() > end:
                raise AssertionError(f"Nobody reads what is typed.\n{self}")

    def see(self, *texts: str) -> None:
        """Wait until these texts are shown one after the other, after the last text found."""
        for text in texts:
            self._see("\n".join(line.rstrip() for line in text.split("\n")))

    def shows(self, text: str) -> None:
        """Wait until this is anywhere on the screen, for moving text such as the status line."""
        self._wait_for(lambda: any(text in line for line in self.screen()), text)

    def _see(self, text: str) -> None:
        self._wait_for(lambda: self._finds(text), text)

    def _wait_for(self, condition: Callable[[], bool], text: str) -> None:
        if not self.until(condition):
            what = "is not shown" if self._open else "was not shown before it ended"
            raise AssertionError(f"{text!r} {what}.\n{self}")

    def until(self, condition: Callable[[], bool], seconds: float = TIMEOUT) -> bool:
        """Read output until a condition holds; return False if it does not in time."""
        end = time.monotonic() + seconds
        while not condition():
            if not self._open or (left := end - time.monotonic()) <= 0:
                return False
            self._read(left)
        return True

    def _finds(self, text: str) -> bool:
        first, begin = self._seen
        lines = [self._glass.line(n) for n in range(first, self._glass.gone + self._glass.lines)]
        shown = "\n".join(lines)
        at = shown.find(text, len(begin) if shown.startswith(begin) else 0)
        if at < 0:
            return False
        before = shown[: at + len(text)]
        self._seen = (first + before.count("\n"), before.rpartition("\n")[2])
        return True

    def _read(self, seconds: float) -> None:
        """Feed output to the screen and answer the program's queries to the terminal."""
        if not self._open or not select.select([self._terminal], [], [], seconds)[0]:
            return
        try:
            data = os.read(self._terminal, 65536)
        except OSError:  # raised on Linux when the other end is closed
            data = b""
        self._open = bool(data)
        self._stream.feed(data)
        answers, self._glass.answers = self._glass.answers, b""
        if answers:
            os.write(self._terminal, answers)

    def screen(self) -> list[str]:
        """Return the visible lines."""
        gone = self._glass.gone
        return [self._glass.line(gone + row) for row in range(self._glass.lines)]

    def story(self) -> str:
        """Return everything ever shown, except text that was overwritten."""
        lines = [self._glass.line(n) for n in range(self._glass.gone + self._glass.lines)]
        return "\n".join(lines).rstrip() + "\n"

    def resize(self, columns: int, rows: int) -> None:
        self._glass.reshape(columns, rows)
        self._tell_size()
        self._process.send_signal(signal.SIGWINCH)

    def _tell_size(self) -> None:
        size = struct.pack("HHHH", self._glass.lines, self._glass.columns, 0, 0)
        fcntl.ioctl(self._terminal, termios.TIOCSWINSZ, size)

    def interrupt(self, number: signal.Signals = signal.SIGINT) -> None:
        """Send a signal, independently of how the terminal handles Ctrl-C."""
        self._process.send_signal(number)

    @property
    def echoes(self) -> bool:
        """Whether the terminal echoes input."""
        return bool(termios.tcgetattr(self._terminal)[3] & termios.ECHO)

    def ended(self) -> int:
        """Wait for the program to end and return its exit status."""
        if not self.until(lambda: not self._open):
            raise AssertionError(f"It does not end.\n{self}")
        return self._process.wait(TIMEOUT)

    def __str__(self) -> str:
        """Return the screen in a frame, for failure messages."""
        edge = "-" * self._glass.columns
        return "\n".join([edge, *self.screen(), edge])


def _take_the_terminal() -> None:
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
