"""Personal data that compaction removes: deleted accounts, and old messages and reports."""

from collections.abc import Sequence

import msgspec
from msgspec import Struct

from ludoteca.core.archive.compaction import each_stream
from ludoteca.core.moderation.moderation import REPORTS
from ludoteca.core.people.log import PREFIX, read_note
from ludoteca.core.tables.chat_log import CHATS
from ludoteca.core.tables.values import UNREADABLE
from ludoteca.journal.contract import first_dropped
from ludoteca.journal.maintenance import Compactor, Dropped, Progress, drop
from ludoteca.messages import key


class _Dated(Struct):
    at: int


async def drop_deleted_accounts(
    compactor: Compactor, progress: Progress, others: Sequence[str] = ()
) -> Dropped:
    """Drop everything that was recorded about deleted accounts, except the deletion itself.

    `others` are the prefixes of a player's other streams; the key of the name follows the prefix.
    """
    dropped = Dropped()
    async for stream in each_stream(compactor, PREFIX, progress):
        person = read_note(stream.note)
        if person and person.deleted:
            dropped += await drop(compactor, stream.name, 1, stream.version - 1)
            for other in others:
                dropped += await _drop_all_but_last(compactor, other + key(person.name))
    return dropped


async def _drop_all_but_last(compactor: Compactor, stream: str) -> Dropped:
    rows = await compactor.stream(stream)
    last = rows[-1][0] if rows else 0
    return await drop(compactor, stream, 1, last - 1) if last > 1 else Dropped()


async def drop_older(compactor: Compactor, before: int, progress: Progress) -> Dropped:
    """Drop messages and reports from before a time, in milliseconds since 1970.

    The last entry of each stream is kept, as in every compaction.
    """
    dropped = Dropped()
    for prefix in (CHATS, REPORTS):
        async for stream in each_stream(compactor, prefix, progress):
            last = min(await _last_before(compactor, stream.name, before), stream.version - 1)
            dropped += await drop(compactor, stream.name, 1, last)
    return dropped


async def _last_before(compactor: Compactor, stream: str, before: int) -> int:
    """Return the number of entries of a stream from before a time."""
    last = 0
    for version, body, kept in await compactor.stream(stream):
        if first_dropped(stream, version, body, kept) is None:
            try:
                dated = msgspec.json.decode(body if isinstance(body, bytes) else b"", type=_Dated)
            except UNREADABLE:  # reported by `ludoteca journal check`
                return last
            if dated.at >= before:
                return last
        last = version
    return last
