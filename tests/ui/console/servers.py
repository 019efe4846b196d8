"""A real house in another process, with luck that is known beforehand."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

from ludoteca.cli.parser import parser
from ludoteca.cli.serve import serve
from ludoteca.protocols.dialect import ServedDialect
from ludoteca.protocols.dialects import DIALECTS
from ludoteca.protocols.pipes import CALLS, FRAMES, PipesQuirks, pipes
from ludoteca.protocols.pipes.calls import pipes_over_rmi
from tests.cli.servers import QUIET
from tests.forked import Forked
from tests.games.renaissance.first_seat import FirstSeat

DOORS = ("pipes", "commands", "rmi")


class RunningServer:
    """A house that can be closed, cut off, and opened again at the same doors."""

    def __init__(self, seed: int, data: Path | None, settings: dict[str, object]) -> None:
        self._seed, self._settings = seed, {"data": data or "off", **settings}
        self._ports = dict.fromkeys(DOORS, 0)
        self._process: Forked | None = None

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

    def port(self, door: str) -> int:
        """The port of any door that was asked for."""
        return self._ports[door]

    def open(self) -> None:
        """Open every door: at first wherever the system likes, later where it was before."""
        settings = {"log-level": "warning", **self._settings, **self._ports}
        flags = [word for name, said in settings.items() for word in (f"--{name}", str(said))]
        closed = {**QUIET, "LUDOTECA_WEB": "off"}
        self._process = Forked(serve_seeded, self._seed, *flags, settings=closed)
        for line in self._process.said:
            if line == "ready\n":
                return
            _, name, _, port = line.split()
            self._ports[name] = int(port)
        raise AssertionError("The house did not open.")

    def close(self) -> None:
        """Close politely: everybody is told, and everything is kept."""
        if self._process:
            self._process.terminate()

    def kill(self) -> None:
        """Cut it off in the middle of whatever it does."""
        if self._process:
            self._process.kill()


def serve_briskly(_: Mapping[str, Any], __: Callable[[], str]) -> ServedDialect:
    """`pipes` with pauses ten times as short."""
    brisk = partial(PipesQuirks._replace, quiet=FRAMES.quiet / 10, gather=FRAMES.gather / 10)
    return ServedDialect(partial(pipes, brisk(FRAMES)), partial(pipes_over_rmi, brisk(CALLS)))


def serve_seeded(seed: int, *flags: str) -> None:
    """`ludoteca serve` with these flags, luck that is known, and shorter pauses between views."""
    DIALECTS["pipes"] = DIALECTS["pipes"]._replace(serve=f"{__name__}:serve_briskly")
    serve(vars(parser().parse_args(["serve", *flags])), FirstSeat(seed))


@contextmanager
def server(seed: int = 7, data: Path | None = None, **settings: object) -> Iterator[RunningServer]:
    """A house that is open; settings are the flags of `ludoteca serve`, as `log_level="info"`."""
    opened = RunningServer(
        seed, data, {name.replace("_", "-"): said for name, said in settings.items()}
    )
    opened.open()
    try:
        yield opened
    finally:
        opened.kill()
