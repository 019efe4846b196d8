"""People who come to the house in tests: they say requests and remember what they hear."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from msgspec import Raw, json

from ludoteca.games import Dice
from ludoteca.hall import House, Patience
from ludoteca.journal import Journal, MemoryJournal
from ludoteca.messages import AnyRequest, Enter, JoinTable, Notice, OpenTable, Refused, TableShown

N = TypeVar("N")


class Clock:
    """Time that passes when it is told to."""

    def __init__(self) -> None:
        self.time = 1000.0

    def __call__(self) -> float:
        return self.time


class Guest:
    """Somebody with a connection to the house."""

    def __init__(self, house: House) -> None:
        self.name = ""
        self.house = house
        self.heard: list[Notice] = []

    def tell(self, notice: Notice) -> None:
        json.encode(notice)  # whatever is told can be written
        self.heard.append(notice)

    async def ask(self, request: AnyRequest) -> Notice:
        """The answer to a request: the last thing heard."""
        before = len(self.heard)
        await self.house.handle(self, request)
        assert len(self.heard) > before, f"no answer to {request}"
        return self.heard[-1]

    async def refused(self, request: AnyRequest) -> str:
        """The code of the no to a request."""
        answer = await self.ask(request)
        assert isinstance(answer, Refused), answer
        return answer.code

    def of(self, kind: type[N]) -> list[N]:
        """Everything heard of one kind."""
        return [notice for notice in self.heard if isinstance(notice, kind)]


class Evening:
    """A house with a clock in hand."""

    def __init__(self, journal: Journal | None = None) -> None:
        self.clock = Clock()
        self.journal = journal or MemoryJournal()
        self.house = self._house()

    def _house(self) -> House:
        return House(
            self.journal, self.clock, ("uniform",), chance=Dice(7), patience=Patience(3, 60)
        )

    async def restart(self) -> None:
        """The house burns down and is built again over its journal."""
        self.house = self._house()
        await self.house.open()

    async def guest(self, name: str, secret: str = "", token: str = "") -> Guest:
        guest = Guest(self.house)
        await guest.ask(Enter(name=name, secret=secret, token=token))
        return guest

    async def table(self, *names: str, game: str = "shelfie") -> list[Guest]:
        """Guests of these names at one table, in play."""
        guests = [await self.guest(name) for name in names]
        shown = await guests[0].ask(OpenTable(game=game, seats=len(names)))
        assert isinstance(shown, TableShown)
        for guest in guests[1:]:
            await guest.ask(JoinTable(table=shown.info.table))
        return guests

    async def wait(self, seconds: float) -> None:
        """Let time pass, and the house do what is due."""
        self.clock.time += seconds
        await self.house.tick()


def raw(value: Any) -> Raw:
    return Raw(json.encode(value))


def evening(story: Callable[[Evening], Coroutine[Any, Any, None]]) -> Callable[[], None]:
    """A test that is told as an evening at the house."""

    def test() -> None:
        asyncio.run(story(Evening()))

    test.__name__ = story.__name__
    return test
