"""Connections that write bytes to an asyncio transport."""

import asyncio
from collections.abc import Sequence

from ludoteca.protocols import Later, SendBytes
from ludoteca.server.connection import Connection, Output

OUTBOX = 256 * 1024
"""Bytes waiting to be sent above which a client is disconnected; it catches up on return."""
CROWDED = OUTBOX // 8
"""Bytes waiting to be sent above which the next request waits."""


class StreamConnection(Connection):
    """Common parts of TCP and WebSocket: a transport with a bounded buffer."""

    _transport: asyncio.Transport

    def _send(self, output: Sequence[Output]) -> None:
        sent = [act.data for act in output if isinstance(act, SendBytes)]
        if data := b"".join(sent):
            self._transport.write(data)
            self._metrics.bytes.inc(by=len(data))
        if len(sent) < len(output):
            for act in output:
                if isinstance(act, Later):
                    self._schedule(act)

    def _is_closed(self) -> bool:
        return self._transport.is_closing()

    def _is_overfull(self) -> bool:
        return self._transport.get_write_buffer_size() > OUTBOX

    def _is_crowded(self) -> bool:
        if self.reason or self._is_closed():
            return False
        return self._transport.get_write_buffer_size() > CROWDED

    def descriptor(self) -> int | None:
        raw = self._transport.get_extra_info("socket")
        return int(raw.fileno()) if raw is not None else None

    def abort(self) -> None:
        """Close at once, discarding unsent output."""
        self._transport.abort()
