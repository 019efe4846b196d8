"""The roster of a node, split into messages that the bus can carry."""

from collections.abc import Sequence
from itertools import groupby
from operator import itemgetter

from ludoteca.messages.cluster import Attendee, RosterTold

PAGE = 3000
"""Players, and listeners, in one message: NATS carries a megabyte."""


def in_pages(told: RosterTold) -> list[RosterTold]:
    """Split a roster into pages."""
    listening = [(table, who) for table, names in told.tables.items() for who in names]
    most = max(len(told.names), len(listening), 1)
    pages = []
    for start in range(0, most, PAGE):
        end = start + PAGE
        by_table = groupby(listening[start:end], key=itemgetter(0))
        tables = {table: tuple(who for _, who in listed) for table, listed in by_table}
        names = told.names[start:end]
        programs = tuple(name for name in names if name in told.programs)
        pages.append(RosterTold(told.revision, names, tables, end < most, programs))
    return pages


def joined(pages: Sequence[RosterTold]) -> RosterTold:
    """Join pages into one roster."""
    names = tuple(name for page in pages for name in page.names)
    tables: dict[int, tuple[Attendee, ...]] = {}
    for page in pages:
        for table, listening in page.tables.items():
            tables[table] = (*tables.get(table, ()), *listening)
    programs = tuple(name for page in pages for name in page.programs)
    return RosterTold(pages[0].revision, names, tables, programs=programs)
