"""Programs called over RMI, and a server that calls them and also listens for lines."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, NamedTuple

from ludoteca.bots import BOTS, Bots
from ludoteca.core import AbsencePolicy, Dispatcher, Services
from ludoteca.games import Dice
from ludoteca.journal import Journal, MemoryJournal
from ludoteca.net import Port
from ludoteca.net.rmi import CallOrigin, Endpoint
from ludoteca.ops import Metrics
from ludoteca.protocols.prompts import UserIds, prompts
from ludoteca.protocols.prompts.calls import CLIENT, NAME, SERVER, prompts_over_rmi
from ludoteca.server import TcpServer
from ludoteca.server.rmi import RmiServer
from ludoteca.server.rmi.offers import SILENCE, offer_prompts
from tests.protocols.prompts.programs import Program
from tests.protocols.prompts.talk import answers_to

HOST = "127.0.0.1"
CALLS = "s003_PSP01.rmi_cli_session.raw.txt"
"""Recording of a client over RMI."""
OPEN: "list[CalledProgram]" = []
"""Connected programs."""


class CalledProgram(Program):
    """The same program over RMI: a message is a call, and its return value the answer."""

    def __init__(self, name: str, players: int, seed: int = 0) -> None:
        super().__init__(name, players, seed)
        self.calls: list[str] = []
        self.number = 0

    async def connect(self, port: int) -> None:
        self.endpoint = Endpoint(HOST)
        OPEN.append(self)
        await self.endpoint.listen(HOST, 0)
        self.words: asyncio.Queue[bytes] = asyncio.Queue()
        self.returns: asyncio.Future[Any] | None = None
        self.server = await self.endpoint.lookup(HOST, port, NAME)
        await self.call("registry", self.endpoint.export(CLIENT, self.called))
        self.calls.append("registry returned")

    async def call(self, method: str, argument: Any) -> Any:
        return await self.endpoint.call(self.server, SERVER[method], argument)

    async def is_over(self) -> bool:
        return bool(await self.call("testServerConnection", self.number))

    def called(self, method: str, arguments: tuple[Any, ...], _: CallOrigin) -> Any:
        self.calls.append(method)
        if method == "setId":
            (self.number,) = arguments
        elif method == "stopClient":
            self.close()
        elif method == "sendMessageAndGetAnswer":
            assert self.returns is None or self.returns.done(), "asked twice at once"
            self.returns = asyncio.get_running_loop().create_future()
            self.words.put_nowait(arguments[0].encode())
            if '"RefusedConnection"' in arguments[0]:
                self.close()
            return self.returns
        return None

    async def line(self) -> bytes:
        return await self.words.get()

    def say(self, text: str | Exception | None) -> None:
        assert self.returns is not None
        if isinstance(text, Exception):
            self.returns.set_exception(text)
        else:
            self.returns.set_result(text)

    def close(self) -> None:
        """Exit, even during a call."""
        self.closing = asyncio.create_task(self.endpoint.close())


async def until_asked(program: Program) -> None:
    """Answer until a move is requested, and leave that question open."""
    while answers_to(await program.hear()) != "Move":
        program.answer(program.heard[-1])


class PromptsServer(NamedTuple):
    """A server, its two ports, and its counters."""

    dispatcher: Dispatcher
    calls: int
    lines: int
    metrics: Metrics


@asynccontextmanager
async def open_server(
    silence: float = SILENCE, after_win: float = 0, journal: Journal | None = None
) -> AsyncIterator[PromptsServer]:
    OPEN.clear()  # other servers are visited too, in loops that are closed by now
    metrics, loop, ids = Metrics(), asyncio.get_running_loop(), UserIds()
    supplies = Services(
        journal or MemoryJournal(), Dice(7), loop.time, Bots(BOTS, Dice(7)), metrics
    )
    server = Dispatcher(supplies, AbsencePolicy(0.01, 60, 0))
    await server.open()
    endpoint = Endpoint()
    reception = RmiServer(server, metrics, endpoint)
    offer_prompts(reception, prompts_over_rmi(ids, after_win), silence)
    dialect = prompts(ids=ids, after_win=after_win)
    lines, calls = TcpServer("prompts", dialect, server, metrics), Port(endpoint.server_connection)

    async def pass_time() -> None:
        while True:
            await server.tick()
            await asyncio.sleep(0.01)

    time = asyncio.create_task(pass_time())
    try:
        yield PromptsServer(server, await calls.open(HOST, 0), await lines.open(HOST, 0), metrics)
    finally:
        time.cancel()
        await calls.close()
        await lines.close()
        await reception.close()
        for program in OPEN:
            await program.endpoint.close()
        OPEN.clear()
