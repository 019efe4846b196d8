"""One person's stay: what the house says is heard, what the person types is understood."""

import asyncio
import contextlib
import time
from collections.abc import Callable, Iterable, Iterator
from functools import partial

from ludoteca.clients.console.arrival import Place
from ludoteca.clients.console.contact import Contact
from ludoteca.clients.console.person import NO, YES, LeftError, OvertakenError, Person
from ludoteca.clients.console.renaissance import looking
from ludoteca.clients.console.renaissance import texts as ours
from ludoteca.clients.console.renaissance.goods import points
from ludoteca.clients.console.renaissance.hearing import heard
from ludoteca.clients.console.renaissance.news import told
from ludoteca.clients.console.renaissance.paint import fitted, paint
from ludoteca.clients.console.renaissance.picture import Asked, Picture, Stage
from ludoteca.clients.console.screen import always
from ludoteca.clients.draw import clock, harmless
from ludoteca.games.renaissance.faith import LAST_SPACE
from ludoteca.net import Link, LostError
from ludoteca.wire import UnreadableError
from ludoteca.wire.commands import JsonLines, Word, texts
from ludoteca.wire.commands.ids import LORENZO
from ludoteca.wire.commands.words import ChatWord

LONGEST = 1000
"""How many characters a line may have."""
QUIET = 0.03
"""So many seconds without a word mean that the house has said everything."""
PLEASANT = {texts.OK, texts.ACTION_OK, texts.PAY, texts.THROWING, texts.STARTED}
PLEASANT |= {texts.DISCARDED_BOTH, texts.SELECT_ONE_MORE, texts.SELECTED}

Scene = tuple[Stage, bool, Asked]


class CancelledError(Exception):
    """The person would rather do something else."""


