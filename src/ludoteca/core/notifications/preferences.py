"""A player's notifications: journal entries, and the preferences derived from them.

The stream of a player holds the choices, the ids of subscriptions, and the outbox. The entry that
raises a notification names the subscriptions to which it is sent. Every attempt to send it is
recorded in another entry, so that any node can continue after a crash. The preferences are the note
of the stream.
"""

from collections.abc import Iterable
from datetime import UTC, datetime
from functools import lru_cache, reduce
from typing import TypeAlias
from zoneinfo import ZoneInfo

import msgspec
from msgspec import Struct, field
from msgspec.structs import replace

from ludoteca.journal import IndexEntry
from ludoteca.messages import (
    Delivery,
    Notification,
    NotificationChannel,
    NotificationKind,
    QuietHours,
)
from ludoteca.messages.notification_requests import Choices

NOTIFIED = "notified"
"""Index label of players with subscriptions, ranked by the time of the last change."""
MOST_LATEST = 200
"""Number of turns that are remembered as notified or seen."""
MOST_MUTED = 100
ON_TABLES = (NotificationKind.TURN, NotificationKind.CLOCK, NotificationKind.REMINDER)
"""Kinds about a turn, which become superfluous once the player has moved."""
CHOSEN = (*ON_TABLES, NotificationKind.INVITATION)
"""Kinds that players can choose."""
DEFAULT: Choices = dict.fromkeys(CHOSEN, tuple(NotificationChannel))


class Subscribed(Struct, frozen=True, tag=True):
    """A subscription was added or, for an email address, confirmed."""

    subscription: str
    channel: NotificationChannel


class Unsubscribed(Struct, frozen=True, tag=True):
    """A subscription was removed by its owner, or no longer exists."""

    subscription: str


class Chosen(Struct, frozen=True, tag=True):
    """The player chose channels and quiet hours."""

    choices: Choices
    quiet: QuietHours | None


class TableMuted(Struct, frozen=True, tag=True):
    """The player muted or unmuted a table."""

    table: int
    muted: bool


class Raised(Struct, frozen=True, tag=True):
    """A notification is to be sent to subscriptions, each at a time in milliseconds since 1970."""

    notification: Notification
    due: dict[str, int]
    node: str


class Taken(Struct, frozen=True, tag=True):
    """A node took over a notification, because the node that raised it has stopped."""

    id: str
    node: str


class Tried(Struct, frozen=True, tag=True):
    """A node tried to send notifications; `due` is the time of the next attempt."""

    ids: tuple[str, ...]
    subscription: str
    delivery: Delivery
    due: int = 0


class Seen(Struct, frozen=True, tag=True):
    """The player has seen a turn or a low clock while connected, so no notification is needed."""

    kind: NotificationKind
    table: int
    since: int


class Withdrawn(Struct, frozen=True, tag=True):
    """A notification has become superfluous: the player has returned or moved."""

    id: str


Entry: TypeAlias = (
    Subscribed | Unsubscribed | Chosen | TableMuted | Raised | Taken | Tried | Seen | Withdrawn
)
"""Journal entries about a player's notifications."""


class Pending(Struct, frozen=True):
    """A notification that has not reached all of its subscriptions."""

    notification: Notification
    due: dict[str, int]
    """Subscriptions, with the time of the next attempt in milliseconds since 1970."""
    node: str
    tries: dict[str, int] = {}
    """Failed attempts by subscription."""


class Preferences(Struct, frozen=True, omit_defaults=True):
    """Choices, subscriptions and outbox of a player, derived from the entries."""

    name: str
    subscriptions: dict[str, NotificationChannel] = {}
    choices: Choices = field(default_factory=DEFAULT.copy)
    quiet: QuietHours | None = None
    muted: tuple[int, ...] = ()
    latest: dict[str, int] = {}
    """Version at which the last notified or seen turn began, by kind and table."""
    pending: dict[str, Pending] = {}

    def wants(self, kind: NotificationKind, table: int) -> list[str]:
        """Return the subscriptions for notifications of a kind about a table."""
        if table in self.muted:
            return []
        channels = self.choices.get(kind, ())
        return [
            subscription
            for subscription, channel in self.subscriptions.items()
            if channel in channels
        ]

    def knows(self, kind: NotificationKind, table: int, since: int) -> bool:
        """Return whether a notification of a kind, or a later one, was raised or is superfluous."""
        return since <= self.latest.get(_subject(kind, table), -1)

    def is_quiet(self, at: float) -> bool:
        """Return whether nothing may be sent at a time in seconds since 1970."""
        if self.quiet is None:
            return False
        local = datetime.fromtimestamp(at, UTC).astimezone(zone_of(self.quiet.zone))
        minute = local.hour * 60 + local.minute
        start, end = self.quiet.start, self.quiet.end
        return start <= minute < end if start < end else minute >= start or minute < end


