"""Journal entries about notifications, and what follows from them."""

from datetime import UTC, datetime

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludoteca.core.notifications.log import STREAMS
from ludoteca.core.notifications.preferences import (
    Chosen,
    Entry,
    Preferences,
    Raised,
    Seen,
    Subscribed,
    TableMuted,
    Taken,
    Tried,
    Unsubscribed,
    Withdrawn,
    folded,
    write_entry,
)
from ludoteca.journal import Addition, IndexEntry
from ludoteca.messages import (
    AskNotifications,
    Delivery,
    Notification,
    NotificationChannel,
    NotificationKind,
    NotificationSettings,
    QuietHours,
)
from tests.core.notifications.local import NotifyingServer, with_account

SUBSCRIPTIONS = st.sampled_from("abc")
KINDS = st.sampled_from([NotificationKind.TURN, NotificationKind.CLOCK])
NOTIFICATIONS = st.builds(Notification, KINDS, st.integers(1, 3), st.integers(0, 5))
IDS = NOTIFICATIONS.map(lambda one: one.id)
ENTRIES: st.SearchStrategy[Entry] = st.one_of(
    st.builds(Subscribed, SUBSCRIPTIONS, st.sampled_from(NotificationChannel)),
    st.builds(Unsubscribed, SUBSCRIPTIONS),
    st.builds(TableMuted, st.integers(1, 3), st.booleans()),
    st.builds(
        Raised, NOTIFICATIONS, st.dictionaries(SUBSCRIPTIONS, st.integers(0, 9)), st.just("n")
    ),
    st.builds(Taken, IDS, st.just("m")),
    st.builds(Tried, st.tuples(IDS), SUBSCRIPTIONS, st.sampled_from(Delivery), st.integers(0, 9)),
    st.builds(Seen, KINDS, st.integers(1, 3), st.integers(0, 5)),
    st.builds(Withdrawn, IDS),
)


@given(st.lists(ENTRIES, max_size=30))
def test_nothing_is_pending_for_a_subscription_that_is_gone_or_was_reached(
    entries: list[Entry],
) -> None:
    written = [msgspec.json.decode(write_entry(entry), type=Entry) for entry in entries]
    assert written == entries
    preferences = folded("Anna", written)
    note = msgspec.json.encode(preferences)
    assert msgspec.json.decode(note, type=Preferences) == preferences
    gone = {entry.subscription for entry in entries if isinstance(entry, Unsubscribed)}
    for identifier, pending in preferences.pending.items():
        assert pending.notification.id == identifier
        notification = pending.notification
        assert preferences.knows(notification.kind, notification.table, notification.since)
        assert pending.due
        last = max(
            i for i, e in enumerate(entries) if getattr(e, "notification", None) == notification
        )
        later = entries[last:]
        reached = {
            entry.subscription
            for entry in later
            if isinstance(entry, Tried)
            and identifier in entry.ids
            and entry.delivery is not Delivery.LATER
        }
        left = {entry.subscription for entry in later if isinstance(entry, Unsubscribed)}
        assert pending.due.keys().isdisjoint(reached | (gone & left))


async def test_damaged_note_is_replaced_by_what_follows_from_the_entries() -> None:
    server = NotifyingServer()
    await server.dispatcher.open()
    anna = await with_account(await server.enter("Anna"))
    chosen = Chosen({NotificationKind.TURN: (NotificationChannel.MAIL,)}, None)
    entries = [write_entry(chosen), write_entry(TableMuted(7, muted=True))]
    marks = [IndexEntry("notified", 1)]
    await server.journal.append_all([Addition(f"{STREAMS}anna", 0, entries, b"x", marks)])
    settings = await anna.ask(AskNotifications())
    assert isinstance(settings, NotificationSettings)
    assert (settings.choices, settings.muted) == (chosen.choices, (7,))


@pytest.mark.parametrize(
    ("hours", "time", "is_quiet"),
    [
        ((22, 8), "2026-01-10T21:30+00:00", True),  # 22:30 in Rome
        ((22, 8), "2026-01-10T20:30+00:00", False),
        ((22, 8), "2026-07-10T20:30+00:00", True),  # summer time
        ((22, 8), "2026-01-10T06:59+00:00", True),
        ((22, 8), "2026-01-10T07:00+00:00", False),
        ((13, 15), "2026-01-10T13:00+00:00", True),
        ((13, 15), "2026-01-10T15:00+00:00", False),
        ((13, 13), "2026-01-10T15:00+00:00", True),  # all day
    ],
)
def test_quiet_hours_follow_the_time_zone(
    hours: tuple[int, int], time: str, *, is_quiet: bool
) -> None:
    start, end = hours
    quiet = QuietHours(start * 60, end * 60, "Europe/Rome")
    at = datetime.fromisoformat(time).astimezone(UTC).timestamp()
    assert Preferences("Anna", quiet=quiet).is_quiet(at) is is_quiet
