"""The connection to a server: messages arrive by themselves, and a lost connection is restored."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import suppress
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from ludoteca.net import LostError
from ludoteca.protocols import UnreadableError
from ludoteca.ui.console.user import GivenUpError, User, WrongPortError

TIMEOUT = 30.0
"""How many seconds an answer may take."""
FIRST_TIMEOUT = 5.0
"""How many seconds it may take while the server has not been understood yet."""
PAUSES = (0.2, 0.5, 1, 2, 3, *(5,) * 22)
"""Seconds between the attempts to reconnect: two minutes in all."""

LOST = "Connection lost. Reconnecting..."
REGAINED = "Reconnected."
GIVEN_UP = "The server does not answer any more."

Word = TypeVar("Word")
Found = TypeVar("Found")


class MessageLink(Protocol[Word]):
    """An open connection that carries messages, by TCP or RMI."""

    def say(self, word: Word) -> None:
        """Send a message; LostError if the connection is lost."""
        ...

    def words(self) -> AsyncIterator[Word | UnreadableError]:
        """All messages of the server, until the connection is lost."""
        ...

    async def close(self) -> None:
        """Close the connection once everything has been sent."""
        ...


class PendingRequest(NamedTuple):
    """A request that waits for its answer."""

    wanted: Callable[[Any], Any]
    """What an answer comes to; None for other messages."""
    answer: "asyncio.Future[Any]"


class ConsoleConnection(Generic[Word]):
    """A user's connection to a server."""

    def __init__(
        self,
        user: User,
        open_link: Callable[[], Awaitable[MessageLink[Word]]],
        hear: Callable[[Word | UnreadableError], None],
        why_wrong: Callable[[], Awaitable[str]] | None = None,
    ) -> None:
        """`hear` is called with every message as it arrives.

        `why_wrong` says why a server that has not been understood is the wrong one, if it is.
        """
        self._user, self._open_link, self._hear = user, open_link, hear
        self._link: MessageLink[Word] | None = None
        self._listening: asyncio.Task[None] | None = None
        self._pending: list[PendingRequest] = []
        self._why_wrong = why_wrong
        self._understood = why_wrong is None
        self._begun = False
        """Whether either end has said anything on this connection."""
        self.lost = False

    async def open(self) -> None:
        """Connect to the server; an OSError says why not."""
        self._link = await self._open_link()
        self.lost = self._begun = False
        self._listening = asyncio.create_task(self._listen(self._link))

    async def _listen(self, link: MessageLink[Word]) -> None:
        try:
            async for word in link.words():
                self._begun = True
                if isinstance(word, UnreadableError) and (word.fatal or not self._understood):
                    return  # what follows cannot be read either
                self._understood = True
                self._hear(word)
                self._answer(word)
                self._user.screen.refresh()
        finally:
            self.lost = True
            for pending in self._pending:
                if not pending.answer.done():
                    pending.answer.set_exception(LostError())
            self._user.overtake()

    def _answer(self, word: Word | UnreadableError) -> None:
        for pending in self._pending:
            if not pending.answer.done() and (found := pending.wanted(word)) is not None:
                pending.answer.set_result(found)

    def say(self, word: Word) -> None:
        """Send a message to the server."""
        if self._link is None or self.lost:
            raise LostError
        self._begun = True
        self._link.say(word)

    async def request(
        self,
        word: Word,
        wanted: Callable[[Word], Found | None],
        timeout: float = TIMEOUT,
    ) -> Found:
        """Send a message, and wait for the one that answers it."""
        timeout = timeout if self._understood else min(timeout, FIRST_TIMEOUT)
        pending = PendingRequest(wanted, asyncio.get_running_loop().create_future())
        self._pending.append(pending)
        try:
            self.say(word)
            found: Found = await self._user.wait_for(asyncio.wait_for(pending.answer, timeout))
        except TimeoutError:
            raise LostError from None
        else:
            return found
        finally:
            self._pending.remove(pending)

    async def reconnect(self, pauses: Iterable[float] = PAUSES) -> None:
        """Connect again, with pauses between the attempts; logging in is left to the caller."""
        await self._check_port()
        self._user.show(LOST)
        await self.close()
        for pause in pauses:  # also before the first: a server that is going down may still answer
            await self._user.wait_for(asyncio.sleep(pause))
            try:
                await self._user.wait_for(self.open())
            except OSError:
                continue
            self._user.show(REGAINED)
            return
        raise GivenUpError(GIVEN_UP)

    async def _check_port(self) -> None:
        """Give up if the server was never understood since it speaks another protocol."""
        if self._understood or not self._begun or self._why_wrong is None:
            return
        with suppress(OSError):  # nothing listens there now: that is for the attempts to find out
            if reason := await self._user.wait_for(self._why_wrong()):
                raise WrongPortError(reason)
            self._understood = True

    async def close(self) -> None:
        """Close the connection."""
        if self._link is None or self._listening is None:
            return
        await self._link.close()
        await self._listening