class Session:
    """A person, a line to a house, and the picture of what was told."""

    def __init__(self, person: Person) -> None:
        self.person, self.picture = person, Picture()
        self.contact: Contact[Word] | None = None
        self.help = ""
        """What else there is to explain where the person is."""
        self.seen_turn = 0
        """The last turn whose table was shown."""
        self.leaving = False
        """Whether the person has said so."""
        self._scene: Scene | None = None
        self._hushed = self._asking = False
        """Whether a refusal is expected, and need not be shown; whether an answer is awaited."""
        self._heard = self._began = time.monotonic()
        person.screen.status = lambda: harmless(self.status())

    # The house

    def line(self, place: Place) -> Contact[Word]:
        """A line to a house, not yet open."""
        self.contact = Contact(
            self.person, lambda: Link.open(place.host, place.port, JsonLines()), self.hear
        )
        return self.contact

    def hear(self, word: Word | UnreadableError) -> None:
        """The house has said this."""
        if isinstance(word, UnreadableError):
            return
        self._heard = time.monotonic()
        if word.command == "PING":
            with contextlib.suppress(LostError):
                self.say(Word(command="PONG"))
        before, self.picture = self.picture, heard(self.picture, word)
        if before.turns != self.picture.turns:
            self._began = self._heard
        expected = word.command.endswith("_ERROR") or word.info == texts.ACTION_USED
        if not (self._hushed and expected) and (text := told(before, word, self.picture)):
            self.show(text, plain=isinstance(word, ChatWord))
        acted = self.picture.acted != before.acted and not self._asking  # a move that was kept
        if acted or self._scene not in (None, self.scene()):
            self.person.overtake()

    def scene(self) -> Scene:
        """Where the person is: another scene makes every question of this one pointless."""
        return self.picture.stage, self.picture.mine, self.picture.asked

    def enter(self) -> None:
        """What is asked from now on is about what the picture shows now."""
        self.person.settle()
        self._scene = self.scene()

    def say(self, word: Word) -> None:
        """Say a word to the house."""
        if self.contact is None:
            raise LostError
        self.contact.say(word)

    async def asks(self, word: Word, *ends: str, hushed: bool = False) -> Word | None:
        """Say a word, and wait for the one that ends its answer, by its command or its text.

        None is a refusal, which has been shown.
        """
        if self.contact is None:
            raise LostError
        self._hushed, self._asking, accepted = hushed, True, False

        def wanted(answer: Word | UnreadableError) -> tuple[Word | None] | None:
            nonlocal accepted
            if isinstance(answer, UnreadableError):
                return None
            accepted = accepted or answer.command == word.command
            if answer.command == "REPLY" and self._is_answer(answer):
                accepted = accepted or is_pleasant(answer)
                if "REPLY" in ends or not accepted:
                    return (answer if accepted else None,)
            ended = answer.command in ends or answer.info in ends
            if ended and answer.sender in (None, self.picture.me):
                return (answer,)
            return (None,) if answer.command.endswith("_ERROR") else None

        try:
            (found,) = await self.contact.asked(word, wanted)
            await self.quiet()
        finally:
            self._hushed = self._asking = False
        return found

    def _is_answer(self, reply: Word) -> bool:
        """Whether a reply is meant for this player alone; before the login all of them are."""
        at_door = self.picture.stage is Stage.DOOR and reply.info != texts.WHO
        return reply.sender == self.picture.me or at_door

    async def quiet(self) -> None:
        """Wait until the house has said everything it had to say just now."""
        while (left := self._heard + QUIET - time.monotonic()) > 0:
            await asyncio.sleep(left)

    # The person

    @property
    def width(self) -> int:
        """How many characters fit into a line."""
        return self.person.screen.width

    def show(self, text: str, *, plain: bool = False) -> None:
        """Show a text, with the names of things in their colours unless it is somebody's own."""
        self.person.show(harmless(text) if plain else self._shown(text))

    def _shown(self, text: str) -> str:
        fits = fitted(harmless(text), self.width)
        return paint(fits) if self.person.screen.coloured else fits

    def draw(self, *drawings: Iterable[str]) -> None:
        """Show drawings, one below the other."""
        self.show("\n" + "\n\n".join("\n".join(drawing) for drawing in drawings))

    async def ask(
        self,
        text: str | Callable[[], str],
        choices: Iterable[str] = (),
        name: str = "",
        takes: Callable[[str], bool] | None = None,
        ends: Callable[[], bool] = always,
    ) -> str:
        """What the person answers; what can be typed anywhere is answered on the way."""
        offered = tuple(choices)

        def waits(line: str) -> bool:
            return takes is None or takes(line) or is_common(line)

        while True:
            if self._scene not in (None, self.scene()):
                raise OvertakenError
            asked = text if isinstance(text, str) else text()
            shown = self._shown(f"\n{asked}" if "\n" in asked else asked)
            choose = partial(self._completed, offered)
            line = await self.person.ask(shown, name, choose, waits, ends)
            if len(line) > LONGEST:
                self.show(ours.TOO_LONG)
            elif line.lower() == "cancel":
                raise CancelledError
            elif not await self._common(line):
                return line

    def _completed(self, offered: Iterable[str]) -> Iterator[str]:
        yield from offered
        yield from looking.COMMANDS
        for name in dict.fromkeys((*self.picture.names, *self.picture.people)):
            if name not in (self.picture.me, LORENZO):
                yield f"/chat[{name}] "

    async def agrees(self, text: str) -> bool:
        """Whether the person says yes."""
        while True:
            said = (await self.ask(text, ("y", "n"))).lower()
            if said in YES | NO:
                return said in YES
            self.show(ours.YES_NO)

    async def _common(self, line: str) -> bool:
        """Answer what can be typed anywhere; whether it was such a thing."""
        command = line.lower()
        if command.startswith("/chat"):
            self._chat(line)
        elif command == "exit":
            await self._exit()
        elif command == "help":
            self.show(f"{self.help}\n{ours.HELP}".strip())
        elif (drawn := looking.look(self.picture, command, self.width)) is not None:
            self.draw(drawn)
        else:
            return False
        return True

    async def _exit(self) -> None:
        alone = self.person.screen.alone
        self.leaving = alone or (await self.person.ask(ours.LEAVE_MATCH)).lower() in YES
        if self.leaving:
            raise LeftError

    def _chat(self, line: str) -> None:
        if not (meant := looking.CHAT.fullmatch(line)):
            self.show(ours.CHAT_HOW)
            return
        to, text = meant["to"], meant["text"]
        if to is None:
            self.say(ChatWord(command="CHAT_ALL", info=f" {text}"))
            self.show(ours.SAID.format(text=text), plain=True)
        else:
            self.say(ChatWord(command="CHAT", info=f" {text}", receiver=to))
            self.show(ours.SAID_TO.format(name=to, text=text), plain=True)

    # Below the question

    def status(self) -> str:
        """Whose turn it is, how one stands, and for how long the turn has lasted."""
        picture = self.picture
        if picture.stage is Stage.ROOM:
            return f" {picture.room}: {len(picture.people)} here"
        if not picture.names:
            return " Masters of Renaissance"
        own = points(picture.points(picture.me))
        stands = f"faith {picture.own.faith}/{LAST_SPACE} | {own}"
        if picture.stage is Stage.SETUP:
            return f" Before the first turn | {stands}"
        turn = "Your turn" if picture.mine else f"{picture.turn}'s turn"
        last = " | last round" if picture.last_round else ""
        return f" {turn} | {stands}{last} | {clock(time.monotonic() - self._began)}"


def is_pleasant(reply: Word) -> bool:
    """Whether a reply says that what was asked for is granted."""
    created = texts.LOBBY_CREATED.partition("{0}")[2]
    return reply.info in PLEASANT or (reply.info or "").endswith(created)


def is_common(line: str) -> bool:
    """Whether a line can be typed anywhere."""
    first = line.lower().split(" ")[0]
    return first.startswith("/chat") or first in {*looking.COMMANDS, "card", "leader", "exit"}
