"""A simulation of many players, who arrive, look for a table, play, watch, chat and leave.

It runs only a queue of events and counts the requests, appends and messages that would follow. The
same seed gives the same numbers.
"""

from collections import Counter, defaultdict
from collections.abc import Callable
from heapq import heappop, heappush
from itertools import count
from math import log
from random import Random
from typing import NamedTuple

SESSION, LOOK, WATCH, TALK = 2400.0, 45.0, 180.0, 120.0
"""Mean seconds of a visit, of a look at the lobby, of watching, and between two chat messages."""
THINK, VARIES = 8.0, 0.8
"""Median seconds per move, and their spread (log-normal distribution)."""
SEATS = {2: 5, 3: 2, 4: 3}
"""Probability of wanting a table, by number of seats."""
TURNS = 17
"""Moves of a seat in a game; random games of two have 34."""
DRAFTS = 3
"""Draft steps visible to others: tiles, their order, a column."""
WATCHING = 0.1
"""Share of people looking for something to do who watch a game."""
NODES = 64
"""More nodes than a table has listeners, so that nearly every listener is at another node."""


class Rates(NamedTuple):
    """The average load that a connected person causes per second."""

    moves: float
    drafts: float
    talk: float
    changes: float
    """Tables opened, joined, started and finished; each changes the lists."""
    logins: float
    attendance: float
    """Messages to all nodes about connected players and listeners."""
    deliveries: float
    """Messages about a table, one for each further node with listeners."""
    games: float
    tables: float
    """Live tables per person."""
    followed: float
    """Tables in the memory of a node, per person."""
    looking: float
    """Share of people who see the lists."""

    @property
    def appends(self) -> float:
        """Journal appends, including the claim of a name once per visit."""
        return self.moves + self.talk + self.changes + self.logins

    @property
    def told_tables(self) -> float:
        """Messages about one table, to the nodes where it has listeners."""
        return self.moves + self.drafts + self.talk

    @property
    def told_all(self) -> float:
        """Messages to all nodes."""
        return self.changes + self.attendance


class Table:
    """A table, with the nodes of its players and spectators."""

    def __init__(self, seats: int) -> None:
        self.left, self.free = TURNS * seats, seats
        self.players: list[int] = []
        self.nodes: Counter[int] = Counter()


class Crowd:
    """A constant number of people: a player who leaves is replaced by one at another node."""

    def __init__(self, people: int, seed: int) -> None:
        self._chance = Random(seed)  # noqa: S311 - a simulation has no secrets
        self._queue: list[tuple[float, int, Callable[[], None]]] = []
        self._order = count()
        self._now = 0.0
        self._node = [0] * people
        self._leaves = [0.0] * people
        self._waiting: dict[int, Table] = {}
        self._live: list[Table] = []
        self._looking = self._followed = 0
        self.counted: defaultdict[str, float] = defaultdict(float)
        for person in range(people):
            self._arrive(person)

    def rates(self, warm_up: float, seconds: float) -> Rates:
        """Return the load per person and second after a warm-up."""
        self._run(warm_up)
        self.counted.clear()
        self._run(seconds)
        each = seconds * len(self._node)
        return Rates(*(self.counted[name] / each for name in Rates._fields))

    def _run(self, seconds: float) -> None:
        end = self._now + seconds
        while self._queue[0][0] < end:
            at, _, happen = heappop(self._queue)
            self._pass_time(at)
            happen()
        self._pass_time(end)

    def _pass_time(self, until: float) -> None:
        seconds, self._now = until - self._now, until
        self.counted["tables"] += seconds * len(self._live)
        self.counted["followed"] += seconds * self._followed
        self.counted["looking"] += seconds * self._looking

    def _in(self, seconds: float, happen: Callable[[], None]) -> None:
        heappush(self._queue, (self._now + seconds, next(self._order), happen))

    def _arrive(self, person: int) -> None:
        self.counted["logins"] += 1
        self.counted["attendance"] += 1
        self._node[person] = self._chance.randrange(NODES)
        self._leaves[person] = self._now + self._chance.expovariate(1 / SESSION)
        self._look(person)

    def _look(self, person: int) -> None:
        self._looking += 1
        self._in(self._chance.expovariate(1 / LOOK), lambda: self._choose(person))

    def _choose(self, person: int) -> None:
        self._looking -= 1
        if self._now > self._leaves[person]:
            self.counted["attendance"] += 1
            self._arrive(person)
        elif self._live and self._chance.random() < WATCHING:
            self._watch(person, self._chance.choice(self._live))
        else:
            self._sit(person)

    def _watch(self, person: int, table: Table) -> None:
        self._listen(person, table)
        self._in(self._chance.expovariate(1 / WATCH), lambda: self._stop(person, table))

    def _sit(self, person: int) -> None:
        (seats,) = self._chance.choices(list(SEATS), list(SEATS.values()))
        self.counted["changes"] += 1
        table = self._waiting.get(seats)
        if table is None:
            table = self._waiting[seats] = Table(seats)
            self._live.append(table)
        self._listen(person, table)
        table.players.append(person)
        table.free -= 1
        if not table.free:
            del self._waiting[seats]
            self._think(table)

    def _listen(self, person: int, table: Table) -> None:
        self.counted["attendance"] += 1
        table.nodes[self._node[person]] += 1
        self._followed += table.nodes[self._node[person]] == 1

    def _stop(self, person: int, table: Table) -> None:
        self.counted["attendance"] += 1
        table.nodes[self._node[person]] -= 1
        if not table.nodes[self._node[person]]:
            del table.nodes[self._node[person]]
            self._followed -= 1
        self._look(person)

    def _think(self, table: Table) -> None:
        seconds = self._chance.lognormvariate(log(THINK), VARIES)
        self._in(seconds, lambda: self._move(table, seconds))

    def _move(self, table: Table, seconds: float) -> None:
        talk = seconds * len(table.players) / TALK
        self.counted["moves"] += 1
        self.counted["drafts"] += DRAFTS
        self.counted["talk"] += talk
        self.counted["deliveries"] += (1 + DRAFTS + talk) * (len(table.nodes) - 1)
        table.left -= 1
        if table.left:
            self._think(table)
        else:
            self._end(table)

    def _end(self, table: Table) -> None:
        self.counted["changes"] += 1
        self.counted["games"] += 1
        self._live.remove(table)
        for person in table.players:
            self._stop(person, table)


def commits(appends: float, seconds: float, seed: int, length: float = 60.0) -> float:
    """Return the commits per second that a node needs for this rate of appends.

    A commit takes `seconds`; appends that arrive while it runs share the next one.
    """
    chance = Random(seed)  # noqa: S311 - a simulation has no secrets
    done, at, free = 0, 0.0, 0.0
    while (at := at + chance.expovariate(appends)) < length:
        if at > free:  # idle: a commit starts at once
            free, done = at + seconds, done + 1
        elif at > free - seconds:  # busy: the next one starts when this one ends
            free, done = free + seconds, done + 1
    return done / length
