"""Any evening at all: people arrive, drop, return, play, talk and leave, and nothing goes wrong."""

import asyncio
from collections.abc import Coroutine
from typing import Any

import msgspec
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from ludoteca.games import GAMES, Dice
from ludoteca.hall import table as tables
from ludoteca.hall.keeper import Keeper, stream_of
from ludoteca.messages import (
    Enter,
    JoinTable,
    LookAround,
    OpenTable,
    Play,
    Refused,
    Say,
    StandUp,
    TableNews,
    TableShown,
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

    @rule(name=NAME, game=st.sampled_from(sorted(GAMES)), seats=st.integers(1, 3))
    def open_table(self, name: str, game: str, seats: int) -> None:
        self.ask(name, OpenTable(game=game, seats=seats))

    @rule(name=NAME, table=TABLES)
    def join(self, name: str, table: int) -> None:
        self.ask(name, JoinTable(table=table))

    @rule(name=NAME, table=TABLES, seen=st.integers(0, 30))
    def watch(self, name: str, table: int, seen: int) -> None:
        self.ask(name, Watch(table=table, seen=seen))

    @rule(name=NAME, table=TABLES)
    def stand_up(self, name: str, table: int) -> None:
        self.ask(name, StandUp(table=table))

    @rule(name=NAME, text=st.text(max_size=5), table=st.none() | TABLES)
    def talk(self, name: str, text: str, table: int | None) -> None:
        self.ask(name, Say(text=text, table=table))

    @rule(name=NAME)
    def look_around(self, name: str) -> None:
        self.ask(name, LookAround())

    @rule(table=TABLES, moves=st.integers(1, 12))
    def play_some(self, table: int, moves: int) -> None:
        for _ in range(moves):
            keeper = self.keepers().get(table)
            if keeper is None or not keeper.table.in_play:
                return
            seat = min(keeper.table.rules.seats_to_move(keeper.table.state))
            holder = keeper.table.holders[seat]
            move = keeper.table.rules.sample(keeper.table.state, seat, self.dice)
            self.ask(holder.name if holder else "nobody", Play(table=table, move=raw(move)))

    @rule(seconds=st.sampled_from([0.5, 3.5, 70.0]))
    def wait(self, seconds: float) -> None:
        self.run(self.night.wait(seconds))

    @rule()
    def burn_down_and_build_again(self) -> None:
        before = {
            n: k.table for n, k in self.keepers().items() if not (k.table.over or k.table.closed)
        }
        self.guests.clear()
        self.run(self.night.restart())
        assert {n: k.table for n, k in self.keepers().items()} == before

    def ask(self, name: str, request: Any) -> None:
        """Whatever is asked is answered; `Guest.ask` fails otherwise."""
        if guest := self.guests.get(name):
            self.run(guest.ask(request))

    def keepers(self) -> dict[int, Keeper]:
        return self.night.house._keepers  # noqa: SLF001

    @invariant()
    def the_journal_tells_every_table(self) -> None:
        for number, keeper in (getattr(self, "night", None) and self.keepers().items()) or ():
            entries = self.run(self.night.journal.read(stream_of(number)))
            assert len(entries) == keeper.version
            found = self.run(Keeper.found(number, self.night.journal, self.dice, self.night.clock))
            assert found.table == keeper.table

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
