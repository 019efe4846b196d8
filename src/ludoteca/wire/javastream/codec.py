"""Words as the objects of a Java stream."""

from collections.abc import Callable, Iterator
from typing import Generic, TypeVar

from ludoteca.wire.dialect import UnreadableError
from ludoteca.wire.javastream.codes import HEADER, StreamLimits
from ludoteca.wire.javastream.reader import JavaReader
from ludoteca.wire.javastream.values import Content, Value
from ludoteca.wire.javastream.writer import JavaWriter

Read = TypeVar("Read")
Written = TypeVar("Written")


def begins_stream(first: bytes) -> bool:
    """Whether a client that begins with this byte uses a Java object stream."""
    return first == HEADER[:1]


class JavaCodec(Generic[Read, Written]):
    """One end of an object stream: it expects the other end's header, and writes none."""

    def __init__(
        self,
        read: Callable[[Content], Read | UnreadableError],
        write: Callable[[Written], Value],
        limits: StreamLimits,
        keep: int,
    ) -> None:
        """`keep` is how many values can be referred to before the stream is reset."""
        self._read, self._write = read, write
        self._reader, self._writer = JavaReader(limits), JavaWriter(keep)

    def feed(self, data: bytes) -> Iterator[Read | UnreadableError]:
        """The words that these bytes complete; bytes that are no stream are a fatal error."""
        try:
            for value in self._reader.feed(data):
                yield self._read(value)
        except UnreadableError as error:
            yield error

    def write(self, word: Written) -> bytes:
        """The object that says this word."""
        return self._writer.write(self._write(word))
