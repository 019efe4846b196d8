"""Whoever sits at the screen: asked, told, overtaken by events, and asked again before leaving."""

import asyncio
from collections.abc import Callable, Iterable, Mapping

from ludoteca.clients.console.screen import (
    BrokenOffError,
    EndedError,
    Question,
    Screen,
    always,
    nothing,
)

LEAVING = "Do you wish to leave the game? y/n"


class OvertakenError(Exception):
    """What was asked does not matter any more."""


class LeftError(Exception):
    """The person is gone, or wants to go."""


class Person:
    """Answers questions, some of them beforehand."""

    def __init__(self, screen: Screen, given: Mapping[str, str]) -> None:
        """Some answers are given already, by the names of their questions."""
        self.screen = screen
        self._given = dict(given)
        self._overtaken = asyncio.Event()

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

    async def ask(
        self,
        text: str,
        name: str = "",
        choices: Callable[[], Iterable[str]] = nothing,
        takes: Callable[[str], bool] | None = None,
        ends: Callable[[], bool] = always,
    ) -> str:
        """The answer to a question, unless the person leaves or is overtaken."""
        question = Question(text, choices, ends=ends)
        if takes is not None:
            question = question._replace(takes=takes)
        if (given := self._given.pop(name, None)) is not None:
            self.show(f"{text}\n> {given}")
            return given
        while True:
            try:
                return await self._answer(question)
            except (BrokenOffError, EndedError):
                if self.screen.alone or await self._leaves():
                    raise LeftError from None

    async def _leaves(self) -> bool:
        """Whether the person really wants to go."""
        try:
            return (await self._answer(Question(LEAVING))).lower() in {"y", "yes"}
        except (BrokenOffError, EndedError):
            return True

    async def _answer(self, question: Question) -> str:
        answer = asyncio.ensure_future(self.screen.ask(question))
        overtaken = asyncio.ensure_future(self._overtaken.wait())
        try:
            await asyncio.wait({answer, overtaken}, return_when=asyncio.FIRST_COMPLETED)
            if overtaken.done() and not answer.done():
                raise OvertakenError
            return await answer
        finally:
            overtaken.cancel()
            answer.cancel()
            await asyncio.wait({answer})
