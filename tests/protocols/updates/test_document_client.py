"""A whole match by clients written from the document alone, one in each encoding."""

import asyncio
from typing import Any

import pytest

from tests.conftest import no_coverage
from tests.protocols.updates.document import CLIENT, SERVER, DocumentClient, check, document_client
from tests.protocols.updates.programs import open_dispatcher

KINDS = ("lines", "stream", "calls")
REFUSED_GAME = {
    "type": "GameData",
    "numberPlayers": -1,
    "connectedPlayers": None,
    "numberCommonGoalCards": -1,
    "livingRoomRows": -1,
    "livingRoomColumns": -1,
    "bookshelvesRows": -1,
    "bookshelvesColumns": -1,
}
BEGINNING = {
    "BookshelfUpdate",
    "CommonGoalCardsUpdate",
    "EndingTokenUpdate",
    "LivingRoomUpdate",
    "PersonalGoalCardUpdate",
    "ScoresUpdate",
    "StartTurnUpdate",
}


async def enter(client: DocumentClient, port: int, taken: str) -> None:
    """Log in, after an attempt that is rejected, and ask for games that cannot be."""
    await client.open(port)
    if taken:
        client.say("Nickname", nickname=taken)
        assert (await client.answer("GamesList"))["available"] is None
    client.say("Nickname", nickname=client.name)
    assert (await client.answer("GamesList"))["available"] is not None
    client.say("GameInitialization", numberPlayers=7, numberCommonGoalCards=2)
    assert await client.answer("GameData") == REFUSED_GAME
    client.say("GameSelection", id=-5)
    assert await client.answer("GameData") == REFUSED_GAME


async def sit(clients: list[DocumentClient]) -> None:
    """Let the first client create a game, which the others see and select."""
    first, *others = clients
    first.say("GameInitialization", numberPlayers=len(clients), numberCommonGoalCards=2)
    await first.answer("WaitingUpdate")
    names = [first.name]
    for client in others:
        await client.until(lambda c=client: c.of("GamesList")[-1]["available"])  # type: ignore[misc]
        (game,) = client.of("GamesList")[-1]["available"]
        assert (game["numberPlayers"], game["numberCommonGoals"]) == (len(clients), 2)
        client.say("GameSelection", id=game["id"])
        data = await client.answer("GameData")
        assert data["connectedPlayers"] == names
        names.append(client.name)


async def blunder(client: DocumentClient) -> None:
    """In the first turn, make each mistake before the move."""
    await client.until(lambda: client.turn == client.name)
    client.select(())
    assert (await client.answer("SelectedItems"))["items"] is None
    client.select(next(client.lines()))
    assert len((await client.answer("SelectedItems"))["items"]) == 1
    client.insert(5, [0])
    assert (await client.answer("AcceptedInsertion")) == {
        "type": "AcceptedInsertion",
        "accepted": False,
    }
    client.insert(0, [0])
    assert (await client.answer("AcceptedInsertion"))["accepted"] is True
    client.say("ChatMessage", text="Sorry!", receiver="all")
    assert (await client.answer("ChatAccepted"))["accepted"] is True


async def come_back(client: DocumentClient, kind: str, port: int) -> DocumentClient:
    """Lose the connection, and log in with the same nickname."""
    await client.close()
    again = document_client(kind, client.name, seed=9)
    again.heard, again.said = client.heard, client.said
    await again.open(port)
    again.say("Nickname", nickname=client.name)
    assert (await again.answer("Reconnection"))["reconnectedPlayer"] == client.name
    return again


@no_coverage
async def test_a_whole_match_meets_every_message_of_the_document() -> None:
    async with open_dispatcher() as (_, port):
        names = ("anna", "bruno", "carla")
        clients = [
            document_client(kind, name, seed)
            for seed, (kind, name) in enumerate(zip(KINDS, names, strict=True))
        ]
        for client, taken in zip(clients, ("", "anna", "bruno"), strict=True):
            await enter(client, port, taken)
        await sit(clients)
        await asyncio.gather(*map(blunder, clients))
        for client in clients:
            kinds = [message["type"] for message in client.heard]
            begun = kinds.index("BookshelfUpdate")
            assert set(kinds[begun : kinds.index("StartTurnUpdate") + 1]) == BEGINNING
        # One after the other drops, and comes back to the game.
        for place in (1, 2, 0):
            dropped = clients[place]
            clients[place] = await come_back(dropped, KINDS[place], port)
            for other in clients:
                if other.name != dropped.name:
                    await _hears(other, "Disconnection", disconnectedPlayer=dropped.name)
                await _hears(other, "Reconnection", reconnectedPlayer=dropped.name)
                await other.until(lambda c=other: c.of("StartTurnUpdate"))  # type: ignore[misc]
        # No turn was announced since, so the clients start the current one by themselves.
        for client in clients:
            client.play({"type": "StartTurnUpdate", "currentPlayer": client.turn})
        ends = [client.until(lambda c=client: c.of("EndGameUpdate"), playing=True)  # type: ignore[misc]
                for client in clients]  # fmt: skip
        await asyncio.gather(*ends)
        for client in clients:
            final, end = client.heard[-2:]
            best = max(final["scores"].values())
            assert final["type"] == "ScoresUpdate"
            assert final["scores"][end["winner"]] == best
            assert {message["type"] for message in client.heard} == SERVER.keys()
            assert client.said == CLIENT.keys()
        # Nothing is accepted or sent any more.
        lines = clients[0]
        lines.say("ChatMessage", text="Again?", receiver="all")
        lines.writer.write_eof()
        assert await lines.reader.read() == b""
        for client in clients:
            await client.close()


async def _hears(client: DocumentClient, kind: str, **members: str) -> None:
    await client.until(lambda: {"type": kind, **members} in client.heard)


@pytest.mark.parametrize(
    "message",
    [
        {"type": "PersonalGoalCardUpdate"},
        {"type": "PersonalGoalCardUpdate", "id": "3"},
        {"type": "PersonalGoalCardUpdate", "id": None},
        {"type": "PersonalGoalCardUpdate", "id": 3, "name": "x"},
        {"type": "SelectedItems", "items": ["TROPHY"]},
        {"type": "GamesList", "available": [{"id": 1, "numberPlayers": 2}]},
        {"type": "LivingRoomUpdate", "livingRoom": [[{"row": 1}, "CAT"]]},
        {"type": "CommonGoalCardsUpdate", "cards": {"six": 8}},
    ],
)
def test_a_message_that_is_not_as_listed_is_noticed(message: Any) -> None:
    with pytest.raises(AssertionError):
        check(message, SERVER)
