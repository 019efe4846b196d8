"""The session of one user: shows messages, and reads and runs commands."""

import asyncio
import contextlib
import re
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial

from ludoteca.games.renaissance.board import LAST_SPACE
from ludoteca.net import Link, LostError
from ludoteca.protocols import UnreadableError
from ludoteca.protocols.commands import JsonLines, Word
from ludoteca.protocols.commands import texts as wire
from ludoteca.protocols.commands.ids import LORENZO, card_of, leader_of
from ludoteca.protocols.commands.words import ChatWord
from ludoteca.ui.console.connecting import ServerAddress, why_wrong_port
from ludoteca.ui.console.connection import ConsoleConnection
from ludoteca.ui.console.renaissance import drawing, texts
from ludoteca.ui.console.renaissance.goods import fitted, listed, paint, points
from ludoteca.ui.console.renaissance.news import news_of
from ludoteca.ui.console.renaissance.state import ClientStage, CommandsState, Expected, apply_word
from ludoteca.ui.console.user import NO, YES, LeftError, OvertakenError, User, always
from ludoteca.ui.draw import clock, harmless
from ludoteca.ui.rulebook import RulesReader

PROTOCOL = "commands"
LONGEST = 1000
"""Maximum characters of a line."""
QUIET = 0.03
"""Seconds of silence after which the server is assumed to have sent everything."""
PLEASANT = {wire.OK, wire.ACTION_OK, wire.PAY, wire.THROWING, wire.STARTED}
PLEASANT |= {wire.DISCARDED_BOTH, wire.SELECT_ONE_MORE, wire.SELECTED}

Scene = tuple[ClientStage, bool, Expected]


class CancelledError(Exception):
    """The user cancelled a command."""


