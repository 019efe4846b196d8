"""Rate of calls over Java RMI, compared with a Java server that does nothing.

One Java client calls in lockstep, the server and the floor in turns. The best round of each counts,
because it was disturbed the least.
"""

import argparse
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from process import UNLIMITED, Kind, free_port, running
from report import progress, table

SOURCES = Path(__file__).with_name("java")
SERVER = Kind(
    "ludoteca", ("-m", "ludoteca", "serve", "--rmi", "{port}", "--data", "{folder}", *UNLIMITED)
)
JAVA = ("java", "-Djava.rmi.server.hostname=127.0.0.1")
CALLS = {
    "poll": "a sign of life (prompts)",
    "move": "a move that is refused (pipes)",
    "chat": "a message that is refused (pipes)",
}
TARGET = ">= 0.70x"


@contextmanager
def floor(home: str) -> Iterator[int]:
    """Run a Java server that does nothing; yield its port."""
    port = free_port()
    command = [*JAVA, "-cp", home, "Lockstep", "serve", str(port)]
    with subprocess.Popen(  # noqa: S603
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            if "ready\n" not in (process.stdout or ()):
                raise RuntimeError("the floor did not open")
            yield port
        finally:
            process.kill()


def rate(home: str, port: int, call: str, seconds: float) -> float:
    """Return the calls per second of one client."""
    command = [*JAVA, "-cp", home, "Lockstep", "call", str(port), call, str(seconds)]
    done = subprocess.run(  # noqa: S603
        command, check=True, capture_output=True, text=True, timeout=60 + 4 * seconds
    )
    return float(done.stdout)


def main() -> None:
    parser = argparse.ArgumentParser(description="measure calls over Java RMI")
    parser.add_argument("--quick", action="store_true", help="one short round, less exact")
    quick = parser.parse_args().quick
    rounds, seconds = (1, 0.5) if quick else (5, 2.0)
    if not (shutil.which("javac") and shutil.which("java")):
        print("rmi: there is no JDK, so there is no floor", file=sys.stderr)
        return
    best: dict[tuple[str, str], float] = {}
    with tempfile.TemporaryDirectory() as home:
        sources = [str(path) for path in SOURCES.rglob("*.java")]
        subprocess.run(["javac", "-d", home, *sources], check=True)  # noqa: S603, S607
        with running(SERVER) as server, floor(home) as port:
            for number in range(rounds):
                for call in CALLS:
                    for who, at in (("server", server.port), ("floor", port)):
                        progress(f"rmi: round {number + 1} of {rounds}, {call} at the {who}")
                        made = rate(home, at, call, seconds)
                        best[call, who] = max(made, best.get((call, who), 0.0))
    rows = [
        (
            name,
            f"{best[call, 'server']:,.0f}",
            f"{best[call, 'floor']:,.0f}",
            f"{best[call, 'server'] / best[call, 'floor']:.2f}x",
            TARGET,
        )
        for call, name in CALLS.items()
    ]
    table(("calls a second, one client", "ludoteca", "floor: Java", "ratio", "target"), rows)


if __name__ == "__main__":
    main()