@lru_cache(1000)
def zone_of(name: str) -> ZoneInfo:
    return ZoneInfo(name)


def _subject(kind: NotificationKind, table: int) -> str:
    return f"{kind} {table}"


def apply_entry(before: Preferences, entry: Entry) -> Preferences:  # noqa: C901 - a case an entry
    match entry:
        case Subscribed(subscription, channel):
            return replace(before, subscriptions={**before.subscriptions, subscription: channel})
        case Unsubscribed(subscription):
            subscriptions = {
                one: c for one, c in before.subscriptions.items() if one != subscription
            }
            ids = tuple(before.pending)
            return _without(replace(before, subscriptions=subscriptions), ids, subscription)
        case Chosen(choices, quiet):
            return replace(before, choices=choices, quiet=quiet)
        case TableMuted(table, muted):
            others = tuple(one for one in before.muted if one != table)
            return replace(before, muted=(*others, table)[-MOST_MUTED:] if muted else others)
        case Raised(notification, due, node):
            raised = {notification.id: Pending(notification, due, node)} if due else {}
            after = _known(before, notification.kind, notification.table, notification.since)
            return replace(after, pending={**before.pending, **raised})
        case Taken(id=taken, node=node) if known := before.pending.get(taken):
            return replace(before, pending={**before.pending, taken: replace(known, node=node)})
        case Tried(ids, subscription, Delivery.LATER, due):
            return _later(before, ids, subscription, due)
        case Tried(ids, subscription):
            return _without(before, ids, subscription)
        case Seen(kind, table, since):
            return _known(before, kind, table, since)
        case Withdrawn(id=withdrawn):
            pending = {one: p for one, p in before.pending.items() if one != withdrawn}
            return replace(before, pending=pending)
        case _:
            return before


def _known(before: Preferences, kind: NotificationKind, table: int, since: int) -> Preferences:
    subject = _subject(kind, table)
    latest = {one: version for one, version in before.latest.items() if one != subject}
    latest[subject] = max(since, before.latest.get(subject, -1))
    return replace(before, latest=dict(list(latest.items())[-MOST_LATEST:]))


def _without(before: Preferences, ids: Iterable[str], subscription: str) -> Preferences:
    """Remove a subscription from pending notifications."""
    pending = dict(before.pending)
    for one in ids:
        if known := pending.pop(one, None):
            due = {other: at for other, at in known.due.items() if other != subscription}
            if due:
                pending[one] = replace(known, due=due)
    return replace(before, pending=pending)


def _later(before: Preferences, ids: Iterable[str], subscription: str, due: int) -> Preferences:
    pending = dict(before.pending)
    for one in ids:
        if (known := pending.get(one)) and subscription in known.due:
            tries = {**known.tries, subscription: known.tries.get(subscription, 0) + 1}
            pending[one] = replace(known, due={**known.due, subscription: due}, tries=tries)
    return replace(before, pending=pending)


def folded(name: str, entries: Iterable[Entry]) -> Preferences:
    """Return the preferences that result from all entries of a player."""
    return reduce(apply_entry, entries, Preferences(name))


def resets(preferences: Preferences) -> list[Entry]:
    """Return the entries that remove all subscriptions, choices and mutes."""
    entries: list[Entry] = [Unsubscribed(one) for one in preferences.subscriptions]
    entries += [TableMuted(table, muted=False) for table in preferences.muted]
    if (preferences.choices, preferences.quiet) != (DEFAULT, None):
        entries.append(Chosen(DEFAULT, None))
    return entries


def index_entries_of(preferences: Preferences, at: int) -> list[IndexEntry]:
    return [IndexEntry(NOTIFIED, at)] if preferences.subscriptions or preferences.pending else []


def write_entry(entry: Entry) -> bytes:
    return msgspec.json.encode(entry)
