"""Checksums of entries: what was written is told from what a disk, a copy or a hand has changed."""

import zlib
from collections.abc import Iterable
from typing import Any

from ludoteca.journal.contract import Damaged

NOTE = 0
"""The version by which the note of a stream is summed; entries are counted from 1."""


def checksum(stream: str, version: int, body: bytes) -> int:
    """The checksum of an entry at its place: one that has strayed elsewhere has a wrong one."""
    return zlib.crc32(body, zlib.crc32(f"{stream} {version} ".encode()))


def is_whole(stream: str, version: int, body: Any, kept: int | None) -> bool:
    """Whether this is what was written; without a checksum, as in older files, any bytes are."""
    if not isinstance(body, bytes):
        return False
    return kept is None or kept == checksum(stream, version, body)


def verified(stream: str, after: int, rows: Iterable[tuple[int, Any, int | None]]) -> list[bytes]:
    """The entries in these rows of version, body and checksum; `Damaged` if one is not whole."""
    entries: list[bytes | None] = []
    for version, body, kept in rows:
        entries += [None] * (version - after - len(entries) - 1)
        entries.append(body if is_whole(stream, version, body, kept) else None)
    whole = [entry for entry in entries if entry is not None]
    if len(whole) < len(entries):
        raise Damaged(stream, after, entries)
    return whole
