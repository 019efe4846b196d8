"""The commands printed in the README and two documents work, from a clone and from a wheel."""

import os
import pty
import re
import shutil
import signal
import subprocess
import sys
import termios
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from importlib.metadata import distribution
from pathlib import Path
from typing import NamedTuple

import pytest
from packaging.requirements import Requirement

from ludoteca.games import Dice, Refusal, replay, shelfie
from tests.conftest import no_coverage, unmeasured, without
from tests.pages import DOCS, written

ROOT = DOCS.parent
CLIENTS = DOCS / "clients.md"
PAGES = (ROOT / "README.md", DOCS / "command-line.md", CLIENTS)
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
COMMAND = re.compile(r"(?:ludoteca|make|python3?|venv/bin/\w+) .*")
EXPLANATION = re.compile(r" {2,}| +#")
"""Separates a command from its explanation on the same line."""
BUILT_FROM = (
    "src", "LICENSE", "README.md", "CHANGELOG.md", "Makefile", ".gitignore",
    "pyproject.toml", "requirements.txt", "requirements-build.txt",
)  # fmt: skip
OFFLINE = {"PIP_NO_DEPS": "1", "PIP_NO_INDEX": "1", "PIP_CONFIG_FILE": os.devnull}
"""pip uses no index: the wheel's dependencies are linked from the tested environment."""
INSTALL = (
    "make dist",
    "python3 -m venv venv && venv/bin/pip install dist/ludoteca-*.whl",
    "venv/bin/ludoteca serve --open",
)
IN_A_CLONE = {"make play", "make play HOST=0.0.0.0", "make test"}
CLUSTER = "ludoteca cluster up --nodes 3"
"""Needs an extra; `test_cluster_up.py` runs it."""
LONG = {
    "ludoteca arena shelfie --players greedy,novice",
    "ludoteca simulate shelfie --players 4 --seed 7",
}
"""Commands that take seconds on every core: they are run once, from the wheel."""
AGAIN = 2.0
"""Seconds after which an interrupt is repeated."""
LIMIT = 60.0
"""Seconds before a command that does not answer fails."""


def printed() -> list[str]:
    """Return every command in the code blocks of the documents, as a reader would copy it."""
    lines = [
        line
        for page in PAGES
        for language, block in BLOCK.findall(page.read_text(encoding="utf-8"))
        if not language
        for line in block.splitlines()
    ]
    return [EXPLANATION.split(line)[0] for line in lines if COMMAND.match(line)]


class Network(NamedTuple):
    """A command prefix that gives each command a separate loopback interface, if possible."""

    words: tuple[str, ...]


@pytest.fixture(scope="module")
def network() -> Iterator[Network]:
    """Isolate the usual ports, which the printed commands use, from other programs."""
    own_users = [] if os.geteuid() == 0 else ["--map-root-user"]
    holding = "ip link set lo up && echo up && exec sleep infinity"
    command = ["unshare", "--net", *own_users, "sh", "-c", holding]
    if not (shutil.which("unshare") and shutil.which("nsenter") and shutil.which("ip")):
        without("unshare, nsenter and ip are missing: printed commands need their own ports")
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as holder:
        assert holder.stdout is not None
        try:
            if not holder.stdout.readline():
                without("this user can make no network: printed commands need their own ports")
            users = ["--user", "--preserve-credentials"] if own_users else []
            yield Network(("nsenter", f"--target={holder.pid}", "--net", *users))
        finally:
            holder.kill()


