"""Programs that tests start by the hundred, forked from a process that has imported them."""

import os
from collections.abc import Callable
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import TextIO

import pytest

from tests.conftest import COUNTING, TIMEOUT

SEED = get_context("forkserver")
SEED.set_forkserver_preload(
    ["tests.ui.console.servers", "tests.web.seeded", "tests.security.servers"]
)


class Forked:
    """A function in a separate process, and its output."""

    def __init__(
        self, what: Callable[..., None], *words: object, settings: dict[str, str] | None = None
    ) -> None:
        """Add these settings to the environment; the coverage of the process is not measured."""
        here, there = SEED.Pipe(duplex=False)
        self._process = SEED.Process(target=run, args=(there, settings or {}, what, *words))
        with there, pytest.MonkeyPatch.context() as patch:
            patch.delenv(COUNTING, raising=False)
            self._process.start()
        with here:
            self.said: TextIO = os.fdopen(os.dup(here.fileno()))

    @property
    def pid(self) -> int:
        """Process ID."""
        assert self._process.pid is not None
        return self._process.pid

    @property
    def has_ended(self) -> bool:
        return not self._process.is_alive()

    def terminate(self) -> None:
        """Send SIGTERM and wait for the process to end."""
        self._process.terminate()
        self._ended()

    def kill(self) -> None:
        """Kill the process if it still runs."""
        self._process.kill()
        self._ended()

    def _ended(self) -> None:
        self._process.join(TIMEOUT)
        assert not self._process.is_alive(), "It does not end."
        self.said.close()


def run(
    out: Connection, settings: dict[str, str], what: Callable[..., None], *words: object
) -> None:
    """Run the function in the child process, with its output redirected."""
    os.dup2(out.fileno(), 1)
    out.close()
    os.environ.update(settings)
    what(*words)
