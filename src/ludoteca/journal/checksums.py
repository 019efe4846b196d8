"""Checksums of entries: what was written is told from what a disk, a copy or a hand has changed."""

import zlib
from collections.abc import Iterable
from typing import Any

from ludoteca.journal.contract import DROPPED, Damaged

NOTE = 0
"""The version by which the note of a stream is summed; entries are counted from 1."""
_TOMBSTONE = 1 << 32
"""Set in the checksum of a tombstone. Earlier releases take such a row for a damaged entry."""
_DROPPED_FROM = b'{"dropped_from":'


def checksum(stream: str, version: int, body: bytes) -> int:
    """The checksum of an entry at its place: one that has strayed elsewhere has a wrong one."""
    return zlib.crc32(body, zlib.crc32(f"{stream} {version} ".encode()))


def is_whole(stream: str, version: int, body: Any, kept: int | None) -> bool:
    """Whether this is what was written; without a checksum, as in older files, any bytes are."""
    if not isinstance(body, bytes):
        return False
    return kept is None or kept == checksum(stream, version, body)


def tombstone(stream: str, first: int, last: int) -> tuple[bytes, int]:
    """The body and checksum of the row that replaces the entries `first` to `last`.

    It has the version `last`, and a checksum that no entry can have.
    """
    body = b"%s%d}" % (_DROPPED_FROM, first)
    return body, checksum(stream, last, body) | _TOMBSTONE


def first_dropped(stream: str, version: int, body: Any, kept: int | None) -> int | None:
    """The first version that a tombstone stands for; None if this is no intact tombstone."""
    if not isinstance(body, bytes) or not body.startswith(_DROPPED_FROM):
        return None
    if kept != checksum(stream, version, body) | _TOMBSTONE:
        return None
    return int(body[len(_DROPPED_FROM) : -1])


def verified(
    stream: str,
    after: int,
    rows: Iterable[tuple[int, Any, int | None]],
    most: int | None = None,
) -> list[bytes]:
    """The entries in these rows of version, body and checksum; `Damaged` if one is not whole."""
    entries: list[bytes | None] = []
    for version, body, kept in rows:
        if is_whole(stream, version, body, kept):
            entries += [None] * (version - after - len(entries) - 1)
            entries.append(body)
        else:
            first = first_dropped(stream, version, body, kept)
            entries += [None] * ((first or version) - after - len(entries) - 1)
            entries += [DROPPED if first else None] * (version - after - len(entries))
    if most is not None:
        del entries[most:]  # a tombstone may stand for more
    whole = [entry for entry in entries if entry is not None]
    if len(whole) < len(entries):
        raise Damaged(stream, after, entries)
    return whole
