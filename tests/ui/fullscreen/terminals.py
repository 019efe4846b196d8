"""A terminal in memory that takes keys and clicks and lets tests read the screen."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import TextIO, cast

import pyte
from prompt_toolkit.application import create_app_session
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.output.vt100 import Vt100_Output

from ludoteca.ui.fullscreen.arrival import Welcome, play
from ludoteca.ui.fullscreen.screen import Screen
from tests.conftest import TIMEOUT

KEYS = {
    "up": "\x1b[A",
    "down": "\x1b[B",
    "right": "\x1b[C",
    "left": "\x1b[D",
    "page up": "\x1b[5~",
    "page down": "\x1b[6~",
    "enter": "\r",
    "tab": "\t",
    "escape": "\x1b",
    "ctrl-c": "\x03",
    "f1": "\x1bOP",
}


class Terminal:
    """A terminal that prompt_toolkit draws on."""

    encoding = "utf-8"

    def __init__(self, keys: PipeInput, columns: int, rows: int) -> None:
        self._keys = keys
        self._glass = pyte.Screen(columns, rows)
        self._stream = pyte.Stream(self._glass)
        self._drawn = asyncio.Event()
        self.output = Vt100_Output(
            cast("TextIO", self),  # it uses only `write`, `flush` and `encoding`
            lambda: Size(self._glass.lines, self._glass.columns),
            term="xterm-256color",
            enable_cpr=False,
        )

    def write(self, text: str) -> None:
        self._stream.feed(text)
        self._drawn.set()

    def flush(self) -> None:
        """Do nothing: `write` draws at once."""

    def lines(self) -> list[str]:
        """Return the visible lines."""
        return [line.rstrip() for line in self._glass.display]

    def colours(self) -> set[str]:
        """Return the colours on the screen."""
        cells = (cell for line in self._glass.buffer.values() for cell in line.values())
        return {colour for cell in cells for colour in (cell.fg, cell.bg)} - {"default"}

    async def until(self, condition: Callable[[], bool]) -> None:
        """Wait until the screen satisfies a condition."""
        try:
            async with asyncio.timeout(TIMEOUT):
                while not condition():
                    self._drawn.clear()
                    await self._drawn.wait()
        except TimeoutError:
            raise AssertionError("\n".join(["It is not shown.", *self.lines()])) from None

    async def shows(self, *texts: str) -> None:
        """Wait until all of these texts are shown at once."""
        await self.until(lambda: all(any(text in line for line in self.lines()) for text in texts))

    async def hides(self, text: str) -> None:
        """Wait until this text is gone."""
        await self.until(lambda: not any(text in line for line in self.lines()))

    def press(self, *keys: str) -> None:
        """Press keys, given by name or as letters."""
        self._keys.send_text("".join(KEYS.get(key, key) for key in keys))

    def type(self, text: str) -> None:
        self._keys.send_text(f"{text}\r")

    def click(self, text: str, button: int = 0) -> None:
        """Click on the first occurrence of a text; buttons 64 and 65 are the wheel."""
        for row, line in enumerate(self._glass.display):
            if (column := line.find(text)) >= 0:
                place = f"{button};{column + 1};{row + 1}"
                self._keys.send_text(f"\x1b[<{place}M\x1b[<{place}m")
                return
        raise AssertionError("\n".join([f"There is no {text}.", *self.lines()]))

    def resize(self, columns: int, rows: int) -> None:
        self._glass.resize(rows, columns)
        self._glass.reset()


class Seated:
    """A console running in a terminal."""

    def __init__(self, terminal: Terminal, screen: Screen, task: "asyncio.Task[int]") -> None:
        self.terminal, self.screen, self._task = terminal, screen, task

    async def ended(self) -> int:
        """Wait for the console to end and return its exit status."""
        async with asyncio.timeout(TIMEOUT):
            return await self._task


@asynccontextmanager
async def console(
    game: str | None = None,
    columns: int = 80,
    rows: int = 24,
    *,
    coloured: bool = True,
    **given: object,
) -> AsyncIterator[Seated]:
    """Run `ludoteca console --full` in this process with these flags."""
    with create_pipe_input() as keys:
        terminal = Terminal(keys, columns, rows)
        with create_app_session(keys, terminal.output):
            screen = Screen(Welcome(), coloured=coloured)
        flags = {name: str(said) for name, said in given.items()}
        task = asyncio.create_task(play(screen, flags, game))
        try:
            yield Seated(terminal, screen, task)
        finally:
            task.cancel()
            await asyncio.wait({task})
