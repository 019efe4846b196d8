"""Clocks, stand-ins and pauses, described to clients that cannot show them, over sockets."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, closing
from secrets import token_hex
from typing import Any

import pytest

from ludoteca.protocols.commands import commands
from ludoteca.protocols.commands.words import Lobbies
from ludoteca.protocols.pipes.words import Join, Message, SendPublicMessage, ServerVirtualView
from ludoteca.protocols.requests.words import (
    ChatMessage,
    GameStartNotify,
    LobbyInfoMessage,
    NumPlayersRequest,
)
from ludoteca.protocols.updates.words import ChatMessage as UpdatesChat
from ludoteca.protocols.updates.words import (
    ChatUpdate,
    GameSelection,
    GamesList,
    StartTurnUpdate,
    UpdatesWord,
)
from tests.core.local import Clock
from tests.protocols.commands.tcp import Program as CommandsProgram
from tests.protocols.one_table import DIALECTS, HOST, SharedServer, open_shared
from tests.protocols.pipes.clients import Client as PipesClient
from tests.protocols.prompts.programs import Program as PromptsProgram
from tests.protocols.prompts.talk import answers_to
from tests.protocols.requests.programs import Program as RequestsProgram
from tests.protocols.updates.programs import Program as UpdatesProgram
from tests.server.websockets import Client as Browser
from tests.server.websockets import WebClients, web_clients

NAME = "zoe"
ALL = {**DIALECTS, "commands": lambda: commands(token_hex(4))}


class Reader(ABC):
    """A client of one protocol that reads all messages and never moves."""

    game = "shelfie"

    @abstractmethod
    async def connect(self, ports: Any, stack: AsyncExitStack) -> None:
        """Log in."""

    @abstractmethod
    async def offers(self) -> int:
        """Return the number of offered tables."""

    @abstractmethod
    async def join(self) -> None:
        """Sit down at the first table."""

    @abstractmethod
    async def listen(self) -> None:
        """Continue to read."""

    @abstractmethod
    def texts(self) -> list[str]:
        """Return all texts received."""

    def chat(self, text: str) -> None:
        """Send a chat message at the table."""
        raise NotImplementedError

    async def told(self, text: str) -> None:
        """Read until this text arrives."""
        while not any(text in one for one in self.texts()):
            await self.listen()


class Pipes(Reader):
    """A client of `pipes`."""

    async def connect(self, ports: Any, stack: AsyncExitStack) -> None:
        streams = await asyncio.open_connection(HOST, ports["pipes"], limit=1 << 20)
        self.client = stack.enter_context(closing(PipesClient(*streams, frames=True)))
        assert await self.client.login(NAME)

    async def offers(self) -> int:
        lists = [one for one in self.client.heard if isinstance(one, ServerVirtualView)]
        if not lists:
            await self.listen()
            return await self.offers()
        return len(lists[-1].virtualMatchList or ())

    async def join(self) -> None:
        assert await self.client.ask(Join(0))

    async def listen(self) -> None:
        await self.client.hear()

    def texts(self) -> list[str]:
        return [one.text for one in self.client.heard if isinstance(one, Message)]

    def chat(self, text: str) -> None:
        self.client.say(SendPublicMessage(text))


class Updates(Reader):
    """A client of `updates`."""

    async def connect(self, ports: Any, stack: AsyncExitStack) -> None:
        self.client = await UpdatesProgram(NAME).connect(ports["updates"])
        stack.push_async_callback(self.client.close)

    async def offers(self) -> int:
        while not self.client.of(GamesList):
            await self.listen()
        return len(self.client.of(GamesList)[-1].available or ())

    async def join(self) -> None:
        await self.offers()
        self.client.say(GameSelection(1))
        while not self.client.of(StartTurnUpdate):
            await self.listen()

    async def listen(self) -> None:
        heard: list[UpdatesWord] = await self.client.hear()
        assert heard

    def texts(self) -> list[str]:
        return [one.text for one in self.client.of(ChatUpdate) if one.sender == "[house]"]

    def chat(self, text: str) -> None:
        self.client.say(UpdatesChat(text, "all"))


class Prompts(Reader):
    """A client of `prompts`."""

    async def connect(self, ports: Any, stack: AsyncExitStack) -> None:
        self.client = PromptsProgram(NAME, 2)
        await self.client.connect(ports["prompts"])
        stack.callback(self.client.close)

    async def offers(self) -> int:
        while self.client.heard[-1:] == [] or answers_to(self.client.heard[-1]) not in (
            "NumberOfPlayers",
            "OldGameIdAnswer",
        ):
            if self.client.heard:
                self.client.answer(self.client.heard[-1])
            await self.client.hear()
        return len(self.client.heard[-1].get("games", ()))

    async def join(self) -> None:
        assert await self.offers()
        self.client.answer(self.client.heard[-1])
        while not self.client.of("GraphicalGameInfo"):
            await self.listen()

    async def listen(self) -> None:
        word = await self.client.hear()
        if answers_to(word) != "Move":
            self.client.answer(word)

    def texts(self) -> list[str]:
        return [word["s"] for word in self.client.heard if "s" in word]


class SilentProgram(RequestsProgram):
    """A program of `requests` that never moves."""

    def begin(self, *_: Any) -> None:
        pass


class Requests(Reader):
    """A client of `requests`."""

    async def connect(self, ports: Any, stack: AsyncExitStack) -> None:
        self.client = SilentProgram(NAME, 2)
        await self.client.connect(ports["requests"])
        stack.callback(self.client.writer.close)

    async def offers(self) -> int:
        kinds = NumPlayersRequest | LobbyInfoMessage
        while not any(isinstance(one, kinds) for one in self.client.heard):
            await self.listen()
        return len(self.client.of(LobbyInfoMessage)[:1]) if self._seated() else 0

    def _seated(self) -> bool:
        return not self.client.of(NumPlayersRequest)

    async def join(self) -> None:
        while not self.client.of(GameStartNotify):
            await self.listen()

    async def listen(self) -> None:
        assert await self.client.hear()

    def texts(self) -> list[str]:
        return [one.text_message or "" for one in self.client.of(ChatMessage)]

    def chat(self, text: str) -> None:
        self.client.say(ChatMessage(None, "Everyone", text))


class Commands(Reader):
    """A client of `commands`."""

    game = "renaissance"

    async def connect(self, ports: Any, stack: AsyncExitStack) -> None:
        streams = await asyncio.open_connection(HOST, ports["commands"], limit=1 << 20)
        self.client = CommandsProgram(*streams)
        stack.callback(self.client.writer.close)
        self.client.say("LOGIN", info=NAME)

    async def offers(self) -> int:
        await self.client.until("LOBBY_LIST")
        (lists,) = (one for one in self.client.heard if isinstance(one, Lobbies))
        return len(lists.lobbies or ())

    async def join(self) -> None:
        self.client.say("JOIN_LOBBY", name="table-1")
        await self.client.until("JOIN_LOBBY")

    async def listen(self) -> None:
        assert await self.client.hear()

    def texts(self) -> list[str]:
        return [one.info or "" for one in self.client.heard]

    def chat(self, text: str) -> None:
        self.client.say("CHAT_ALL", info=text)


READERS = [Pipes, Updates, Prompts, Requests, Commands]
in_every_protocol = pytest.mark.parametrize("reader", READERS, ids=lambda one: one.__name__)


class Evening:
    """A server whose clock the test advances, and players on the page."""

    def __init__(
        self, server: SharedServer, clock: Clock, web: WebClients, stack: AsyncExitStack
    ) -> None:
        self.server, self.clock, self.web, self.stack = server, clock, web, stack

    async def connect(self, kind: type[Reader]) -> Reader:
        reader = kind()
        await reader.connect(self.server.ports, self.stack)
        return reader

    async def wait(self, seconds: float) -> None:
        self.clock.time += seconds
        for _ in range(2):  # what is due for one seat, and then for the other
            await self.server.dispatcher.tick()

    async def table(self, kind: type[Reader], *names: str, **options: Any) -> list[Browser]:
        """Seat players on the page at a table with one free seat."""
        people = [await self.web.come_in(name) for name in names]
        seats = len(names) + 1
        opened = {"game": kind.game, "seats": seats, **options}
        await people[0].ask("table_shown", do="open_table", **opened)
        for one in people[1:]:
            await one.ask("table_shown", do="join_table", table=1)
        return people


@pytest.fixture
async def evening() -> AsyncIterator[Evening]:
    clock = Clock()
    async with (
        open_shared(SEED, ALL, clock=clock) as server,
        web_clients(server.ports["web"]) as web,
        AsyncExitStack() as stack,
    ):
        yield Evening(server, clock, web, stack)


SEED = 10
"""With this seed the first seat at a table begins."""

CLOCK = "This table has a clock: 30 seconds for each turn."


@in_every_protocol
async def test_a_table_with_a_clock_is_not_offered(evening: Evening, reader: type[Reader]) -> None:
    await evening.table(reader, "Anna", clock={"turn": 30})
    assert await (await evening.connect(reader)).offers() == 0


@in_every_protocol
async def test_a_table_without_a_clock_is_offered(evening: Evening, reader: type[Reader]) -> None:
    await evening.table(reader, "Anna")
    assert await (await evening.connect(reader)).offers() == 1


@pytest.mark.parametrize("reader", [Pipes, Updates, Commands])
async def test_clock_is_described_to_a_player_joining_its_table(
    evening: Evening, reader: type[Reader]
) -> None:
    (anna,) = await evening.table(reader, "Anna", clock={"turn": 30})
    zoe = await evening.connect(reader)
    await zoe.offers()
    await zoe.join()
    await zoe.told(CLOCK)
    keeper = evening.server.keeper
    if keeper.table.rules.seats_to_move(keeper.table.state) == {0}:
        await anna.say(do="ask_moves", table=1)
        move = (await anna.hear("moves"))["moves"][0]
        await anna.ask("table_news", do="play", table=1, move=move)
    await evening.wait(21)
    await zoe.told("Your time runs out: 9 seconds left.")
    await evening.wait(10)
    await zoe.told("Your turn was skipped because your time ran out.")


async def with_carl_gone(evening: Evening, reader: type[Reader]) -> tuple[Browser, Reader]:
    """Return Carl, who has lost the connection, and a client at his table."""
    anna, carl = await evening.table(reader, "Anna", "Carl")
    zoe = await evening.connect(reader)
    await zoe.offers()
    await zoe.join()
    await carl.socket.close()
    while (await anna.hear("presence"))["here"]:
        pass
    return carl, zoe


@in_every_protocol
async def test_stand_in_bot_is_announced_at_its_start_and_end(
    evening: Evening, reader: type[Reader]
) -> None:
    carl, zoe = await with_carl_gone(evening, reader)
    await evening.wait(31)
    await zoe.told("A bot (greedy) plays for Carl until Carl is back.")
    carl = await evening.web.come_in("Carl", token=carl.token)
    await carl.ask("table_shown", do="watch", table=1)
    await zoe.told("Carl plays again; the bot stops.")


@in_every_protocol
async def test_new_player_on_a_released_seat_is_announced(
    evening: Evening, reader: type[Reader]
) -> None:
    _, zoe = await with_carl_gone(evening, reader)
    assert await evening.server.dispatcher.people.release("Carl") is None
    await evening.web.come_in("Carl")
    await zoe.told(
        "Another player now plays as Carl and sees the hidden goal or cards of that seat."
    )


@in_every_protocol
async def test_a_pause_begins_beside_a_client_that_cannot_answer(
    evening: Evening, reader: type[Reader]
) -> None:
    (anna,) = await evening.table(reader, "Anna")
    zoe = await evening.connect(reader)
    await zoe.offers()
    await zoe.join()
    await anna.ask("done", do="pause", table=1)
    await zoe.told("Anna would like to pause the game.")
    how = "move" if reader is Prompts else "move or write no in chat"
    await zoe.told(f"You agree unless you {how} within 30 seconds.")
    await evening.wait(30)
    await zoe.told("The game is paused.")
    await zoe.told("The pause lasts 5 minutes at most.")
    await evening.wait(300)
    await zoe.told("The game goes on.")


@pytest.mark.parametrize("reader", [Pipes, Updates, Requests, Commands])
async def test_a_client_that_cannot_answer_rejects_a_pause_in_chat(
    evening: Evening, reader: type[Reader]
) -> None:
    (anna,) = await evening.table(reader, "Anna")
    zoe = await evening.connect(reader)
    await zoe.offers()
    await zoe.join()
    await anna.ask("done", do="pause", table=1)
    await zoe.told("would like to pause")
    zoe.chat("no")
    await zoe.told("There is no pause: a player said no.")
    while (await anna.hear("pause_asked"))["seats"]:
        pass
    await evening.wait(31)
    assert not evening.server.keeper.table.paused
