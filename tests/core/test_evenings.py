"""Random sessions: players enter, drop, return, play, chat and leave, and the invariants hold."""

import asyncio
from collections.abc import Coroutine
from itertools import pairwise
from typing import Any

import msgspec
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from msgspec.structs import replace

from ludoteca.core import Dispatcher
from ludoteca.core.tables.history import Moment, stream_of
from ludoteca.core.tables.keeper import Keeper
from ludoteca.core.tables.table import Table
from ludoteca.games import GAMES, Dice, Seat
from ludoteca.games.seating import TurnPassed
from ludoteca.messages import (
    AskMoves,
    AskPoints,
    Clock,
    DropMove,
    Enter,
    Finish,
    GiveTime,
    JoinTable,
    LookAround,
    MoveKept,
    MovePlayed,
    MoveTakenBack,
    Mute,
    Notice,
    OpenTable,
    Pause,
    PersonHere,
    Play,
    PlayOn,
    Recall,
    Record,
    Refused,
    Rematch,
    Resign,
    ResizeTable,
    Resume,
    Said,
    Say,
    SeatBot,
    SeatTaken,
    StandUp,
    StartTable,
    StopWatching,
    Surroundings,
    TableInfo,
    TableListed,
    TableNews,
    TableShown,
    TakeBack,
    TimeGiven,
    Unseat,
    ViewThunk,
    Watch,
    Welcome,
    events_of,
)
from tests.conftest import many
from tests.core.histories import read_history
from tests.core.local import LocalClient, LocalServer, raw

NAMES = ("Anna", "Bruno", "Carla", "Dora")
TABLES = st.integers(1, 4)
NAME = st.sampled_from(NAMES)
TIMEOUT = 100
"""Attempts to reread the journal while a bot moves."""


class Witness(LocalClient):
    """A client that remembers its seat at the time of each notice about a table."""

    def __init__(self, server: Dispatcher) -> None:
        super().__init__(server)
        self.unproven: list[tuple[Notice, Seat | None]] = []
        self.people: set[str] | None = None
        self.tables: dict[int, TableInfo] = {}
        """The followed tables; empty until the client asks to follow."""

    def tell(self, notice: Notice, look: ViewThunk | None = None) -> None:
        super().tell(notice, look)
        self.follow(notice)
        match notice:
            case TableNews(table=number) | TableShown(TableInfo(table=number)):
                keeper = next(k for k in self.dispatcher.lobby if k.table.number == number)
                self.unproven.append((notice, keeper.table.seat_of(self.name)))
            case Said(table=number):
                seated = number in self.dispatcher.lobby.seats_of(self.name)
                self.unproven.append((notice, Seat(0) if seated else None))

    def follow(self, notice: Notice) -> None:
        match notice:
            case Surroundings(people, tables):
                self.people, self.tables = set(people), {info.table: info for info in tables}
            case TableListed(info, closed):
                self.tables.pop(info.table, None)
                if not closed:
                    self.tables[info.table] = info
            case PersonHere(name, here) if self.people is not None:
                (self.people.add if here else self.people.discard)(name)


def listed(table: Table) -> tuple[Any, ...]:
    """Return the fields that the list of tables shows, apart from presence."""
    names = tuple(holder and (holder.name, holder.bot) for holder in table.holders)
    return names, table.owner, table.started, table.paused


def told(info: TableInfo) -> tuple[Any, ...]:
    names = tuple(holder and (holder.name, holder.bot) for holder in info.seats)
    return names, info.owner, info.started, info.paused


def known(record: Record, table: Table, eyes: Seat | None) -> Any:
    """Return the record as this seat may see it."""
    if isinstance(record, SeatTaken):
        record = replace(record, at=0)
    if not events_of(record):
        return record
    seen = [table.rules.redact(event, eyes) for event in events_of(record)]
    return replace(record, events=tuple(event for event in seen if event is not None))


