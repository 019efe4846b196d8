"""Who may read a journal: its owner and nobody else."""

import os
import stat
from contextlib import suppress
from pathlib import Path

FOLDER, FILE = 0o700, 0o600
OURS = ("journal.sqlite", "lock", "admin.sock", "operator-secret")
"""How the names of our files begin."""


def make_private(folder: Path) -> list[str]:
    """Take the rights of all but the owner from our files; the paths where there were any.

    A folder that holds other things than ours keeps its own permissions.
    """
    files = sorted(folder.iterdir())
    ours = [path for path in files if path.name.startswith(OURS)]
    wanted = {path: FILE for path in ours if path.is_file()}
    if len(ours) == len(files):
        wanted[folder] = FOLDER
    return [str(path) for path, mode in wanted.items() if _tightened(path, mode)]


def _tightened(path: Path, mode: int) -> bool:
    if not stat.S_IMODE(path.stat().st_mode) & ~mode:
        return False
    with suppress(PermissionError):  # it belongs to another user, who has decided
        path.chmod(mode)
        return True
    return False


def create_private(path: Path) -> None:
    """Create a file that only its owner may read, if there is none."""
    os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, FILE))
