"""The SQLite file of a journal: permissions, lock, schema and migrations."""

import fcntl
import os
import sqlite3
import stat
from contextlib import suppress
from pathlib import Path

from ludoteca.journal.contract import JournalError

PRIVATE_FOLDER = 0o700
PRIVATE_FILE = 0o600
OURS = ("journal.sqlite", "lock", "admin.sock", "operator-secret")
"""Prefixes of the files that belong to a server."""


def make_private(folder: Path) -> list[str]:
    """Remove other users' permissions from the server's files; return the changed paths.

    A folder that also contains other files keeps its permissions.
    """
    files = sorted(folder.iterdir())
    ours = [path for path in files if path.name.startswith(OURS)]
    wanted = {path: PRIVATE_FILE for path in ours if path.is_file()}
    if len(ours) == len(files):
        wanted[folder] = PRIVATE_FOLDER
    return [str(path) for path, mode in wanted.items() if _tightened(path, mode)]


def _tightened(path: Path, mode: int) -> bool:
    if not stat.S_IMODE(path.stat().st_mode) & ~mode:
        return False
    with suppress(PermissionError):  # another user owns it and decides
        path.chmod(mode)
        return True
    return False


def create_private(path: Path) -> None:
    """Create a file that only its owner may read, unless the file exists."""
    os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, PRIVATE_FILE))


FILE = "journal.sqlite"
# One migration per version; the file stores its version. Published migrations never change.
MIGRATIONS = (
    """
    CREATE TABLE streams (name TEXT PRIMARY KEY, version INTEGER NOT NULL, note BLOB NOT NULL)
        WITHOUT ROWID;
    CREATE TABLE entries (
        stream TEXT NOT NULL, version INTEGER NOT NULL, body BLOB NOT NULL,
        PRIMARY KEY (stream, version)
    ) WITHOUT ROWID;
    """,
    # The version of a stream is the version of its last entry, so that a move writes a single row.
    """
    CREATE TABLE notes (stream TEXT PRIMARY KEY, note BLOB NOT NULL) WITHOUT ROWID;
    INSERT INTO notes SELECT name, note FROM streams;
    DROP TABLE streams;
    """,
    # Checksums of entries written from now on, and a row for probes.
    """
    ALTER TABLE entries ADD COLUMN sum INTEGER;
    ALTER TABLE notes ADD COLUMN sum INTEGER;
    CREATE TABLE probe (written INTEGER NOT NULL);
    INSERT INTO probe VALUES (0);
    """,
    # The index. The server indexes older streams itself, because only it understands their notes.
    """
    CREATE TABLE marks (
        label TEXT NOT NULL, rank INTEGER NOT NULL, stream TEXT NOT NULL, value INTEGER NOT NULL,
        PRIMARY KEY (label, rank, stream)
    ) WITHOUT ROWID;
    CREATE INDEX marks_of_streams ON marks (stream);
    ALTER TABLE notes ADD COLUMN marked INTEGER NOT NULL DEFAULT 0;
    CREATE INDEX unmarked ON notes (stream) WHERE NOT marked;
    """,
)
# Changes that an older Ludoteca can ignore: it works as before, even after a rollback. A migration
# one release later removes the objects that they replace.
EXPANSIONS = (
    # Last known versions of streams, so that a check notices a missing end.
    "CREATE TABLE IF NOT EXISTS ends (stream TEXT PRIMARY KEY, version INTEGER NOT NULL);",
    # Destinations of notifications.
    """
    CREATE TABLE IF NOT EXISTS subscriptions (
        id TEXT PRIMARY KEY, owner TEXT NOT NULL, channel TEXT NOT NULL, data BLOB NOT NULL
    );
    CREATE INDEX IF NOT EXISTS subscriptions_of_owners ON subscriptions (owner);
    """,
)
# New files store entries in the order of writing, with an index by stream, so that the entries of
# many tables share pages. This takes 9 instead of 17 us of CPU time per move in commits of 25
# moves. Older files keep their layout, which works with the same statements; copies get the new
# layout.
ENTRIES_IN_ORDER = """
    DROP TABLE entries;
    CREATE TABLE entries (
        stream TEXT NOT NULL, version INTEGER NOT NULL, body BLOB NOT NULL, sum INTEGER,
        PRIMARY KEY (stream, version)
    );
"""
UNFINISHED = 2**31 - 1
"""Version of a journal while a copy to it is in progress."""
MOST_CHECKED = 64 * 2**20
"""Size in bytes above which a file is not checked completely at each start.

`ludoteca journal check` checks such files, and every read verifies the entries it returns.
"""


def locked(folder: Path) -> int:
    """Lock a folder until the returned descriptor is closed or the process ends."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock = os.open(folder / "lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise JournalError(f"{folder} cannot be used: {error.strerror}") from error
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(lock)
        raise JournalError(f"{folder} is in use by another Ludoteca") from error
    return lock


def made_private(folder: Path) -> list[str]:
    """Create the file if necessary; return the paths that other users could access before now."""
    try:
        create_private(folder / FILE)  # SQLite gives its other files the same permissions
        return make_private(folder)
    except OSError as error:
        raise JournalError(f"{folder} cannot be used: {error.strerror}") from error


def opened(path: Path) -> sqlite3.Connection:
    """Open, check and migrate a file."""
    connection = None
    try:
        connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        trouble = _trouble_with(connection)
        if not trouble:
            _prepare(connection)
    except sqlite3.Error as error:
        trouble = f"cannot be opened as a journal: {error}"
    if connection and not trouble:
        return connection
    if connection:
        connection.close()
    raise JournalError(f"{path} {trouble}")


def is_newer(version: int, known: int = len(MIGRATIONS)) -> str | None:
    """Return why this release cannot use a journal of this version, or None if it can."""
    if version == UNFINISHED:
        return "holds a copy that was not finished: copy again"
    if version <= known:
        return None
    return (
        f"was written by a newer Ludoteca (version {version} of the file, this one knows "
        f"{known}); nothing was changed"
    )


def _trouble_with(connection: sqlite3.Connection) -> str | None:
    """Return why a file cannot be used, without changing the file."""
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    if trouble := is_newer(version):
        return trouble
    if _size(connection) > MOST_CHECKED:
        return None
    (health,) = connection.execute("PRAGMA quick_check(1)").fetchone()
    return None if health == "ok" else f"is damaged ({health}); put a good copy in its place"


def _size(connection: sqlite3.Connection) -> int:
    (pages,) = connection.execute("PRAGMA page_count").fetchone()
    (size,) = connection.execute("PRAGMA page_size").fetchone()
    return int(pages) * int(size)


def _prepare(connection: sqlite3.Connection) -> None:
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    (version,) = connection.execute("PRAGMA user_version").fetchone()
    for step in range(version, len(MIGRATIONS)):
        connection.executescript(
            f"BEGIN; {MIGRATIONS[step]} PRAGMA user_version = {step + 1}; COMMIT;"
        )
    if not version:
        connection.executescript(f"BEGIN; {ENTRIES_IN_ORDER} COMMIT;")
    # SQLite stores a second number beside the version; an older Ludoteca ignores it.
    (taken,) = connection.execute("PRAGMA application_id").fetchone()
    for number, expansion in enumerate(EXPANSIONS[taken:], start=taken + 1):
        connection.executescript(f"BEGIN; {expansion} PRAGMA application_id = {number}; COMMIT;")
