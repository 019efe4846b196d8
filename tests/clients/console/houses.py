"""A real house in another process, with luck that is known beforehand."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.app.test_serve import QUIET
from tests.conftest import unmeasured

ROOT = Path(__file__).parents[3]
DOORS = ("pipes", "commands", "rmi")
PATIENCE = 60.0


class Opened:
    """A house that can be closed, cut off, and opened again at the same doors."""

    def __init__(self, seed: int, data: Path | None, settings: dict[str, object]) -> None:
        self._seed, self._settings = seed, {"data": data or "off", **settings}
        self._ports = dict.fromkeys(DOORS, 0)
        self._process: subprocess.Popen[str] | None = None

    @property
    def pipes(self) -> int:
        """The port where My Shelfie is played."""
        return self._ports["pipes"]

    @property
    def rmi(self) -> int:
        """The port where My Shelfie is called."""
        return self._ports["rmi"]

    @property
    def commands(self) -> int:
        """The port where Masters of Renaissance is played."""
        return self._ports["commands"]

    @property
    def web(self) -> int:
        """The port of the page, where one was asked for."""
        return self._ports["web"]

    def open(self) -> None:
        """Open every door: at first wherever the system likes, later where it was before."""
        settings = {"log-level": "warning", **self._settings, **self._ports}
        flags = [word for name, said in settings.items() for word in (f"--{name}", str(said))]
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.clients.console.lucky", str(self._seed), *flags],
            stdout=subprocess.PIPE,
            text=True,
            env={**unmeasured(), **QUIET, "LUDOTECA_WEB": "off"},
            cwd=ROOT,
        )
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if line == "ready\n":
                return
            _, name, _, port = line.split()
            self._ports[name] = int(port)
        raise AssertionError("The house did not open.")

    def close(self) -> None:
        """Close politely: everybody is told, and everything is kept."""
        if self._process:
            self._process.terminate()
            self._gone(self._process)

    def kill(self) -> None:
        """Cut it off in the middle of whatever it does."""
        if self._process:
            self._process.kill()
            self._gone(self._process)

    def _gone(self, process: "subprocess.Popen[str]") -> None:
        with process:
            process.wait(PATIENCE)
        self._process = None


@contextmanager
def house(seed: int = 7, data: Path | None = None, **settings: object) -> Iterator[Opened]:
    """A house that is open; settings are the flags of `ludoteca serve`, as `log_level="info"`."""
    opened = Opened(seed, data, {name.replace("_", "-"): said for name, said in settings.items()})
    opened.open()
    try:
        yield opened
    finally:
        opened.kill()
