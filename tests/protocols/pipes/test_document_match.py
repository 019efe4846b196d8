"""A whole match of clients written from the document, over sockets: each meets every word."""

import asyncio
import re

from tests.protocols.pipes.document import (
    CALLBACK,
    WORDS,
    CallPlayer,
    LinePlayer,
    Player,
    announced,
)
from tests.protocols.pipes.remote import open_rmi

ANNOUNCED = (
    r"\w+ joined the match 0",
    "The match is about to start. Building game board...",
    r"Hey \w+! It's your turn",
    r"\w+ has selected \[.+\]",
    r"\w+ has inserted items in the column [1-5]",
    r"\w+ achieved CommonGoal\w+",
    r"\w+ ended his turn\.",
    r"\w+ has left the match",
    r"\w+ has left the game",
    "GAME OVER",
    r"Congratulation! The winner is \w+",
)
REPLIES = ("Selection successful!", "Insertion Successful", "Login successful. Hi {name}")


async def start(opener: Player, joiner: Player) -> None:
    """Open a match for two and join it."""
    for player in (opener, joiner):
        player.forget()
    assert await opener.ask("createMatch", 2)
    assert await joiner.ask("joinMatch" if isinstance(joiner, CallPlayer) else "join", 0)
    for player in (opener, joiner):
        await player.until("notifyStart")


async def test_clients_of_both_halves_play_a_whole_match_and_meet_every_word() -> None:
    async with open_rmi(seed=20) as rmi:
        anna, carla = [await LinePlayer().connect(rmi.port) for _ in range(2)]
        bruno = await CallPlayer().connect(rmi.port)
        for player, name in ((anna, "anna"), (bruno, "bruno"), (carla, "carla")):
            player.name = name
            assert await player.ask("login", name)
        await start(bruno, carla)
        assert await carla.ask("exitGame")
        await bruno.until("message|carla has left the game")
        await start(anna, bruno)
        assert await anna.ask("sendPublicMessage", "hello")
        await bruno.until("sendChatMessage|anna says: hello")
        assert await bruno.ask("sendPrivateMessage", "psst", "anna")
        await anna.until("chatNotification|bruno says: psst")
        await asyncio.gather(anna.play(), bruno.play())
        *rows, winner = anna.view["gameResults"]
        totals = {row[0]: int(row[5]) for row in rows}
        assert totals[winner[0]] == max(totals.values())
        assert anna.view["gameResults"] == bruno.view["gameResults"]
        await start(bruno, anna)  # the match was deleted, and both were in the menu
        assert await bruno.ask("exitGame")
        await anna.until("message|bruno has left the game")
        assert await anna.ask("createMatch", 2)
        assert await anna.ask("leaveMatch")
        await anna.until("message|You left the match")
        assert await anna.ask("exitGame")
        for player in (anna, bruno):
            texts = list(announced(player))
            for pattern in ANNOUNCED:
                assert any(re.fullmatch(pattern, text) for text in texts), (player.name, pattern)
            assert {text.format(name=player.name) for text in REPLIES} <= set(texts)
        assert set(WORDS) <= {word.partition("|")[0] for word in anna.heard}
        assert {word.partition("|")[0] for word in bruno.heard} == {
            {"sendMessageToClient": "message", "sendVirtualView": "virtualView"}.get(name, name)
            for name in (method.name for method in CALLBACK)
        }
        for player in (anna, bruno, carla):
            await player.close()
