"""Reads a Java object stream as data, however its bytes are cut.

The generators of the grammar stand on a stack of our own: a value that is half read waits where it
is, and to go on costs the same at any depth. Nothing is read twice.
"""

from collections.abc import Iterator
from typing import Any

from ludoteca.protocols.contract import UnreadableError
from ludoteca.protocols.javastream.codes import StreamLimits
from ludoteca.protocols.javastream.grammar import (
    NOTHING,
    TOP,
    AbortError,
    Handles,
    Kinds,
    Reading,
    header,
    unreadable,
)
from ludoteca.protocols.javastream.values import Content


class JavaReader:
    """Bytes in, values out; what can be referred to is kept until the stream resets it."""

    def __init__(self, limits: StreamLimits | None = None) -> None:
        self._limits = limits or StreamLimits()
        self._handles = Handles(self._limits)
        self._queue = bytearray()
        self._at = 0
        self._used = 0
        """Bytes of the value that is being read."""
        self._total = 0
        """Bytes of all values before it."""
        self._error: UnreadableError | None = None
        self._stack: list[Reading] = [header(self._handles)]
        self._asked: int | Kinds = next(self._stack[0])

    def feed(self, data: bytes) -> Iterator[Content]:
        """The values that these bytes complete; an UnreadableError where they are no stream."""
        if not self._error:
            self._queue += data
        return self._values()

    def rest(self) -> bytes:
        """The bytes behind the last value; this reader forgets them."""
        rest = bytes(self._queue[self._at :])
        self._queue.clear()
        self._at = 0
        return rest

    def _values(self) -> Iterator[Content]:
        if self._error:
            raise self._error
        try:
            while self._has_what_is_asked():
                value = self._go_on()
                if value is not NOTHING:
                    yield value
        except UnreadableError as error:
            self._error = error
            raise
        del self._queue[: self._at]
        self._at = 0

    def _has_what_is_asked(self) -> bool:
        size = self._asked if isinstance(self._asked, int) else 1
        if self._used + size > self._limits.message:
            raise unreadable(f"A message has more than {self._limits.message} bytes.")
        return len(self._queue) - self._at >= size

    def _take(self, size: int) -> bytes:
        data = bytes(self._queue[self._at : self._at + size])
        self._at += size
        self._used += size
        return data

    def _go_on(self) -> Any:
        """Answer what is asked; the value at the top of the stream if that completes one."""
        answer: Any = None
        if isinstance(self._asked, int):
            answer = self._take(self._asked)
        else:
            self._begin(self._take(1)[0], self._asked)
        while self._stack:
            try:
                self._asked = self._stack[-1].send(answer)
            except StopIteration as end:
                answer = end.value
                self._stack.pop()
            except AbortError as abort:
                answer = abort.failure
                self._stack.clear()
            else:
                return NOTHING
        self._finish()
        if answer is not NOTHING:
            self._handles.resets = 0
        return answer

    def _finish(self) -> None:
        """Count what was read, and begin with the next value."""
        self._handles.count(self._used)
        self._total += self._used
        most = self._limits.total
        if most and self._total > most:
            raise unreadable(f"A stream has more than {most} bytes.")
        self._asked, self._used = TOP, 0

    def _begin(self, code: int, kinds: Kinds) -> None:
        if code not in kinds:
            raise unreadable(f"The code {code:#04x} cannot stand where it does.")
        if len(self._stack) == self._limits.depth:
            raise unreadable(f"Values stand more than {self._limits.depth} deep in values.")
        self._stack.append(kinds[code](self._handles))
