"""Programs that speak pipes to a real house, with no socket between: every byte is kept."""

from collections import deque
from collections.abc import Iterable
from typing import Any, TypeVar

from ludoteca.bots import BOTS, Question
from ludoteca.core import Dispatcher
from ludoteca.core.tables.keeper import Keeper
from ludoteca.games import Dice, Seat
from ludoteca.games.shelfie import TakeTiles
from ludoteca.messages import AnyRequest, Farewell, Notice, ViewThunk
from ludoteca.protocols import (
    Act,
    Backlog,
    Delay,
    Dialect,
    Disconnect,
    Later,
    SendBytes,
    UnreadableError,
)
from ludoteca.protocols.dialect import Answer, ClientCall, Invoke, RemoteCall
from ludoteca.protocols.pipes import client_frames, client_lines, pipes
from ludoteca.protocols.pipes.calls import call_of, pipes_over_rmi, server_word_of
from ludoteca.protocols.pipes.codecs import read_client_word
from ludoteca.protocols.pipes.words import (
    ClientWord,
    MatchSeen,
    Message,
    Return,
    ServerVirtualView,
    ServerWord,
    method_of,
)
from ludoteca.protocols.utf import encode_utf
from tests.core.local import LocalServer
from tests.listener import LocalListener

W = TypeVar("W", bound=ServerWord)
P = TypeVar("P", bound="Program")


class Program(LocalListener):
    """A program with a connection; nothing is said to it before it has spoken."""

    def __init__(self, server: Dispatcher, *, frames: bool = False) -> None:
        self.dispatcher, self.frames = server, frames
        self.sent = b""
        """Everything it was sent."""
        self.heard: list[ServerWord] = []
        self.pauses: list[float] = []
        self.later: list[Later] = []
        """What its dialect wants done later."""
        self.asked: deque[AnyRequest] = deque()
        self.open = True
        self._dialect = pipes()
        self._reader = client_frames() if frames else client_lines()
        self._do(self._talk().begin())

    def tell(self, notice: Notice, look: ViewThunk | None = None) -> None:
        if self.open:
            self._do(self._talk().hear(notice, look))
            if isinstance(notice, Farewell):
                self.open = False

    def tick(self) -> None:
        self._do(self._talk().tick())

    def wait(self) -> None:
        """Let the time pass that its dialect waits for."""
        later, self.later = sorted(self.later, key=lambda act: act.seconds), []
        for act in later:
            self._do(act.then())

    def _talk(self) -> Dialect[Any]:
        return self._dialect

    def send(self, data: bytes) -> None:
        if self.open:
            self._do(self._dialect.receive(data))

    def write(self, text: str) -> None:
        data = encode_utf(text)
        self.send(len(data).to_bytes(2, "big") + data if self.frames else text.encode() + b"\n")

    def _do(self, acts: Iterable[Act]) -> None:
        for act in acts:
            if not self.open:
                return
            if isinstance(act, SendBytes | Invoke | Answer):
                self._hear(act)
            elif isinstance(act, Delay):
                self.pauses.append(act.seconds)
            elif isinstance(act, Later):
                self.later.append(act)
            elif isinstance(act, Disconnect):
                self.open = False
            elif not isinstance(act, Backlog):
                self.asked.append(act)

    def _hear(self, said: SendBytes | Invoke | Answer) -> None:
        assert isinstance(said, SendBytes)
        self.sent += said.data
        for word in self._reader.feed(said.data):
            assert not isinstance(word, UnreadableError), said.data
            self.heard.append(word)

    def of(self, kind: type[W]) -> list[W]:
        """Everything heard of one kind."""
        return [word for word in self.heard if isinstance(word, kind)]

    @property
    def view(self) -> MatchSeen:
        """What it saw last of its match."""
        return self.of(MatchSeen)[-1]

    @property
    def texts(self) -> list[str]:
        """The messages it has heard."""
        return [message.text for message in self.of(Message)]


