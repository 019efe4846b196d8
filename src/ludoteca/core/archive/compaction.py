"""Compaction: drops journal entries that no client will be shown again."""

from collections.abc import AsyncIterator, Sequence

from ludoteca.core.tables.chat_log import CHATS, RECALLED
from ludoteca.core.tables.history import TABLES, moments
from ludoteca.core.tables.listing import listing_of, read_listing
from ludoteca.core.tables.snapshots import number_of
from ludoteca.journal import DROPPED, Damaged, Stream
from ludoteca.journal.contract import verified
from ludoteca.journal.maintenance import Compactor, Dropped, Progress, drop
from ludoteca.messages import (
    GamePaused,
    GameResumed,
    RecordDropped,
    SeatOffered,
    TimeGiven,
    VacationBegun,
    VacationEnded,
)
from ludoteca.ops.setting_kinds import A_DAY

NO_MOVES = (
    GamePaused,
    GameResumed,
    SeatOffered,
    TimeGiven,
    VacationBegun,
    VacationEnded,
    RecordDropped,
)
"""Records that affect neither the states nor the result of a game."""
REST = A_DAY
"""Seconds after the end of a game by which every node has read the result."""


async def compact_chats(compactor: Compactor, progress: Progress) -> Dropped:
    """Drop all but the most recent messages of every chat."""
    dropped = Dropped()
    async for stream in each_stream(compactor, CHATS, progress):
        if stream.version > RECALLED:
            dropped += await drop(compactor, stream.name, 1, stream.version - RECALLED)
    return dropped


async def compact_games(compactor: Compactor, now: float, progress: Progress) -> Dropped:
    """Drop pauses, vacations, added time and seat offers from finished games.

    For tables closed before their game began, keep only the first and the last record.
    """
    dropped = Dropped()
    async for stream in each_stream(compactor, TABLES, progress):
        listing = read_listing(stream.note)
        if not listing or listing.live or listing.at > (now - REST) * 1000:
            continue
        if not listing.started:
            dropped += await drop(compactor, stream.name, 2, stream.version - 1)
            continue
        try:
            entries = verified(stream.name, 0, await compactor.stream(stream.name))
            ranges = droppable(number_of(stream), entries)
        except (ValueError, Damaged):  # reported by `ludoteca journal check`
            continue
        for versions in ranges:
            dropped += await drop(compactor, stream.name, versions.start, versions.stop - 1)
    return dropped


async def each_stream(
    compactor: Compactor, prefix: str, progress: Progress
) -> AsyncIterator[Stream]:
    """Yield all streams with a prefix, by name."""
    total = await compactor.count(prefix)
    done = 0
    last = ""
    while page := await compactor.page(prefix, last):
        for stream in page:
            yield stream
            progress(done := done + 1, max(done, total))
        last = page[-1].name


def droppable(number: int, entries: Sequence[bytes]) -> list[range]:
    """Return the droppable versions of a finished game; raise `ValueError` on invalid entries."""
    ranges: list[range] = []
    for version, moment in enumerate(moments(number, entries), start=1):
        if not isinstance(moment.record, NO_MOVES) or version == len(entries):
            continue
        if ranges and ranges[-1].stop == version:
            ranges[-1] = range(ranges[-1].start, version + 1)
        else:
            ranges.append(range(version, version + 1))
    return ranges if _same_game(number, entries, ranges) else []


def _same_game(number: int, entries: Sequence[bytes], ranges: Sequence[range]) -> bool:
    """Return whether all states and the result stay the same without these entries."""
    rest = list(entries)
    for versions in ranges:
        rest[versions.start - 1 : versions.stop - 1] = [DROPPED] * len(versions)
    before = after = None
    for before, after in zip(moments(number, entries), moments(number, rest), strict=True):
        if before.table.state != after.table.state:
            return False
    if before is None or after is None:
        return False
    return listing_of(before.table, 0).result == listing_of(after.table, 0).result
