"""Listings, which are summaries for finding tables, and the names that clients are shown."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple, TypeAlias

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from ludoteca.core.tables.absence_policy import AbsencePolicy, frees_seats
from ludoteca.core.tables.clocks import Spent
from ludoteca.core.tables.decisions import KEPT
from ludoteca.core.tables.history import Moment
from ludoteca.core.tables.player_index import entries_of
from ludoteca.core.tables.table import Holder, Table, rule_in_force
from ludoteca.core.tables.values import UNREADABLE, read_value
from ludoteca.games import GAMES, RULEBOOKS, Seat
from ludoteca.journal import IndexEntry
from ludoteca.messages import (
    DELETED,
    HolderInfo,
    MovePlayed,
    MoveTakenBack,
    Record,
    Result,
    Said,
    SeatFreed,
    SeatRating,
    SeatSkipped,
    SeatTaken,
    TableInfo,
    TableNews,
    TableOpened,
    TimeGiven,
    VacationBegun,
    VacationEnded,
    key,
)

UNLISTED_RECORDS = (MovePlayed, MoveTakenBack, SeatSkipped, TimeGiven)
"""Records that leave the listing unchanged, unless the game ends or its last round begins."""
FRESH = 3_600_000
"""Milliseconds after which a listing is rewritten merely to update its time."""
LIVE = "live"
ENDED = "ended"
GAME = "game"
UNREAD = "unread"
"""Index labels of tables: live; finished; finished and public; unreadable when indexed."""
INDEX = 1
"""Value of each index entry `ended`. Increase it when finished games get more index entries."""


class Listing(Struct, frozen=True, omit_defaults=True):
    """Summary of a table."""

    opened: TableOpened
    owner: str
    holders: tuple[Holder | None, ...]
    started: bool = False
    closed: bool = False
    paused: bool = False
    last_round: bool = False
    result: Result | None = None
    players: tuple[Holder | None, ...] = ()
    """Current or last holders of the seats; set once the game is over or a player has left it."""
    at: int = 0
    """Time of the last change, in milliseconds since 1970. It may lag behind by up to `FRESH`."""
    spent: Spent | None = None
    """Time spent in the running turn when the listing was written, if there is a clock."""
    stand_ins: dict[Seat, str] = {}
    """Kinds of the bots that stand in for absent players, by seat."""
    offered: tuple[Seat, ...] = ()
    """Seats that can be taken over."""
    rematch: int = 0
    """Table number of the rematch; 0 if there is none."""
    resumes: int = 0
    """When a pause ends automatically, in milliseconds since 1970; 0 if it does not."""
    kept_for: tuple[str, ...] = ()
    """People for whom a rematch keeps an empty seat."""
    ratings: tuple[SeatRating, ...] = ()
    """Ratings after the game, if it was rated."""
    vacations: dict[str, int] = {}
    """Latest end of each vacation, in milliseconds since 1970, by the key of the name."""
    goals: tuple[dict[str, int], ...] = ()
    """Points of each seat at the end, by source; empty in listings of earlier versions."""

    @property
    def live(self) -> bool:
        """Whether people can still take seats or play at the table."""
        return not self.closed and self.result is None

    @property
    def ended(self) -> int:
        """When the game ended, if the time at which some seat was taken is unknown; otherwise 0."""
        people = [player for player in self.players if player and not player.bot]
        return 0 if self.result is None or all(player.at for player in people) else self.at

    def seated_at(self, name: str) -> Iterator[int]:
        """Yield when people of this name took their seats, in milliseconds since 1970.

        If that is unknown, yield when the game ended or, before its end, when the table was opened.
        """
        undated = self.ended or self.opened.at
        for holder in (*self.holders, *self.players):
            if holder and not holder.bot and key(holder.name) == key(name):
                yield holder.at or undated

    @property
    def ticks(self) -> bool:
        """Whether deadlines apply even while nobody is connected."""
        if not self.live or not self.started:
            return self.live and (frees_seats(self.opened) or bool(self.kept_for))
        running = not self.paused or bool(self.resumes)
        return running and self.opened.clock is not None and self.opened.clock.slow

    @property
    def kept_until(self) -> int:
        """When a rematch stops keeping seats, in milliseconds since 1970; 0 if it keeps none."""
        return self.opened.at + KEPT * 1000 if self.kept_for else 0

    @property
    def has_room(self) -> bool:
        """Whether, before the game starts, an empty seat is not kept for anybody."""
        return not self.started and self.holders.count(None) > len(self.kept_for)

    @property
    def is_matching(self) -> bool:
        """Whether the next player who wants the same game takes a seat at this table."""
        return self.opened.matching and self.live and not self.started

    def is_older(self, than: float) -> bool:
        """Return whether the stored time is too old to be relied on after a restart."""
        return self.live and than * 1000 - self.at >= FRESH

    def _vacation_of(self, holder: Holder | None) -> int:
        if not self.vacations or holder is None or holder.bot:
            return 0
        return self.vacations.get(key(holder.name), 0)

    def closes_at(self, since: float, absence_policy: AbsencePolicy) -> float | None:
        """Return when a table that was last visited at `since` is closed; None if never."""
        if not self.live:
            return None
        if not self.started and not self.opened.private:
            return since + absence_policy.close_empty
        slow = self.started and self.opened.clock is not None and self.opened.clock.slow
        return None if slow else since + absence_policy.close_idle

    def info(self, number: int, away: frozenset[Seat] | None = None, code: str = "") -> TableInfo:
        """Return the table as shown to clients. Without `away`, all people count as absent."""
        opened = self.opened
        return TableInfo(
            table=number,
            game=opened.game,
            seats=tuple(
                holder_info(
                    holder,
                    here=away is not None and seat not in away,
                    stand_in=self.stand_ins.get(Seat(seat), ""),
                    vacation=self._vacation_of(holder),
                )
                for seat, holder in enumerate(self.holders)
            ),
            options=opened.options,
            owner=self.owner,
            private=opened.private,
            watchable=opened.watchable,
            started=self.started,
            over=self.result is not None,
            name=opened.name,
            waits=opened.waits,
            clock=opened.clock,
            take_back=opened.take_back,
            paused=self.paused,
            origin=opened.origin,
            rematch=self.rematch,
            code=code,
            rules=opened.rules,
            room=opened.room,
            last_round=self.last_round,
            closed=self.closed,
            absence=rule_in_force(opened, self.holders),
            offered=self.offered,
            hints=opened.hints,
            resumes=self.resumes,
            kept_for=self.kept_for,
            kept_until=self.kept_until,
            rated=opened.rated,
            matching_since=opened.at if self.is_matching else 0,
        )


OnListing: TypeAlias = Callable[[int, Listing, int], None]
"""Called with a table's number, its new listing and its version."""


