"""Connections that receive a few kilobytes at a time.

Event loops read up to 256 KB at once. Connections that read their input in pieces would keep the
rest of that in memory; here it stays with the operating system, which slows the client down.
"""

import asyncio

SIZE = 4096
"""Bytes that are received at once."""
_BUFFER = memoryview(bytearray(SIZE))
"""Shared by all connections: an event loop reads into it and hands it over in one step."""


class SmallReads(asyncio.BufferedProtocol):
    """Our end of a connection that receives at most `SIZE` bytes at once."""

    def get_buffer(self, _: int) -> memoryview:
        """Return where the next bytes are put."""
        return _BUFFER

    def buffer_updated(self, count: int) -> None:
        """Hand over the bytes that were put there."""
        self.data_received(bytes(_BUFFER[:count]))

    def data_received(self, data: bytes) -> None:
        """Read these bytes."""
        raise NotImplementedError