class Caller(Program):
    """A program that calls what it asks, and is called what it is told."""

    def __init__(self, server: Dispatcher) -> None:
        self._calls = pipes_over_rmi()
        self._waiting: deque[ClientWord] = deque()
        """What it waits to be answered."""
        self.calls: list[tuple[str, tuple[Any, ...]]] = []
        """By which methods it was told everything, and with which arguments."""
        super().__init__(server)

    def _talk(self) -> Dialect[RemoteCall]:
        return self._calls

    def write(self, text: str) -> None:
        self._waiting.append(asked := read_client_word(text))
        method, arguments = call_of(asked, None)
        self.call(method.name, *arguments)

    def call(self, method: str, *arguments: Any) -> None:
        if self.open:
            self._do(self._calls.receive(ClientCall(method, arguments)))

    def _hear(self, said: SendBytes | Invoke | Answer) -> None:
        assert not isinstance(said, SendBytes)
        if isinstance(said, Answer):
            self.calls.append(("", (said.value,)))
            self.heard.append(Return(method_of(self._waiting.popleft()), said.value is True))
        else:
            self.calls.append((said.method.name, said.arguments))
            word = server_word_of(*self.calls[-1])
            assert not isinstance(word, UnreadableError), word
            self.heard.append(word)


class Club:
    """A house, and the programs that come to it."""

    def __init__(self, seed: int = 7) -> None:
        self.server = LocalServer(seed=seed)
        self.programs: list[Program] = []

    async def program(self, name: str = "", *, frames: bool = False) -> Program:
        return await self._enter(Program(self.server.dispatcher, frames=frames), name)

    async def caller(self, name: str = "") -> Caller:
        return await self._enter(Caller(self.server.dispatcher), name)

    async def _enter(self, program: P, name: str) -> P:
        self.programs.append(program)
        if name:
            assert (await self.ask(program, f"login|{name}"))[1:2] == [Return("login", ok=True)]
        return program

    async def programs_at_play(self, *names: str, frames: bool = False) -> list[Program]:
        """Programs of these names in one match, whoever moves first."""
        programs = [await self.program(name, frames=frames) for name in names]
        await self.ask(programs[0], f"createMatch|{len(names)}")
        for program in programs[1:]:
            await self.ask(program, "join|0")
        return programs

    async def ask(self, program: Program, *texts: str) -> list[ServerWord]:
        """What a program hears when it has said this, until nothing more happens."""
        before = len(program.heard)
        for text in texts:
            program.write(text)
        await self.settle()
        return program.heard[before:]

    async def settle(self) -> None:
        """Let the house answer whatever is asked, and some seconds pass."""
        while any(program.asked or program.later for program in self.programs):
            await self.answer()
            for program in self.programs:
                program.wait()
        for program in [program for program in self.programs if not program.open]:
            self.drop(program)
            await self.settle()

    async def answer(self) -> None:
        """Let the house answer whatever is asked, in no time."""
        while any(program.asked for program in self.programs):
            for program in self.programs:
                if program.asked:
                    await self.server.dispatcher.handle(program, program.asked.popleft())

    def drop(self, program: Program) -> None:
        """A connection is gone."""
        program.open = False
        self.programs.remove(program)
        self.server.dispatcher.leave(program)


def lists(program: Program) -> ServerVirtualView:
    """What it was told last of matches and people."""
    return program.of(ServerVirtualView)[-1]


def mover_of(programs: list[Program]) -> tuple[Program, Program]:
    """Whose turn it is, and another one."""
    mover = next(p for p in programs if p.view.view.currentPlayer == p.name)
    return mover, next(p for p in programs if p is not mover)


def a_good_move(keeper: Keeper, seat: Seat) -> TakeTiles:
    """A move that a bot would play."""
    table = keeper.table
    moves = list(table.rules.legal_moves(table.state, seat))
    question = Question(table.rules, table.view(seat), seat, moves)
    move: TakeTiles = BOTS["greedy"](question, Dice(1))
    return move
