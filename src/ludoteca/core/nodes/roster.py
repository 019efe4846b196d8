"""Connected players, and listeners at tables, on every node."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from itertools import chain
from math import inf
from typing import TypeAlias

from ludoteca.core.nodes.bus import Bus
from ludoteca.core.nodes.node import Change, Node, in_pages, joined
from ludoteca.journal import JournalError
from ludoteca.messages import cluster, key

BEAT = 0.5
"""Minimum seconds between heartbeats of a node."""
MISSED = 1.0
"""Seconds of silence after which a node's heartbeats are looked up in the journal."""
FEW_NODES = 4
"""Maximum number of nodes that send heartbeats to each other.

With more nodes, the first node by name calls the roll and publishes the answers, so that traffic
does not grow quadratically.
"""
CALLED = 0.7
"""Seconds after a roll call during which a node sends no heartbeat of its own."""
SILENCE = 3.0
"""Seconds without any heartbeat after which a node and its players are removed."""

NOBODY = cluster.RosterTold(-1, (), {})

LastHeartbeat: TypeAlias = Callable[[str], Awaitable[bytes]]
"""Looks up the last heartbeat that a node wrote to the journal."""


class Roster:
    """Players connected to any node, and the tables where they listen."""

    def __init__(self, bus: Bus, clock: Callable[[], float]) -> None:
        self._bus = bus
        self._clock = clock
        self._own = Node(clock())
        self._own.revision = 0
        self._nodes = {bus.node: self._own}
        self._own.reads = cluster.READS
        self._beaten = -inf
        self._called = -inf
        self._calling: asyncio.Task[None] | None = None
        self._round = 0
        """Incremented whenever the rosters of all nodes must be requested again."""
        self._since = clock()
        """Start of the current round."""
        self._asking: dict[str, asyncio.Task[None]] = {}
        self._doubted: dict[str, asyncio.Task[None]] = {}
        self._pages: dict[str, list[cluster.RosterTold]] = {}
        """Remaining pages of the roster, by the node that asked for it."""
        self.stopped = 0
        """Number of other nodes that have stopped so far."""
        self._on_person: list[Callable[[str, bool, bool], None]] = []
        self._on_table: list[Callable[[int], None]] = []
        bus.subscribe(cluster.CameIn, self._hear)
        bus.subscribe(cluster.WentOut, self._hear)
        bus.subscribe(cluster.ListensAt, self._hear)
        bus.subscribe(cluster.ListensNoMore, self._hear)
        bus.subscribe(cluster.Beat, self._hear_beat)
        bus.subscribe(cluster.RollCalled, self._hear_roll)
        bus.answer(cluster.BeatAsked, self._answer_roll)
        bus.answer(cluster.RosterAsked, self._tell)

    def on_person(self, handler: Callable[[str, bool, bool], None]) -> None:
        """Call `handler` with each player who connects or disconnects; see `_tell_person`."""
        self._on_person.append(handler)

    def on_table(self, handler: Callable[[int], None]) -> None:
        """Call `handler` with each table whose listeners change."""
        self._on_table.append(handler)

    # Queries

    def node_of(self, name: str) -> str | None:
        """Return the node where a player is connected, if any."""
        name = key(name)
        return next((one for one, node in self._nodes.items() if name in node.names), None)

    def is_program(self, name: str) -> bool:
        """Return whether a connected player declared itself a bot."""
        return any(key(name) in node.programs for node in self._nodes.values())

    def programs(self) -> set[str]:
        """Return the keys of all connected players that declared themselves bots."""
        return set(chain.from_iterable(node.programs for node in self._nodes.values()))

    def names(self) -> list[str]:
        """Return all connected players, sorted by name."""
        if len(self._nodes) == 1:
            return sorted(self._own.names.values())
        return sorted(
            {k: n for node in self._nodes.values() for k, n in node.names.items()}.values()
        )

    def nodes(self) -> list[str]:
        """Return the running nodes, sorted by name."""
        return sorted(self._nodes)

    def is_running(self, node: str) -> bool:
        """Return whether a node sent a heartbeat recently."""
        return node in self._nodes

    def names_of(self, node: str) -> list[str]:
        """Return the players connected to one node, sorted by name."""
        return sorted(self._nodes[node].names.values()) if node in self._nodes else []

    def count_here(self) -> int:
        return len(self._own.names)

    def counts_elsewhere(self) -> list[int]:
        """Count the players on each other node that accepts clients."""
        return [len(node.names) for node in self._others() if not node.draining]

    def nodes_at(self, table: int) -> list[str]:
        """Return the nodes with listeners at a table, sorted by name."""
        return sorted(one for one, node in self._nodes.items() if table in node.tables)

    def elsewhere(self, table: int) -> dict[str, cluster.Attendee]:
        """Return the listeners at a table on other nodes, by the keys of their names."""
        found: dict[str, cluster.Attendee] = {}
        for node in self._others():
            found.update(node.tables.get(table, {}))
        return found

    def cannot_play(self, table: int) -> set[str]:
        """Return the keys of players at a table who are on other nodes that cannot record moves."""
        stuck = (node for node in self._others() if node.cannot_record)
        return set(chain.from_iterable(node.tables.get(table, ()) for node in stuck))

    def _others(self) -> Iterator[Node]:
        return (node for node in self._nodes.values() if node is not self._own)

    # Changes on this node

    def come(self, name: str, *, program: bool = False) -> None:
        """Add a player who connected to this node; `program` marks a declared bot."""
        self._change(cluster.CameIn(self._own.revision + 1, name, program))

    def go(self, name: str) -> None:
        if key(name) in self._own.names:
            self._change(cluster.WentOut(self._own.revision + 1, name))

    def listen(self, table: int, who: cluster.Attendee) -> None:
        revision = self._own.revision + 1
        self._change(cluster.ListensAt(revision, table, who.name, who.names_only, who.cannot_undo))

    def stop(self, table: int, name: str) -> None:
        if key(name) in self._own.tables.get(table, ()):
            self._change(cluster.ListensNoMore(self._own.revision + 1, table, name))

    def _change(self, change: Change) -> None:
        self._follow(self._own, change)
        self._bus.publish(change)

    def _follow(self, node: Node, change: Change) -> None:
        """Apply a change on a node and call the handlers for it."""
        node.revision = change.revision
        if isinstance(change, cluster.ListensAt | cluster.ListensNoMore):
            node.apply(change)
            self._tell_table(change.table)
            return
        before = self.node_of(change.name)
        was_program = self.is_program(change.name)
        node.apply(change)
        here = self.node_of(change.name) is not None
        program = self.is_program(change.name)
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

    # Messages from other nodes

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

    def _hear_beat(self, sender: str, beat: cluster.Beat) -> None:
        node = self._known(sender)
        node.reads = beat.reads
        node.draining = beat.draining
        if node.cannot_record != beat.cannot_record:
            node.cannot_record = beat.cannot_record
            for table in list(node.tables):
                self._tell_table(table)
        if node.revision != beat.revision or node.answered != self._round:
            self._ask(sender)

    def _hear_roll(self, _sender: str, roll: cluster.RollCalled) -> None:
        for name, beat in roll.beats.items():
            if name != self._bus.node:
                self._hear_beat(name, beat)
        if roll.beats.keys() >= self._nodes.keys():
            self._called = self._clock()

    async def _answer_roll(self, _sender: str, _question: cluster.BeatAsked) -> cluster.Beat:
        return self._beat()

    def _ask(self, sender: str) -> None:
        """Ask a node for its whole roster, unless a request is in progress."""
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
        changes = node.changes
        node.changes = []
        if told is None:
            return  # the next heartbeat asks again
        self._wait_for(node)
        node.answered = asked_in
        if told.revision >= node.revision:
            self._replace(node, told)
        for change in changes:
            if change.revision == node.revision + 1:
                self._follow(node, change)

    async def _told_by(self, sender: str) -> cluster.RosterTold | None:
        pages: list[cluster.RosterTold] = []
        while not pages or pages[-1].more:
            told = await self._bus.ask(sender, cluster.RosterAsked(len(pages)))
            if not isinstance(told, cluster.RosterTold) or (
                pages and told.revision != pages[0].revision
            ):
                return None
            pages.append(told)
        return joined(pages)

    async def _tell(self, sender: str, question: cluster.RosterAsked) -> cluster.RosterTold:
        """Return a page of this node's roster; all pages of an answer have the same revision."""
        kept = self._pages.pop(sender, [])
        pages = kept if question.page else in_pages(self._own.told())
        told = pages[question.page] if question.page < len(pages) else NOBODY
        if told.more:
            self._pages[sender] = pages
        return told

    def _replace(self, node: Node, told: cluster.RosterTold) -> None:
        """Replace the roster of a node and call the handlers for each difference."""
        names = node.names
        programs = node.programs
        listening = node.listening()
        node.learn(told)
        for one in names.keys() ^ node.names.keys():
            if not any(one in other.names for other in self._nodes.values() if other is not node):
                here = one in node.names
                program = one in programs | node.programs
                self._tell_person((names | node.names)[one], here=here, program=program)
        for table in {table for table, _ in listening ^ node.listening()}:
            self._tell_table(table)

    # Time

    def set_draining(self, *, draining: bool) -> None:
        """Announce with the next heartbeat whether this node is draining."""
        self._own.draining = draining

    def tick(self, last_heartbeat: LastHeartbeat, *, cannot_record: bool = False) -> None:
        """Send a heartbeat if one is due, and remove nodes that no longer send heartbeats.

        While this node is disconnected from the bus, no heartbeats arrive, so it removes no node.
        Other nodes find its heartbeats in the journal.
        """
        now = self._clock()
        if now - self._beaten >= BEAT:
            self._beaten = now
            self._own.cannot_record = cannot_record
            self._send_heartbeat(now)
        if not self._bus.connected:
            self.wake()
        for name, node in self._nodes.items():
            silence = MISSED if node.heartbeat is None else SILENCE
            if node is not self._own and now - node.heard >= silence and name not in self._doubted:
                doubt = self._doubt(name, node, node.heard, last_heartbeat)
                self._doubted[name] = asyncio.create_task(doubt)

    def _beat(self) -> cluster.Beat:
        own = self._own
        return cluster.Beat(own.revision, own.cannot_record, own.draining, own.reads)

    def _send_heartbeat(self, now: float) -> None:
        """Publish a heartbeat, unless a roll call has just done so."""
        if len(self._nodes) > FEW_NODES and min(self._nodes) == self._bus.node:
            if self._calling is None or self._calling.done():
                self._calling = asyncio.create_task(self._call_roll())
        elif now - self._called >= CALLED:
            self._bus.publish(self._beat())

    async def _call_roll(self) -> None:
        """Ask all nodes for a heartbeat and publish the answers."""
        others = [name for name in self._nodes if name != self._bus.node]
        answers = await asyncio.gather(
            *(self._bus.ask(name, cluster.BeatAsked()) for name in others)
        )
        beats = {
            name: answer
            for name, answer in zip(others, answers, strict=True)
            if isinstance(answer, cluster.Beat)
        }
        for name, beat in beats.items():
            self._hear_beat(name, beat)
        self._bus.publish(cluster.RollCalled({**beats, self._bus.node: self._beat()}))
        if len(beats) < len(others):  # nodes of older releases answer no roll call
            self._bus.publish(self._beat())

    def can_all_read(self, kind: int) -> bool:
        """Return whether every node can read records of this kind."""
        return all(node.reads >= kind for node in self._nodes.values())

    async def _doubt(
        self, name: str, node: Node, heard: float, last_heartbeat: LastHeartbeat
    ) -> None:
        """Remove a silent node if its heartbeat in the journal has not changed."""
        try:
            heartbeat = await last_heartbeat(name)
            if node.heard != heard or self._nodes.get(name) is not node:
                return
            if heartbeat == node.heartbeat:
                del self._nodes[name]
                self.stopped += 1
                self._pages.pop(name, None)
                self._replace(node, NOBODY)
                return
            if node.heartbeat is not None:
                node.heard = self._clock()
            node.heartbeat = heartbeat
            node.answered = -1
        except JournalError:  # the node may be unable to write heartbeats, too
            self._wait_for(node)
        finally:
            del self._doubted[name]

    def misses_any(self) -> bool:
        """Return whether any node is silent; a silent node may not hear this node either."""
        now = self._clock()
        others = (
            node.heartbeat is not None or now - node.heard >= MISSED for node in self._others()
        )
        return not self._bus.connected or any(others)

    def is_current(self) -> bool:
        """Return whether the rosters of all nodes are known, including nodes that just started."""
        if not self._bus.shared:
            return True
        now = self._clock()
        if now - self._beaten >= MISSED or now - self._since < 2 * BEAT:
            return False
        known = all(node.answered == self._round for node in self._others())
        return known and not self._asking and not self.misses_any()

    def wake(self) -> None:
        """Restart the timeouts of all other nodes and request their rosters again."""
        self._round += 1
        self._since = self._clock()
        for node in self._others():
            self._wait_for(node)

    def _wait_for(self, node: Node) -> None:
        node.heard = self._clock()
        node.heartbeat = None

    def ask_all(self) -> None:
        for name, node in self._nodes.items():
            if node is not self._own:
                self._ask(name)