class Shell:
    """Runs printed commands in a folder and remembers them."""

    def __init__(self, network: Network, folder: Path, programs: Path) -> None:
        self._words = [*network.words, "bash", "-c"]
        self.folder = folder
        self._path = f"{programs}:{os.environ['PATH']}"
        self.done: list[str] = []

    def _environment(self, more: Mapping[str, str]) -> dict[str, str]:
        own = {"PATH": self._path, "HOME": str(self.folder), "TERM": "xterm", "BROWSER": ""}
        own |= {"XDG_STATE_HOME": str(self.folder / "state"), "PYTHONDONTWRITEBYTECODE": "1"}
        kept = {k: v for k, v in unmeasured().items() if not k.startswith("LUDOTECA_")}
        return {**kept, **own, **more}

    def run(
        self, command: str, shows: str, status: int = 0, more: Mapping[str, str] | None = None
    ) -> None:
        """Run a command to its end and check its output."""
        self.done.append(command)
        answer = subprocess.run(
            [*self._words, command],
            cwd=self.folder,
            env=self._environment(more or {}),
            stdin=subprocess.DEVNULL,
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            timeout=LIMIT,
            check=False,
        )
        assert answer.returncode == status, (command, answer.stdout)
        assert shows in answer.stdout, (command, answer.stdout)

    @contextmanager
    def running(self, command: str, shows: str) -> Iterator[None]:
        """Run a command on a terminal and wait for its output; interrupt it later."""
        self.done.append(command)
        controller, terminal = pty.openpty()
        termios.tcsetwinsize(terminal, (24, 80))
        process = subprocess.Popen(
            [*self._words, f"exec {command}"],
            cwd=self.folder,
            env=self._environment({}),
            stdin=terminal,
            stdout=terminal,
            stderr=terminal,
            start_new_session=True,
        )
        os.close(terminal)
        screen, changed = bytearray(), threading.Condition()
        reader = threading.Thread(target=_read, args=(controller, screen, changed))
        reader.start()
        try:
            with changed:
                found = changed.wait_for(
                    lambda: shows.encode() in screen or process.poll() is not None, LIMIT
                )
            assert found, (command, screen.decode())
            assert shows.encode() in screen, (command, screen.decode())
            yield
        finally:
            while process.poll() is None:
                with suppress(subprocess.TimeoutExpired, ProcessLookupError):
                    os.killpg(process.pid, signal.SIGINT)
                    process.wait(AGAIN)
            reader.join(LIMIT)
            os.close(controller)


def _read(controller: int, screen: bytearray, changed: threading.Condition) -> None:
    while True:
        try:
            data = os.read(controller, 65536)
        except OSError:  # Linux says so when the other end is closed
            data = b""
        with changed:
            screen += data
            changed.notify_all()
        if not data:
            return


def cloned(clone: Path) -> Path:
    """Copy the files that the commands need, and link to a prepared environment."""
    if not Path(sys.prefix, ".ready").exists():
        without("this environment was not set up by make")
    clone.mkdir()
    for name in BUILT_FROM:
        copy = shutil.copytree if (ROOT / name).is_dir() else shutil.copy
        copy(ROOT / name, clone / name)
    for name in ("pyproject.toml", "requirements.txt"):
        os.utime(clone / name, (0, 0))  # older than the environment
    (clone / ".venv").symlink_to(sys.prefix)
    return clone


@pytest.fixture(params=["clone", "wheel"])
def installed(request: pytest.FixtureRequest, network: Network, tmp_path: Path) -> Shell:
    """Return a shell in a prepared clone, or beside a wheel that was just built and installed."""
    clone = cloned(tmp_path / "clone")
    if request.param == "clone":
        return in_a_clone(Shell(network, clone, Path(sys.prefix, "bin")))
    return from_a_wheel(Shell(network, clone, clone / "venv" / "bin"))


def in_a_clone(shell: Shell) -> Shell:
    for words in ("", " HOST=0.0.0.0"):
        with shell.running(f"make play{words}", "Ctrl-C stops the server"):
            pass
    shell.done.append("make test")  # runs this test, among others
    return shell


def from_a_wheel(shell: Shell) -> Shell:
    building, installing, starting = INSTALL
    shell.run(building, "dist/ludoteca-", more={"PATH": f"{sys.prefix}/bin:{os.environ['PATH']}"})
    shell.run(installing, "Successfully installed ludoteca", more=OFFLINE)
    (packages,) = shell.folder.glob("venv/lib/python*/site-packages")
    for name in needed_by(next(packages.glob("ludoteca-*.dist-info/METADATA"))):
        for file in distribution(name).files or ():
            link = packages / file.parts[0]
            if file.parts[0] != ".." and not link.exists():
                link.symlink_to(str(distribution(name).locate_file(file.parts[0])))
    with shell.running(starting, "Ctrl-C stops the server"):
        pass
    return shell


def needed_by(metadata: Path) -> set[str]:
    """Return the packages that a wheel needs, directly or indirectly, without extras."""
    lines = metadata.read_text(encoding="utf-8").partition("\n\n")[0].splitlines()
    waiting = [line.removeprefix("Requires-Dist: ") for line in lines if "Requires-Dist" in line]
    needed = set[str]()
    while waiting:
        requirement = Requirement(waiting.pop())
        applies = not requirement.marker or requirement.marker.evaluate({"extra": ""})
        if applies and requirement.name not in needed:
            needed.add(requirement.name)
            waiting += distribution(requirement.name).requires or ()
    return needed


