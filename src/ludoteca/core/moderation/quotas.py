"""Daily quotas of recorded kilobytes: for chat, and for everything else at tables.

The quotas are token buckets. The most used buckets are saved to the journal every minute, so that a
restart does not refill them. Each node has its own buckets, and starts with the usage of all nodes.
"""

from contextlib import suppress

import msgspec
from msgspec import Struct

from ludoteca.core.journaling import log_failure
from ludoteca.core.rate_limits import CHAT, RECORDS, TABLE_CHAT, Limits
from ludoteca.core.services import Services
from ludoteca.core.tables.snapshots import keep_note
from ludoteca.games import Refusal
from ludoteca.journal import JournalError
from ludoteca.messages import ServerReason, refuse

QUOTAS = "quota/"
"""Prefix of the names of streams. The note of each stream holds the usage on one node."""
OVERHEAD = 100
"""Bytes charged for each message in addition to its text."""
TABLE = 10.0
"""Kilobytes charged for a table in addition to its records: it is listed, indexed and kept."""
SOME = 1000
"""Bytes below which charges are combined with later charges."""
GUEST = 2500
"""Bytes charged for the first seat of a player without a secret."""
KEEP_EVERY = 60.0
MOST_KEPT = 1000
MUCH = 0.1
"""Fraction of a quota that must be used for it to be saved."""


class Used(Struct, frozen=True):
    """Kilobytes used by each address and table at a time, given in seconds since 1970."""

    at: float
    chat: dict[str, float]
    table_chat: dict[str, float]
    records: dict[str, float] = {}


class Quotas:
    """Decides whether a message or a table may be recorded, and counts recorded bytes."""

    def __init__(self, services: Services, limits: Limits) -> None:
        self._journal = services.journal
        self._stream = QUOTAS + services.bus.node
        self._now = services.now
        self._clock = services.clock
        self._limits = limits
        self._keep_at: float | None = None
        """Time of the next save, if anything was used since the last save."""

    def say(self, address: str, table: int | None, text: str) -> Refusal | None:
        """Charge an address and a table for a message, or return why a quota refuses it."""
        kilobytes = (len(text.encode()) + OVERHEAD) / 1000
        if not self._limits.allow(CHAT, address, kilobytes):
            return refuse(ServerReason.CHAT_QUOTA)
        if table is not None and not self._limits.allow(TABLE_CHAT, str(table), kilobytes):
            self._limits.give_back(CHAT, address, kilobytes)
            return refuse(
                ServerReason.CHAT_QUOTA,
                "Too many messages have been sent at this table today: try again later.",
            )
        self._keep_soon()
        return None

    def open_table(self, address: str) -> Refusal | None:
        """Charge an address for a table, or return why its quota refuses it."""
        if not self._limits.allow(RECORDS, address, TABLE):
            return refuse(ServerReason.TOO_OFTEN)
        self._keep_soon()
        return None

    def record(self, address: str, size: int) -> float:
        """Charge an address for recorded bytes; return the seconds before it may record more."""
        self._keep_soon()
        return self._limits.wait_for_records(address, size / 1000)

    def _keep_soon(self) -> None:
        if self._keep_at is None:
            self._keep_at = self._clock() + KEEP_EVERY

    async def load(self) -> None:
        """Restore the usage that was saved before this server started."""
        for stream in await self._journal.streams(QUOTAS):
            with suppress(msgspec.DecodeError):  # written by another release
                used = msgspec.json.decode(stream.note, type=Used)
                age = self._now() - used.at
                self._limits.restore(CHAT, used.chat, age)
                self._limits.restore(TABLE_CHAT, used.table_chat, age)
                self._limits.restore(RECORDS, used.records, age)

    async def keep(self, *, at_once: bool = False) -> None:
        """Save the usage if a save is due, or immediately with `at_once`."""
        if self._keep_at is None or (self._clock() < self._keep_at and not at_once):
            return
        self._keep_at = None
        used = Used(
            self._now(),
            self._limits.used(CHAT, MUCH, MOST_KEPT),
            self._limits.used(TABLE_CHAT, MUCH, MOST_KEPT),
            self._limits.used(RECORDS, MUCH, MOST_KEPT),
        )
        if used.chat or used.table_chat or used.records:
            try:
                await keep_note(self._journal, self._stream, msgspec.json.encode(used))
            except JournalError as error:
                log_failure(error, request="keep_quota")
