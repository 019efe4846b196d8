"""Clients of every protocol, over sockets and RMI, that log in under a name from some address."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from contextvars import ContextVar
from typing import Any, NamedTuple, TypeAlias

import aiohttp
import msgspec
import pytest

from ludoteca.net.rmi import Endpoint
from ludoteca.protocols.requests import RequestsWord
from ludoteca.protocols.requests.words import LoginResponse
from ludoteca.protocols.updates.words import NO_LOGIN, Beep
from tests.protocols.commands.tcp import Program as CommandsProgram
from tests.protocols.pipes.clients import Client as PipesClient
from tests.protocols.pipes.remote import Caller as CalledPipesClient
from tests.protocols.prompts.programs import Program as PromptsProgram
from tests.protocols.prompts.remote import CalledProgram as CalledPromptsProgram
from tests.protocols.prompts.talk import answers_to
from tests.protocols.requests.callers import Caller as CalledRequestsProgram
from tests.protocols.requests.programs import Program as RequestsProgram
from tests.protocols.updates.callers import Caller as CalledUpdatesProgram
from tests.protocols.updates.programs import Program as UpdatesProgram

HOST = "127.0.0.1"
ORIGIN: ContextVar[str] = ContextVar("ORIGIN", default="")
"""The address from which this task connects, and at which it listens."""


class Entrant(NamedTuple):
    """A client that has tried to log in."""

    client: Any
    """Referenced here, because unreferenced connections are closed."""
    entered: bool
    port: int
    """The address from which it connects, or at which it is called back."""
    leave: Callable[[], Any]
    token: str = ""
    more_ports: tuple[int, ...] = ()
    """The addresses from which its other windows connect."""


Ports: TypeAlias = Mapping[str, int]
Enter: TypeAlias = Callable[[Ports, str, str, str], Awaitable[Entrant]]
"""Logs in at one of these ports under a name, with a secret and a token if given."""


@pytest.fixture(scope="module")
def from_anywhere() -> Any:
    """Make connections come from the address set for their task."""
    connect, listen = asyncio.BaseEventLoop.create_connection, Endpoint.listen

    async def connected(self: Any, factory: Any, host: Any = None, *more: Any, **given: Any) -> Any:
        if ORIGIN.get() and host:
            given["local_addr"] = (ORIGIN.get(), 0)
        return await connect(self, factory, host, *more, **given)

    async def listened(self: Endpoint, host: str, port: int) -> int:
        return await listen(self, ORIGIN.get() or host, port)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(asyncio.BaseEventLoop, "create_connection", connected)
        patch.setattr(Endpoint, "listen", listened)
        yield


def typed(name: str, secret: str) -> str:
    return f"{name}#{secret}" if secret else name


def port_of(writer: asyncio.StreamWriter) -> int:
    return int(writer.get_extra_info("sockname")[1])


async def web(ports: Ports, name: str, secret: str, token: str) -> Entrant:
    session = aiohttp.ClientSession(connector=aiohttp.TCPConnector(local_addr=(ORIGIN.get(), 0)))
    socket = await session.ws_connect(f"http://{HOST}:{ports['web']}/ws", autoping=True)

    async def ask(**request: Any) -> Any:
        await socket.send_str(msgspec.json.encode(request).decode())
        return msgspec.json.decode((await socket.receive(20)).data)

    answer = await ask(do="enter", name=name, secret=secret, token=token)
    for table in answer.get("tables", ()):
        await ask(do="watch", table=table)
    port = socket.get_extra_info("sockname")[1]
    return Entrant(socket, "token" in answer, port, session.close, answer.get("token", ""))


async def windows(ports: Ports, name: str, secret: str, token: str) -> Entrant:
    """Log in in several windows; those after the first use its token."""
    first = await web(ports, name, secret, token)
    if not first.entered:
        return first
    more = [await web(ports, name, "", first.token) for _ in range(2)]

    async def leave() -> None:
        await asyncio.gather(*(one.leave() for one in (first, *more)))

    sockets = [one.client for one in (first, *more)]
    return Entrant(sockets, True, first.port, leave, first.token, tuple(o.port for o in more))


async def pipes(ports: Ports, name: str, secret: str, _: str) -> Entrant:
    streams = await asyncio.open_connection(HOST, ports["pipes"], limit=1 << 20)
    client = PipesClient(*streams, frames=True)
    entered = await client.login(typed(name, secret))
    return Entrant(client, entered, port_of(streams[1]), streams[1].transport.abort)


async def called_pipes(ports: Ports, name: str, secret: str, _: str) -> Entrant:
    client = await CalledPipesClient(ports["rmi"]).connect()
    entered = await client.login(typed(name, secret))
    return Entrant(client, entered, client.endpoint.port, client.hang_up)


async def commands(ports: Ports, name: str, secret: str, _: str) -> Entrant:
    program = CommandsProgram(*await asyncio.open_connection(HOST, ports["commands"]))
    await program.hear()  # it is asked for a name
    program.say("LOGIN", info=typed(name, secret))
    heard = await program.hear()
    entered = heard is not None and heard.command == "LOGIN"
    return Entrant(program, entered, port_of(program.writer), program.writer.transport.abort)


async def _updates(program: UpdatesProgram, port: int) -> bool:
    await program.connect(port)
    while not (heard := [word for word in program.heard if not isinstance(word, Beep)]):
        await program.hear()
    return heard[0] != NO_LOGIN


async def updates(ports: Ports, name: str, secret: str, _: str) -> Entrant:
    program = UpdatesProgram(typed(name, secret))
    entered = await _updates(program, ports["updates"])
    return Entrant(program, entered, port_of(program.writer), program.writer.transport.abort)


async def called_updates(ports: Ports, name: str, secret: str, _: str) -> Entrant:
    program = CalledUpdatesProgram(typed(name, secret))
    entered = await _updates(program, ports["rmi"])
    return Entrant(program, entered, program.endpoint.port, program.close)


async def _prompts(program: PromptsProgram, port: int) -> bool:
    await program.connect(port)
    while answers_to(word := await program.hear()) in ("ReconnectionAnswer", "UsernameAnswer"):
        if word["type"] == "NotValidUsername":
            return False
        program.answer(word)
    return True


async def prompts(ports: Ports, name: str, secret: str, _: str) -> Entrant:
    program = PromptsProgram(typed(name, secret), 2)
    entered = await _prompts(program, ports["prompts"])
    return Entrant(program, entered, port_of(program.writer), program.close)


async def called_prompts(ports: Ports, name: str, secret: str, _: str) -> Entrant:
    program = CalledPromptsProgram(typed(name, secret), 2)
    entered = await _prompts(program, ports["rmi"])
    return Entrant(program, entered, program.endpoint.port, program.endpoint.close)


class Quiet(RequestsProgram):
    """A client that does not take a seat automatically."""

    def answer(self, word: RequestsWord) -> None:
        """Ignore the message."""


class CalledQuiet(Quiet, CalledRequestsProgram):
    """The same, in calls."""


async def _requests(program: RequestsProgram, port: int) -> bool:
    await program.connect(port)
    await program.until(lambda: bool(program.of(LoginResponse)))
    return program.of(LoginResponse)[0].nickname is not None


async def requests(ports: Ports, name: str, secret: str, _: str) -> Entrant:
    program = Quiet(typed(name, secret), 2)
    entered = await _requests(program, ports["requests"])
    return Entrant(program, entered, port_of(program.writer), program.writer.transport.abort)


async def called_requests(ports: Ports, name: str, secret: str, _: str) -> Entrant:
    program = CalledQuiet(typed(name, secret), 2)
    entered = await _requests(program, ports["rmi"])
    return Entrant(program, entered, program.endpoint.port, program.endpoint.close)


ENTRANTS: Mapping[str, Enter] = {
    "web": web,
    "web, several connections": windows,
    "pipes": pipes,
    "pipes by RMI": called_pipes,
    "commands": commands,
    "updates": updates,
    "updates by RMI": called_updates,
    "prompts": prompts,
    "prompts by RMI": called_prompts,
    "requests": requests,
    "requests by RMI": called_requests,
}
