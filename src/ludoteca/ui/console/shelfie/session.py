"""The session of one user: shows messages and sends requests."""

import asyncio
import contextlib
import time
from collections.abc import Callable, Collection, Iterable, Mapping

from ludoteca.games.shelfie import NAME
from ludoteca.games.shelfie.board import COLOURS
from ludoteca.protocols import UnreadableError
from ludoteca.protocols.pipes.texts import BAD_INPUT
from ludoteca.protocols.pipes.words import (
    ChatNotification,
    Message,
    Return,
    SendPrivateMessage,
    SendPublicMessage,
    Word,
    method_of,
)
from ludoteca.ui.console.connection import TIMEOUT, ConsoleConnection
from ludoteca.ui.console.shelfie import drawing, texts
from ludoteca.ui.console.shelfie.drawing import fitting, short
from ludoteca.ui.console.shelfie.news import chat_choices, chats, match_chat, news_of, read_chat
from ludoteca.ui.console.shelfie.state import PipesState, apply_word
from ludoteca.ui.console.user import NO, YES, User, always, anything, nothing
from ludoteca.ui.draw import clock, harmless, paint
from ludoteca.ui.rulebook import RulesReader


class ShelfieSession:
    """A user, a connection to a server, and the known state."""

    connection: ConsoleConnection[Word]

    def __init__(self, user: User) -> None:
        self.user = user
        self.state = PipesState()
        self.muted = False
        """Whether messages from the server are hidden."""
        self.numbered = False
        """Whether the server has been asked for the table numbers."""
        self.unsaid: Collection[str] = ()
        """Texts from the server to hide, as they answer steps that the user did not request."""
        self.fresh = True
        """Whether the phase has changed since its menu was last shown."""
        self.heard_at = 0.0
        """Arrival time of the last message."""
        self.rules = RulesReader(NAME)
        self._heard = asyncio.Event()
        user.screen.status = self._status

    def _status(self) -> str:
        return self._clean(drawing.status(self.state, time.monotonic(), self.width))

    # The server

    def hear(self, word: Word | UnreadableError) -> None:
        """Apply a message from the server and show it."""
        before, self.heard_at = self.state, time.monotonic()
        self.state = after = apply_word(before, word, self.heard_at)
        if not (isinstance(word, Message) and (self.muted or word.text in self.unsaid)):
            spoken = isinstance(word, Message | ChatNotification)
            for text in news_of(before, after, word, self.user.screen.width):
                self.show(text) if spoken else self.draw(text)
        moved = before.phase is not after.phase
        self.fresh = self.fresh or moved
        if moved or (before.my_turn and not after.my_turn):
            self.user.overtake()
        self._heard.set()

    async def request(self, word: Word, timeout: float = TIMEOUT) -> bool:
        """Send a request; return whether the server accepts it. The server explains refusals."""
        method = method_of(word)

        def answer(said: Word | UnreadableError) -> bool | None:
            return said.ok if isinstance(said, Return) and said.method == method else None

        return await self.connection.request(word, answer, timeout)

    async def until(self, holds: Callable[[], bool], seconds: float) -> bool:
        """Wait until messages make a condition true; return False on timeout."""
        with contextlib.suppress(TimeoutError):
            await self.user.wait_for(asyncio.wait_for(self._until(holds), seconds))
        return holds()

    async def _until(self, holds: Callable[[], bool]) -> None:
        while not holds():
            self._heard.clear()
            await self._heard.wait()

    # The user

    def show(self, text: str) -> None:
        """Show text without the user's secret and without control characters."""
        self.user.show(self._fitting(self._clean(text)))

    def _fitting(self, text: str) -> str:
        """Wrap text to the window; if the output is not a terminal, leave it unchanged."""
        return text if self.user.screen.alone else fitting(text, self.width)

    def draw(self, text: str) -> None:
        """Show a drawing, coloured if colours are enabled."""
        text = self._fitting(self._clean(text))
        self.user.show(paint(text, COLOURS) if self.user.screen.coloured else text)

    def _clean(self, text: str) -> str:
        state = self.state
        if state.typed != state.name:
            text = text.replace(state.typed, state.name)
        return harmless(text)

    @property
    def width(self) -> int:
        return self.user.screen.width

    async def ask(
        self,
        text: str,
        name: str = "",
        choices: Callable[[], Iterable[str]] = nothing,
        takes: Callable[[str], bool] = anything,
        ends: Callable[[], bool] = always,
    ) -> str:
        """Ask a question; send any chat messages typed instead of an answer."""
        while True:
            line = await self.user.ask(
                self._fitting(text),
                name,
                lambda: [*choices(), *chat_choices(self.state.others)],
                lambda line: takes(line) or read_chat(line) is not None,
                ends,
            )
            if (chat := read_chat(line)) is None:
                return line
            await self.send_chat(chat)

    async def ask_step(
        self, text: str, how: str, choices: Callable[[], Iterable[str]] = nothing
    ) -> str:
        """Ask a question within a command; `help` shows the possible answers."""
        while (line := await self.ask(text, choices=choices)).lower() == "help":
            self.show(how)
        return line

    async def send_chat(self, chat: SendPublicMessage | SendPrivateMessage) -> None:
        if await self.request(chat) and isinstance(chat, SendPublicMessage):
            self.show(match_chat(self.state, self.width))

    async def agrees(self, text: str, *, enter: bool = False) -> bool:
        """Ask for a confirmation; with `enter`, an empty line means no."""
        answers = YES | NO | ({""} if enter else set())
        how = texts.HOW_YES_NO
        while (line := (await self.ask_step(text, how, lambda: "yn")).lower()) not in answers:
            self.show(f"{BAD_INPUT}\n{how}")
        return line in YES


LONGEST_OBJECT = 40


def _timer(state: PipesState, _: int) -> str:
    return texts.TIMER.format(time=clock(time.monotonic() - state.since))


DRAWINGS: Mapping[str, Callable[[PipesState, int], str]] = {
    "open": chats,
    "hand": drawing.hand,
    "pgoal": drawing.personal_goal,
    "cgoal": drawing.common_goals,
    "shelf": drawing.shelf,
    "shelves": drawing.shelves,
    "board": drawing.board,
    "stats": drawing.stats,
    "end": drawing.end_token,
    "online": drawing.online,
    "timer": _timer,
}


def show_object(session: ShelfieSession, name: str) -> None:
    if name == "rules":
        session.show(session.rules.page(session.width, session.user.screen.height))
    elif drawn := DRAWINGS.get(name):
        session.draw(drawn(session.state, session.width))
    else:
        session.show(texts.NOT_FOUND.format(object=short(name, LONGEST_OBJECT)))


async def ask_object(session: ShelfieSession) -> None:
    text = f"{texts.OBJECTS_HEAD}\n{texts.listed(texts.OBJECTS)}\n{texts.OBJECTS_ASKED}"
    line = await session.ask(text, choices=lambda: texts.OBJECTS)
    if line.lower() != texts.CANCEL:
        show_object(session, texts.chosen(line, texts.OBJECTS))
