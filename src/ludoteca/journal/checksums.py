"""Checksums of entries, to detect changes made by a disk, a copy or by hand."""

import zlib
from collections.abc import Iterable
from typing import Any

from ludoteca.journal.contract import DROPPED, Damaged

NOTE = 0
"""Version under which a stream's note is checksummed; entries are numbered from 1."""
_TOMBSTONE = 1 << 32
"""Bit set in the checksum of a tombstone. Earlier releases read such a row as a damaged entry."""
_DROPPED_FROM = b'{"dropped_from":'


def checksum(stream: str, version: int, body: bytes) -> int:
    """Return the checksum of an entry, which also covers its stream and version."""
    return zlib.crc32(body, zlib.crc32(f"{stream} {version} ".encode()))


def is_whole(stream: str, version: int, body: Any, kept: int | None) -> bool:
    """Return whether a row is intact; rows of older files have no checksum and always pass."""
    if not isinstance(body, bytes):
        return False
    return kept is None or kept == checksum(stream, version, body)


def tombstone(stream: str, first: int, last: int) -> tuple[bytes, int]:
    """Return the body and checksum of the row that replaces entries `first` to `last`.

    The row has the version `last`. No entry can have its checksum.
    """
    body = b"%s%d}" % (_DROPPED_FROM, first)
    return body, checksum(stream, last, body) | _TOMBSTONE


def first_dropped(stream: str, version: int, body: Any, kept: int | None) -> int | None:
    """Return the first version that a tombstone replaces, or None if this is no intact one."""
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
    """Return the entries in rows of version, body and checksum.

    Raise `Damaged` if one is changed or missing.
    """
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
        del entries[most:]  # a tombstone may reach beyond the page
    whole = [entry for entry in entries if entry is not None]
    if len(whole) < len(entries):
        raise Damaged(stream, after, entries)
    return whole
