"""Whoever sits at the screen: asked, told, overtaken by events, and asked again before leaving."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping
from typing import TypeVar

from ludoteca.clients.console.screen import (
    BrokenOffError,
    EndedError,
    Question,
    Screen,
    always,
    anything,
    nothing,
)

YES, NO = {"y", "yes"}, {"n", "no"}
LEAVING = "Do you wish to leave the game? y/n"

Found = TypeVar("Found")


class OvertakenError(Exception):
    """What was asked does not matter any more."""


class LeftError(Exception):
    """The person is gone, or wants to go."""


class Person:
    """Answers questions, some of them beforehand."""

    def __init__(self, screen: Screen, given: Mapping[str, str]) -> None:
        """Some answers are given already, by the names of their questions."""
        self.screen = screen
        self.interrupted = False
        """Whether the conversation was broken off where nobody could be asked."""
        self._given = dict(given)
        self._overtaken, self._broken_off = asyncio.Event(), asyncio.Event()

    def knows(self, name: str) -> bool:
        """Whether the answer to the question of this name was given beforehand."""
        return name in self._given

    def show(self, text: str) -> None:
        """Show a text."""
        self.screen.show(text)

    def overtake(self) -> None:
        """Whatever is being asked does not matter any more."""
        self._overtaken.set()

    def settle(self) -> None:
        """From now on questions matter again."""
        self._overtaken.clear()

    def break_off(self) -> None:
        """Somebody pressed Ctrl-C, whether something is being asked or not."""
        self._broken_off.set()

    async def ask(
        self,
        text: str,
        name: str = "",
        choices: Callable[[], Iterable[str]] = nothing,
        takes: Callable[[str], bool] = anything,
        ends: Callable[[], bool] = always,
    ) -> str:
        """The answer to a question, unless the person leaves or is overtaken."""
        question = Question(text, choices, takes, ends)
        if (given := self._given.pop(name, None)) is not None:
            self.show(f"{text}\n> {given}")
            return given
        while True:
            try:
                return await self._unless(self.screen.ask(question), self._overtaken)
            except (BrokenOffError, EndedError) as why:
                await self._leave(why)

    async def bide(self, what: Awaitable[Found]) -> Found:
        """Wait for something, unless the person leaves meanwhile."""
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
        """Leave, unless there is somebody who would rather stay."""
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
        """What is waited for, unless it is broken off or overtaken."""
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
