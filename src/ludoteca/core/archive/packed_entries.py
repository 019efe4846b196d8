"""Many entries of a journal in little memory."""

import zlib
from collections.abc import Iterator

import msgspec

PAGE = 500
"""Entries that are packed together; packing them takes about a millisecond."""
_LEVEL = 1
"""Packing fast: entries of one game resemble each other anyway."""
_decoder = msgspec.msgpack.Decoder(list[bytes])


class PackedEntries:
    """Entries that can be appended and read in order, all but the last ones packed."""

    def __init__(self) -> None:
        self._pages: list[bytes] = []
        self._last: list[bytes] = []

    def append(self, entry: bytes) -> None:
        """Keep one more."""
        self._last.append(entry)
        if len(self._last) == PAGE:
            self._pages.append(zlib.compress(msgspec.msgpack.encode(self._last), _LEVEL))
            self._last = []

    def __len__(self) -> int:
        """How many there are."""
        return len(self._pages) * PAGE + len(self._last)

    def __iter__(self) -> Iterator[bytes]:
        """Unpack one page after the other."""
        for page in self._pages:
            yield from _decoder.decode(zlib.decompress(page))
        yield from self._last

    @property
    def size(self) -> int:
        """Bytes in memory, about."""
        return sum(map(len, self._pages)) + sum(map(len, self._last))
