"""The encodings of a protocol, detected from a client's first byte."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple, TypeVar

from ludoteca.protocols.contract import Codec, Conversation, SendBytes, UnreadableError
from ludoteca.protocols.dialect import Act, Dialect

Word = TypeVar("Word")


class Encoding(NamedTuple):
    """One encoding of a protocol."""

    name: str
    server: Callable[[], Codec[Any]]
    """Returns a server-side codec, which decodes client messages."""
    client: Callable[[], Codec[Any]]
    """Returns a client-side codec, which decodes server messages."""
    begins: Callable[[bytes], bool] = lambda _: True
    """Whether a client that starts with this byte uses the encoding."""
    opening: bytes = b""
    """Bytes the server sends after the first byte, before any message."""


def chosen(encodings: Sequence[Encoding], first: bytes) -> Encoding:
    """Return the first encoding that matches a client's first byte, or else the last encoding."""
    return next((one for one in encodings if one.begins(first[:1])), encodings[-1])


class _Silence:
    """Placeholder codec until the encoding is known; it drops all input and output."""

    def feed(self, _: bytes, /) -> tuple[()]:
        return ()

    def write(self, _: object, /) -> tuple[()]:
        return ()


class OpeningDialect(Dialect[bytes]):
    """A dialect with several encodings; it sends nothing before the client's first byte."""

    def __init__(self, conversation: Conversation[Word], encodings: Sequence[Encoding]) -> None:
        super().__init__(conversation, _Silence())
        self._encodings = encodings
        self._open = False

    def receive(self, received: bytes) -> Iterator[Act]:
        if not self._open and received:
            return self._begin(received)
        self._conversation.arrived()
        return super().receive(received)

    def _begin(self, received: bytes) -> Iterator[Act]:
        """Choose the encoding from the first byte, then handle all bytes received."""
        self._open = True
        encoding = chosen(self._encodings, received)
        self._codec = encoding.server()
        self._conversation.opened(encoding.name)
        if encoding.opening:
            yield SendBytes(encoding.opening)
        yield from self.receive(received)


class Sides(NamedTuple):
    """Codecs for both sides of one connection, for programs that inspect traffic."""

    server: Codec[Any]
    """Decodes client messages."""
    client: Codec[Any]
    """Decodes server messages."""


def sides_of(encodings: Sequence[Encoding]) -> Sides:
    """Return codecs for both sides, which detect the encoding from the client's first byte."""
    if len(encodings) == 1:
        return Sides(encodings[0].server(), encodings[0].client())
    sides: list[Sides] = []

    def server(data: bytes) -> Codec[Any] | None:
        if not sides and data:
            encoding = chosen(encodings, data)
            sides.append(Sides(encoding.server(), encoding.client()))
        return sides[0].server if sides else None

    return Sides(_Side(server), _Side(lambda _: sides[0].client if sides else None))


class _Side:
    """Codec for one side of a connection whose encoding may not be known yet."""

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
