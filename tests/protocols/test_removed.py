"""A player who loses a seat before the start returns to the protocol's menu and stays connected."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import NamedTuple

import pytest

from ludoteca.core.dispatch import operator_requests
from ludoteca.games import Seat
from ludoteca.messages.operator import Accepted, UnseatPlayer
from ludoteca.protocols.commands import commands
from ludoteca.protocols.pipes.words import CreateMatch, Join, Message, NotifyGoToMenu
from ludoteca.protocols.requests.words import ChatMessage, LobbyInfoMessage
from ludoteca.protocols.updates.words import (
    ChatUpdate,
    GameData,
    GameInitialization,
    GamesList,
    WaitingUpdate,
)
from tests.protocols.commands.tcp import Program as CommandsProgram
from tests.protocols.one_table import DIALECTS, HOST, SharedServer, open_shared
from tests.protocols.pipes.clients import Client as PipesClient
from tests.protocols.pipes.remote import Caller as CalledPipesClient
from tests.protocols.requests.callers import Caller as CalledRequestsProgram
from tests.protocols.requests.programs import Program as RequestsProgram
from tests.server.websockets import Client as Browser
from tests.server.websockets import web_clients

Remove = Callable[["Room"], Awaitable[None]]


class Room(NamedTuple):
    """A server and the owner of its first table."""

    server: SharedServer
    owner: Browser


async def by_the_owner(room: Room) -> None:
    await room.owner.ask("done", do="unseat", table=1, seat=1)


async def by_the_operator(room: Room) -> None:
    request = UnseatPlayer(table=1, seat=Seat(1))
    assert isinstance(
        await operator_requests.answer(room.server.dispatcher, "operator", request), Accepted
    )


pytestmark = pytest.mark.parametrize("remove", [by_the_owner, by_the_operator])
both_ways = pytest.mark.parametrize("calls", [False, True], ids=["sockets", "calls"])


@asynccontextmanager
async def a_table(game: str = "shelfie") -> AsyncIterator[Room]:
    """Open a table for three and return it with its owner."""
    dialects = {**DIALECTS, "commands": lambda: commands("removed", 60.0, 4)}
    async with open_shared(3, dialects) as server, web_clients(server.ports["web"]) as outside:
        owner = await outside.come_in("olga")
        await owner.ask("table_shown", do="open_table", game=game, seats=3)
        yield Room(server, owner)


def seats_of(room: Room, table: int) -> list[str]:
    keeper = room.server.dispatcher.lobby.loaded(table)
    assert keeper
    return [player.name for player in keeper.table.players if player]


@both_ways
async def test_pipes_goes_to_the_menu(remove: Remove, *, calls: bool) -> None:
    async with a_table() as room:
        if calls:
            pia: PipesClient = await CalledPipesClient(room.server.ports["rmi"]).connect()
        else:
            streams = await asyncio.open_connection(HOST, room.server.ports["pipes"])
            pia = PipesClient(*streams, frames=True)
        assert await pia.login("pia")
        assert await pia.ask(Join(0))
        await remove(room)
        await pia.until(lambda word: isinstance(word, NotifyGoToMenu))
        assert Message("You have been removed from match 0") in pia.heard
        assert Message("pia has left the match") not in pia.heard
        assert await pia.ask(CreateMatch(2))
        assert seats_of(room, 2) == ["pia"]
        if isinstance(pia, CalledPipesClient):
            await pia.hang_up()
        else:
            pia.close()


@both_ways
async def test_updates_goes_to_the_list_of_games(remove: Remove, *, calls: bool) -> None:
    async with a_table() as room:
        uma = await room.server.uma(calls=calls)
        before = len(uma.of(GamesList))
        await remove(room)
        await uma.until(lambda: len(uma.of(GamesList)) > before)
        assert uma.of(WaitingUpdate)[-1] == WaitingUpdate("uma", 2, is_connected=False)
        told = ChatUpdate("[house]", "You have been removed from the game.", "all")
        assert (told in uma.heard) == (not calls)
        uma.say(GameInitialization(2, 2))
        await uma.until(lambda: len(uma.of(GameData)) == 2)
        assert seats_of(room, 2) == ["uma"]
        await uma.close()


@both_ways
async def test_prompts_is_asked_again(remove: Remove, *, calls: bool) -> None:
    async with a_table() as room:
        pat = await room.server.pat(2, calls=calls)
        await remove(room)
        removed = "You have been removed from the game."
        await pat.until(lambda: pat.heard[-1].get("s") == removed)
        await room.owner.ask("done", do="stand_up", table=1)  # so that no game waits
        lobbies = len(pat.of("Lobby"))
        await pat.until(lambda: len(pat.of("Lobby")) > lobbies)
        assert seats_of(room, 2) == ["pat"]
        pat.close()
        if calls:
            await pat.closing  # type: ignore[attr-defined]


@both_ways
async def test_requests_is_asked_for_the_number_of_players(remove: Remove, *, calls: bool) -> None:
    async with a_table() as room:
        rob = (CalledRequestsProgram if calls else RequestsProgram)("rob", 2)
        await rob.connect(room.server.ports["rmi" if calls else "requests"])
        await rob.until(lambda: bool(rob.of(LobbyInfoMessage)))
        await remove(room)
        await rob.until(lambda: len(rob.of(LobbyInfoMessage)) > 1)
        assert rob.of(LobbyInfoMessage)[-1].lobby == ("rob",)
        told = ChatMessage("[house]", "Everyone", "You have been removed from the table.")
        assert (told in rob.heard) == (not calls)
        assert seats_of(room, 2) == ["rob"]
        if isinstance(rob, CalledRequestsProgram):
            await rob.die()
        else:
            rob.writer.transport.abort()


async def test_commands_goes_to_the_list_of_lobbies(remove: Remove) -> None:
    async with a_table("renaissance") as room:
        streams = await asyncio.open_connection(HOST, room.server.ports["commands"])
        cara = CommandsProgram(*streams)
        cara.say("LOGIN", info="cara")
        await cara.until("LOGIN")
        cara.say("JOIN_LOBBY", name="table-1")
        await cara.until("JOIN_LOBBY")
        await cara.until("PLAYER_LIST")
        await remove(room)
        left = await cara.until("EXIT_LOBBY")
        assert left.info == "You have been removed from table-1."
        await cara.until("LOBBY_LIST")
        cara.say("CREATE_LOBBY", name="another", players=2)
        await cara.until("JOIN_LOBBY")
        assert seats_of(room, 2) == ["cara"]
        cara.writer.close()
