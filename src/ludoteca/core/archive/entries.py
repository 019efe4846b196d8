"""The journal entries of games, stored compactly, and the positions computed from them."""

import asyncio
import zlib
from collections.abc import AsyncIterator, Iterator

import msgspec

from ludoteca.core.archive import replays
from ludoteca.core.tables import history
from ludoteca.core.tables.listing import ShownName, shown_moment
from ludoteca.games import Seat
from ludoteca.messages import Position
from ludoteca.ops.turns import sliced

PAGE = 500
"""Number of entries compressed together, which takes about a millisecond."""
_LEVEL = 1
"""Lowest compression level: entries of one game are similar, so higher levels gain little."""
_decoder = msgspec.msgpack.Decoder(list[bytes])


class PackedEntries:
    """An append-only sequence of entries, compressed in pages except for the last page."""

    def __init__(self) -> None:
        self._pages: list[bytes] = []
        self._last: list[bytes] = []

    def append(self, entry: bytes) -> None:
        self._last.append(entry)
        if len(self._last) == PAGE:
            self._pages.append(zlib.compress(msgspec.msgpack.encode(self._last), _LEVEL))
            self._last = []

    def __len__(self) -> int:
        return len(self._pages) * PAGE + len(self._last)

    def __iter__(self) -> Iterator[bytes]:
        for page in self._pages:
            yield from _decoder.decode(zlib.decompress(page))
        yield from self._last

    @property
    def size(self) -> int:
        """Approximate size in memory, in bytes."""
        return sum(map(len, self._pages)) + sum(map(len, self._last))


async def each_moment(
    number: int, entries: PackedEntries, shown: ShownName
) -> AsyncIterator[tuple[int, history.Moment]]:
    """Yield each version with its record and table, which contain the names to display."""
    reader = history.TableReader(number)
    async for entry in sliced(entries, history.SLICE):
        moment = reader.read(entry)
        yield reader.version, shown_moment(moment, shown)


async def positions_of(
    moments: AsyncIterator[tuple[int, history.Moment]],
    versions: range,
    eyes: Seat | None,
    *,
    whole: bool,
) -> tuple[Position, ...]:
    seen: list[Position] = []
    async for version, moment in moments:
        if version >= versions.stop:
            break
        if version >= versions.start:
            seen.append(replays.position(version, moment, eyes, whole=whole))
            await asyncio.sleep(0)  # describing a position takes a fraction of a millisecond
    return tuple(seen)
