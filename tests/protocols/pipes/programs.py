"""Programs that speak `pipes` to a real server without sockets and record every byte."""

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
from ludoteca.protocols.javastream.values import encode_utf
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
from tests.core.local import LocalServer
from tests.listener import LocalListener

W = TypeVar("W", bound=ServerWord)
P = TypeVar("P", bound="Program")


class Program(LocalListener):
    """A program with a connection; the server is silent until it has spoken."""

    def __init__(self, server: Dispatcher, *, frames: bool = False) -> None:
        self.dispatcher, self.frames = server, frames
        self.sent = b""
        """Every byte the server sent."""
        self.heard: list[ServerWord] = []
        self.pauses: list[float] = []
        self.later: list[Later] = []
        """The pending timers of its dialect."""
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
        """Let the timers of its dialect expire."""
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
        """Return all words of one kind."""
        return [word for word in self.heard if isinstance(word, kind)]

    @property
    def view(self) -> MatchSeen:
        """Return the last view of its match."""
        return self.of(MatchSeen)[-1]

    @property
    def texts(self) -> list[str]:
        """Return the messages it received."""
        return [message.text for message in self.of(Message)]


class Caller(Program):
    """A program that makes requests by calls and receives words by calls."""

    def __init__(self, server: Dispatcher) -> None:
        self._calls = pipes_over_rmi()
        self._waiting: deque[ClientWord] = deque()
        """The requests without an answer."""
        self.calls: list[tuple[str, tuple[Any, ...]]] = []
        """The methods by which words arrived, with their arguments."""
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


class PipesServer:
    """A server and its client programs."""

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
        """Return programs in one match; either may move first."""
        programs = [await self.program(name, frames=frames) for name in names]
        await self.ask(programs[0], f"createMatch|{len(names)}")
        for program in programs[1:]:
            await self.ask(program, "join|0")
        return programs

    async def ask(self, program: Program, *texts: str) -> list[ServerWord]:
        """Send requests and return the words received until the server has settled."""
        before = len(program.heard)
        for text in texts:
            program.write(text)
        await self.settle()
        return program.heard[before:]

    async def settle(self) -> None:
        """Run the server until no request is pending, and advance the clock by some seconds."""
        while any(program.asked or program.later for program in self.programs):
            await self.answer()
            for program in self.programs:
                program.wait()
        for program in [program for program in self.programs if not program.open]:
            self.drop(program)
            await self.settle()

    async def answer(self) -> None:
        """Run the server until no request is pending, without advancing the clock."""
        while any(program.asked for program in self.programs):
            for program in self.programs:
                if program.asked:
                    await self.server.dispatcher.handle(program, program.asked.popleft())

    def drop(self, program: Program) -> None:
        """Drop a connection."""
        program.open = False
        self.programs.remove(program)
        self.server.dispatcher.leave(program)


def lists(program: Program) -> ServerVirtualView:
    """Return the last lists of matches and people."""
    return program.of(ServerVirtualView)[-1]


def mover_of(programs: list[Program]) -> tuple[Program, Program]:
    """Return the program whose turn it is and another one."""
    mover = next(p for p in programs if p.view.view.currentPlayer == p.name)
    return mover, next(p for p in programs if p is not mover)


def a_good_move(keeper: Keeper, seat: Seat) -> TakeTiles:
    """Return a move that a bot would play."""
    table = keeper.table
    moves = list(table.rules.legal_moves(table.state, seat))
    question = Question(table.rules, table.view(seat), seat, moves)
    move: TakeTiles = BOTS["greedy"](question, Dice(1))
    return move
