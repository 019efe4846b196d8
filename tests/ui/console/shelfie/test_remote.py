"""A connection over RMI: answers and messages arrive in order."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest

from ludoteca.net import LostError
from ludoteca.net.rmi import CallOrigin, Endpoint, RemoteObject, ThrownError
from ludoteca.protocols import UnreadableError
from ludoteca.protocols.jrmp import (
    NO_SUCH_OBJECT,
    NOT_BOUND,
    REGISTRY,
    REGISTRY_ID,
    SERVER,
    Calling,
    Ref,
    Thrown,
    greeting,
    write_call,
)
from ludoteca.protocols.pipes.calls import CALLBACK, INPUT, LOBBY, NAME
from ludoteca.protocols.pipes.words import (
    CreateMatch,
    ExitGame,
    Join,
    Login,
    Message,
    NotifyWait,
    Ping,
    Return,
    Word,
)
from ludoteca.ui.console.connecting import CallBackError, NoRmiError, ServerAddress
from ludoteca.ui.console.shelfie import remote
from ludoteca.ui.console.shelfie.remote import RemoteLink
from tests.net.servers import small_server as server_of

HERE = "127.0.0.1"
Told = Word | UnreadableError


class SmallServer:
    """A minimal server that records its calls and calls its client back."""

    def __init__(self, endpoint: Endpoint) -> None:
        self.endpoint = endpoint
        self.calls: list[tuple[str, tuple[Any, ...]]] = []
        self.client: Ref | None = None
        self.map = {"root": "7", "address": HERE, "port": "0"}
        self.finds_clients = True
        self.made = asyncio.Event()
        """Lets `createMatch` return."""
        self._held: RemoteObject | None = None
        self.input = endpoint.export(INPUT, self._called, HERE, lambda: None)
        self.lobby = endpoint.export(LOBBY, lambda *_: self.map)
        endpoint.bind(NAME, self.lobby)
        endpoint.bind(self.map["root"], self.input)

    async def _called(self, method: str, arguments: tuple[Any, ...], where: CallOrigin) -> Any:
        self.calls.append((method, arguments))
        if method == "registerCallBack":
            return await self._meet(arguments[0], where)
        if method == "exitGame":
            raise ThrownError(SERVER, "There is no way out.")
        if method == "joinGame":
            raise ThrownError(NO_SUCH_OBJECT, "You are gone.")
        if method == "createMatch":
            await self.made.wait()
        await self.tell("sendMessageToClient", f"before {method}")
        return method == "logIn"

    async def _meet(self, path: str, where: CallOrigin) -> None:
        if self.finds_clients:
            port, _, name = path.rpartition(":")[2].partition("/")
            self.client = await self.endpoint.lookup(where.address, int(port), name)
            self._held = self.endpoint.hold(self.client, lambda: None)
            await self._held.begin()

    async def tell(self, method: str, *arguments: Any) -> None:
        assert self.client is not None
        await self.endpoint.call(self.client, CALLBACK[method], *arguments)


@asynccontextmanager
async def small_server() -> AsyncIterator[tuple[SmallServer, ServerAddress]]:
    endpoint = Endpoint(HERE)
    server = SmallServer(endpoint)
    port = await endpoint.listen(HERE, 0)
    server.map["port"] = str(port)
    try:
        yield server, ServerAddress(HERE, port)
    finally:
        await endpoint.close()


@pytest.fixture
async def called() -> AsyncIterator[tuple[SmallServer, RemoteLink]]:
    """A server and the link of its client."""
    async with asyncio.timeout(60), small_server() as (server, place):
        link = await RemoteLink.open(place)
        yield server, link
        await link.close()


@pytest.fixture
def server(called: tuple[SmallServer, RemoteLink]) -> SmallServer:
    return called[0]


@pytest.fixture
def link(called: tuple[SmallServer, RemoteLink]) -> RemoteLink:
    return called[1]


async def hear(link: RemoteLink, count: int) -> list[Told]:
    words = link.words()
    return [await anext(words) for _ in range(count)]


async def test_answers_arrive_in_order_after_their_messages(
    server: SmallServer, link: RemoteLink
) -> None:
    link.say(Login("anna"))
    link.say(CreateMatch(2))
    link.say(Login("bruno"))
    assert await hear(link, 2) == [Message("before logIn"), Return("login", ok=True)]
    (_, (path,)), (_, (name, stub)), *_ = server.calls
    assert (path, name) == (f"rmi://{HERE}:{stub.port}/Callback", "anna")
    assert server.client is not None
    assert (stub.host, stub.port, stub.id) == server.client[:3]
    while len(server.calls) < 3:
        await asyncio.sleep(0)
    assert [method for method, _ in server.calls] == ["registerCallBack", "logIn", "createMatch"]
    server.made.set()
    *_, made, told, done = await hear(link, 4)
    assert made == Return("createMatch", ok=False)
    assert (told, done) == (Message("before logIn"), Return("login", ok=True))


async def test_messages_arrive_in_order(server: SmallServer, link: RemoteLink) -> None:
    await server.tell("notifyToWait", '[0,2,"anna"]')
    await server.tell("sendMessageToClient", "x" * 100_000)
    await server.tell("sendVirtualHand", None)
    await server.tell("ping")
    waiting, message, nothing, ping = await hear(link, 4)
    assert (waiting, message, ping) == (NotifyWait(0, 2, "anna"), Message("x" * 100_000), Ping())
    assert isinstance(nothing, UnreadableError)


@pytest.mark.parametrize(
    ("breath", "calls"),
    [(60.0, ["one", "two", "notifyUpdate"]), (0.01, ["one"])],
)
async def test_related_messages_arrive_together(
    server: SmallServer,
    link: RemoteLink,
    breath: float,
    calls: list[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The batch ends with `notifyUpdate`, or when no call follows within the gap."""
    monkeypatch.setattr(remote, "BATCH_GAP", breath)

    listening = asyncio.ensure_future(anext(link.words()))
    for call in calls:
        assert not listening.done()
        if call == "notifyUpdate":
            await server.tell(call, 0)
        else:
            await server.tell("sendMessageToClient", call)
    assert await listening == Message("one")


