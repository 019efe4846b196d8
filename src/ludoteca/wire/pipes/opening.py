"""The dialect as a door opens it: frames or lines, as the client's first byte tells."""

from collections.abc import Iterator

from ludoteca.messages import Notice, ViewThunk
from ludoteca.wire.dialect import Act, CodecDialect, Dialect
from ludoteca.wire.pipes.conversation import PipesConversation
from ludoteca.wire.pipes.encoding import server_frames, server_lines
from ludoteca.wire.pipes.quirks import FRAMES, LINES, Quirks
from ludoteca.wire.pipes.words import Word


def is_framed(first: bytes) -> bool:
    """Whether a client that begins like this speaks in frames: the high byte of a length is low."""
    return first[:1] < b" " and first[:1] not in {b"\r", b"\n"}


class Pipes:
    """Silent until the client has begun."""

    resets = False

    def __init__(self, frames: Quirks = FRAMES, lines: Quirks = LINES) -> None:
        self.pulse = frames.pulse
        self._frames, self._lines = frames, lines
        self._spoken: Dialect | None = None

    def begin(self) -> Iterator[Act]:
        """Somebody has connected."""
        return iter(())

    def receive(self, data: bytes) -> Iterator[Act]:
        """The client has sent these bytes."""
        if self._spoken is None:
            self._spoken = self._begun(data[:1])
        return self._spoken.receive(data)

    def _begun(self, first: bytes) -> Dialect:
        if is_framed(first):
            return CodecDialect[Word](PipesConversation(self._frames), server_frames())
        return CodecDialect[Word](PipesConversation(self._lines), server_lines())

    def hear(self, notice: Notice, look: ViewThunk | None) -> Iterator[Act]:
        """The house has told this."""
        return self._spoken.hear(notice, look) if self._spoken else iter(())

    def tick(self) -> Iterator[Act]:
        """A pulse has passed."""
        return self._spoken.tick() if self._spoken else iter(())
