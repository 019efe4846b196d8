"""The encodings of a protocol, which a client's first byte tells apart."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple, TypeVar

from ludoteca.protocols.contract import Codec, Conversation, SendBytes, UnreadableError
from ludoteca.protocols.dialect import Act, Dialect

Word = TypeVar("Word")


class Encoding(NamedTuple):
    """One way to write a protocol."""

    name: str
    server: Callable[[], Codec[Any]]
    """The server's end of a connection: it reads what clients say."""
    client: Callable[[], Codec[Any]]
    """The client's end: it reads what the server says."""
    begins: Callable[[bytes], bool] = lambda _: True
    """Whether a client that begins with this byte uses it."""
    opening: bytes = b""
    """What the server answers to the first byte, before any word."""


def chosen(encodings: Sequence[Encoding], first: bytes) -> Encoding:
    """The first encoding that a client may use that begins with these bytes; else the last."""
    return next((one for one in encodings if one.begins(first[:1])), encodings[-1])


class _Silence:
    """Stands for a codec until the encoding is known: nothing is read or said."""

    def feed(self, _: bytes, /) -> tuple[()]:
        return ()

    def write(self, _: object, /) -> tuple[()]:
        return ()


class OpeningDialect(Dialect[bytes]):
    """A dialect in one of several encodings; nothing is said before the client's first byte."""

    def __init__(self, conversation: Conversation[Word], encodings: Sequence[Encoding]) -> None:
        super().__init__(conversation, _Silence())
        self._encodings = encodings
        self._open = False

    def receive(self, received: bytes) -> Iterator[Act]:
        """The client has sent these bytes."""
        if not self._open and received:
            return self._begin(received)
        self._conversation.arrived()
        return super().receive(received)

    def _begin(self, received: bytes) -> Iterator[Act]:
        """Choose the encoding by the first byte."""
        self._open = True
        encoding = chosen(self._encodings, received)
        self._codec = encoding.server()
        self._conversation.opened(encoding.name)
        if encoding.opening:
            yield SendBytes(encoding.opening)
        yield from self.receive(received)


class Ends(NamedTuple):
    """Both ends of one connection, for programs that listen in."""

    server: Codec[Any]
    """Reads what the client says."""
    client: Codec[Any]
    """Reads what the server says."""


def ends_of(encodings: Sequence[Encoding]) -> Ends:
    """Two new ends, which both learn the encoding from the client's first byte."""
    if len(encodings) == 1:
        return Ends(encodings[0].server(), encodings[0].client())
    ends: list[Ends] = []

    def server(data: bytes) -> Codec[Any] | None:
        if not ends and data:
            encoding = chosen(encodings, data)
            ends.append(Ends(encoding.server(), encoding.client()))
        return ends[0].server if ends else None

    return Ends(_End(server), _End(lambda _: ends[0].client if ends else None))


class _End:
    """One end of a connection whose encoding may not be known yet."""

    def __init__(self, codec: Callable[[bytes], Codec[Any] | None]) -> None:
        self._codec = codec

    def feed(self, data: bytes) -> Iterator[Any]:
        codec = self._codec(data)
        if codec is not None:
            yield from codec.feed(data)
        elif data:
            yield UnreadableError("the client has not spoken yet")

    def write(self, word: Any) -> bytes:
        codec = self._codec(b"")
        if codec is None:
            raise UnreadableError("the client has not spoken yet")
        return codec.write(word)
