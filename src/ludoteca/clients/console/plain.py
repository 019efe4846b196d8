"""A screen of plain lines: for pipes and files, and for terminals without anything better."""

import asyncio
import shutil
import threading
from concurrent.futures import CancelledError
from io import FileIO
from typing import TextIO

from ludoteca.clients.console.screen import EndedError, Question, no_status
from ludoteca.clients.draw import colours

USUAL_WIDTH = 80
LONGEST_LINE = 65536
"""How many bytes are read as one line; a line that is longer is several."""


class Plain:
    """Shows lines and reads lines, each when it is asked for.

    A line that comes from a pipe is shown after its question, as if it had been typed.
    """

    def __init__(self, source: TextIO, target: TextIO) -> None:
        """Nothing has been read yet."""
        self._source, self._target = source, target
        self.alone = not source.isatty()
        self.coloured = colours(target)
        self.status = no_status
        self._lines: asyncio.Queue[str] = asyncio.Queue(maxsize=1)
        self._next: str | None = None
        self._changed = asyncio.Event()
        self._reading = False

    @property
    def width(self) -> int:
        """How many characters fit into a line."""
        return shutil.get_terminal_size((USUAL_WIDTH, 24)).columns

    def show(self, text: str) -> None:
        """Show a text."""
        print(text, file=self._target, flush=True)

    async def ask(self, question: Question) -> str:
        """The next line, once it is meant for this question."""
        self.show(question.text)
        while True:
            self._changed.clear()
            if self._next is None:
                await self._line_or_change()
            elif not self._next:
                raise self._end()
            elif not self.alone or question.takes(self._next.strip()):
                return self._taken()
            else:
                await self._changed.wait()

    def _end(self) -> EndedError:
        if not self.alone:  # at a terminal there may be more after Ctrl-D
            self._next = None
        return EndedError()

    def _taken(self) -> str:
        line, self._next = (self._next or "").strip(), None
        if self.alone:
            self.show(f"> {line}")
        return line

    async def _line_or_change(self) -> None:
        """Wait for a line, or for something that may make the question another one."""
        if not self._reading:
            self._reading = True
            loop = asyncio.get_running_loop()
            threading.Thread(target=self._read, args=(loop,), daemon=True).start()
        line = asyncio.ensure_future(self._lines.get())
        changed = asyncio.ensure_future(self._changed.wait())
        try:
            await asyncio.wait({line, changed}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            changed.cancel()
            if not line.done():
                line.cancel()
            elif not line.cancelled():
                self._next = line.result()

    def _read(self, loop: asyncio.AbstractEventLoop) -> None:
        """Read on a thread of its own, a line ahead; an empty one is the end."""
        # Bytes without a buffer: a thread that waits for more of them holds no lock at the end.
        with FileIO(self._source.fileno(), closefd=False) as source:
            line = " "
            while line or not self.alone:
                try:
                    line = source.readline(LONGEST_LINE).decode("utf-8", "replace")
                except OSError:
                    line = ""
                try:
                    asyncio.run_coroutine_threadsafe(self._lines.put(line), loop).result()
                except (RuntimeError, CancelledError):  # the conversation has ended meanwhile
                    return

    def refresh(self) -> None:
        """Look again whether the line that waits is meant for now."""
        self._changed.set()
