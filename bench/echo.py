"""A bare echo server for lines: the floor for clients that write in segments.

usage: python echo.py PORT delayed|quick
"""

import asyncio
import socket
import sys
from typing import cast

HOST = "127.0.0.1"


class Echo(asyncio.Protocol):
    """A connection; with quick ACKs, each read is acknowledged at once."""

    def __init__(self, *, quick: bool) -> None:
        self._quick, self._rest = quick, b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)

    def data_received(self, data: bytes) -> None:
        """Send back every complete line."""
        if self._quick:
            raw = self._transport.get_extra_info("socket")
            raw.setsockopt(socket.IPPROTO_TCP, socket.TCP_QUICKACK, 1)
        lines, newline, self._rest = (self._rest + data).rpartition(b"\n")
        if newline:
            self._transport.write(lines + newline)


async def main() -> None:
    port, acks = int(sys.argv[1]), sys.argv[2]
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: Echo(quick=acks == "quick"), HOST, port)
    print("ready", flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(main())
