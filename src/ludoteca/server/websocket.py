"""A visitor at an open door: what is told goes to the socket, and waits there within bounds."""

from collections.abc import Callable
from typing import Protocol

from ludoteca.messages import Farewell, HouseReason, Notice, ViewThunk, farewell
from ludoteca.ops import Metrics

OUTBOX = 256 * 1024
"""How many bytes may wait; whoever falls further behind is let go, and caught up on return."""
CROWDED = OUTBOX // 8
"""With so many bytes waiting, no further request of theirs is answered."""


class Transport(Protocol):
    """The end of a connection that can be written to without waiting."""

    def write(self, data: bytes) -> None:
        """Send this as soon as there is room."""
        ...

    def get_write_buffer_size(self) -> int:
        """How many bytes wait."""
        ...

    def is_closing(self) -> bool:
        """Whether it is over, or about to be."""
        ...


class WebSocketConnection:
    """Somebody with a connection, as the house sees them."""

    def __init__(
        self,
        encode: Callable[[Notice], bytes],
        transport: Transport,
        metrics: Metrics,
        let_go: Callable[[], None],
        address: str = "",
    ) -> None:
        self.name = self.bot = ""
        self.address = address
        self.reason = ""
        """The code they were let go with, if they were."""
        self._encode, self._transport = encode, transport
        self._metrics, self._let_go = metrics, let_go

    def crowded(self) -> bool:
        """Whether so much waits that they should read first, before they ask for more."""
        return not self.reason and self._transport.get_write_buffer_size() > CROWDED

    def tell(self, notice: Notice, _look: ViewThunk | None = None) -> None:
        """Hand a notice over to the socket; it never waits, and never fails."""
        if self.reason or self._transport.is_closing():
            return
        if self._transport.get_write_buffer_size() > OUTBOX:
            notice = farewell(HouseReason.TOO_SLOW)
        data = self._encode(notice)
        self._transport.write(data)
        self._metrics.notices.inc()
        self._metrics.bytes.inc(by=len(data))
        if isinstance(notice, Farewell):  # and then no more
            self.reason = notice.code
            self._let_go()
