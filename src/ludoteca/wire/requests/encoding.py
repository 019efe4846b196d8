"""Words as bytes: a Java object stream or lines of JSON, as the first byte of the client says."""

from collections.abc import Iterator

from ludoteca.wire.dialect import UnreadableError
from ludoteca.wire.javastream import HEADER, Limits
from ludoteca.wire.requests.lines import Lines
from ludoteca.wire.requests.stream import Stream
from ludoteca.wire.requests.words import Begun, ClientWord, RequestsWord, ServerWord, StreamOpened

LONGEST_WORD = 64 * 1024


class HouseEnd:
    """The end of the house: it reads what clients say, and answers as they speak."""

    def __init__(self) -> None:
        self._lines, self._stream = Lines(ClientWord), Stream(ClientWord)
        self._speaks: Lines | Stream | None = None

    def feed(self, data: bytes) -> Iterator[RequestsWord | UnreadableError]:
        """The words that these bytes complete; in a stream also that it opens, or goes on."""
        if self._speaks is None:
            if not data:
                return
            self._speaks = self._stream if data[0] == HEADER[0] else self._lines
            if self._speaks is self._stream:
                yield StreamOpened()
        words = [*self._speaks.feed(data)]
        yield from words
        if not words and self._speaks is self._stream:
            yield Begun()

    def write(self, word: RequestsWord) -> bytes:
        """The bytes that say this word; before the client has spoken, JSON."""
        return (self._speaks or self._lines).write(word)


class Overheard(HouseEnd):
    """What the house says, in whichever encoding it is, for who listens in."""

    def __init__(self) -> None:
        super().__init__()
        self._lines, self._stream = Lines(ServerWord, LONGEST_WORD), Stream(ServerWord, Limits())


def client_end(*, streams: bool = False) -> Lines | Stream:
    """The end of a client, in JSON or in a stream; a stream opens with `StreamOpened`."""
    return Stream(ServerWord, Limits()) if streams else Lines(ServerWord, LONGEST_WORD)
