"""All data stored about a player, as one JSON document that is written piece by piece.

The document contains no digests of secrets or tokens, and nothing that concerns only others, such
as the texts and authors of reports about the player.
"""

from collections.abc import AsyncIterator, Iterable
from typing import TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from ludoteca.core.archive.results import finished_game
from ludoteca.core.lobby.lobby import Lobby
from ludoteca.core.moderation.moderation import OWNERS, REPORTS, STREAM, Moderation
from ludoteca.core.notifications.requests import Notifications
from ludoteca.core.people.contacts import took_part
from ludoteca.core.people.entries import Vacation
from ludoteca.core.people.people import People
from ludoteca.core.people.person import Person, Relation
from ludoteca.core.people.solved import Solved, SolvedPuzzles
from ludoteca.core.ratings import standings
from ludoteca.core.ratings.standings import RatedGame
from ludoteca.core.services import Services
from ludoteca.core.tables.chat_log import CHATS
from ludoteca.core.tables.history import TABLES
from ludoteca.core.tables.listing import shown_said
from ludoteca.core.tables.player_index import played_by
from ludoteca.core.tables.snapshots import load_listing, number_of
from ludoteca.games import Refusal
from ludoteca.journal import DROPPED, Damaged
from ludoteca.messages import (
    FinishedGame,
    Notification,
    PlayerRating,
    QuietHours,
    Said,
    ServerReason,
    SubscriptionInfo,
    TableInfo,
    Visibility,
    key,
    operator,
    refuse,
)
from ludoteca.messages.notification_requests import Choices
from ludoteca.ops.turns import Turns

PAGE = 200
"""Number of entries or games read at once."""
MANY = 1000
"""Number of tables whose chats are searched at once."""

T = TypeVar("T")


class KeptSession(Struct, frozen=True):
    """A client that can log in with a token."""

    since: int
    used: int
    """Times of its creation and last use, in milliseconds since 1970."""
    address: str
    """Address of the last use; empty after a restart."""
    protocol: str
    client: str


class KeptRelation(Struct, frozen=True):
    """Another player, and when you asked to be friends or began to follow them."""

    name: str
    at: int


class KeptSanction(Struct, frozen=True):
    """A ban or mute in force."""

    kind: str
    at: int
    until: int
    """Its end, in milliseconds since 1970; 0 if it is permanent."""
    why: str


class KeptRating(Struct, frozen=True):
    """Rating after a rated game."""

    game: str
    pool: str
    table: int
    at: int
    rating: float
    uncertainty: float


class KeptNotifications(Struct, frozen=True):
    """Your notification settings and subscriptions."""

    subscriptions: tuple[SubscriptionInfo, ...]
    """Browsers, email addresses and webhooks."""
    choices: Choices
    quiet: QuietHours | None
    muted: tuple[int, ...]
    """Tables without notifications."""
    pending: tuple[Notification, ...]
    """Notifications that are still to be sent."""


class KeptReport(Struct, frozen=True):
    """A report that you have written."""

    at: int
    name: str
    text: str
    table: int | None


class KeptAction(Struct, frozen=True):
    """An action by an operator or table owner that concerns you, or that you took as an owner."""

    at: int
    own: bool
    did: operator.AnyOperatorAction


class _Head(Struct, frozen=True):
    """The parts of the document other than the long lists."""

    name: str
    since: int
    """Time at which you got your name, in milliseconds since 1970."""
    account: bool
    """Whether the name is protected by a secret."""
    recovery: bool
    """Whether there is a recovery code."""
    strangers_see: Visibility
    """The part of your page that strangers may see."""
    vacations: tuple[Vacation, ...]
    sessions: tuple[KeptSession, ...]
    friendships: tuple[KeptRelation, ...]
    """Players with whom you want to be friends, whether or not they agree."""
    declined: tuple[str, ...]
    """Players whose friend requests you have declined."""
    followed: tuple[KeptRelation, ...]
    muted: tuple[str, ...]
    blocked: tuple[str, ...]
    sanctions: tuple[KeptSanction, ...]
    ratings: tuple[PlayerRating, ...]
    tables: tuple[TableInfo, ...]
    """Tables where you hold a seat."""
    notifications: KeptNotifications
    solved: Solved
    """Puzzles that you have solved: their numbers, by game."""


class PersonalData(_Head, frozen=True):
    """All data stored about you."""

    rated_games: tuple[KeptRating, ...]
    games: tuple[FinishedGame, ...]
    """Finished games; the moves are at `/api/replays/{number}`."""
    messages: tuple[Said, ...]
    """Chat messages that you have sent, as far as they are stored."""
    reports: tuple[KeptReport, ...]
    reported_messages: tuple[Said, ...]
    """Your messages that are attached to reports about you."""
    actions: tuple[KeptAction, ...]


