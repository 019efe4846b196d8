"""Decodes a Java object stream from chunks of any size.

The grammar's generators are kept on an explicit stack. A partially read value is resumed where it
stopped, at the same cost at any depth, and nothing is read twice.
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
    """Takes bytes, returns values; keeps referenceable values until the stream is reset."""

    def __init__(self, limits: StreamLimits | None = None) -> None:
        self._limits = limits or StreamLimits()
        self._handles = Handles(self._limits)
        self._queue = bytearray()
        self._at = 0
        self._used = 0
        """Bytes of the current value."""
        self._total = 0
        """Bytes of all earlier values."""
        self._error: UnreadableError | None = None
        self._stack: list[Reading] = [header(self._handles)]
        self._asked: int | Kinds = next(self._stack[0])

    def feed(self, data: bytes) -> Iterator[Content]:
        """Return the values that these bytes complete; iteration raises UnreadableError."""
        if not self._error:
            self._queue += data
        return self._values()

    def rest(self) -> bytes:
        """Return and forget the bytes after the last value."""
        rest = bytes(self._queue[self._at :])
        self._queue.clear()
        self._at = 0
        return rest

    def _values(self) -> Iterator[Content]:
        if self._error:
            raise self._error
        try:
            while self._has_requested():
                value = self._go_on()
                if value is not NOTHING:
                    yield value
        except UnreadableError as error:
            self._error = error
            raise
        del self._queue[: self._at]
        self._at = 0

    def _has_requested(self) -> bool:
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
        """Satisfy the current request; return the top-level value if that completes one."""
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
        """Count the bytes read and prepare for the next value."""
        self._handles.count(self._used)
        self._total += self._used
        most = self._limits.total
        if most and self._total > most:
            raise unreadable(f"A stream has more than {most} bytes.")
        self._asked = TOP
        self._used = 0

    def _begin(self, code: int, kinds: Kinds) -> None:
        if code not in kinds:
            raise unreadable(f"The code {code:#04x} cannot stand where it does.")
        if len(self._stack) == self._limits.depth:
            raise unreadable(f"Values stand more than {self._limits.depth} deep in values.")
        self._stack.append(kinds[code](self._handles))
