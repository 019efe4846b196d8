"""Backups are made and restored as the documentation says."""

import asyncio
import os
import re
import shlex
import shutil
import stat
import subprocess
from pathlib import Path

from ludoteca.cli import main
from ludoteca.cli.catalogue.dialects import add_our_dialects
from ludoteca.cli.cluster.postgres_server import find_binaries
from ludoteca.cli.parser import parser
from ludoteca.cli.serve.ports import wanted_ports
from ludoteca.journal import IndexEntry, Journal, SqliteJournal
from ludoteca.journal.postgres import PostgresJournal
from ludoteca.ops import read_settings
from ludoteca.protocols.dialects import dialect_settings
from tests.conftest import without
from tests.pages import DOCS
from tests.postgres import fresh_database

PAGES = "\n".join(
    (DOCS / page).read_text(encoding="utf-8") for page in ("operations.md", "cluster.md")
)
TABLES = 20
MORE = 200


def documented(beginning: str) -> str:
    """Return the line of the documentation that begins with these words."""
    (line,) = re.findall(rf"^{re.escape(beginning)} .*$", PAGES, re.MULTILINE)
    return str(line)


async def fill(journal: Journal) -> None:
    for number in range(1, TABLES + 1):
        index_entries = [
            IndexEntry("live", number),
            IndexEntry("tally|anna|shelfie|won", value=number),
        ]
        entries = [b"opened", b"\0\xff"]
        await journal.append(f"table/{number:09}", 0, entries, b"note", index_entries)


async def append_on(journal: Journal) -> None:
    """Continue to append while a backup is made."""
    for version in range(MORE):
        await journal.append("talk", version, [b"hello"])


async def holds_everything(journal: Journal) -> bool:
    """Return whether all earlier appends are there, and none of the later ones only partly."""
    tables = [f"table/{number:09}" for number in range(1, TABLES + 1)]
    assert [stream.name for stream in await journal.streams("table/")] == tables
    assert [stream.name for stream in await journal.indexed("live")] == tables[::-1]
    assert [each.total for each in await journal.sums("tally|anna|")] == [sum(range(TABLES + 1))]
    for table in tables:
        assert await journal.read(table) == [b"opened", b"\0\xff"]
    talk = await journal.find("talk")
    return talk is None or len(await journal.read("talk")) == talk.version


async def run(command: str, programs: Path | None = None, **environment: str) -> None:
    path = f"{programs or ''}{os.pathsep}{os.environ['PATH']}"
    given = {**os.environ, **environment, "PATH": path}
    process = await asyncio.create_subprocess_shell(command, env=given, stderr=subprocess.PIPE)
    _, complaint = await process.communicate()
    assert process.returncode == 0, complaint


async def test_a_file_is_backed_up_while_a_server_writes(tmp_path: Path) -> None:
    if not shutil.which("sqlite3"):
        without("There is no sqlite3 command.")
    journal = SqliteJournal(tmp_path / "data")
    await fill(journal)
    command = documented("(umask 077;").replace("/srv/ludoteca", str(tmp_path / "data"))
    command = command.replace("/backup", str(tmp_path / "backup"))
    await asyncio.gather(append_on(journal), run(command))
    await journal.close()
    assert stat.S_IMODE((tmp_path / "backup").stat().st_mode) == 0o700
    assert stat.S_IMODE((tmp_path / "backup" / "journal.sqlite").stat().st_mode) == 0o600
    assert await asyncio.to_thread(main, ["journal", "check", str(tmp_path / "backup")]) == 0
    restored = SqliteJournal(tmp_path / "backup")
    assert await holds_everything(restored)
    await restored.append("table/000000001", 2, [b"more"])
    await restored.close()


def test_a_trial_of_a_backup_opens_no_port_but_that_of_the_page() -> None:
    _, *words = shlex.split(documented("ludoteca serve --data /tmp/trial"))
    add_our_dialects()
    settings = read_settings(vars(parser().parse_args(words)), {}, dialect_settings())
    assert wanted_ports(settings) == {"web": 8001}
    assert settings.host == "127.0.0.1"


async def test_a_database_is_backed_up_while_nodes_write(tmp_path: Path) -> None:
    programs = find_binaries()
    url, empty = await fresh_database(), await fresh_database()
    if not programs or not (programs / "pg_restore").exists():
        without("There are no pg_dump and pg_restore.")
    journal = await PostgresJournal.open(url)
    await fill(journal)
    dump, restore = (
        documented(program).replace("/backup", str(tmp_path))
        for program in ("pg_dump", "pg_restore")
    )
    await asyncio.gather(append_on(journal), run(dump, programs, JOURNAL=url))
    await journal.close()
    await run(restore, programs, JOURNAL=empty)
    assert await asyncio.to_thread(main, ["journal", "check", empty]) == 0
    restored = await PostgresJournal.open(empty)
    assert await holds_everything(restored)
    await restored.append("table/000000001", 2, [b"more"])
    await restored.close()
