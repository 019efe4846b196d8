"""With very many tables, each protocol lists some of them and can reach all."""

from typing import Any

from ludoteca.messages import OpenTable, StandUp, TableShown
from ludoteca.protocols.commands.words import Lobbies
from ludoteca.protocols.pipes.words import Return
from ludoteca.protocols.updates.words import GamesList
from tests.core.local import LocalClient, LocalServer, raw
from tests.protocols.commands.local import CommandsServer, said
from tests.protocols.pipes.programs import PipesServer, lists
from tests.protocols.prompts.talk import Room as PromptsRoom
from tests.protocols.requests.talk import Room as RequestsRoom
from tests.protocols.updates.talk import Room as UpdatesRoom


async def owner_of(
    server: LocalServer, tables: int, owner: str = "Wanda", **options: Any
) -> LocalClient:
    """Return a player who has opened this many tables and waits there."""
    wanda = await server.enter(owner)
    for _ in range(tables):
        server.clock.time += 2  # not too often
        answer = await wanda.ask(OpenTable(**{"game": "shelfie", "seats": 3, **options}))
        assert isinstance(answer, TableShown)
    return wanda


async def test_pipes_lists_the_newest_matches_and_joins_any_by_its_id() -> None:
    dispatcher = PipesServer()
    await owner_of(dispatcher.server, 130)
    anna = await dispatcher.program("Anna")
    rows = lists(anna).virtualMatchList or ()
    assert [int(row[0]) for row in rows] == list(range(30, 130))
    heard = await dispatcher.ask(anna, "join|3")
    assert Return("join", ok=True) in heard
    assert "3" in [row[0] for row in lists(anna).virtualMatchList or ()]  # the own one is there
    bruno = await dispatcher.program("Bruno")
    assert Return("join", ok=False) in await dispatcher.ask(bruno, "join|130")
    assert Return("join", ok=False) in await dispatcher.ask(bruno, "join|-1")


async def test_commands_lists_the_newest_lobbies_and_joins_any_by_its_name() -> None:
    server = CommandsServer()
    await owner_of(server, 1, "Berta", game="renaissance", name="first")
    await owner_of(server, 120, game="renaissance")
    await owner_of(server, 1, "Dora", game="renaissance", name="first-of-all")
    alice = await server.named("alice")
    (listed,) = await alice.says("LOBBY_LIST")
    assert isinstance(listed, Lobbies)
    names = [room.name for room in listed.lobbies or ()]
    assert names == ["first-of-all", *(f"table-{number}" for number in range(121, 22, -1))]
    for name in ("first", "table-7"):
        joined = await (await server.named(f"of-{name}")).says("JOIN_LOBBY", name=name)
        assert said(joined)[0] == f"JOIN_LOBBY You joined {name} correctly!"
    (unknown,) = await alice.says("JOIN_LOBBY", name="table-999")
    assert unknown.info == "The selected lobby doesn't exist"


async def test_updates_lists_older_games_once_the_newest_are_gone() -> None:
    room = UpdatesRoom()
    wanda = await owner_of(room.server, 130)
    anna = await room.player("Anna")
    (first,) = anna.of(GamesList)
    assert [game.id for game in first.available or ()] == list(range(130, 30, -1))
    for number in range(130, 50, -1):
        await wanda.ask(StandUp(table=number))
        await room.settle()
    assert len(anna.of(GamesList)) == 81
    await wanda.ask(StandUp(table=50))
    await room.settle()
    *_, gone, older = anna.of(GamesList)
    assert [(game.id, game.number_players) for game in gone.available or ()] == [(50, -1)]
    assert [game.id for game in older.available or ()] == list(range(1, 31))


async def test_requests_leads_to_the_oldest_table_that_will_do() -> None:
    room = RequestsRoom()
    await owner_of(room.server, 50, "Berta", take_back=True)  # for which it has no words
    await owner_of(room.server, 2)
    anna = room.client()
    await anna.login("anna")
    assert room.server.dispatcher.lobby.seats_of("anna") == [51]


async def test_prompts_offers_the_oldest_games_that_will_do() -> None:
    room = PromptsRoom()
    await owner_of(room.server, 50, "Berta", options=raw({"common_goals": 1}))
    await owner_of(room.server, 12)
    anna = room.client()
    await anna.enter("anna")
    assert len(anna.last["games"]) == 10
    await anna.join(0)
    assert room.server.dispatcher.lobby.seats_of("anna") == [51]
