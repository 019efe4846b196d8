"""A plain screen that reads from a real pipe."""

import asyncio
import io
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from ludoteca.ui.console.plain import Plain
from ludoteca.ui.console.user import Question, anything


class Piped:
    """A screen, the write end of its pipe, and its output."""

    def __init__(self, screen: Plain, pen: int, paper: io.StringIO) -> None:
        self.screen, self._pen, self._paper = screen, pen, paper

    def write(self, text: str) -> None:
        os.write(self._pen, text.encode("utf-8", "surrogateescape"))

    def end(self) -> None:
        os.close(self._pen)
        self._pen = -1

    @property
    def shown(self) -> list[str]:
        return self._paper.getvalue().splitlines()

    async def ask(self, text: str = "?", takes: Callable[[str], bool] = anything) -> str:
        async with asyncio.timeout(60):
            return await self.screen.ask(Question(text, takes=takes))

    async def asked(self, text: str, takes: Callable[[str], bool]) -> "asyncio.Task[str]":
        """Ask, and wait until the question has been offered a line."""
        seen = asyncio.Event()

        def look(line: str) -> bool:
            seen.set()
            return takes(line)

        asking = asyncio.create_task(self.ask(text, look))
        async with asyncio.timeout(60):
            await seen.wait()
        return asking

    def close(self) -> None:
        if self._pen >= 0:
            self.end()


@contextmanager
def piped() -> Iterator[Piped]:
    """Open a screen that reads from a pipe."""
    source, pen = os.pipe()
    paper = io.StringIO()
    with os.fdopen(source) as opened:
        pipe = Piped(Plain(opened, paper), pen, paper)
        try:
            yield pipe
        finally:
            pipe.close()
