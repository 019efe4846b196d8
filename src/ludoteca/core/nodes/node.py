"""The roster of one node, and its division into pages for the bus."""

from collections.abc import Sequence
from itertools import groupby
from operator import itemgetter
from typing import TypeAlias

from ludoteca.messages import cluster, key

Change: TypeAlias = cluster.CameIn | cluster.WentOut | cluster.ListensAt | cluster.ListensNoMore
PAGE = 3000
"""Maximum number of players, and of listeners, per message. NATS limits messages to 1 MB."""


class Node:
    """The state of one node, as known to this node."""

    def __init__(self, heard: float) -> None:
        self.heard = heard
        """Time of the node's last heartbeat."""
        self.heartbeat: bytes | None = None
        """The node's last heartbeat in the journal, if the node is silent on the bus."""
        self.draining = False
        """Whether the node accepts no new clients."""
        self.answered = -1
        """Round in which the node last sent its roster."""
        self.revision = -1
        self.reads = 0
        """Newest record format that the node can read."""
        self.changes: list[Change] = []
        """Changes received while the node's whole roster is being requested."""
        self.names: dict[str, str] = {}
        """Names of connected players, by key."""
        self.programs: set[str] = set()
        """Keys of connected players that declared themselves bots."""
        self.tables: dict[int, dict[str, cluster.Attendee]] = {}
        """Listeners, by table and by the key of their name."""
        self.cannot_record = False
        """Whether the node cannot write to the journal."""

    def apply(self, change: Change) -> None:
        match change:
            case cluster.CameIn(name=name, program=program):
                self.names[key(name)] = name
                if program:
                    self.programs.add(key(name))
                else:
                    self.programs.discard(key(name))
            case cluster.WentOut(name=name):
                self.names.pop(key(name), None)
                self.programs.discard(key(name))
            case cluster.ListensAt(table=table, name=name):
                attendee = cluster.Attendee(name, change.names_only, change.cannot_undo)
                self.tables.setdefault(table, {})[key(name)] = attendee
            case cluster.ListensNoMore(table=table, name=name):
                listening = self.tables.get(table, {})
                listening.pop(key(name), None)
                if not listening:
                    self.tables.pop(table, None)

    def listening(self) -> set[tuple[int, str]]:
        """Return a pair of table and name key for every listener."""
        return {(table, name) for table, names in self.tables.items() for name in names}

    def told(self) -> cluster.RosterTold:
        """Return the whole roster as a message."""
        tables = {table: tuple(names.values()) for table, names in self.tables.items()}
        programs = tuple(self.names[one] for one in self.programs)
        return cluster.RosterTold(
            self.revision, tuple(self.names.values()), tables, programs=programs
        )

    def learn(self, told: cluster.RosterTold) -> None:
        """Replace the roster with one received from the node."""
        self.revision = told.revision
        self.names = {key(name): name for name in told.names}
        self.programs = set(map(key, told.programs))
        self.tables = {
            table: {key(who.name): who for who in names} for table, names in told.tables.items()
        }


def in_pages(told: cluster.RosterTold) -> list[cluster.RosterTold]:
    listening = [(table, who) for table, names in told.tables.items() for who in names]
    most = max(len(told.names), len(listening), 1)
    pages = []
    for start in range(0, most, PAGE):
        end = start + PAGE
        by_table = groupby(listening[start:end], key=itemgetter(0))
        tables = {table: tuple(who for _, who in listed) for table, listed in by_table}
        names = told.names[start:end]
        programs = tuple(name for name in names if name in told.programs)
        pages.append(cluster.RosterTold(told.revision, names, tables, end < most, programs))
    return pages


def joined(pages: Sequence[cluster.RosterTold]) -> cluster.RosterTold:
    names = tuple(name for page in pages for name in page.names)
    tables: dict[int, tuple[cluster.Attendee, ...]] = {}
    for page in pages:
        for table, listening in page.tables.items():
            tables[table] = (*tables.get(table, ()), *listening)
    programs = tuple(name for page in pages for name in page.programs)
    return cluster.RosterTold(pages[0].revision, names, tables, programs=programs)
