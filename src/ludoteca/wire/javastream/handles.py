"""What in a stream can be referred to later."""

from ludoteca.wire.dialect import UnreadableError
from ludoteca.wire.javastream.codes import FIRST_HANDLE
from ludoteca.wire.javastream.limits import Limits
from ludoteca.wire.javastream.values import Content

_UNFINISHED = object()


def unreadable(why: str) -> UnreadableError:
    """The end of a stream: nothing after this can be trusted."""
    return UnreadableError(why, fatal=True)


class Handles:
    """The values read since the last reset, by the order in which they began."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self.forget()

    def forget(self) -> None:
        """The stream has been reset."""
        self._values: list[object] = []
        self._descs = self._bytes = 0

    def count(self, size: int) -> None:
        """A message of so many bytes has been read."""
        self._bytes += size
        if self._bytes > self.limits.kept:
            raise unreadable(f"A stream has more than {self.limits.kept} bytes without a reset.")

    def add(self, value: object = _UNFINISHED) -> int:
        """Keep a value; its place, so that one that is still unfinished can be put there later."""
        if len(self._values) == self.limits.handles:
            raise unreadable(f"A stream refers to more than {self.limits.handles} values.")
        self._values.append(value)
        return len(self._values) - 1

    def reserve_desc(self) -> int:
        """A place for a class descriptor that is still unfinished."""
        self._descs += 1
        if self._descs > self.limits.descs:
            raise unreadable(f"A stream has more than {self.limits.descs} class descriptors.")
        return self.add()

    def finish(self, place: int, value: Content) -> None:
        """From now on this value can be referred to."""
        self._values[place] = value

    def get(self, handle: int) -> object:
        """The value with this handle."""
        place = handle - FIRST_HANDLE
        if not 0 <= place < len(self._values):
            raise unreadable(f"Nothing has the handle {handle:#x}.")
        value = self._values[place]
        if value is _UNFINISHED:
            raise unreadable(f"What has the handle {handle:#x} is not finished.")
        return value