class PersonalDataDownloads:
    """Writes documents of personal data for players who prove that they own a name."""

    def __init__(
        self,
        services: Services,
        people: People,
        lobby: Lobby,
        moderation: Moderation,
        notifications: Notifications,
    ) -> None:
        self._solved = SolvedPuzzles(services)
        self._services = services
        self._journal = services.journal
        self._people = people
        self._lobby = lobby
        self._moderation = moderation
        self._notifications = notifications
        self._turns = Turns(1)

    async def of(self, name: str, token: str) -> AsyncIterator[bytes] | Refusal:
        """Return the document in pieces to the owner of a token. Documents are written in turn."""
        person = await self._people.find(name)
        if person is None or not person.session(token):
            return refuse(ServerReason.NOT_IN_YET, "Send a token of that player.")
        return self._pieces(person)

    async def _pieces(self, person: Person) -> AsyncIterator[bytes]:
        async with self._turns.turn(person.name):
            head = msgspec.json.encode(await self._head(person))
            yield head.removesuffix(b"}")
            for name, items in (
                ("rated_games", self._rated_games(person)),
                ("games", self._games(person)),
                ("messages", self._messages(person)),
                ("reports", self._reports(person)),
                ("reported_messages", self._reported_messages(person)),
                ("actions", self._actions(person)),
            ):
                before = f',"{name}":['.encode()
                async for item in items:
                    yield before + msgspec.json.encode(item)
                    before = b","
                yield b"]" if before == b"," else before + b"]"
            yield b"}\n"

    async def _head(self, person: Person) -> _Head:
        name = person.name
        sanctions = [
            one
            for one in self._moderation.sanctions()
            if key(getattr(one.did, "name", "")) == key(name)
        ]
        live = [(number, self._lobby.live[number]) for number in self._lobby.seats_of(name)]
        return _Head(
            name=name,
            since=person.since,
            account=person.kept is not None,
            recovery=bool(person.recovery),
            strangers_see=person.strangers_see,
            vacations=person.vacations,
            sessions=tuple(
                KeptSession(one.since, one.used, one.address, one.protocol, one.client)
                for one in person.sessions.values()
            ),
            friendships=self._relations(person.wishes.values()),
            declined=person.declined,
            followed=self._relations(person.follows.values()),
            muted=tuple(sorted(person.muted)),
            blocked=tuple(sorted(person.blocked)),
            sanctions=tuple(
                KeptSanction(
                    "ban" if isinstance(one.did, operator.Ban) else "mute",
                    one.at,
                    one.did.until,
                    one.did.why,
                )
                for one in sanctions
            ),
            ratings=await standings.ratings_of(self._journal, name),
            tables=tuple(self._lobby.infos.info(*one) for one in live),
            notifications=await self._kept_notifications(name),
            solved=await self._solved.of(name),
        )

    async def _kept_notifications(self, name: str) -> KeptNotifications:
        kept, shown = await self._notifications.kept(name)
        pending = tuple(one.notification for one in kept.pending.values())
        return KeptNotifications(shown, kept.choices, kept.quiet, kept.muted, pending)

    def _relations(self, relations: Iterable[Relation]) -> tuple[KeptRelation, ...]:
        return tuple(KeptRelation(self._services.shown(one.name), one.at) for one in relations)

    # Long lists

    async def _rated_games(self, person: Person) -> AsyncIterator[KeptRating]:
        prefix = standings.streams_of(person.name)
        for stream in await self._journal.streams(prefix):
            game, pool = stream.name.removeprefix(prefix).split("|")
            async for one in self._entries(stream.name, RatedGame):
                yield KeptRating(game, pool, one.table, one.at, one.rating, one.uncertainty)

    async def _games(self, person: Person) -> AsyncIterator[FinishedGame]:
        label = played_by(person.name)
        after = ""
        while page := await self._journal.indexed(label, after=after, most=PAGE):
            for stream in page:
                listing = await load_listing(stream, self._services)
                if listing and took_part(person, listing):
                    game = finished_game(number_of(stream), listing)
                    code = listing.opened.code if listing.opened.private else ""
                    if game:
                        yield replace(self._lobby.results.as_shown(game), code=code)
            after = page[-1].name

    async def _messages(self, person: Person) -> AsyncIterator[Said]:
        async for stream in self._chats():
            async for said in self._entries(stream, Said):
                if _is_by(said, person):
                    yield shown_said(said, self._services.shown)

    async def _chats(self) -> AsyncIterator[str]:
        """Yield the streams of all chats."""
        yield f"{CHATS}house"
        last = await self._journal.last(TABLES)
        total = number_of(last) if last else 0
        for first in range(1, total + 1, MANY):
            names = [f"{CHATS}{number:09}" for number in range(first, first + MANY)]
            for name in sorted(await self._journal.versions(names)):
                yield name

    async def _reports(self, person: Person) -> AsyncIterator[KeptReport]:
        async for one in self._entries(REPORTS, operator.Reported):
            if key(one.by) == key(person.name) and one.at >= person.since:
                name = self._services.shown(one.name)
                yield KeptReport(one.at, name, one.text, one.table)

    async def _reported_messages(self, person: Person) -> AsyncIterator[Said]:
        async for one in self._entries(REPORTS, operator.Reported):
            for said in one.talk if key(one.name) == key(person.name) else ():
                if _is_by(said, person):
                    yield said

    async def _actions(self, person: Person) -> AsyncIterator[KeptAction]:
        for stream in (STREAM, OWNERS):
            async for one in self._entries(stream, operator.Recorded):
                own = key(one.by) == key(person.name)
                about = key(getattr(one.did, "name", "")) == key(person.name)
                if (own or about) and one.at >= person.since:
                    yield KeptAction(one.at, own, one.did)

    async def _entries(self, stream: str, kind: type[T]) -> AsyncIterator[T]:
        """Yield the readable entries of a stream, a page at a time."""
        after = 0
        while True:
            try:
                entries: list[bytes | None] = [*await self._journal.read(stream, after, PAGE)]
            except Damaged as damaged:
                entries = [*damaged.entries]
            for entry in entries:
                if entry is not None and entry is not DROPPED:
                    try:
                        yield msgspec.json.decode(entry, type=kind)
                    except msgspec.MsgspecError:
                        continue
            if len(entries) < PAGE:
                return
            after += len(entries)


def _is_by(said: Said, person: Person) -> bool:
    return key(said.by) == key(person.name) and said.at >= person.since
