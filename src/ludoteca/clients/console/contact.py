"""The line to a house: words come in by themselves, and a line that breaks is mended."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from ludoteca.clients.console.endings import GivenUpError
from ludoteca.clients.console.person import Person
from ludoteca.net import LostError
from ludoteca.wire import UnreadableError

PATIENCE = 30.0
"""How many seconds an answer may take."""
PAUSES = (0.2, 0.5, 1, 2, 3, *(5,) * 22)
"""How many seconds lie between the calls to a house that does not answer: two minutes."""

LOST = "The connection to the house is lost. Trying again..."
REGAINED = "Connected again."
GIVEN_UP = "The house does not answer any more."

Word = TypeVar("Word")
Found = TypeVar("Found")


class Line(Protocol[Word]):
    """A connection to a house, whatever carries its words."""

    def say(self, word: Word) -> None:
        """Say a word, or learn that nobody is there any more."""
        ...

    def words(self) -> AsyncIterator[Word | UnreadableError]:
        """Everything the house says, until it is heard no more."""
        ...

    async def close(self) -> None:
        """Hang up, once everything has been said."""
        ...


class Wish(NamedTuple):
    """Somebody waits for a word."""

    wanted: Callable[[Any], Any]
    granted: "asyncio.Future[Any]"


class Contact(Generic[Word]):
    """A person's line to a house."""

    def __init__(
        self,
        person: Person,
        call: Callable[[], Awaitable[Line[Word]]],
        hear: Callable[[Word | UnreadableError], None],
    ) -> None:
        """Nobody has called yet; `hear` is told every word as it comes."""
        self._person, self._call, self._hear = person, call, hear
        self._line: Line[Word] | None = None
        self._listening: asyncio.Task[None] | None = None
        self._wishes: list[Wish] = []
        self.lost = False

    async def open(self) -> None:
        """Call the house; an OSError says why nobody answers."""
        self._line = await self._call()
        self.lost = False
        self._listening = asyncio.create_task(self._listen(self._line))

    async def _listen(self, line: Line[Word]) -> None:
        try:
            async for word in line.words():
                self._hear(word)
                self._grant(word)
                self._person.screen.refresh()
        finally:
            self.lost = True
            for wish in self._wishes:
                if not wish.granted.done():
                    wish.granted.set_exception(LostError())
            self._person.overtake()

    def _grant(self, word: Word | UnreadableError) -> None:
        for wish in self._wishes:
            if not wish.granted.done() and (found := wish.wanted(word)) is not None:
                wish.granted.set_result(found)

    def say(self, word: Word) -> None:
        """Say a word to the house."""
        if self._line is None or self.lost:
            raise LostError
        self._line.say(word)

    async def asked(
        self,
        word: Word,
        wanted: Callable[[Word], Found | None],
        patience: float = PATIENCE,
    ) -> Found:
        """Say a word, and wait for the one that answers it."""
        wish = Wish(wanted, asyncio.get_running_loop().create_future())
        self._wishes.append(wish)
        try:
            self.say(word)
            found: Found = await self._person.bide(asyncio.wait_for(wish.granted, patience))
        except TimeoutError:
            raise LostError from None
        else:
            return found
        finally:
            self._wishes.remove(wish)

    async def mend(self, pauses: Iterable[float] = PAUSES) -> None:
        """Call again until the house answers; it then has to be told who calls."""
        self._person.show(LOST)
        await self.close()
        for pause in pauses:  # also before the first call: a house that falls over may still answer
            await self._person.bide(asyncio.sleep(pause))
            try:
                await self._person.bide(self.open())
            except OSError:
                continue
            self._person.show(REGAINED)
            return
        raise GivenUpError(GIVEN_UP)

    async def close(self) -> None:
        """Hang up."""
        if self._line is None or self._listening is None:
            return
        await self._line.close()
        await self._listening
