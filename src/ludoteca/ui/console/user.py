"""The user at the console: questions, which events can withdraw, and confirmation of leaving."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import NamedTuple, Protocol, TypeVar


def anything(_: str) -> bool:
    return True


def always() -> bool:
    return True


def nothing() -> Iterable[str]:
    return ()


class Question(NamedTuple):
    """A question to the user."""

    text: str
    choices: Callable[[], Iterable[str]] = nothing
    """Completions offered while typing."""
    takes: Callable[[str], bool] = anything
    """Whether a line of piped input answers this question now; if not, the line waits."""
    ends: Callable[[], bool] = always
    """Whether the end of piped input takes effect now; if not, the end waits as well."""


def no_status() -> str:
    return ""


class EndedError(Exception):
    """The input has ended."""


class BrokenOffError(Exception):
    """The user pressed Ctrl-C."""


class Screen(Protocol):
    """Shows text and asks one question at a time."""

    alone: bool
    """Whether input comes from a file or a pipe instead of a terminal."""
    status: Callable[[], str]
    """Returns the status line below questions, for screens that have one."""

    @property
    def width(self) -> int: ...

    @property
    def height(self) -> int | None:
        """Number of lines in the window; None if no lines scroll off."""
        ...

    @property
    def coloured(self) -> bool: ...

    def show(self, text: str) -> None:
        """Show text above the open question."""
        ...

    async def ask(self, question: Question) -> str:
        """Ask a question; return the typed line, stripped."""
        ...

    def drop_typed(self) -> bool:
        """Drop input typed since the last question; return whether there was any."""
        ...

    def refresh(self) -> None:
        """Redraw everything that depends on the state."""
        ...


DONE, ENDED, LOST, INTERRUPTED = 0, 1, 3, 130
"""Exit statuses: left normally, input ended, server lost, Ctrl-C without a terminal."""

YES, NO = {"y", "yes"}, {"n", "no"}
LEAVING = "Do you want to leave? In a match you give up your seat. [y/N]"
DROPPED = "Lines typed without a connection were dropped."
TRANSPORT = "How do you want to connect? tcp/rmi [tcp]"
TCP_ONLY = "This game can only be played over TCP: type tcp."
BAD_TRANSPORT = "Type tcp or rmi."

Found = TypeVar("Found")


class UnreachableError(Exception):
    """No server answers at the given address."""


class WrongPortError(UnreachableError):
    """The given port serves another protocol."""


class GivenUpError(Exception):
    """The attempts to reconnect have failed."""


class OvertakenError(Exception):
    """An event has made the open question pointless."""


class LeftError(Exception):
    """The user has left or wants to leave."""


class User:
    """The user, who answers questions, some of them in advance on the command line."""

    def __init__(self, screen: Screen, given: Mapping[str, str]) -> None:
        """Prepare a user; `given` maps names of questions to answers from the command line."""
        self.screen = screen
        self.interrupted = False
        """Whether Ctrl-C was pressed while the input was not a terminal."""
        self._given = dict(given)
        self._overtaken = asyncio.Event()
        self._broken_off = asyncio.Event()

    def knows(self, name: str) -> bool:
        """Return whether a question was answered in advance."""
        return name in self._given

    def show(self, text: str) -> None:
        self.screen.show(text)

    def drop_typed(self) -> None:
        """Drop input that was typed while no question was open, and inform the user."""
        if self.screen.drop_typed():
            self.show(DROPPED)

    def overtake(self) -> None:
        """Withdraw the open question."""
        self._overtaken.set()

    def settle(self) -> None:
        """Allow questions again after `overtake`."""
        self._overtaken.clear()

    def break_off(self) -> None:
        """Handle Ctrl-C, whether or not a question is open."""
        self._broken_off.set()

    async def ask(
        self,
        text: str,
        name: str = "",
        choices: Callable[[], Iterable[str]] = nothing,
        takes: Callable[[str], bool] = anything,
        ends: Callable[[], bool] = always,
    ) -> str:
        """Ask a question; raise an error if the user leaves or an event withdraws the question."""
        question = Question(text, choices, takes, ends)
        if (given := self._given.pop(name, None)) is not None:
            self.show(f"{text}\n> {given}")
            return given
        while True:
            try:
                return await self._unless(self.screen.ask(question), self._overtaken)
            except (BrokenOffError, EndedError) as why:
                await self._leave(why)

    async def wait_for(self, what: Awaitable[Found]) -> Found:
        """Return the result of an awaitable, unless the user leaves first."""
        waiting = asyncio.ensure_future(what)
        try:
            while True:
                try:
                    return await self._unless(asyncio.shield(waiting))
                except BrokenOffError as why:
                    await self._leave(why)
        finally:
            waiting.cancel()

    async def _leave(self, why: BrokenOffError | EndedError) -> None:
        """Raise LeftError, unless input comes from a terminal and the user chooses to stay."""
        if self.screen.alone:
            self.interrupted = isinstance(why, BrokenOffError)
            raise LeftError from None
        try:
            answer = await self._unless(self.screen.ask(Question(LEAVING)))
        except (BrokenOffError, EndedError):
            raise LeftError from None
        if answer.lower() in YES:
            raise LeftError from None

    async def _unless(
        self, what: Awaitable[Found], overtaken: asyncio.Event | None = None
    ) -> Found:
        """Return the result of `what`, unless Ctrl-C or the event `overtaken` comes first."""
        waiting = asyncio.ensure_future(what)
        broken_off = asyncio.ensure_future(self._broken_off.wait())
        passed = asyncio.ensure_future((overtaken or asyncio.Event()).wait())
        try:
            await asyncio.wait({waiting, broken_off, passed}, return_when=asyncio.FIRST_COMPLETED)
            if waiting.done():
                return await waiting
            if broken_off.done():
                self._broken_off.clear()
                raise BrokenOffError
            raise OvertakenError
        finally:
            for waiter in (waiting, broken_off, passed):
                waiter.cancel()
            await asyncio.wait({waiting})


async def choose_transport(user: User, *, remote: bool) -> bool:
    """Return whether to use RMI; ask only if neither a server nor a port was given."""
    if user.knows("server") or user.knows("port"):
        return False
    while True:
        transport = (await user.ask(TRANSPORT, "way", lambda: ("tcp", "rmi"))).lower()
        if transport in {"", "tcp"}:
            return False
        if transport == "rmi" and remote:
            return True
        user.show(TCP_ONLY if transport == "rmi" else BAD_TRANSPORT)
