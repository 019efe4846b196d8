"""The ways to reach a server: TCP, whose first byte is checked, and RMI."""

from collections.abc import Awaitable, Callable, Iterator

from ludoteca.net import Link
from ludoteca.protocols import UnreadableError
from ludoteca.protocols.pipes import client_frames
from ludoteca.protocols.pipes.words import ServerWord, Word
from ludoteca.ui.console.connecting import ServerAddress
from ludoteca.ui.console.connection import MessageLink

LONGEST_FIRST = 0x20
"""The first frame of a pipes server is shorter; another first byte means another protocol."""


class CheckedFrames:
    """Frames, if the first byte shows that the server speaks this protocol."""

    def __init__(self) -> None:
        self._frames = client_frames()
        self._right: bool | None = None

    def feed(self, data: bytes) -> Iterator[ServerWord | UnreadableError]:
        """The messages that these bytes complete; one fatal error if it is another protocol."""
        if self._right is None and data:
            self._right = data[0] < LONGEST_FIRST
            if not self._right:
                yield UnreadableError("another protocol", fatal=True)
        if self._right:
            yield from self._frames.feed(data)

    def write(self, word: Word) -> bytes:
        """The frame of a message."""
        return self._frames.write(word)


async def open_tcp(address: ServerAddress) -> MessageLink[Word]:
    """A connection by TCP."""
    return await Link.open(address.host, address.port, CheckedFrames())


def rmi_opener() -> Callable[[ServerAddress], Awaitable[MessageLink[Word]]]:
    """What opens a connection by RMI, imported only where it is used."""
    from ludoteca.ui.console.shelfie.remote import RemoteLink  # noqa: PLC0415

    return RemoteLink.open
