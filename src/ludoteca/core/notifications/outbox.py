"""The outbox: decides when to notify players, and sends each notification at least once.

Nothing is recorded with a move: the log of a table shows whose turn it is, and since which version.
Once a second, every node looks at the tables in memory that have changed. If it is the turn of an
absent player with subscriptions, the node waits for a delay and then raises a notification: it
records the notification in the player's stream. The id of a notification contains the table and the
version, so that only one node raises it. After a restart, or if another node has stopped, the
tables of all players with subscriptions are loaded.
"""

import asyncio
from collections.abc import Coroutine, Iterator, Mapping, Sequence
from typing import NamedTuple

import msgspec

from ludoteca.core.journaling import log_failure
from ludoteca.core.lobby.lobby import SLICE, Lobby
from ludoteca.core.notifications.log import NotificationLog
from ludoteca.core.notifications.preferences import (
    Entry,
    Preferences,
    Raised,
    Seen,
    Taken,
    Tried,
    Unsubscribed,
    Withdrawn,
)
from ludoteca.core.people.people import People
from ludoteca.core.services import Services
from ludoteca.core.tables.clocks import time_left
from ludoteca.core.tables.history import stream_of
from ludoteca.core.tables.keeper import Keeper
from ludoteca.games import Refusal
from ludoteca.journal import JournalError
from ludoteca.messages import (
    Delivery,
    Notification,
    NotificationChannel,
    NotificationKind,
    Notifier,
    Recipient,
    SubscriptionData,
    key,
)
from ludoteca.ops import log
from ludoteca.ops.turns import sliced

SWEEP = 1.0
REFRESH = 5.0
"""Seconds between checks of the tables in memory and of preferences written by other nodes."""
REMIND_AFTER = 20 * 3600.0
"""Seconds after which players are reminded of a turn at a slow table, even if they have seen it."""
LOADED = 20
"""Maximum number of tables loaded per check after a restart."""
AT_ONCE = 20
"""Maximum number of players to whom messages are sent at the same time."""
MOST_PENDING = 50
"""Maximum number of notifications in a player's outbox; any further notifications are dropped."""
SEEN = "seen|"
"""Prefix of the tasks that record what players have seen; no name contains a bar."""
MOST_TRIES = 6
FIRST_RETRY = 5.0
SLOWER = 4
"""Attempts per subscription, seconds before the second attempt, and factor between pauses.

All attempts together take two hours.
"""


class Waiting(NamedTuple):
    """A player whose turn it is."""

    name: str
    since: int
    """Version of the table at which the turn began."""
    low: bool
    """Whether the clock runs low."""


class _Candidate(NamedTuple):
    name: str
    since: int
    due: float


def waiting_at(keeper: Keeper) -> Iterator[Waiting]:
    """Return the people whose turn it is at a table."""
    table = keeper.table
    if not table.in_play or table.paused:
        return
    clock = table.opened.clock
    left = time_left(table, keeper.stopwatch) if clock else ()
    for seat in table.rules.seats_to_move(table.state):
        holder = table.holders[seat]
        if holder and not table.bot_at(seat):
            low = clock is not None and bool(left) and left[seat] <= clock.low
            yield Waiting(holder.name, keeper.version - table.in_turn, low)


