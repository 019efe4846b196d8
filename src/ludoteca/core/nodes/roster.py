"""Who is connected at which node, and listens at which tables."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from itertools import chain
from math import inf
from typing import TypeAlias

from ludoteca.core.nodes.bus import Bus
from ludoteca.core.nodes.node import Change, Node, in_pages, joined
from ludoteca.journal import JournalError
from ludoteca.messages import key
from ludoteca.messages.cluster import (
    READS,
    Attendee,
    Beat,
    BeatAsked,
    CameIn,
    ListensAt,
    ListensNoMore,
    RollCalled,
    RosterAsked,
    RosterTold,
    WentOut,
)

BEAT = 0.5
"""So many seconds pass between two signs of life of a node, or a little more."""
MISSED = 1.0
"""After so many seconds of silence a node is missed: signs of life go by the journal from then."""
FEW_NODES = 4
"""Largest number of nodes that send heartbeats to each other. With more, the first by name calls a
roll and tells all, so that messages do not grow with the square of the nodes."""
CALLED = 0.7
"""Seconds after a roll call in which a node sends no heartbeat of its own."""
SILENCE = 3.0
"""After so many seconds without any sign of life a node is gone, with all its people."""

NOBODY = RosterTold(-1, (), {})

LastSign: TypeAlias = Callable[[str], Awaitable[bytes]]
"""Looks up the last sign of life that a node has left in the journal."""


class Roster:
    """Everybody who is connected, at this node or another one."""

    def __init__(self, bus: Bus, clock: Callable[[], float]) -> None:
        self._bus, self._clock = bus, clock
        self._own = Node(clock())
        self._own.revision = 0
        self._nodes = {bus.node: self._own}
        self._own.reads = READS
        self._beaten = self._called = -inf
        self._calling: asyncio.Task[None] | None = None
        self._round, self._since = 0, clock()
        """How often every node was to be asked again, and since when."""
        self._asking: dict[str, asyncio.Task[None]] = {}
        self._doubted: dict[str, asyncio.Task[None]] = {}
        self._pages: dict[str, list[RosterTold]] = {}
        """What is being told to other nodes page by page."""
        self._on_person: list[Callable[[str, bool, bool], None]] = []
        self._on_table: list[Callable[[int], None]] = []
        bus.subscribe(CameIn, self._hear)
        bus.subscribe(WentOut, self._hear)
        bus.subscribe(ListensAt, self._hear)
        bus.subscribe(ListensNoMore, self._hear)
        bus.subscribe(Beat, self._hear_beat)
        bus.subscribe(RollCalled, self._hear_roll)
        bus.answer(BeatAsked, self._answer_roll)
        bus.answer(RosterAsked, self._tell)

    def on_person(self, handler: Callable[[str, bool, bool], None]) -> None:
        """Let it be known who came, or is connected nowhere any more, and who of them is a bot."""
        self._on_person.append(handler)

    def on_table(self, handler: Callable[[int], None]) -> None:
        """Let it be known at which tables others listen than before."""
        self._on_table.append(handler)

    # Who is where

    def node_of(self, name: str) -> str | None:
        """Return the node where a player is connected, if any."""
        name = key(name)
        return next((one for one, node in self._nodes.items() if name in node.names), None)

    def is_program(self, name: str) -> bool:
        """Whether a player is connected who has entered as a bot."""
        return any(key(name) in node.programs for node in self._nodes.values())

    def programs(self) -> set[str]:
        """Return the keys of the names of all who have entered as bots."""
        return set(chain.from_iterable(node.programs for node in self._nodes.values()))

    def names(self) -> list[str]:
        """All who are connected, in order."""
        if len(self._nodes) == 1:
            return sorted(self._own.names.values())
        return sorted(
            {k: n for node in self._nodes.values() for k, n in node.names.items()}.values()
        )

    def nodes(self) -> list[str]:
        """Return the running nodes, in order."""
        return sorted(self._nodes)

    def is_running(self, node: str) -> bool:
        """Whether a node runs: there was a sign of life a moment ago."""
        return node in self._nodes

    def names_of(self, node: str) -> list[str]:
        """All who are connected at one node, in order."""
        return sorted(self._nodes[node].names.values()) if node in self._nodes else []

    def count_here(self) -> int:
        """Count the players who are connected at this node."""
        return len(self._own.names)

    def counts_elsewhere(self) -> list[int]:
        """Count the players at each other node that accepts clients."""
        return [len(node.names) for node in self._others() if not node.draining]

    def nodes_at(self, table: int) -> list[str]:
        """Return the nodes with players or spectators of a table, in order."""
        return sorted(one for one, node in self._nodes.items() if table in node.tables)

    def names_at(self, table: int) -> set[str]:
        """Return the keys of the names of all listeners at a table."""
        return set(chain.from_iterable(n.tables.get(table, ()) for n in self._nodes.values()))

    def elsewhere(self, table: int) -> dict[str, Attendee]:
        """Those who listen at a table at other nodes, by the keys of their names."""
        found: dict[str, Attendee] = {}
        for node in self._others():
            found.update(node.tables.get(table, {}))
        return found

    def cannot_play(self, table: int) -> set[str]:
        """Return the keys of players at other nodes whose moves cannot be recorded there."""
        stuck = (node for node in self._others() if node.cannot_record)
        return set(chain.from_iterable(node.tables.get(table, ()) for node in stuck))

    def _others(self) -> Iterator[Node]:
        return (node for node in self._nodes.values() if node is not self._own)

    # Who comes and goes here

    def come(self, name: str, *, program: bool = False) -> None:
        """Add a player who connected here, perhaps as a bot."""
        self._change(CameIn(self._own.revision + 1, name, program))

    def go(self, name: str) -> None:
        """Remove a player who disconnected here."""
        if key(name) in self._own.names:
            self._change(WentOut(self._own.revision + 1, name))

    def listen(
        self, table: int, name: str, *, names_only: bool = False, cannot_undo: bool = False
    ) -> None:
        """Add a listener at a table who is connected here."""
        self._change(ListensAt(self._own.revision + 1, table, name, names_only, cannot_undo))

    def stop(self, table: int, name: str) -> None:
        """They listen there no more."""
        if key(name) in self._own.tables.get(table, ()):
            self._change(ListensNoMore(self._own.revision + 1, table, name))

    def _change(self, change: Change) -> None:
        self._follow(self._own, change)
        self._bus.publish(change)

    def _follow(self, node: Node, change: Change) -> None:
        """Let a change at a node be true, and tell whom it may concern."""
        node.revision = change.revision
        if isinstance(change, ListensAt | ListensNoMore):
            node.apply(change)
            self._tell_table(change.table)
            return
        before, was_program = self.node_of(change.name), self.is_program(change.name)
        node.apply(change)
        here, program = self.node_of(change.name) is not None, self.is_program(change.name)
        if before is not None and (not here or program != was_program):
            self._tell_person(change.name, here=False, program=was_program)
        if here and (before is None or program != was_program):
            self._tell_person(change.name, here=True, program=program)

    def _tell_person(self, name: str, *, here: bool, program: bool) -> None:
        for handler in self._on_person:
            handler(name, here, program)

    def _tell_table(self, table: int) -> None:
        for handler in self._on_table:
            handler(table)

    # What other nodes say

    def _known(self, sender: str) -> Node:
        node = self._nodes.setdefault(sender, Node(0.0))
        self._wait_for(node)
        return node

    def _hear(self, sender: str, change: Change) -> None:
        node = self._known(sender)
        if sender in self._asking:
            node.changes.append(change)
        elif change.revision == node.revision + 1:
            self._follow(node, change)
        elif change.revision > node.revision:
            self._ask(sender)

    def _hear_beat(self, sender: str, beat: Beat) -> None:
        node = self._known(sender)
        node.reads = beat.reads
        node.draining = beat.draining
        if node.cannot_record != beat.cannot_record:
            node.cannot_record = beat.cannot_record
            for table in list(node.tables):
                self._tell_table(table)
        if node.revision != beat.revision or node.answered != self._round:
            self._ask(sender)

    def _hear_roll(self, _sender: str, roll: RollCalled) -> None:
        for name, beat in roll.beats.items():
            if name != self._bus.node:
                self._hear_beat(name, beat)
        if roll.beats.keys() >= self._nodes.keys():
            self._called = self._clock()

    async def _answer_roll(self, _sender: str, _question: BeatAsked) -> Beat:
        return self._beat()

    def _ask(self, sender: str) -> None:
        """Ask a node for all it knows, unless that is being done."""
        if sender not in self._asking:
            self._asking[sender] = asyncio.create_task(self._learn(sender))

    async def _learn(self, sender: str) -> None:
        asked_in = self._round
        try:
            told = await self._told_by(sender)
        finally:
            del self._asking[sender]
        if sender not in self._nodes:
            return
        node = self._nodes[sender]
        changes, node.changes = node.changes, []
        if told is None:
            return  # the next beat asks again
        self._wait_for(node)
        node.answered = asked_in
        if told.revision >= node.revision:
            self._replace(node, told)
        for change in changes:
            if change.revision == node.revision + 1:
                self._follow(node, change)

    async def _told_by(self, sender: str) -> RosterTold | None:
        pages: list[RosterTold] = []
        while not pages or pages[-1].more:
            told = await self._bus.ask(sender, RosterAsked(len(pages)))
            if not isinstance(told, RosterTold) or (pages and told.revision != pages[0].revision):
                return None
            pages.append(told)
        return joined(pages)

    async def _tell(self, sender: str, question: RosterAsked) -> RosterTold:
        """All who are here, or another page of what was told first."""
        kept = self._pages.pop(sender, [])
        pages = kept if question.page else in_pages(self._own.told())
        told = pages[question.page] if question.page < len(pages) else NOBODY
        if told.more:
            self._pages[sender] = pages
        return told

    def _replace(self, node: Node, told: RosterTold) -> None:
        """Let all that is known of a node be this, and tell whom it may concern."""
        names, programs, listening = node.names, node.programs, node.listening()
        node.learn(told)
        for one in names.keys() ^ node.names.keys():
            if not any(one in other.names for other in self._nodes.values() if other is not node):
                here, program = one in node.names, one in programs | node.programs
                self._tell_person((names | node.names)[one], here=here, program=program)
        for table in {table for table, _ in listening ^ node.listening()}:
            self._tell_table(table)

    # Time

    def set_draining(self, *, draining: bool) -> None:
        """Tell other nodes with the next beat whether this one accepts no new clients."""
        self._own.draining = draining

    def tick(self, last_sign: LastSign, *, cannot_record: bool = False) -> None:
        """Give a sign of life if one is due, and let nodes go that have given none.

        Without the bus nobody is heard, so nobody is let go; others look into the journal.
        """
        now = self._clock()
        if now - self._beaten >= BEAT:
            self._beaten = now
            self._own.cannot_record = cannot_record
            self._give_sign(now)
        if not self._bus.connected:
            self.wake()
        for name, node in self._nodes.items():
            silence = MISSED if node.sign is None else SILENCE
            if node is not self._own and now - node.heard >= silence and name not in self._doubted:
                doubt = self._doubt(name, node, node.heard, last_sign)
                self._doubted[name] = asyncio.create_task(doubt)

    def _beat(self) -> Beat:
        own = self._own
        return Beat(own.revision, own.cannot_record, own.draining, own.reads)

    def _give_sign(self, now: float) -> None:
        """Let others know that this node runs, unless another one has told them."""
        if len(self._nodes) > FEW_NODES and min(self._nodes) == self._bus.node:
            if self._calling is None or self._calling.done():
                self._calling = asyncio.create_task(self._call_roll())
        elif now - self._called >= CALLED:
            self._bus.publish(self._beat())

    async def _call_roll(self) -> None:
        """Ask all nodes whether they run, and tell all which do."""
        others = [name for name in self._nodes if name != self._bus.node]
        answers = await asyncio.gather(*(self._bus.ask(name, BeatAsked()) for name in others))
        beats = {
            name: answer
            for name, answer in zip(others, answers, strict=True)
            if isinstance(answer, Beat)
        }
        for name, beat in beats.items():
            self._hear_beat(name, beat)
        self._bus.publish(RollCalled({**beats, self._bus.node: self._beat()}))
        if len(beats) < len(others):  # nodes of an older release only hear what each one tells
            self._bus.publish(self._beat())

    def can_all_read(self, kind: int) -> bool:
        """Whether every node can read this kind of records."""
        return all(node.reads >= kind for node in self._nodes.values())

    async def _doubt(self, name: str, node: Node, heard: float, last_sign: LastSign) -> None:
        """Let a silent node go if it has left no sign of life since it has been missed."""
        try:
            sign = await last_sign(name)
            if node.heard != heard or self._nodes.get(name) is not node:
                return
            if sign == node.sign:
                del self._nodes[name]
                self._pages.pop(name, None)
                self._replace(node, NOBODY)
                return
            if node.sign is not None:
                node.heard = self._clock()
            node.sign, node.answered = sign, -1
        except JournalError:  # which may keep it from leaving any
            self._wait_for(node)
        finally:
            del self._doubted[name]

    def misses_any(self) -> bool:
        """Whether a node cannot be heard; perhaps it cannot hear this one."""
        now = self._clock()
        others = (node.sign is not None or now - node.heard >= MISSED for node in self._others())
        return not self._bus.connected or any(others)

    def is_current(self) -> bool:
        """Whether it is known who is connected at all nodes, also those that have just started."""
        if not self._bus.shared:
            return True
        now = self._clock()
        if now - self._beaten >= MISSED or now - self._since < 2 * BEAT:
            return False
        known = all(node.answered == self._round for node in self._others())
        return known and not self._asking and not self.misses_any()

    def wake(self) -> None:
        """Wait for the signs of life of others as if from now, and for who is there to be told."""
        self._round, self._since = self._round + 1, self._clock()
        for node in self._others():
            self._wait_for(node)

    def _wait_for(self, node: Node) -> None:
        node.heard, node.sign = self._clock(), None

    def ask_all(self) -> None:
        """Ask every other node again who is there."""
        for name, node in self._nodes.items():
            if node is not self._own:
                self._ask(name)