def holder_info(
    holder: Holder | None, *, here: bool, stand_in: str = "", vacation: int = 0
) -> HolderInfo | None:
    """Describe the holder of a seat; bots are always present."""
    if holder is None:
        return None
    here = here or bool(holder.bot)
    strength = holder.strength, holder.strength_games
    return HolderInfo(holder.name, holder.bot, here, stand_in, holder.program, vacation, *strength)


def listing_of(table: Table, at: int) -> Listing:
    result, goals = _end(table)
    return Listing(
        opened=table.opened,
        owner=table.owner,
        holders=table.holders,
        started=table.started,
        closed=table.closed,
        paused=table.paused,
        last_round=table.in_last_round,
        result=result,
        players=table.players if result or table.players != table.holders else (),
        at=at,
        stand_ins=dict(table.stand_ins),
        offered=table.to_take_over(),
        rematch=table.rematch,
        resumes=table.resumes,
        kept_for=table.kept_for,
        ratings=table.ratings,
        vacations=dict(table.vacations) if table.in_play or not table.started else {},
        goals=goals,
    )


def _end(table: Table) -> tuple[Result | None, tuple[dict[str, int], ...]]:
    """Return the result of a table whose game is over, and the points of each seat by source."""
    outcome = table.rules.outcome(table.state) if table.started else None
    if outcome is None:
        return None, ()
    points = table.points(table.view(None))
    totals = tuple(sum(point.amount for point in seat) for seat in points)
    return Result(outcome, totals), tuple({p.source: p.amount for p in seat} for seat in points)


def listing_after(
    before: Listing, records: Sequence[Record], table: Table, at: int
) -> Listing | None:
    """Return the listing after these records, or None if it need not be written."""
    if not records:
        return None
    # A generator would take three times as long for the one record of a move.
    unlisted = all([isinstance(record, UNLISTED_RECORDS) for record in records])  # noqa: C419
    if unlisted and table.in_last_round == before.last_round and not table.over:
        return replace(before, at=at) if at - before.at >= FRESH else None
    # Later records, such as a rematch, do not change when the game ended.
    listing = listing_of(table, before.at if before.result else at)
    opens = isinstance(records[0], TableOpened)
    return listing if opens or not same(listing, before) else None


