"""Vacations: days on which a player's clocks at tables with a slow clock are stopped.

A vacation is an entry in the player's own stream; the days taken in a year are counted from these
entries. Each slow table where the player has a seat also records when the vacation begins and ends,
so that every node can compute the table's clocks from the table's records alone.
"""

from time import gmtime
from typing import TypeAlias, assert_never

from ludoteca import messages
from ludoteca.core.lobby.lobby import Lobby
from ludoteca.core.people.entries import Entry, Vacation, VacationCut, VacationTaken
from ludoteca.core.people.people import People
from ludoteca.core.people.person import Person
from ludoteca.core.services import Services
from ludoteca.core.tables import vacations
from ludoteca.core.tables.keeper import Keeper
from ludoteca.games import Refusal
from ludoteca.messages import A_DAY, LONGEST_VACATION, ServerReason, VacationShown, refuse
from ludoteca.messages.cluster import VACATIONS

OnVacation: TypeAlias = messages.TakeVacation | messages.EndVacation | messages.AskVacation


class Vacations:
    """Answers requests about vacations, and stops and starts the clocks at tables."""

    def __init__(self, people: People, lobby: Lobby, services: Services, days: int) -> None:
        """`days` is the number of days per calendar year; 0 for none."""
        self._people = people
        self._lobby = lobby
        self._roster = services.roster
        self._now = services.now
        self._days = days

    async def load(self) -> None:
        """Stop the clocks of players on vacation, in case a crash prevented this at some tables."""
        for name in await self._people.known.log.on_vacation(self._at()):
            person = await self._people.known.look_up(name)
            await self._stop_clocks(person.name, person.vacation_at(self._at()))

    async def answer(self, person: Person, request: OnVacation) -> VacationShown | Refusal:
        match request:
            case messages.TakeVacation(days=days):
                refusal = await self._take(person, days)
            case messages.EndVacation():
                refusal = await self._end(person)
            case messages.AskVacation():
                refusal = None
            case _:
                assert_never(request)
        return refusal or self._shown(person, request.id)

    def _at(self) -> int:
        return int(self._now() * 1000)

    def _shown(self, person: Person, request: str) -> VacationShown:
        at = self._at()
        left = self._left(person, gmtime(at // 1000).tm_year)
        return VacationShown(person.vacation_at(at), left, self._days, LONGEST_VACATION, request)

    def _left(self, person: Person, year: int) -> int:
        return max(0, self._days - sum(one.days_in(year) for one in person.vacations))

    async def _take(self, person: Person, days: int) -> Refusal | None:
        """Begin a vacation, or stop the clocks that a failed request left running during one."""
        if not self._roster.can_all_read(VACATIONS):
            return refuse(ServerReason.UNAVAILABLE)
        if refusal := await self._why_not_now(person):
            return refusal
        why_not: Refusal | None = None

        def decide() -> list[Entry] | None:
            nonlocal why_not
            at = self._at()
            wanted = Vacation(at, at + days * A_DAY * 1000)
            why_not = self._why_not(person, wanted, days)
            if why_not or person.vacation_at(at):
                return None
            return [VacationTaken(person.name, wanted.since, wanted.until)]

        await self._people.known.write(person, decide)
        until = person.vacation_at(self._at())
        if until:
            return await self._stop_clocks(person.name, until)
        return why_not

    def _why_not(self, person: Person, wanted: Vacation, days: int) -> Refusal | None:
        if days > LONGEST_VACATION:
            longest = f"A vacation lasts at most {LONGEST_VACATION} days."
            return refuse(ServerReason.BAD_VACATION, longest)
        years = {gmtime(at // 1000).tm_year for at in (wanted.since, wanted.until)}
        fits = all(wanted.days_in(year) <= self._left(person, year) for year in years)
        return None if fits else refuse(ServerReason.BAD_VACATION)

    async def _slow_tables(self, name: str) -> list[Keeper]:
        """Return the live tables with a slow clock where a player has a seat."""
        listings = ((number, self._lobby.live[number]) for number in self._lobby.seats_of(name))
        slow = [number for number, one in listings if one.opened.clock and one.opened.clock.slow]
        found = [await self._lobby.find(number) for number in slow]
        return [keeper for keeper in found if isinstance(keeper, Keeper)]

    async def _why_not_now(self, person: Person) -> Refusal | None:
        """Refuse a vacation if one of the player's turns is nearly over."""
        if person.vacation_at(self._at()):
            return None
        nearly_out = [
            str(keeper.table.number)
            for keeper in await self._slow_tables(person.name)
            if vacations.is_nearly_out(keeper.table, person.name, keeper.stopwatch)
        ]
        if not nearly_out:
            return None
        where = f"table {', '.join(nearly_out)}"
        detail = f"It is your turn, and hardly any time is left: move first ({where})."
        return refuse(ServerReason.CLOCK_NEARLY_OUT, detail)

    async def _stop_clocks(self, name: str, until: int) -> Refusal | None:
        for keeper in await self._slow_tables(name):
            refusal = await keeper.decide(lambda table: vacations.begin(table, name, until))
            if refusal:
                return refusal
        return None

    async def _end(self, person: Person) -> Refusal | None:
        def decide() -> list[Entry] | None:
            at = self._at()
            return [VacationCut(person.name, at)] if person.vacation_at(at) else None

        await self._people.known.write(person, decide)
        for keeper in await self._slow_tables(person.name):
            refusal = await keeper.decide(lambda table: vacations.end(table, person.name))
            if refusal:
                return refusal
        return None