@no_coverage
def test_every_printed_command_works(installed: Shell) -> None:
    shell, from_wheel = installed, INSTALL[0] in installed.done
    for example in ("first_client.py", "my_bot.py"):
        code = written(CLIENTS, example).removeprefix("```python\n").removesuffix("\n```")
        (shell.folder / example).write_text(code, encoding="utf-8")
    with shell.running("ludoteca serve --data DIR", "ready"):
        play_on_a_server(shell)
        with_extras_alone(shell, from_wheel=from_wheel)
    for command in ("ludoteca serve --open", "ludoteca serve --host 0.0.0.0", "ludoteca serve"):
        with shell.running(command, "ready"):
            pass
    without_a_server(shell)
    if from_wheel:
        for command in LONG:
            shell.run(command, "seat 1" if "simulate" in command else "greedy")
        shell.run(CLUSTER, "pip install 'ludoteca[servers]'", status=2)
    elsewhere = IN_A_CLONE if from_wheel else {*INSTALL, *LONG, CLUSTER}
    assert set(printed()) - elsewhere == set(shell.done)


def play_on_a_server(shell: Shell) -> None:
    shell.run("ludoteca admin --data DIR who", "Nobody is connected.")
    playing = "ludoteca bot my_bot.py --name Robot --against novice --games 5"
    shell.run(playing, "of 5 won")
    shell.run("python first_client.py http://127.0.0.1:8000", "The game is over: ")
    with shell.running("ludoteca bot my_bot.py --name Robot", "opened for 2 players"):
        pass
    with shell.running("ludoteca bot my_bot.py --name robby --join", "Waiting for a table"):
        pass
    replay = "http://127.0.0.1:8000/api/replays/1"
    shell.run(f"python -c \"import urllib.request as r; r.urlretrieve('{replay}', 'FILE')\"", "")
    shell.done.pop()  # printed nowhere: the page downloads games
    with shell.running("ludoteca console", "How do you want to connect?"):
        pass
    with shell.running("ludoteca console --rmi", "Enter the client address"):
        pass
    with shell.running("ludoteca wiretap 8080 --dialect pipes", "listening at "):
        pass


def with_extras_alone(shell: Shell, *, from_wheel: bool) -> None:
    shows = "pip install 'ludoteca[console]'" if from_wheel else "Welcome to Ludoteca!"
    with shell.running("ludoteca console --full", shows):
        pass


def position() -> str:
    """Return a new table of My Shelfie as text."""
    events = shelfie.setup(2, shelfie.Options(), Dice(1))
    assert not isinstance(events, Refusal)
    return shelfie.write_state(replay(shelfie, events))


def without_a_server(shell: Shell) -> None:
    for copy in ("ludoteca-shelfie-12.jsonl", "GAME.jsonl"):
        shutil.copy(shell.folder / "FILE", shell.folder / copy)
    for words in ("ludoteca-shelfie-12.jsonl", "FILE", "GAME.jsonl --seat 2"):
        shell.run(f"ludoteca replay {words}", "The game is over.")
    shell.run("ludoteca replay GAME.jsonl --moves-only | less", "The game is over.")
    (shell.folder / "FILE").write_text(position(), encoding="utf-8")
    shell.run("ludoteca play shelfie --from FILE", "You left the game.")
    shell.run("ludoteca play shelfie --players 3", "You left the game.")
    shell.run("ludoteca play renaissance", "You left the game.")
    shell.run("ludoteca arena shelfie --players my_bot.py,novice --games 100 --seed 1", "my_bot.py")
    scored = "ludoteca score shelfie PP.../PPPP./FFPPB/FGGGB/FTCCC/TTTCC --personal 1"
    shell.run(scored, "25 points")
    shell.run("ludoteca journal check DIR", " streams, ")
    shell.run("ludoteca journal copy DIR TO", "")


@no_coverage
def test_the_same_sources_give_the_same_wheel_and_archive(tmp_path: Path) -> None:
    built = []
    for name, umask in (("one", 0o022), ("another", 0o077)):
        clone = cloned(tmp_path / name)
        (clone / "notes.txt").write_text(name)  # what a developer has lying about
        for file in (clone / "src").rglob("*.py"):
            os.utime(file)
        subprocess.run(
            ["make", "dist"],  # noqa: S607 - as printed
            cwd=clone,
            env=unmeasured(),
            umask=umask,
            check=True,
            capture_output=True,
        )
        built.append({file.name: file.read_bytes() for file in (clone / "dist").iterdir()})
    assert [name.partition("-")[0] for name in built[0]] == ["ludoteca", "ludoteca"]
    assert built[0] == built[1]