def same(one: Listing, other: Listing) -> bool:
    """Return whether two listings differ only in their time."""
    return one == replace(other, at=one.at)


def write_listing(listing: Listing) -> bytes:
    """Encode a listing as the note of a stream."""
    return msgspec.json.encode(listing)


class Changes(NamedTuple):
    """New note and index entries of a stream; None leaves the current value unchanged."""

    note: bytes | None
    index_entries: list[IndexEntry] | None


UNCHANGED = Changes(None, None)


def changes(
    before: Listing, after: Listing | None, spent: Spent | None = None, *, opens: bool = False
) -> Changes:
    """Return the changes to write with an append; index entries change only with `live`."""
    if after is None and spent is None:
        return UNCHANGED
    note = write_listing(replace(after or before, spent=spent))
    if after and (opens or after.live != before.live):
        return Changes(note, index_entries_of(after))
    return Changes(note, None)


def index_entries_of(listing: Listing) -> list[IndexEntry]:
    if listing.live:
        return [IndexEntry(LIVE, listing.at)]
    if listing.result is None:
        return []
    index_entries = [IndexEntry(ENDED, listing.at, INDEX)]
    if listing.opened.origin:  # most of the game was played at another table
        return index_entries
    if not listing.opened.private:
        index_entries.append(IndexEntry(GAME, listing.at))
    game, players = listing.opened.game, listing.players
    return [*index_entries, *entries_of(game, players, listing.result, listing.goals, listing.at)]


def read_listing(note: bytes) -> Listing | None:
    """Decode a listing from the note of a stream; return None if it is unreadable."""
    try:
        listing = msgspec.json.decode(note, type=Listing)
        opened = listing.opened
        rules = RULEBOOKS.get((opened.game, opened.rules)) or GAMES.get(opened.game)
        if rules is None:  # an unknown game is not playable, so its options stay undecoded
            return listing
        options = read_value(opened.options, rules.OPTIONS)
    except UNREADABLE:
        return None
    return replace(listing, opened=replace(opened, options=options))


ShownName: TypeAlias = Callable[[str], str]
"""Maps a name to the text shown for it."""


class DeletedNames:
    """The names of deleted accounts."""

    def __init__(self) -> None:
        self._keys: set[str] = set()

    def __contains__(self, name: str) -> bool:
        return key(name) in self._keys

    def add(self, name: str) -> None:
        self._keys.add(key(name))

    def shown(self, name: str) -> str:
        """Return a name, or the placeholder if its account was deleted."""
        return DELETED if key(name) in self._keys else name


def shown_info(info: TableInfo, shown: ShownName) -> TableInfo:
    names = (info.owner, *info.kept_for, *(holder.name for holder in info.seats if holder))
    if all(shown(name) == name for name in names):
        return info
    seats = tuple(shown_holder(holder, shown) for holder in info.seats)
    kept_for = tuple(map(shown, info.kept_for))
    return replace(info, owner=shown(info.owner), seats=seats, kept_for=kept_for)


def shown_holder(holder: HolderInfo | None, shown: ShownName) -> HolderInfo | None:
    """Return the holder of a seat with the name to show; bots keep their names."""
    return holder and (holder if holder.bot else replace(holder, name=shown(holder.name)))


def shown_record(record: Record, shown: ShownName) -> Record:
    if isinstance(record, SeatTaken) and not record.bot:
        return replace(record, name=shown(record.name))
    if isinstance(record, VacationBegun | VacationEnded):
        return replace(record, name=shown(record.name))
    if isinstance(record, TableOpened):
        former = shown(record.former_owner)
        kept_for = tuple(map(shown, record.kept_for))
        owner = shown(record.owner)
        return replace(record, owner=owner, former_owner=former, kept_for=kept_for)
    if isinstance(record, SeatFreed) and record.kept_for:
        return replace(record, kept_for=shown(record.kept_for))
    return record


def shown_news(news: TableNews, shown: ShownName) -> TableNews:
    return replace(news, record=shown_record(news.record, shown))


def shown_moment(moment: Moment, shown: ShownName) -> Moment:
    """Return a moment with the names that replays show."""

    def seen(holder: Holder | None) -> Holder | None:
        return holder and (holder if holder.bot else replace(holder, name=shown(holder.name)))

    table = moment.table
    players = tuple(map(seen, table.players))
    return Moment(shown_record(moment.record, shown), replace(table, players=players))


def shown_said(said: Said, shown: ShownName) -> Said:
    if shown(said.by) == said.by and shown(said.to) == said.to:
        return said
    return replace(said, by=shown(said.by), to=shown(said.to))
