"""What has happened at a table, read from its stream."""

from typing import NamedTuple

from ludoteca.games import Refusal
from ludoteca.hall.table import Happening, Table, happened, opened, told
from ludoteca.journal import Journal, JournalError
from ludoteca.messages import HouseReason, TableOpened, read_record, refuse


def stream_of(number: int) -> str:
    """The name of a table's stream in the journal."""
    return f"table/{number:09}"


class Moment(NamedTuple):
    """Something that happened at a table, and the table after it."""

    happening: Happening
    table: Table


async def read_history(number: int, journal: Journal) -> list[Moment] | Refusal:
    """Everything that has happened at a table, in order; a refusal if it cannot be known."""
    entries = await journal.read(stream_of(number))
    if not entries:
        return refuse(HouseReason.NO_SUCH_TABLE)
    record = read_record(entries[0])
    if not isinstance(record, TableOpened):
        raise JournalError(f"table {number} does not begin with its opening")
    table = opened(number, record)
    if isinstance(table, Refusal):
        return table
    history = [Moment(Happening(record), table)]
    for entry in entries[1:]:
        happening = happened(table, entry)
        table = told(table, happening)
        history.append(Moment(happening, table))
    return history
