"""The connection to a server: delivers messages as they arrive and is restored when lost."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import suppress
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from ludoteca.net import LostError
from ludoteca.protocols import UnreadableError
from ludoteca.ui.console.user import GivenUpError, User, WrongPortError

TIMEOUT = 30.0
"""Seconds to wait for an answer."""
FIRST_TIMEOUT = 5.0
"""Seconds to wait for an answer before the first readable message."""
PAUSES = (0.2, 0.5, 1, 2, 3, *(5,) * 22)
"""Seconds between attempts to reconnect, two minutes in total."""

LOST = "Connection lost. Reconnecting..."
REGAINED = "Reconnected."
GIVEN_UP = "The server no longer responds."

Word = TypeVar("Word")
Found = TypeVar("Found")


class MessageLink(Protocol[Word]):
    """An open connection that carries messages, over TCP or RMI."""

    def say(self, word: Word) -> None:
        """Send a message; raise LostError if the connection is lost."""
        ...

    def words(self) -> AsyncIterator[Word | UnreadableError]:
        """Yield the server's messages until the connection is lost."""
        ...

    async def close(self) -> None:
        """Close the connection once everything has been sent."""
        ...


class PendingRequest(NamedTuple):
    """A request that waits for its answer."""

    wanted: Callable[[Any], Any]
    """Maps an answer to the result; returns None for any other message."""
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
        """Prepare a connection; call `hear` with every message as it arrives.

        If no message can be read, `why_wrong` is called; it returns the reason why this is the
        wrong server, or "" if it finds none.
        """
        self._user = user
        self._open_link = open_link
        self._hear = hear
        self._link: MessageLink[Word] | None = None
        self._listening: asyncio.Task[None] | None = None
        self._pending: list[PendingRequest] = []
        self._why_wrong = why_wrong
        self._understood = why_wrong is None
        self._begun = False
        """Whether either side has sent anything on this connection."""
        self.lost = False

    async def open(self) -> None:
        """Connect to the server; raise OSError on failure."""
        self._link = await self._open_link()
        self.lost = self._begun = False
        self._listening = asyncio.create_task(self._listen(self._link))

    async def _listen(self, link: MessageLink[Word]) -> None:
        try:
            async for word in link.words():
                self._begun = True
                if isinstance(word, UnreadableError) and (word.fatal or not self._understood):
                    return  # later data cannot be decoded either
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
        """Send a message and wait for its answer."""
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
        """Reconnect, with pauses between the attempts; the caller logs in again."""
        await self._check_port()
        self._user.show(LOST)
        await self.close()
        for pause in pauses:  # even before the first: a server may answer while shutting down
            await self._user.wait_for(asyncio.sleep(pause))
            try:
                await self._user.wait_for(self.open())
            except OSError:
                continue
            self._user.show(REGAINED)
            return
        raise GivenUpError(GIVEN_UP)

    async def _check_port(self) -> None:
        """Raise an error if no message could be read because the server speaks another protocol."""
        if self._understood or not self._begun or self._why_wrong is None:
            return
        with suppress(OSError):  # nothing listens there now: try to reconnect
            if reason := await self._user.wait_for(self._why_wrong()):
                raise WrongPortError(reason)
            self._understood = True

    async def close(self) -> None:
        if self._link is None or self._listening is None:
            return
        await self._link.close()
        await self._listening
