"""One node as others know it, and its roster as messages that the bus can carry."""

from collections.abc import Sequence
from itertools import groupby
from operator import itemgetter
from typing import TypeAlias

from ludoteca.messages import key
from ludoteca.messages.cluster import (
    Attendee,
    CameIn,
    ListensAt,
    ListensNoMore,
    RosterTold,
    WentOut,
)

Change: TypeAlias = CameIn | WentOut | ListensAt | ListensNoMore
PAGE = 3000
"""Players, and listeners, in one message: NATS carries a megabyte."""


class Node:
    """What is known of one node."""

    def __init__(self, heard: float) -> None:
        self.heard = heard
        """When it gave a sign of life."""
        self.sign: bytes | None = None
        """Its last sign of life in the journal, if it is missed."""
        self.draining = False
        """Whether it accepts no new clients."""
        self.answered = -1
        """In which round of questions it has told who is there."""
        self.revision = -1
        self.reads = 0
        """Which records it can read."""
        self.changes: list[Change] = []
        """What it has told while it was being asked for everything."""
        self.names: dict[str, str] = {}
        """Who is connected there, by key."""
        self.programs: set[str] = set()
        """The keys of those who have entered as bots."""
        self.tables: dict[int, dict[str, Attendee]] = {}
        """Who listens there at which tables, by key."""
        self.cannot_record = False
        """Whether it cannot write to the journal."""

    def apply(self, change: Change) -> None:
        """Let a change be true."""
        match change:
            case CameIn(name=name, program=program):
                self.names[key(name)] = name
                if program:
                    self.programs.add(key(name))
                else:
                    self.programs.discard(key(name))
            case WentOut(name=name):
                self.names.pop(key(name), None)
                self.programs.discard(key(name))
            case ListensAt(table=table, name=name):
                attendee = Attendee(name, change.names_only, change.cannot_undo)
                self.tables.setdefault(table, {})[key(name)] = attendee
            case ListensNoMore(table=table, name=name):
                listening = self.tables.get(table, {})
                listening.pop(key(name), None)
                if not listening:
                    self.tables.pop(table, None)

    def listening(self) -> set[tuple[int, str]]:
        """Who listens where, by the keys of their names."""
        return {(table, name) for table, names in self.tables.items() for name in names}

    def told(self) -> RosterTold:
        """All of it."""
        tables = {table: tuple(names.values()) for table, names in self.tables.items()}
        programs = tuple(self.names[one] for one in self.programs)
        return RosterTold(self.revision, tuple(self.names.values()), tables, programs=programs)

    def learn(self, told: RosterTold) -> None:
        """Know exactly this."""
        self.revision = told.revision
        self.names = {key(name): name for name in told.names}
        self.programs = set(map(key, told.programs))
        self.tables = {
            table: {key(who.name): who for who in names} for table, names in told.tables.items()
        }


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
