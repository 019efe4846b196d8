"""A connection whose first byte tells its encoding: a Java object stream, or lines of JSON."""

from collections.abc import Iterator

from ludoteca.messages import Notice, ViewThunk
from ludoteca.wire.dialect import Act, CodecDialect, SendBytes
from ludoteca.wire.javastream import HEADER
from ludoteca.wire.updates.conversation import PULSE, UpdatesConversation
from ludoteca.wire.updates.encoding import server_lines, server_stream
from ludoteca.wire.updates.words import Word


class Updates:
    """The dialect, for one connection; the house is silent until the client's first byte."""

    resets = False

    def __init__(self, pulse: float = PULSE) -> None:
        self.pulse = pulse
        self._speech = UpdatesConversation(pulse)
        self._spoken: CodecDialect[Word] | None = None

    def begin(self) -> Iterator[Act]:
        """Somebody has connected."""
        yield from ()

    def receive(self, data: bytes) -> Iterator[Act]:
        """The client has sent these bytes; the header of a stream is answered by ours at once."""
        if self._spoken is None and data:
            streams = data[:1] == HEADER[:1]
            self._spoken = CodecDialect(
                self._speech, server_stream() if streams else server_lines()
            )
            if streams:
                yield SendBytes(HEADER)
        if self._spoken:
            yield from self._spoken.receive(data)

    def hear(self, notice: Notice, look: ViewThunk | None) -> Iterator[Act]:
        """The house has told this."""
        if self._spoken:
            yield from self._spoken.hear(notice, look)

    def tick(self) -> Iterator[Act]:
        """A pulse has passed."""
        if self._spoken:
            yield from self._spoken.tick()
