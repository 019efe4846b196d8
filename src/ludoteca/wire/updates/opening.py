"""A connection whose first byte tells its encoding: a Java object stream, or lines of JSON."""

from collections.abc import Iterator

from ludoteca.messages import Look, Notice
from ludoteca.wire.dialect import Act, Reply, Spoken
from ludoteca.wire.javastream import HEADER
from ludoteca.wire.updates.encoding import server_lines, server_stream
from ludoteca.wire.updates.speech import PULSE, UpdatesSpeech
from ludoteca.wire.updates.words import Word


class Updates:
    """The dialect, for one connection; the house is silent until the client's first byte."""

    resets = False

    def __init__(self, pulse: float = PULSE) -> None:
        """Nothing has come yet."""
        self.pulse = pulse
        self._speech = UpdatesSpeech(pulse)
        self._spoken: Spoken[Word] | None = None

    def begin(self) -> Iterator[Act]:
        """Somebody has connected."""
        yield from ()

    def receive(self, data: bytes) -> Iterator[Act]:
        """The client has sent these bytes; the header of a stream is answered by ours at once."""
        if self._spoken is None and data:
            streams = data[:1] == HEADER[:1]
            self._spoken = Spoken(self._speech, server_stream() if streams else server_lines())
            if streams:
                yield Reply(HEADER)
        if self._spoken:
            yield from self._spoken.receive(data)

    def hear(self, notice: Notice, look: Look | None) -> Iterator[Act]:
        """The house has told this."""
        if self._spoken:
            yield from self._spoken.hear(notice, look)

    def tick(self) -> Iterator[Act]:
        """A pulse has passed."""
        if self._spoken:
            yield from self._spoken.tick()