class Outbox:
    """Raises and sends notifications."""

    def __init__(
        self,
        services: Services,
        lobby: Lobby,
        people: People,
        preferences: NotificationLog,
        notifier: Notifier,
    ) -> None:
        self._services = services
        self._subscriptions = services.journal.subscriptions
        self._node = services.bus.node
        self._roster = services.roster
        self._lobby = lobby
        self._people = people
        self._log = preferences
        self._notifier = notifier
        self._versions: dict[int, int] = {}
        """Versions of the tables where this node leads, at the last check."""
        self._candidates: dict[tuple[str, NotificationKind, int], _Candidate] = {}
        """Notifications whose delay has not passed, by key of the name, kind and table."""
        self._to_load: list[int] = []
        self._stopped = 0
        """Number of nodes that had stopped at the last check."""
        self._next = 0.0
        self._started = self._refreshed = services.clock()
        self._sweeping: asyncio.Task[None] | None = None
        self._tasks: dict[str, asyncio.Task[None]] = {}
        """Messages being sent, by key of the player's name."""

    def begin(self) -> None:
        """Schedule a check of all running games of players with subscriptions."""
        started = (
            number
            for preferences in self._log
            for number in self._lobby.seats_of(preferences.name)
            if self._lobby.live[number].started
        )
        self._to_load = list(dict.fromkeys(started))

    def tick(self) -> None:
        """Start a check of the tables, if one is due."""
        now = self._services.clock()
        is_idle = self._sweeping is None or self._sweeping.done()
        if now >= self._next and is_idle and (self._log or self._services.bus.shared):
            self._next = now + SWEEP
            self._sweeping = asyncio.create_task(self._try("sweep", self._sweep()))

    async def close(self) -> None:
        """Stop sending, and finish recording. Pending notifications are sent after a restart."""
        if self._sweeping:
            self._sweeping.cancel()
        for what, task in self._tasks.items():
            if not what.startswith(SEEN):
                task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    @property
    def pending(self) -> int:
        return sum(len(preferences.pending) for preferences in self._log)

    async def _try(self, what: str, work: Coroutine[object, None, None]) -> None:
        try:
            await work
        except JournalError as error:  # still due: the next check tries again
            log_failure(error, request=what)

    async def _sweep(self) -> None:
        if self._services.bus.shared:
            await self._follow_nodes()
        for _ in range(min(LOADED, len(self._to_load))):
            await self._lobby.find(self._to_load[-1])
            self._to_load.pop()
        versions = {}
        async for keeper in sliced(self._lobby, SLICE):
            if keeper.leads:
                self._look(keeper)
                versions[keeper.table.number] = keeper.version
        self._versions = versions
        now = self._services.clock()
        for at, candidate in list(self._candidates.items()):
            if candidate.due <= now:
                await self._raise_turn(at, candidate)
        self._send_due()

    async def _follow_nodes(self) -> None:
        """Read what other nodes have written, and take over the notifications of stopped nodes."""
        now = self._services.clock()
        if now < self._refreshed + REFRESH:
            return
        self._refreshed = now
        if await self._log.refresh():
            self._versions.clear()
        if self._roster.stopped != self._stopped and min(self._roster.nodes()) == self._node:
            self.begin()
        self._stopped = self._roster.stopped

    # Turns and clocks

    def _look(self, keeper: Keeper) -> None:
        """Note whose turn it is at a table that has changed or has a clock."""
        number = keeper.table.number
        changed = self._versions.get(number) != keeper.version
        if not (changed or keeper.table.left):
            return
        waiting = list(waiting_at(keeper))
        if changed:
            begun = {(key(one.name), one.since) for one in waiting}
            for at, candidate in list(self._candidates.items()):
                if at[2] == number and (at[0], candidate.since) not in begun:
                    del self._candidates[at]
        for one in waiting:
            preferences = self._log.known(one.name)
            if preferences is None:
                continue
            if keeper.turn_since:  # also for a connected player, who may leave before it is due
                passed = self._services.now() - keeper.turn_since / 1000
                delay = max(0.0, REMIND_AFTER - passed)
                self._consider(preferences, NotificationKind.REMINDER, number, one, delay)
            if self._is_here(one.name):
                continue
            delay = self._services.notify_after
            self._consider(preferences, NotificationKind.TURN, number, one, delay)
            if one.low:
                self._consider(preferences, NotificationKind.CLOCK, number, one, 0.0)

    def _consider(
        self,
        preferences: Preferences,
        kind: NotificationKind,
        table: int,
        one: Waiting,
        delay: float,
    ) -> None:
        at = (key(one.name), kind, table)
        known = at in self._candidates or preferences.knows(kind, table, one.since)
        if not known and preferences.wants(kind, table):
            due = self._services.clock() + delay
            self._candidates[at] = _Candidate(one.name, one.since, due)

    async def _raise_turn(
        self, at: tuple[str, NotificationKind, int], candidate: _Candidate
    ) -> None:
        name, kind, table = at
        listing = self._lobby.live.get(table)
        is_away = listing is not None and name in listing.vacations
        rests = is_away and kind is NotificationKind.REMINDER
        if listing and not self._is_here(candidate.name) and not rests:
            game = listing.opened.game
            await self.raise_one(candidate.name, Notification(kind, table, candidate.since, game))
        self._candidates.pop(at, None)

    async def raise_one(self, name: str, notification: Notification) -> bool:
        """Record a notification unless it is known; return whether the player gets it.

        The notification is sent soon, even after a crash, unless it has become superfluous by then.
        """
        at = int(self._services.now() * 1000)
        kind, table = notification.kind, notification.table

        def decide(preferences: Preferences) -> list[Entry]:
            subscriptions = preferences.wants(kind, table)
            is_full = len(preferences.pending) >= MOST_PENDING
            if not subscriptions or is_full or preferences.knows(kind, table, notification.since):
                return []
            due = {one: at + self._pause(preferences.subscriptions[one]) for one in subscriptions}
            return [Raised(msgspec.structs.replace(notification, at=at), due, self._node)]

        after = await self._log.write(name, decide)
        return bool(after.wants(kind, table)) and after.knows(kind, table, notification.since)

    def _pause(self, channel: NotificationChannel) -> int:
        """Return the milliseconds during which notifications are collected into one email."""
        is_mail = channel is NotificationChannel.MAIL
        return int(self._services.mail_batch * 1000) if is_mail else 0

    # Players who leave

    def _is_here(self, name: str) -> bool:
        return self._roster.node_of(name) is not None

    def hear_left(self, name: str) -> None:
        """Record the turns that a player had seen on disconnecting from this node.

        Only this node knows which moves came before the player left.
        """
        known = self._log.known(name) and not self._is_here(name)
        if known and (seen := self._seen_by(name)):
            self._start(f"{SEEN}{key(name)}", self._note_seen(name, seen))

    def _seen_by(self, name: str) -> list[Seen]:
        seen = list[Seen]()
        for number in self._lobby.seats_of(name):
            keeper = self._lobby.loaded(number)
            for one in waiting_at(keeper) if keeper else ():
                if key(one.name) == key(name):
                    seen.append(Seen(NotificationKind.TURN, number, one.since))
                    if one.low:
                        seen.append(Seen(NotificationKind.CLOCK, number, one.since))
        return seen

    async def _note_seen(self, name: str, seen: Sequence[Seen]) -> None:
        await self._log.write(
            name, lambda known: [s for s in seen if not known.knows(s.kind, s.table, s.since)]
        )

    def _start(self, what: str, work: Coroutine[object, None, None]) -> None:
        task = asyncio.create_task(self._try(what, work))
        self._tasks[what] = task
        task.add_done_callback(lambda _: self._tasks.pop(what, None))

    # Sending

    def _send_due(self) -> None:
        """Start sending to players for whom something is due."""
        now = self._services.now()
        for preferences in self._log:
            name = key(preferences.name)
            if len(self._tasks) >= AT_ONCE:
                return
            dues = [at for one in preferences.pending.values() for at in one.due.values()]
            is_due = bool(dues) and min(dues) <= now * 1000
            if is_due and name not in self._tasks and not preferences.is_quiet(now):
                self._start(name, self._send(preferences.name))

    async def _send(self, name: str) -> None:
        """Send the notifications due to a player, and withdraw superfluous ones."""
        preferences = await self._log.read(name)
        own = dict[str, Notification]()
        for one, pending in preferences.pending.items():
            if pending.node != self._node:
                if not self._has_stopped(pending.node):
                    continue
                await self._write_if_pending(name, one, Taken(one, self._node))
            if await self._is_still_wanted(preferences, pending.notification):
                own[one] = pending.notification
            else:
                await self._write_if_pending(name, one, Withdrawn(one))
        now = self._services.now() * 1000
        for subscription, channel in preferences.subscriptions.items():
            dues = {one: preferences.pending[one].due.get(subscription) for one in own}
            waiting = {one: own[one] for one, due in dues.items() if due is not None}
            due = {one: own[one] for one in waiting if (dues[one] or 0) <= now}
            if due and channel is NotificationChannel.MAIL:
                await self._attempt(preferences, subscription, waiting)
                continue
            for one, notification in due.items():
                await self._attempt(preferences, subscription, {one: notification})

    def _has_stopped(self, node: str) -> bool:
        """Return whether another node has stopped, which is unknown shortly after the start."""
        is_settled = self._services.clock() >= self._started + REFRESH
        return is_settled and self._roster.is_current() and not self._roster.is_running(node)

    async def _write_if_pending(self, name: str, one: str, entry: Entry) -> None:
        await self._log.write(name, lambda known: [entry] if one in known.pending else [])

    async def _is_still_wanted(self, known: Preferences, notification: Notification) -> bool:
        """Return whether the player is absent and has not done what the notification asks for."""
        name, number = known.name, notification.table
        if number in known.muted:
            return False
        if notification.kind is NotificationKind.INVITATION:
            listing = self._lobby.live.get(number)
            is_seated = number in self._lobby.seats_of(name)
            is_open = listing is not None and not listing.started and not is_seated
            return is_open and await self._is_welcome(notification.by, name)
        if self._is_here(name):
            return False
        keeper = await self._lobby.find(number)
        if isinstance(keeper, Refusal):
            return False
        if self._services.bus.shared:
            stream = stream_of(number)
            versions = await self._services.journal.versions([stream])
            await keeper.catch_up(versions.get(stream, 0))
        turn = (key(name), notification.since)
        return turn in ((key(one.name), one.since) for one in waiting_at(keeper))

    async def _is_welcome(self, by: str, name: str) -> bool:
        """Return whether an inviter still exists, and the player has not muted or blocked them."""
        person = await self._people.known.look_up(name)
        is_deleted = self._services.shown(by) != by
        return not is_deleted and key(by) not in person.muted | person.blocked

    async def _attempt(
        self, known: Preferences, subscription: str, notifications: Mapping[str, Notification]
    ) -> None:
        """Send notifications to a subscription in one message, and record the result."""
        stored = await self._subscriptions.find(subscription)
        delivery = Delivery.GONE
        if stored:
            data = msgspec.json.decode(stored.data, type=SubscriptionData)
            to = Recipient(subscription, known.name, data)
            delivery = await self._notifier.send(to, list(notifications.values()))
        tries = max(known.pending[one].tries.get(subscription, 0) for one in notifications) + 1
        if delivery is Delivery.LATER and tries >= MOST_TRIES:
            delivery = Delivery.FAILED
        self.count(known.subscriptions[subscription], delivery)
        pause = FIRST_RETRY * SLOWER ** (tries - 1) if delivery is Delivery.LATER else 0
        due = int((self._services.now() + pause) * 1000)
        entries: Sequence[Entry] = [Tried(tuple(notifications), subscription, delivery, due)]
        if delivery is Delivery.GONE:
            entries = [*entries, Unsubscribed(subscription)]
        await self._log.write(known.name, lambda _: entries)
        if delivery is Delivery.GONE:
            await self._subscriptions.erase(key(known.name), subscription)

    def count(self, channel: NotificationChannel, delivery: Delivery) -> None:
        """Count a delivery; subscriptions are never logged."""
        self._services.metrics.notifications.inc(channel, delivery)
        if delivery is not Delivery.SENT:
            log.info("notification_failed", channel=channel, outcome=delivery)
