"""Whether the door is the right one: by the first byte that comes out of it."""

from collections.abc import Iterator

from ludoteca.clients.console.shelfie.texts import STRANGE, STRANGE_JSON
from ludoteca.wire import UnreadableError
from ludoteca.wire.pipes import client_frames
from ludoteca.wire.pipes.words import ServerWord, Word

LONGEST_FIRST = 0x20
"""The first frame of a house is short: a byte from here on begins something else."""


class Door:
    """Frames, as long as the house speaks in frames."""

    def __init__(self) -> None:
        self._frames = client_frames()
        self._right: bool | None = None

    def feed(self, data: bytes) -> Iterator[ServerWord | UnreadableError]:
        """The words that these bytes complete; none at a door that speaks otherwise."""
        if self._right is None and data:
            self._right = data[0] < LONGEST_FIRST
            if not self._right:
                yield UnreadableError(STRANGE_JSON if data[:1] == b"{" else STRANGE, fatal=True)
        if self._right:
            yield from self._frames.feed(data)

    def write(self, word: Word) -> bytes:
        """The frame that says this word."""
        return self._frames.write(word)
