"""One person's visit at a house: what is heard is shown, what is typed is asked for."""

import asyncio
import contextlib
import time
from collections.abc import Callable, Iterable

from ludoteca.clients.console.contact import PATIENCE, Contact
from ludoteca.clients.console.person import NO, YES, Person
from ludoteca.clients.console.screen import always, anything, nothing
from ludoteca.clients.console.shelfie import tables
from ludoteca.clients.console.shelfie.blocks import fitting
from ludoteca.clients.console.shelfie.news import told
from ludoteca.clients.console.shelfie.picture import Picture, heard
from ludoteca.clients.console.shelfie.talk import chat_choices, read_chat
from ludoteca.clients.draw import harmless, paint
from ludoteca.games.shelfie.tiles import COLOURS
from ludoteca.wire import UnreadableError
from ludoteca.wire.pipes.texts import BAD_INPUT
from ludoteca.wire.pipes.words import (
    ChatNotification,
    Message,
    Return,
    SendPrivateMessage,
    SendPublicMessage,
    Word,
    method_of,
)


class StrangerError(Exception):
    """Whoever answers at this door does not speak this protocol."""


class Visit:
    """A person, a line to a house, and the picture of what it has told."""

    contact: Contact[Word]

    def __init__(self, person: Person) -> None:
        self.person = person
        self.picture = Picture()
        self.hushed = False
        """Whether messages of the house are kept from the person."""
        self.fresh = True
        """Whether the person has come to another phase and has not seen its menu."""
        self.stranger = ""
        """Why this is the wrong door, if it is."""
        self.heard_at = 0.0
        """When the house was heard last."""
        self._heard = asyncio.Event()
        person.screen.status = self._status

    def _status(self) -> str:
        return self._clean(tables.status(self.picture, time.monotonic(), self.width))

    # The house

    def hear(self, word: Word | UnreadableError) -> None:
        """The house has said something."""
        before, self.heard_at = self.picture, time.monotonic()
        self.picture = after = heard(before, word, self.heard_at)
        if not (self.hushed and isinstance(word, Message)):
            spoken = isinstance(word, Message | ChatNotification)
            for text in told(before, after, word, self.person.screen.width):
                self.show(text) if spoken else self.draw(text)
        if isinstance(word, UnreadableError) and word.fatal:
            self.stranger = str(word)
        moved = before.phase is not after.phase
        self.fresh = self.fresh or moved
        if moved or self.stranger or (before.my_turn and not after.my_turn):
            self.person.overtake()
        self._heard.set()

    async def asked(self, word: Word, patience: float = PATIENCE) -> bool:
        """Whether the house does what it is asked for; it says itself why not."""
        method = method_of(word)

        def answer(said: Word | UnreadableError) -> bool | None:
            if isinstance(said, UnreadableError) and said.fatal:
                return False
            return said.ok if isinstance(said, Return) and said.method == method else None

        return await self.contact.asked(word, answer, patience)

    async def until(self, holds: Callable[[], bool], seconds: float) -> bool:
        """Whether something comes to hold within so many seconds, by what is heard."""
        with contextlib.suppress(TimeoutError):
            await self.person.bide(asyncio.wait_for(self._until(holds), seconds))
        return holds()

    async def _until(self, holds: Callable[[], bool]) -> None:
        while not holds():
            self._heard.clear()
            await self._heard.wait()

    # The person

    def show(self, text: str) -> None:
        """Show a text: without the secret, and without anything that a terminal would obey."""
        self.person.show(self._fitting(self._clean(text)))

    def _fitting(self, text: str) -> str:
        """A text as it fits into the window; programs read it as it is."""
        return text if self.person.screen.alone else fitting(text, self.width)

    def draw(self, text: str) -> None:
        """Show a drawing, in colours where they are wanted."""
        text = self._fitting(self._clean(text))
        self.person.show(paint(text, COLOURS) if self.person.screen.coloured else text)

    def _clean(self, text: str) -> str:
        picture = self.picture
        if picture.typed != picture.name:
            text = text.replace(picture.typed, picture.name)
        return harmless(text)

    @property
    def width(self) -> int:
        """How wide a drawing may be."""
        return self.person.screen.width

    async def ask(
        self,
        text: str,
        name: str = "",
        choices: Callable[[], Iterable[str]] = nothing,
        takes: Callable[[str], bool] = anything,
        ends: Callable[[], bool] = always,
    ) -> str:
        """The answer to a question; whatever is said to others meanwhile is said to them."""
        while True:
            line = await self.person.ask(
                self._fitting(text),
                name,
                lambda: [*choices(), *chat_choices(self.picture.others)],
                lambda line: takes(line) or read_chat(line) is not None,
                ends,
            )
            if (chat := read_chat(line)) is None:
                return line
            await self.say(chat)

    async def say(self, chat: SendPublicMessage | SendPrivateMessage) -> None:
        """Say something to others."""
        if await self.asked(chat) and isinstance(chat, SendPublicMessage):
            self.show(tables.match_chat(self.picture, self.width))

    async def agrees(self, text: str) -> bool:
        """Whether the person says yes."""
        while (line := (await self.ask(text, choices=lambda: ("y", "n"))).lower()) not in YES | NO:
            self.show(BAD_INPUT)
        return line in YES
