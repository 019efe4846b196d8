"""What has happened at a table, read from its stream."""

import asyncio
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from ludoteca.games import Refusal, Seat
from ludoteca.hall.table import Table, apply_record, opened, redacted
from ludoteca.hall.values import read_later, read_opening, read_value
from ludoteca.journal import Damaged, Journal
from ludoteca.messages import HouseReason, MoveTakenBack, Record, TableNews, refuse
from ludoteca.ops import log

SLICE = 10
"""After so many records of a long history, those who play come first."""
MOST_MISSED = 100
"""Who has missed more is shown the whole table, which takes less room in an outbox."""


TABLES = "table/"
"""How the names of the streams of tables begin."""


def stream_of(number: int) -> str:
    """The name of a table's stream in the journal."""
    return f"{TABLES}{number:09}"


class UnknownRules(ValueError):  # noqa: N818 - said as it is
    """A table was begun under rules that this server does not know."""


class Moment(NamedTuple):
    """Something that happened at a table, and the table after it."""

    record: Record
    table: Table


async def read_history(
    number: int, journal: Journal, *, in_slices: bool = False
) -> list[Moment] | Refusal:
    """Everything that has happened at a table, in order; a refusal if it cannot be known.

    In slices, those who play come first; something more may have happened at its end.
    """
    try:
        entries = await journal.read(stream_of(number))
        if not entries:
            return refuse(HouseReason.NO_SUCH_TABLE)
        history = []
        for moment in moments(number, entries):
            history.append(moment)
            if in_slices and len(history) % SLICE == 0:
                await asyncio.sleep(0)
        return history  # noqa: TRY300 - one thing to try
    except UnknownRules as error:
        log.error("rules_unknown", table=number)
        return refuse(HouseReason.UNKNOWN_RULES, str(error))
    except (ValueError, Damaged) as error:
        log.error("table_unreadable", table=number, reason=str(error))
        return refuse(HouseReason.UNREADABLE_TABLE, str(error))


async def read_missed(
    table: Table, journal: Journal, versions: range, seat: Seat | None, *, with_guide: bool
) -> list[TableNews] | None:
    """What a seat may know of these versions; None if only the whole table tells it."""
    if not 1 < versions.start <= versions.stop or len(versions) > MOST_MISSED:
        return None
    try:
        entries = await journal.read(stream_of(table.number), versions.start - 1)
    except Damaged:  # the table in memory is whole
        return None
    missed = [read_later(entry, table.opened) for entry in entries]
    if any(isinstance(record, MoveTakenBack) for record in missed) and not with_guide:
        return None  # events do not tell the way back
    return [
        TableNews(table.number, version, redacted(table, record, seat))
        for version, record in zip(versions, missed, strict=False)
    ]


def moments(number: int, entries: Sequence[bytes]) -> Iterator[Moment]:
    """What these entries tell, one by one; a `ValueError` if one of them makes no sense."""
    table: Table | None = None
    for version, entry in enumerate(entries, start=1):
        try:
            if table is None:
                record, table = _opening(number, entry)
            else:
                record = read_later(entry, table.opened)
                table = apply_record(table, record)
        except UnknownRules:
            raise
        except Exception as error:
            raise ValueError(f"entry {version} of table {number}: {error}") from error
        yield Moment(record, table)


def _opening(number: int, entry: bytes) -> Moment:
    record = read_opening(entry)
    table = opened(number, record)
    if not isinstance(table, Table):
        raise UnknownRules(table.detail)
    record = replace(record, options=read_value(record.options, table.rules.OPTIONS))
    return Moment(record, replace(table, opened=record))
