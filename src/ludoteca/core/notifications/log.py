"""The streams of the entries about players' notifications."""

from collections.abc import Callable, Iterator, Sequence

import msgspec

from ludoteca.core.notifications.preferences import (
    NOTIFIED,
    Entry,
    Preferences,
    apply_entry,
    folded,
    index_entries_of,
    write_entry,
)
from ludoteca.core.services import Services
from ludoteca.journal import DROPPED, Conflict, Stream
from ludoteca.messages import key

STREAMS = "notify/"
AGAIN = 60_000
"""Milliseconds by which the clocks of nodes may differ."""


class NotificationLog:
    """Reads and writes preferences, and caches those of all players with subscriptions."""

    def __init__(self, services: Services) -> None:
        self._journal = services.journal
        self._now = services.now
        self._known: dict[str, Preferences] = {}
        self._since: int | None = None

    def __iter__(self) -> Iterator[Preferences]:
        """Iterate over the players with subscriptions."""
        return iter(list(self._known.values()))

    def known(self, name: str) -> Preferences | None:
        """Return the cached preferences of a player, if the player has subscriptions."""
        return self._known.get(key(name))

    def __bool__(self) -> bool:
        return bool(self._known)

    async def refresh(self) -> bool:
        """Read preferences that may have changed since the last call; return whether any have."""
        begun = int(self._now() * 1000)
        news = False
        for stream in await self._journal.indexed(NOTIFIED, since=self._since):
            name, preferences = stream.name.removeprefix(STREAMS), await self._read(stream)
            news = news or self._known.get(name) != preferences
            self._learn(name, preferences)
        self._since = begun - AGAIN
        return news

    async def read(self, name: str) -> Preferences:
        preferences, _ = await self._find(name)
        return preferences

    async def write(
        self, name: str, decide: Callable[[Preferences], Sequence[Entry]]
    ) -> Preferences:
        """Append the entries that `decide` returns for the current preferences."""
        while True:
            before, version = await self._find(name)
            entries = decide(before)
            if not entries:
                self._learn(key(name), before)
                return before
            after = before
            for entry in entries:
                after = apply_entry(after, entry)
            note = msgspec.json.encode(after)
            marks = index_entries_of(after, int(self._now() * 1000))
            written = [write_entry(entry) for entry in entries]
            try:
                await self._journal.append(STREAMS + key(name), version, written, note, marks)
            except Conflict:  # another request or node was faster
                continue
            self._learn(key(name), after)
            return after

    async def _find(self, name: str) -> tuple[Preferences, int]:
        stream = await self._journal.find(STREAMS + key(name))
        if stream is None:
            return Preferences(name), 0
        return await self._read(stream), stream.version

    async def _read(self, stream: Stream) -> Preferences:
        """Return the preferences in a stream's note or, if it is damaged, from its entries."""
        try:
            return msgspec.json.decode(stream.note, type=Preferences)
        except msgspec.DecodeError:
            entries = await self._journal.read(stream.name)
            read = (msgspec.json.decode(e, type=Entry) for e in entries if e is not DROPPED)
            return folded(stream.name.removeprefix(STREAMS), read)

    def _learn(self, name: str, preferences: Preferences) -> None:
        if preferences.subscriptions or preferences.pending:
            self._known[name] = preferences
        else:
            self._known.pop(name, None)