class RenaissanceSession:
    """A user, a connection to a server, and the known state."""

    def __init__(self, user: User) -> None:
        self.user = user
        self.state = CommandsState()
        self.connection: ConsoleConnection[Word] | None = None
        self.help = ""
        """Help for the current question."""
        self.seen_turn = 0
        """Last turn for which the table was shown."""
        self.ahead: deque[str] = deque()
        """Answers typed in advance on the previous line, in the order of their questions."""
        self.pays_from = ""
        """Where to pay from first according to the previous line; empty if unspecified."""
        self.met: set[str] = set()
        """Menus already shown."""
        self._rules = RulesReader("renaissance")
        self.leaving = False
        self._scene: Scene | None = None
        self._muted = self._asking = False
        """Whether to hide an expected refusal, and whether the session awaits an answer."""
        self._heard = self._began = time.monotonic()
        user.screen.status = lambda: harmless(self.status())

    # The server

    def connection_to(self, address: ServerAddress) -> ConsoleConnection[Word]:
        """Return an unopened connection to a server."""
        host, port = address.host, address.port
        wrong = partial(why_wrong_port, host, port, PROTOCOL)
        self.connection = ConsoleConnection(
            self.user, lambda: Link.open(host, port, JsonLines()), self.hear, wrong
        )
        return self.connection

    def hear(self, word: Word | UnreadableError) -> None:
        """Apply a message from the server and show it."""
        if isinstance(word, UnreadableError):
            return
        self._heard = time.monotonic()
        if word.command == "PING":
            with contextlib.suppress(LostError):
                self.say(Word(command="PONG"))
        before, self.state = self.state, apply_word(self.state, word)
        if before.turns != self.state.turns:
            self._began = self._heard
        expected = word.command.endswith("_ERROR") or word.info == wire.ACTION_USED
        if not (self._muted and expected) and (text := news_of(before, word, self.state)):
            self.show(text, plain=isinstance(word, ChatWord))
        # Without a pending request, the server has played a saved move.
        acted = self.state.acted != before.acted and not self._asking
        if acted or self._scene not in (None, self.scene()):
            self.user.overtake()

    def scene(self) -> Scene:
        """Return the values on which the dialogue depends; a change withdraws the open question."""
        return self.state.stage, self.state.mine, self.state.expected

    def enter(self) -> None:
        """Remember the current state as the subject of the next questions."""
        self.user.settle()
        self._scene = self.scene()

    def say(self, word: Word) -> None:
        if self.connection is None:
            raise LostError
        self.connection.say(word)

    async def request(self, word: Word, *ends: str, muted: bool = False) -> Word | None:
        """Send a message, and return the message that ends its answer.

        `ends` are the commands or texts of messages that end the answer. Return None after a
        refusal, which is shown unless `muted`.
        """
        if self.connection is None:
            raise LostError
        self._muted, self._asking, accepted = muted, True, False

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
            if ended and answer.sender in (None, self.state.me):
                return (answer,)
            return (None,) if answer.command.endswith("_ERROR") else None

        try:
            (found,) = await self.connection.request(word, wanted)
            await self.quiet()
        finally:
            self._muted = self._asking = False
        if found is None:
            self.ahead.clear()
        return found

    def _is_answer(self, reply: Word) -> bool:
        """Return whether a reply is only for this player; before the login, every reply is."""
        before_login = self.state.stage is ClientStage.LOGIN and reply.info != wire.WHO
        return reply.sender == self.state.me or before_login

    async def quiet(self) -> None:
        """Wait until the server stops sending."""
        while (left := self._heard + QUIET - time.monotonic()) > 0:
            await asyncio.sleep(left)

    # The user

    @property
    def width(self) -> int:
        return self.user.screen.width

    def show(self, text: str, *, plain: bool = False) -> None:
        """Show text, with coloured names unless it is a chat message."""
        self.user.show(harmless(text) if plain else self._shown(text))

    def complain(self, text: str) -> None:
        """Reject an answer, and drop the queued answers that follow it."""
        self.ahead.clear()
        self.show(text)

    def is_new(self, menu: str) -> bool:
        """Return whether a menu has not been shown yet, and mark it as shown."""
        new = menu not in self.met
        self.met.add(menu)
        return new

    def _shown(self, text: str) -> str:
        fits = fitted(harmless(text), self.width)
        return paint(fits) if self.user.screen.coloured else fits

    def draw(self, *drawings: Iterable[str]) -> None:
        self.show("\n" + "\n\n".join("\n".join(drawing) for drawing in drawings))

    async def ask(
        self,
        text: str | Callable[[], str],
        choices: Iterable[str] = (),
        name: str = "",
        takes: Callable[[str], bool] | None = None,
        ends: Callable[[], bool] = always,
    ) -> str:
        """Ask until a line answers the question; run any common commands typed instead."""
        offered = tuple(choices)

        def waits(line: str) -> bool:
            return takes is None or takes(line) or is_common(line)

        while True:
            if self._scene not in (None, self.scene()):
                raise OvertakenError
            if self.ahead:
                return self.ahead.popleft()
            asked = text if isinstance(text, str) else text()
            shown = self._shown(f"\n{asked}" if "\n" in asked else asked)
            choose = partial(self._completed, offered)
            line = await self.user.ask(shown, name, choose, waits, ends)
            if len(line) > LONGEST:
                self.show(texts.TOO_LONG)
            elif line.lower() == "cancel":
                raise CancelledError
            elif not await self._common(line):
                return line

    def _completed(self, offered: Iterable[str]) -> Iterator[str]:
        yield from offered
        yield from COMMANDS
        for name in dict.fromkeys((*self.state.names, *self.state.people)):
            if name not in (self.state.me, LORENZO):
                yield f"/chat[{name}] "

    async def agrees(self, text: str) -> bool:
        """Ask for a confirmation; Enter means no."""
        while True:
            said = (await self.ask(text, ("y", "n"))).lower()
            if said in YES | NO | {""}:
                return said in YES
            self.complain(texts.YES_NO)

    async def _common(self, line: str) -> bool:
        """Run the line if it is a common command; return whether it was."""
        command = line.lower()
        if command.startswith("/chat"):
            self._chat(line)
        elif command == "exit":
            await self._exit()
        elif command == "help":
            self.show(f"{self.help}\n{texts.HELP}".strip())
        elif command == "rules":
            self.draw(self._rules.page(self.width, self.user.screen.height).splitlines())
        elif (drawn := look(self.state, command, self.width)) is not None:
            self.draw(drawn)
        else:
            return False
        return True

    async def _exit(self) -> None:
        alone = self.user.screen.alone
        self.leaving = alone or (await self.user.ask(texts.LEAVE_MATCH)).lower() in YES
        if self.leaving:
            raise LeftError

    def _chat(self, line: str) -> None:
        if not (meant := CHAT.fullmatch(line)):
            self.show(texts.CHAT_HOW)
            return
        to, text = meant["to"], meant["text"]
        if to is None:
            self.say(ChatWord(command="CHAT_ALL", info=f" {text}"))
            self.show(texts.SAID.format(text=text), plain=True)
        else:
            self.say(ChatWord(command="CHAT", info=f" {text}", receiver=to))
            self.show(texts.SAID_TO.format(name=to, text=text), plain=True)

    # Below the question

    def status(self) -> str:
        """Describe the turn: its player, faith, points and duration."""
        state = self.state
        if state.stage is ClientStage.ROOM:
            return f" {state.room}: {len(state.people)} in the room"
        if not state.names:
            return " Masters of Renaissance"
        own = points(state.points(state.me))
        stands = f"faith {state.own.faith}/{LAST_SPACE} | {own}"
        if state.stage is ClientStage.SETUP:
            return f" Before the first turn | {stands}"
        turn = "Your turn" if state.mine else f"{state.turn}'s turn"
        last = " | last round" if state.last_round else ""
        return f" {turn} | {stands}{last} | {clock(time.monotonic() - self._began)}"


