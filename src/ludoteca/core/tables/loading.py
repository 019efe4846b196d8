"""Tables and listings, loaded from the journal."""

from ludoteca.core.services import Services
from ludoteca.core.tables.absences import Timing
from ludoteca.core.tables.history import TABLES, UnreadableHistory
from ludoteca.core.tables.keeper import Keeper
from ludoteca.core.tables.listing import (
    UNREAD,
    Listed,
    Listing,
    index_entries_of,
    listing_of,
    read_listing,
    write_listing,
)
from ludoteca.core.tables.snapshots import load_table
from ludoteca.core.tables.table import Table
from ludoteca.games import Refusal
from ludoteca.journal import Addition, Conflict, IndexEntry, JournalError, Stream
from ludoteca.ops import log

BATCH = 2000
"""Tables of an older journal that are indexed in one write."""
MANY = 50_000
"""Tables between two log lines while an older journal is indexed."""


def number_of(stream: Stream) -> int:
    return int(stream.name.removeprefix(TABLES))


async def load_keeper(
    number: int, services: Services, listed: Listed, timing: Timing
) -> Keeper | Refusal:
    """Load a table from the journal and return its keeper."""
    try:
        read = await load_table(number, services.journal)
    except UnreadableHistory as unreadable:
        return unreadable.refusal
    return Keeper(read.found, read.version, services, listed, timing)


async def load_listing(stream: Stream, services: Services) -> Listing | None:
    """Return the listing of a table; if its note is unreadable, build it from the records."""
    if listing := read_listing(stream.note):
        return listing
    try:
        table = (await load_table(number_of(stream), services.journal)).found
    except JournalError as error:  # skip this table, so that others still load
        log.error("table_unreadable", table=number_of(stream), reason=str(error))
        return None
    except UnreadableHistory:
        return None
    return listing_of(table, _last_known(table) if table.over else int(services.now() * 1000))


def _last_known(table: Table) -> int:
    """Return the latest time in the records of a table, in milliseconds since 1970."""
    return max([table.opened.at, *(player.at for player in table.players if player)])


async def index_older(services: Services) -> None:
    """Index the tables written by releases without an index."""
    before: list[Stream] = []
    indexed = 0
    while (streams := await services.journal.unindexed(TABLES, BATCH)) and streams != before:
        additions = [await _indexing(stream, services) for stream in streams]
        try:
            await services.journal.append_all(additions)
        except Conflict:  # a table changed meanwhile: read the batch again
            continue
        before = streams
        indexed += len(streams)
        if indexed % MANY == 0 or len(streams) < BATCH < indexed:
            log.info("tables_marked", tables=indexed)


async def _indexing(stream: Stream, services: Services) -> Addition:
    listing = await load_listing(stream, services)
    if listing is None:
        return Addition(stream.name, stream.version, (), index_entries=[IndexEntry(UNREAD)])
    note = None if read_listing(stream.note) else write_listing(listing)
    return Addition(stream.name, stream.version, (), note, index_entries_of(listing))
