"""When the server stops in an orderly way, players read that their seats are kept."""

import asyncio
from pathlib import Path

from ludoteca.protocols.pipes.words import Join, Message, NotifyStart
from ludoteca.protocols.requests.words import ChatMessage, GameStartNotify
from ludoteca.protocols.updates.words import (
    ChatUpdate,
    EndGameUpdate,
    GameSelection,
    GamesList,
    StartTurnUpdate,
)
from tests.protocols.commands.tcp import Program as CommandsProgram
from tests.protocols.pipes.clients import Client as PipesClient
from tests.protocols.prompts.programs import Program as PromptsProgram
from tests.protocols.requests.programs import Program as RequestsProgram
from tests.protocols.updates.programs import Program as UpdatesProgram
from tests.ui.console.servers import RunningServer, server

HOST = "127.0.0.1"
KEPT = "The server is shutting down. Everything is saved, and your seats are kept."


async def pipes_client(opened: RunningServer) -> PipesClient:
    streams = await asyncio.open_connection(HOST, opened.pipes, limit=1 << 20)
    pia = PipesClient(*streams, frames=True)
    assert await pia.login("pia")
    return pia


async def commands_match(opened: RunningServer) -> list[CommandsProgram]:
    players = [
        CommandsProgram(*await asyncio.open_connection(HOST, opened.commands)) for _ in range(2)
    ]
    for player, name in zip(players, ("alice", "bob"), strict=True):
        player.say("LOGIN", info=name)
        await player.until("LOGIN")
    players[0].say("CREATE_LOBBY", name="room1", players=2)
    await players[0].until("PLAYER_LIST")
    players[1].say("JOIN_LOBBY", name="room1")
    await players[1].until("PLAYER_LIST")
    players[0].say("START_GAME")
    for player in players:
        await player.until("NOTIFY_HAND")
    return players


async def test_players_of_every_protocol_read_that_their_seats_are_kept(tmp_path: Path) -> None:
    with server(7, tmp_path, updates=0, prompts=0, requests=0) as opened:
        pat = PromptsProgram("pat", 4)
        await pat.connect(opened.port("prompts"))
        await pat.until(lambda: bool(pat.of("Lobby")))
        uma = await UpdatesProgram("uma", java=True).connect(opened.port("updates"))
        await uma.until(lambda: uma.of(GamesList))
        uma.say(GameSelection(1))
        pia = await pipes_client(opened)
        assert await pia.ask(Join(0))
        rob = RequestsProgram("rob", 4)
        await rob.connect(opened.port("requests"))
        await rob.until(lambda: bool(rob.of(GameStartNotify)))
        await uma.until(lambda: uma.of(StartTurnUpdate))
        await pia.has_heard(NotifyStart)
        await pat.until(lambda: bool(pat.of("GraphicalGameInfo")))
        alice, bob = await commands_match(opened)
        stopping = asyncio.create_task(asyncio.to_thread(opened.close))
        await pia.until(lambda word: word == Message(KEPT))
        await uma.until(lambda: uma.of(EndGameUpdate))
        assert uma.heard[-2:] == [ChatUpdate("[house]", KEPT, "all"), EndGameUpdate(None)]
        await pat.until(lambda: bool(pat.of("RefusedConnection")))
        assert pat.of("RefusedConnection")[0]["s"] == KEPT
        await rob.until(lambda: any(chat.text_message == KEPT for chat in rob.of(ChatMessage)))
        await alice.reply(KEPT)
        await bob.reply(KEPT)
        await stopping
        pia.close()
        pat.close()
        await uma.close()
        for client in (rob, alice, bob):
            client.writer.close()
