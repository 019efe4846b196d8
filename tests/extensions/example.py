"""The examples of `docs/extending.md`: installed as packages, or loaded for their rules."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import ModuleType

from ludoteca.games import Rules
from tests.pages import DOCS, written

MODULE = "four_in_a_row"
CLOSED = ("pipes", "commands", "updates", "prompts", "requests", "rmi", "rmi-prompts")


def source(module: str = MODULE) -> str:
    """Return a module as the page prints it."""
    code = written(DOCS / "extending.md", f"{module}.py")
    return code.removeprefix("```python\n").removesuffix("\n```") + "\n"


@cache
def rules() -> Rules:
    """Return the rules of the example, loaded in this process only."""
    module = ModuleType(MODULE)
    sys.modules[MODULE] = module  # where msgspec looks for what annotations name
    exec(compile(source(), f"{MODULE}.py", "exec"), module.__dict__)  # noqa: S102 - our own page
    four: Rules = module.RULES
    return four


def install(
    folder: Path,
    entry: str = f"four = {MODULE}:GAME",
    code: str | None = None,
    module: str = MODULE,
    group: str = "ludoteca.games",
) -> None:
    """Install a package with this entry point into a folder."""
    (folder / f"{module}.py").write_text(source(module) if code is None else code, encoding="utf-8")
    about = folder / f"{module}-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {module}\nVersion: 1.0\n")
    (about / "entry_points.txt").write_text(f"[{group}]\n{entry}\n")


def environment(folder: Path) -> dict[str, str]:
    """Return an environment in which a process also finds the packages in a folder."""
    path = filter(None, (str(folder), os.environ.get("PYTHONPATH")))
    return {**os.environ, "PYTHONPATH": os.pathsep.join(path)}


def ludoteca(folder: Path, *words: str, typed: str = "") -> "subprocess.CompletedProcess[str]":
    """Run the command with the packages of a folder installed and return its output."""
    command = [sys.executable, "-m", "ludoteca", *words]
    return subprocess.run(
        command,
        input=typed,
        env=environment(folder),
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    """Run a server with the packages of a folder installed and yield its address."""
    closed = [word for name in CLOSED for word in (f"--{name}", "off")]
    words = ["serve", "--data", str(folder / "data"), "--web", "0", *closed]
    with subprocess.Popen(
        [sys.executable, "-m", "ludoteca", *words],
        stdout=subprocess.PIPE,
        text=True,
        env=environment(folder),
    ) as process:
        assert process.stdout is not None
        try:
            *_, port = process.stdout.readline().split()
            assert process.stdout.readline() == "ready\n"
            yield f"http://127.0.0.1:{port}"
        finally:
            process.kill()
