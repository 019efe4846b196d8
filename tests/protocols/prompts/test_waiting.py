"""Tables that wait for a player, over real sockets: freed seats, absent players, kept moves."""

import asyncio

from ludoteca.core import Dispatcher
from ludoteca.messages import Enter, JoinTable, OpenTable, Watch
from ludoteca.protocols.dialects import SEVERAL_NODES
from ludoteca.protocols.prompts.calls import serve
from ludoteca.protocols.shelfie import options_of
from tests.conftest import TIMEOUT
from tests.core.local import LocalClient, keeper_of
from tests.protocols.ports import open_door
from tests.protocols.prompts.programs import Program, leave, open_dispatcher
from tests.protocols.prompts.remote import until_asked


async def seated(port: int, *names: str, seats: int) -> list[Program]:
    """Return programs in one lobby, each of which has heard of it."""
    programs = []
    for name in names:
        program = Program(name, seats)
        await program.connect(port)
        await program.until(lambda p=program: bool(p.of("Lobby")))  # type: ignore[misc]
        programs.append(program)
    return programs


async def gone(server: Dispatcher, *programs: Program) -> None:
    """Disconnect these programs, and wait until the server has noticed."""
    await leave(*programs)
    async with asyncio.timeout(TIMEOUT):
        while any(server.people.is_here(program.name) for program in programs):
            await asyncio.sleep(0)


async def test_seat_of_a_player_dropped_in_the_lobby_is_freed_and_announced() -> None:
    async with open_dispatcher() as (server, port):
        anna, bruno = await seated(port, "anna", "bruno", seats=3)
        await gone(server, anna)
        told = await bruno.hear()
        text = "1/3 players connected. waiting for more players... Players connected: bruno"
        assert told == {"actualNum": 1, "totalNum": 3, "s": text, "type": "Lobby"}
        bruno.answer(told)

        # A player who comes back is offered the existing tables.
        await anna.connect(port)
        await anna.until(lambda: len(anna.of("UserIdMessage")) == 2)
        offered = await anna.hear()
        assert offered["s"].startswith("Available games: 0) bruno (1/3)")

        # A table with nobody left is gone.
        keeper = keeper_of(server)
        await gone(server, anna, bruno)
        async with asyncio.timeout(TIMEOUT):
            while not keeper.listing.closed:
                await asyncio.sleep(0)
        carla = Program("carla", 2)
        await carla.connect(port)
        await carla.until(lambda: bool(carla.of("UserIdMessage")))
        assert (await carla.hear())["type"] == "FirstPlayer"
        await leave(carla)


async def test_an_id_of_one_node_leads_nowhere_at_another() -> None:
    ids = []
    for token in ("00000007", "0000000b"):
        served = serve({"prompts_texts": None, SEVERAL_NODES: True}, lambda t=token: t)  # type: ignore[misc]
        async with open_door("prompts", served.new_dialect, 60) as (_, port):
            (anna,) = await seated(port, "anna", seats=2)
            ids.append(anna.of("UserIdMessage")[0]["id"])
            await leave(anna)
    assert ids == [8000, 12000]


async def test_last_player_to_join_sees_the_names_of_absent_players() -> None:
    async with open_dispatcher() as (server, port):
        anna, bruno = LocalClient(server), LocalClient(server)
        for guest, name in ((anna, "Anna"), (bruno, "Bruno")):
            await guest.ask(Enter(name=name))
        await anna.ask(OpenTable(game="shelfie", seats=3, options=options_of("prompts")))
        await bruno.ask(JoinTable(table=1))
        server.leave(anna)
        (zoe,) = await seated(port, "zoe", seats=3)
        text = (
            "2/3 players connected. waiting for Anna to come back... Players connected: Bruno, zoe"
        )
        assert zoe.of("Lobby") == [{"actualNum": 2, "totalNum": 3, "s": text, "type": "Lobby"}]
        assert not keeper_of(server).table.started
        back = LocalClient(server)
        await back.ask(Enter(name="Anna"))
        await back.ask(Watch(table=1))
        await zoe.until(lambda: bool(zoe.of("StartingGame")))
        assert zoe.of("Lobby")[-1]["s"].startswith("3/3 players connected. Players connected")
        await leave(zoe)


async def test_move_while_the_other_is_absent_is_queued_and_played_on_their_return() -> None:
    async with open_dispatcher() as (server, port):
        programs = await seated(port, "anna", "bruno", seats=2)
        for program in programs:
            await program.until(lambda p=program: bool(p.of("GraphicalGameInfo")))  # type: ignore[misc]
        turn = programs[0].of("GraphicalGameInfo")[0]["activePlayerUsername"]
        asked, other = sorted(programs, key=lambda program: program.name != turn)
        await until_asked(asked)
        await gone(server, other)
        version = keeper_of(server).version
        asked.say('{"s":"b,3,b,4,0","type":"Move"}')
        await asked.until(lambda: asked.heard[-1]["type"] == "Waiting")
        said = asked.heard[-1]["s"]
        assert said == "Your move is saved and will be played when a player comes back."
        assert asked.heard[-2]["type"] == "Disconnection"
        assert keeper_of(server).version == version
        await other.connect(port)
        await other.until(lambda: bool(other.of("WelcomeBack")))
        picture = await asked.hear()
        assert picture["s"] == f"'{other.name}' is back\nit's {other.name}'s turn"
        assert picture["board"][1][3:5] == ["BLANK", "BLANK"]
        asked.answer(picture)
        await until_asked(other)
        assert other.of("GraphicalGameInfo")[-1]["board"] == picture["board"]
        await leave(*programs)