def is_pleasant(reply: Word) -> bool:
    """Return whether a reply accepts the request."""
    created = wire.LOBBY_CREATED.partition("{0}")[2]
    return reply.info in PLEASANT or (reply.info or "").endswith(created)


def is_common(line: str) -> bool:
    """Return whether a line is a command that works at any question."""
    first, *rest = line.lower().split(" ")
    named = {"card", "leader", "board"} if rest else {*COMMANDS, "card", "leader"}
    return first.startswith("/chat") or first in named


CHAT = re.compile(r"/chat\s*(?:\[(?P<to>[^\]]+)\])?\s*(?P<text>\S.*)", re.IGNORECASE | re.DOTALL)


def draw_table(state: CommandsState, width: int) -> list[str]:
    parts = (
        drawing.draw_grid(state, width),
        drawing.draw_market(state),
        drawing.draw_faith(state),
        drawing.draw_boards(state, width),
        drawing.draw_board(state, width),
    )
    return "\n\n".join("\n".join(part) for part in parts if part).split("\n")


_TABLE: Mapping[str, Callable[[CommandsState, int], Iterable[str]]] = {
    "market": lambda state, _: drawing.draw_market(state),
    "grid": drawing.draw_grid,
    "faith": lambda state, _: drawing.draw_faith(state),
    "board": drawing.draw_board,
    "boards": drawing.draw_boards,
    "leaders": drawing.draw_leaders,
    "table": draw_table,
}
COMMANDS = (*_TABLE, "rules", "online", "help", "cancel", "exit", "/chat ")
"""Commands that can be typed at any question, for completion."""


def look(state: CommandsState, command: str, width: int) -> Iterable[str] | None:
    """Return the lines that a command shows, or None if the command shows nothing."""
    if command in _TABLE:
        return _TABLE[command](state, width) if state.boards else [texts.NO_MATCH]
    if command == "online":
        return _online(state)
    first, _, rest = command.partition(" ")
    if first == "board" and rest:
        return _board_of(state, rest, width) if state.boards else [texts.NO_MATCH]
    known = int(rest) if rest.isascii() and rest.isdigit() and len(rest) < 4 else 0
    if first == "card":
        number = card_of(known)
        return drawing.draw_card(state, number) if number else [texts.NO_CARD]
    if first == "leader":
        number = leader_of(known)
        return drawing.draw_leader(state, number) if number else [texts.NO_LEADER]
    return None


def _board_of(state: CommandsState, name: str, width: int) -> list[str]:
    """Draw the board of the player with this name, given in lower case."""
    if name == state.called(state.me).lower():
        return drawing.draw_board(state, width)
    if name not in map(str.lower, state.names):
        return [texts.NO_BOARD.format(name=name, names=listed(map(state.called, state.names)))]
    return drawing.draw_boards(state, width, name)


def _online(state: CommandsState) -> list[str]:
    """List the connected players at this table or in this room, and the absent ones."""
    around = state.people if state.stage is ClientStage.ROOM else state.names
    people = [name for name in around or (state.me,) if name != LORENZO]
    here = [state.called(name) for name in people if name not in (*state.away, *state.bots)]
    count = f"{len(here)} player{'s' * (len(here) != 1)}"
    lines = [f"Online now: {count}, {listed(here)}."]
    return [*lines, *([f"Not connected: {listed(state.away)}."] if state.away else [])]
