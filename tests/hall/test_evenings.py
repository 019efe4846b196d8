"""Any evening at all: people arrive, drop, return, play, talk and leave, and nothing goes wrong."""

import asyncio
from collections.abc import Coroutine
from typing import Any

import msgspec
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from ludoteca.games import GAMES, Dice, Seat
from ludoteca.hall import table as tables
from ludoteca.hall.history import read_history, stream_of
from ludoteca.hall.keeper import Keeper
from ludoteca.messages import (
    AskMoves,
    AskPoints,
    Clock,
    Enter,
    Finish,
    GiveTime,
    JoinTable,
    LookAround,
    Mute,
    OpenTable,
    Pause,
    Play,
    PlayOn,
    Recall,
    Refused,
    Rematch,
    Resign,
    ResizeTable,
    Resume,
    Said,
    Say,
    SeatBot,
    StandUp,
    StartTable,
    StopWatching,
    TableNews,
    TableShown,
    TakeBack,
    Watch,
    Welcome,
)
from tests.conftest import many
from tests.hall.guests import Evening, Guest, raw

NAMES = ("Anna", "Bruno", "Carla", "Dora")
TABLES = st.integers(1, 4)
NAME = st.sampled_from(NAMES)


class AnyEvening(RuleBasedStateMachine):
    """Guests at the house, with the journal as the model of what has happened."""

    def __init__(self) -> None:
        super().__init__()
        self.loop = asyncio.new_event_loop()
        self.night = Evening()
        self.guests: dict[str, Guest] = {}
        self.dice = Dice(1)

    def teardown(self) -> None:
        self.loop.close()

    def run(self, story: Coroutine[Any, Any, Any]) -> Any:
        """One thing at a time; if it hangs, that is a failure of its own."""
        return self.loop.run_until_complete(asyncio.wait_for(story, 30))

    @initialize(busy=st.booleans(), game=st.sampled_from(sorted(GAMES)))
    def open(self, busy: bool, game: str) -> None:
        """An empty house, or one where two games have begun."""
        self.night = Evening()
        if busy:
            for name in NAMES:
                self.come_in(name)
            for seats in (2, 3):
                self.open_table("Anna", game, seats)
                for name in NAMES[1:seats]:
                    self.join(name, seats - 1)

    @rule(name=NAME)
    def come_in(self, name: str) -> None:
        guest = Guest(self.night.house)
        answer = self.run(guest.ask(Enter(name=name)))
        if name in self.guests:
            assert isinstance(answer, Refused)
        else:
            assert isinstance(answer, Welcome)
            self.guests[name] = guest

    @rule(name=NAME)
    def drop(self, name: str) -> None:
        if guest := self.guests.pop(name, None):
            self.night.house.leave(guest)

    @rule(
        name=NAME,
        game=st.sampled_from(sorted(GAMES)),
        seats=st.integers(1, 3),
        clock=st.sampled_from(
            [None, Clock(turn=30), Clock(bank=60, increment=5), Clock(turn=7200)]
        ),
        take_back=st.booleans(),
    )
    def open_table(
        self,
        name: str,
        game: str,
        seats: int,
        clock: Clock | None = None,
        take_back: bool = False,
    ) -> None:
        self.ask(name, OpenTable(game=game, seats=seats, clock=clock, take_back=take_back))

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
                StopWatching,
            ]
        ),
    )
    def ask_at(self, name: str, table: int, request: Any) -> None:
        self.ask(name, request(table=table))

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
        before = {other: len(guest.of(Said)) for other, guest in self.guests.items()}
        self.ask(name, Say(text=text, table=table, to=to))
        if to:
            for other, guest in self.guests.items():
                assert other in (name, to) or len(guest.of(Said)) == before[other]

    @rule(name=NAME, other=NAME, muted=st.booleans())
    def mute(self, name: str, other: str, muted: bool) -> None:
        self.ask(name, Mute(name=other, muted=muted))

    @rule(name=NAME, follow=st.booleans())
    def look_around(self, name: str, follow: bool) -> None:
        self.ask(name, LookAround(follow=follow))

    @rule(name=NAME)
    def recall(self, name: str) -> None:
        self.ask(name, Recall())

    @rule(table=TABLES, moves=st.integers(1, 12))
    def play_some(self, table: int, moves: int) -> None:
        for _ in range(moves):
            keeper = self.keepers().get(table)
            if keeper is None or not keeper.table.in_play:
                return
            seat = min(keeper.table.rules.seats_to_move(keeper.table.state))
            holder = keeper.table.holders[seat]
            if holder and holder.bot:
                return  # it moves by itself, in its own time
            move = keeper.table.rules.sample(keeper.table.state, seat, self.dice)
            self.ask(holder.name if holder else "nobody", Play(table=table, move=raw(move)))

    @rule(seconds=st.sampled_from([0.5, 3.5, 40.0, 70.0, 8000.0]))
    def wait(self, seconds: float) -> None:
        self.run(self.night.wait(seconds))

    @rule()
    def burn_down_and_build_again(self) -> None:
        before = self.keepers()
        self.guests.clear()
        self.run(self.night.restart())
        listed = {info.table for info in self.night.house.lobby.listed()}
        assert listed >= {n for n, k in before.items() if k.listing.live}
        for number, keeper in before.items():
            found = self.run(self.night.house.lobby.find(number))
            assert found.table == keeper.table

    def ask(self, name: str, request: Any) -> None:
        """Whatever is asked is answered; `Guest.ask` fails otherwise."""
        if guest := self.guests.get(name):
            self.run(guest.ask(request))

    def keepers(self) -> dict[int, Keeper]:
        return {keeper.table.number: keeper for keeper in self.night.house.lobby}

    @invariant()
    def the_journal_tells_every_table(self) -> None:
        for number, keeper in self.keepers().items():
            entries = self.run(self.night.journal.read(stream_of(number)))
            assert len(entries) == keeper.version
            history = self.run(read_history(number, self.night.journal))
            assert history[-1].table == keeper.table

    @invariant()
    def everybody_hears_everything_in_order_and_nothing_secret(self) -> None:
        for guest in self.guests.values():
            last: dict[int, int] = {}
            for notice in guest.heard:
                if isinstance(notice, TableShown):
                    last[notice.info.table] = notice.version
                if isinstance(notice, TableNews):
                    known = last.get(notice.table)
                    assert known is None or notice.version <= known + 1
                    last[notice.table] = notice.version
                    self.check_no_secret(guest, notice)

    def check_no_secret(self, guest: Guest, news: TableNews) -> None:
        keeper = self.keepers().get(news.table)
        if keeper is None:
            return
        happening = tables.happened(keeper.table, msgspec.json.encode(news.record))
        eyes = keeper.table.seat_of(guest.name)
        if eyes is None and keeper.table.over:
            return  # they may have held a seat once
        redact = keeper.table.rules.redact
        seats = [None, *range(keeper.table.opened.seats)]
        allowed = [e for e in seats if all(redact(x, e) == x for x in happening.events)]
        assert allowed, "told more than any one seat may know"


AnyEvening.TestCase.settings = settings(
    max_examples=many(400), stateful_step_count=40, deadline=None
)
TestAnyEvening = AnyEvening.TestCase
