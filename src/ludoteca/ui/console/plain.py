"""A plain-text screen, for pipes and files or if prompt_toolkit is not installed."""

import asyncio
import os
import shutil
import threading
from io import FileIO
from typing import TextIO

from ludoteca.ui.console.user import EndedError, Question, no_status
from ludoteca.ui.draw import colours

USUAL_WIDTH = 80
LONGEST_LINE = 65536
"""Maximum bytes in a line; a longer line is read as several."""


class Plain:
    """Prints lines, and reads one line per question.

    Lines from a pipe are echoed after their questions, as if they had been typed.
    """

    def __init__(self, source: TextIO, target: TextIO) -> None:
        self._source = source
        self._target = target
        self.alone = not source.isatty()
        self.coloured = colours(target)
        self.status = no_status
        self._next: str | None = None
        self._room = threading.Semaphore()
        self._changed = asyncio.Event()
        self._reading = False

    @property
    def width(self) -> int:
        return shutil.get_terminal_size((USUAL_WIDTH, 24)).columns

    @property
    def height(self) -> int | None:
        return None if self.alone else shutil.get_terminal_size((USUAL_WIDTH, 24)).lines

    def show(self, text: str) -> None:
        print(text, file=self._target, flush=True)

    async def ask(self, question: Question) -> str:
        """Show a question and return the next line of input that answers it."""
        self.show(question.text)
        if not self._reading:
            self._reading = True
            # Unbuffered: a thread blocked in a read would hold the buffer's lock at exit.
            source = FileIO(os.dup(self._source.fileno()))
            ours = (source, asyncio.get_running_loop())
            threading.Thread(target=self._read, args=ours, daemon=True).start()
        while self._next is None or not self._is_meant_for(question):
            self._changed.clear()
            await self._changed.wait()
        return self._taken()

    def _is_meant_for(self, question: Question) -> bool:
        """Return whether the next line answers this question now; on a terminal, it always does."""
        if not self.alone:
            return True
        return question.takes(self._next.strip()) if self._next else question.ends()

    def _taken(self) -> str:
        line = self._next or ""
        if line or not self.alone:  # on a terminal, input may follow Ctrl-D
            self._next = None
            self._room.release()
        if not line:
            raise EndedError
        if self.alone:
            self.show(f"> {line.strip()}")
        return line.strip()

    def _read(self, source: FileIO, loop: asyncio.AbstractEventLoop) -> None:
        """Read lines in a separate thread; an empty line means the end of input."""
        with source:
            line = " "
            while (line or not self.alone) and self._room.acquire():
                try:
                    line = source.readline(LONGEST_LINE).decode("utf-8", "replace")
                except OSError:
                    line = ""
                try:
                    loop.call_soon_threadsafe(self._arrive, line)
                except RuntimeError:  # the console has already ended
                    return

    def _arrive(self, line: str) -> None:
        self._next = line
        self._changed.set()

    def drop_typed(self) -> bool:
        """Return False: no input is dropped, because each line is shown after its question."""
        return False

    def refresh(self) -> None:
        """Check again whether the waiting line answers the question now."""
        self._changed.set()