async def test_exception_is_a_refusal_with_its_message(
    server: SmallServer, link: RemoteLink
) -> None:
    assert server.client
    link.say(ExitGame())
    words = [Message("There is no way out."), Return("exitGame", ok=False)]
    assert await hear(link, 2) == words
    link.say(Login("anna"))
    assert (await hear(link, 2))[1] == Return("login", ok=True)


async def assert_lost(link: RemoteLink) -> None:
    assert [word async for word in link.words()] == []
    with pytest.raises(LostError):
        link.say(Login("anna"))


async def test_removed_object_is_a_lost_connection(server: SmallServer, link: RemoteLink) -> None:
    assert server.client
    link.say(Join(0))
    await assert_lost(link)


async def test_closing_server_is_a_lost_connection(server: SmallServer, link: RemoteLink) -> None:
    await server.endpoint.close()
    await assert_lost(link)


async def test_server_closing_during_a_call_is_a_lost_connection(
    server: SmallServer, link: RemoteLink
) -> None:
    link.say(CreateMatch(2))
    while len(server.calls) < 2:
        await asyncio.sleep(0)
    await server.endpoint.close()
    await assert_lost(link)


async def test_client_flooded_with_messages_disconnects(
    server: SmallServer, link: RemoteLink, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(remote, "MOST_TOLD", 3)

    for _ in range(4):
        await server.tell("ping")
    assert [word async for word in link.words()] == [Ping()] * 3


async def test_unresponsive_server_does_not_block_the_console(
    link: RemoteLink, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(remote, "LINGER", 0.05)
    link.say(CreateMatch(2))
    await link.close()
    await assert_lost(link)


async def test_close_sends_pending_requests(server: SmallServer, link: RemoteLink) -> None:
    link.say(Login("anna"))
    await link.close()
    assert [method for method, _ in server.calls] == ["registerCallBack", "logIn"]


async def test_only_the_server_can_call(server: SmallServer, link: RemoteLink) -> None:
    assert server.client is not None
    port = server.client.port
    reader, writer = await asyncio.open_connection(HERE, port, local_addr=("127.0.0.2", 0))
    lookup = REGISTRY["lookup"]
    calling = Calling()
    calling.await_return(lookup)
    writer.write(greeting("127.0.0.2") + write_call(REGISTRY_ID, lookup, ("Callback",)))
    while (ended := calling.feed(await reader.read(65536))) is None:
        pass
    writer.close()
    assert isinstance(ended, Thrown)
    assert ended.name == NOT_BOUND
    await server.tell("ping")
    assert await hear(link, 1) == [Ping()]


async def opened(place: ServerAddress) -> None:
    await (await RemoteLink.open(place)).close()


async def at(change: Callable[[SmallServer, ServerAddress], ServerAddress]) -> None:
    """Connect to a modified server."""
    async with asyncio.timeout(60), small_server() as (server, place):
        await opened(change(server, place))


def withdrawn(server: SmallServer, place: ServerAddress) -> ServerAddress:
    server.endpoint.withdraw(server.input)
    return place


def speechless(server: SmallServer, place: ServerAddress) -> ServerAddress:
    server.map.clear()
    return place


def of_another_game(server: SmallServer, place: ServerAddress) -> ServerAddress:
    server.endpoint.withdraw(server.lobby)
    return place


def blind(server: SmallServer, place: ServerAddress) -> ServerAddress:
    server.finds_clients = False
    return place


@pytest.mark.parametrize("change", [withdrawn, speechless, of_another_game])
async def test_server_of_another_game_is_reported(
    change: Callable[[SmallServer, ServerAddress], ServerAddress],
) -> None:
    with pytest.raises(NoRmiError, match="does not offer My Shelfie by RMI"):
        await at(change)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda _, place: place._replace(client="192.0.2.1"), "192.0.2.1 is not an address"),
        (lambda _, place: place._replace(client="no.such.invalid"), "no.such.invalid is no"),
        (lambda _, place: place._replace(client="x" * 300), "is not an address of this machine"),
        (lambda _, place: place._replace(client="127.0.0.2"), "cannot call back at 127.0.0.2"),
        (blind, "cannot call back at 127.0.0.1"),
    ],
)
async def test_client_that_cannot_be_called_back_learns_why(
    change: Callable[[SmallServer, ServerAddress], ServerAddress], sentence: str
) -> None:
    with pytest.raises(CallBackError, match=sentence):
        await at(change)


async def test_peer_without_rmi_is_reported() -> None:
    async def shout(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if await reader.read(100):
            writer.write(b"HTTP/1.1 400 Bad Request\r\n\r\n")

    async with asyncio.timeout(60), server_of(shout) as port:
        with pytest.raises(NoRmiError, match=f"port {port} does not speak RMI"):
            await opened(ServerAddress(HERE, port))
