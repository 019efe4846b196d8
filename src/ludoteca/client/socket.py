"""A client's WebSocket connection, and its errors, whose messages are sentences."""

import asyncio

import aiohttp
import msgspec

from ludoteca.client.reading import NoticeReader
from ludoteca.messages import AnyRequest, Enter, Farewell, Notice, Refused, Welcome

HEARTBEAT = 15.0
"""Seconds between pings."""
ANSWER = 20.0
"""Seconds for the server to complete a login."""

_encoder = msgspec.json.Encoder()


class ClientError(Exception):
    """Base class of all errors of the library."""


class RefusedError(ClientError):
    """The server refused a request, with a code that never changes."""

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(f"{detail} ({code})")
        self.code = code
        self.detail = detail


class FarewellError(ClientError):
    """The server closed the connection, with a code that never changes."""

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(f"{detail} ({code})")
        self.code = code
        self.detail = detail


class LostError(ClientError):
    """The connection was lost, so a pending request may or may not have taken effect."""


class Socket:
    """A WebSocket with a logged-in player."""

    def __init__(self, socket: aiohttp.ClientWebSocketResponse, reader: NoticeReader) -> None:
        self._socket = socket
        self._reader = reader

    async def say(self, request: AnyRequest) -> None:
        """Send a request; if the connection is lost, `hear` reports it."""
        try:
            await self._socket.send_str(_encoder.encode(request).decode())
        except (OSError, aiohttp.ClientError):
            return

    async def hear(self) -> Notice:
        """Return the next notice; raise an error for a farewell or a lost connection."""
        while True:
            message = await self._socket.receive()
            if message.type is not aiohttp.WSMsgType.TEXT:
                raise LostError("The connection to the server was lost.")
            notice = self._reader.read(message.data)
            if isinstance(notice, Farewell):
                raise FarewellError(notice.code, notice.detail)
            if notice is not None:
                return notice

    async def close(self) -> None:
        await self._socket.close()


async def entered(
    http: aiohttp.ClientSession, url: str, enter: Enter, reader: NoticeReader
) -> tuple[Socket, Welcome]:
    """Connect to a server and log in."""
    try:
        async with asyncio.timeout(ANSWER):
            found = await http.ws_connect(url, heartbeat=HEARTBEAT)
            socket = Socket(found, reader)
            try:
                return socket, await _welcomed(socket, enter)
            except BaseException:
                await socket.close()
                raise
    except TimeoutError:
        raise LostError(f"No answer from {url} in {ANSWER:.0f} seconds.") from None
    except (OSError, aiohttp.ClientError) as error:
        why = getattr(error, "strerror", None) or error
        raise LostError(f"There is no server at {url}: {why}.") from None


async def _welcomed(socket: Socket, enter: Enter) -> Welcome:
    await socket.say(enter)
    while True:
        notice = await socket.hear()
        if isinstance(notice, Welcome):
            return notice
        if isinstance(notice, Refused):
            raise RefusedError(notice.code, notice.detail)