class AnyEvening(RuleBasedStateMachine):
    """Guests at a server, with the journal as the model of past events."""

    def __init__(self) -> None:
        super().__init__()
        self.loop = asyncio.new_event_loop()
        self.server = LocalServer()
        self.clients: dict[str, Witness] = {}
        self.following: set[str] = set()
        self.since: dict[str, int] = {}
        """The earliest version since which each name has belonged to one person."""
        self.last: tuple[str, Play] | None = None
        self.begun: set[int] = set()
        self.dice = Dice(1)

    def teardown(self) -> None:
        self.loop.close()

    def run(self, story: Coroutine[Any, Any, Any]) -> Any:
        """Run one step; a step that hangs is a failure."""
        return self.loop.run_until_complete(asyncio.wait_for(story, 30))

    @initialize(busy=st.booleans(), game=st.sampled_from(sorted(GAMES)))
    def open(self, busy: bool, game: str) -> None:
        """Start with an empty server or with two running games."""
        self.server = LocalServer()
        self.begun.clear()
        if busy:
            for name in NAMES:
                self.come_in(name)
            for seats in (2, 3):
                self.open_table("Anna", game, seats)
                for name in NAMES[1:seats]:
                    self.join(name, seats - 1)

    @rule(name=NAME)
    def come_in(self, name: str) -> None:
        self.server.clock.time += 0.01
        client = Witness(self.server.dispatcher)
        server = self.server.dispatcher
        if not self.run(server.people.is_known(name)) and not server.lobby.seats_of(name):
            self.since[name] = int(self.server.clock() * 1000)
        answer = self.run(client.ask(Enter(name=name)))
        if name in self.clients:
            assert isinstance(answer, Refused)
        else:
            assert isinstance(answer, Welcome)
            self.clients[name] = client

    @rule(name=NAME)
    def drop(self, name: str) -> None:
        if client := self.clients.pop(name, None):
            self.following.discard(name)
            self.run(self.left(client))

    async def left(self, client: LocalClient) -> None:
        self.server.dispatcher.leave(client)

    @rule(
        name=NAME,
        game=st.sampled_from(sorted(GAMES)),
        seats=st.integers(1, 3),
        clock=st.sampled_from(
            [None, Clock(turn=30), Clock(bank=60, increment=5), Clock(turn=7200)]
        ),
        take_back=st.booleans(),
        private=st.booleans(),
    )
    def open_table(
        self,
        name: str,
        game: str,
        seats: int,
        *,
        clock: Clock | None = None,
        take_back: bool = False,
        private: bool = False,
    ) -> None:
        request = OpenTable(
            game=game, seats=seats, clock=clock, take_back=take_back, private=private
        )
        self.ask(name, request)

    @rule(name=NAME, table=TABLES)
    def join(self, name: str, table: int) -> None:
        self.ask(name, JoinTable(table=table))

    @rule(name=NAME, table=TABLES, seen=st.integers(0, 30))
    def watch(self, name: str, table: int, seen: int) -> None:
        self.ask(name, Watch(table=table, seen=seen))

    @rule(
        name=NAME,
        table=TABLES,
        request=st.sampled_from(
            [
                StandUp,
                Resign,
                Pause,
                Pause,
                Resume,
                TakeBack,
                TakeBack,
                Rematch,
                Rematch,
                AskMoves,
                AskPoints,
                Finish,
                DropMove,
                StopWatching,
            ]
        ),
    )
    def ask_at(self, name: str, table: int, request: Any) -> None:
        self.ask(name, request(table=table))

    @rule(name=NAME, table=TABLES, seat=st.integers(0, 2))
    def unseat(self, name: str, table: int, seat: int) -> None:
        self.ask(name, Unseat(table=table, seat=Seat(seat)))

    @rule(name=NAME, table=TABLES, seats=st.integers(1, 4))
    def resize(self, name: str, table: int, seats: int) -> None:
        self.ask(name, ResizeTable(table=table, seats=seats))

    @rule(name=NAME, table=TABLES, version=st.integers(1, 60), seat=st.integers(0, 2))
    def play_on(self, name: str, table: int, version: int, seat: int) -> None:
        self.ask(name, PlayOn(table=table, version=version, seat=Seat(seat), bot="uniform"))

    @rule(name=NAME, table=TABLES, start=st.booleans())
    def ask_bots(self, name: str, table: int, start: bool) -> None:
        request = StartTable if start else SeatBot
        self.ask(name, request(table=table, bot="uniform"))

    @rule(name=NAME, table=TABLES, seat=st.integers(0, 2))
    def give_time(self, name: str, table: int, seat: int) -> None:
        self.ask(name, GiveTime(table=table, seat=Seat(seat)))

    @rule(name=NAME, text=st.text(max_size=5), table=st.none() | TABLES, to=st.just("") | NAME)
    def talk(self, name: str, text: str, table: int | None, to: str) -> None:
        self.ask(name, Say(text=text, table=table, to=to))

    @rule(name=NAME, other=NAME, muted=st.booleans())
    def mute(self, name: str, other: str, muted: bool) -> None:
        self.ask(name, Mute(name=other, muted=muted))

    @rule(name=NAME, follow=st.booleans())
    def look_around(self, name: str, follow: bool) -> None:
        self.ask(name, LookAround(follow=follow))
        if name in self.clients:
            (self.following.add if follow else self.following.discard)(name)
            self.check_following(self.clients[name])

    @rule(name=NAME)
    def recall(self, name: str) -> None:
        self.ask(name, Recall())

    @rule(table=TABLES, moves=st.integers(1, 12), keep=st.booleans())
    def play_some(self, table: int, moves: int, keep: bool) -> None:
        for _ in range(moves):
            keeper = self.keepers().get(table)
            if keeper is None or not keeper.table.in_play:
                return
            seat = min(keeper.table.rules.seats_to_move(keeper.table.state))
            holder = keeper.table.holders[seat]
            if holder and holder.bot:
                return  # the bot moves by itself in its own time
            move = keeper.table.rules.sample(keeper.table.state, seat, self.dice)
            play = Play(table=table, move=raw(move), id=f"move {keeper.version}", keep=keep)
            version, name = keeper.version, holder.name if holder else "nobody"
            self.ask(name, play)
            if keeper.version > version:
                self.last = name, play

    @rule()
    def retry(self) -> None:
        """Repeat a request, which must not play the move twice."""
        if self.last and self.last[0] in self.clients:
            name, play = self.last
            entries = self.run(self.server.journal.read(stream_of(play.table)))
            self.ask(name, play)
            more = self.run(self.server.journal.read(stream_of(play.table), len(entries)))
            assert not any(b'"request":"%b"' % play.id.encode() in entry for entry in more)

    @rule(seconds=st.sampled_from([0.5, 3.5, 40.0, 70.0, 8000.0]))
    def wait(self, seconds: float) -> None:
        self.run(self.server.wait(seconds))

    @rule()
    def burn_down_and_build_again(self) -> None:
        before = self.keepers()
        self.clients.clear()
        self.following.clear()
        self.run(self.server.restart())
        for number, keeper in before.items():
            found = self.run(self.server.dispatcher.lobby.find(number))
            assert found.table == keeper.table

    def ask(self, name: str, request: Any) -> None:
        """Every request is answered; `LocalClient.ask` fails otherwise."""
        self.server.clock.time += 0.01
        if client := self.clients.get(name):
            self.run(client.ask(request))

    def keepers(self) -> dict[int, Keeper]:
        return {keeper.table.number: keeper for keeper in self.server.dispatcher.lobby}

    def histories(self) -> dict[int, list[Moment]]:
        """Return the journal's history of every table, once the bots' moves have arrived here."""
        for _ in range(TIMEOUT):
            streams = self.run(self.server.journal.streams("table/"))
            numbers = [int(stream.name.rpartition("/")[2]) for stream in streams]
            histories = {n: self.run(read_history(n, self.server.journal)) for n in numbers}
            versions = {number: keeper.version for number, keeper in self.keepers().items()}
            if all(len(histories[number]) == version for number, version in versions.items()):
                break
        return histories

    @invariant()
    def the_journal_tells_every_table(self) -> None:
        histories = self.histories()
        for number, keeper in self.keepers().items():
            assert len(histories[number]) == keeper.version
            assert histories[number][-1].table == keeper.table
        for history in histories.values():
            for before, after in pairwise(history):
                self.check_clocks(before.table, after)

    def check_clocks(self, before: Table, after: Moment) -> None:
        """Clocks only run down, except for gifts and for turns that ended or were taken back."""
        record, table, clock = after.record, after.table, before.opened.clock
        if clock is None or not before.left:
            return
        moved, to_move = (before.rules.seats_to_move(t.state) for t in (before, table))
        for seat, (left, right) in enumerate(zip(before.left, table.left, strict=True)):
            if right <= left:
                assert right >= 0
            elif isinstance(record, TimeGiven):
                assert seat == record.to
                assert right - left <= record.seconds * 1000
            elif isinstance(record, MoveTakenBack):
                assert right == before.past[-1].left[seat]
            else:
                assert seat in moved
                turn_over = any(isinstance(event, TurnPassed) for event in events_of(record))
                assert turn_over or seat not in to_move
                assert right == clock.turn * 1000 or right - left <= clock.increment * 1000

    @invariant()
    def everybody_hears_everything_in_order(self) -> None:
        for client in self.clients.values():
            last: dict[int, int] = {}
            for notice in client.heard:
                if isinstance(notice, TableShown):
                    last[notice.info.table] = notice.version
                if isinstance(notice, TableNews):
                    before = last.get(notice.table)
                    assert before is None or notice.version <= before + 1
                    last[notice.table] = notice.version

    @invariant()
    def everybody_hears_what_they_may_and_no_more(self) -> None:
        histories = self.histories()
        for client in self.clients.values():
            for notice, seat in client.unproven:
                match notice:
                    case TableNews(number, version, record):
                        recorded, table = histories[number][version - 1]
                        expected = known(recorded, table, seat)
                        assert msgspec.json.encode(record) == msgspec.json.encode(expected)
                    case TableShown(info, version, eyes, view):
                        assert eyes == seat
                        assert bool(info.code) is (seat is not None)
                        if view is not None:
                            assert view == histories[info.table][version - 1].table.view(seat)
                    case Said(at=at):
                        assert notice.is_for(client.name)
                        assert not notice.to or seat is not None or at >= self.since[client.name]
            client.unproven.clear()

    @invariant()
    def a_game_begins_with_every_player_there(self) -> None:
        for number, keeper in self.keepers().items():
            if keeper.table.started and number not in self.begun:
                assert keeper.table.slow or not keeper.away
                self.begun.add(number)

    @invariant()
    def what_is_kept_waits_for_a_player(self) -> None:
        for client in self.clients.values():
            kept: dict[int, MoveKept] = {}
            for notice in client.heard:
                match notice:
                    case MoveKept(table=number):
                        kept[number] = notice
                    case TableNews(number, record=MovePlayed(request=request)):
                        if number in kept and request == kept[number].request:
                            del kept[number]
            for number, notice in kept.items():
                keeper = self.keepers().get(number)
                if notice.move is not None and keeper and keeper.has_listener(client):
                    assert keeper.queued_moves.notice(number, notice.seat) == notice
                    assert keeper.away

    @invariant()
    def who_follows_knows_the_house(self) -> None:
        for name in self.following:
            self.check_following(self.clients[name])

    def check_following(self, client: Witness) -> None:
        """Check that the list holds exactly the public tables with free seats or a running game."""
        tables = {n: history[-1].table for n, history in self.histories().items()}
        assert {n: told(info) for n, info in client.tables.items()} == {
            number: listed(table)
            for number, table in tables.items()
            if not (table.opened.private or table.closed or table.over)
        }
        assert client.people == set(self.clients)


AnyEvening.TestCase.settings = settings(
    max_examples=many(400), stateful_step_count=40, deadline=None
)
TestAnyEvening = AnyEvening.TestCase
