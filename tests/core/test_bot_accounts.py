"""Programs that enter as bots are marked as bots and listed apart from people."""

from ludoteca.core.tables.history import stream_of
from ludoteca.messages import (
    Enter,
    JoinTable,
    LookAround,
    OpenTable,
    PersonHere,
    SeatTaken,
    StandUp,
    Surroundings,
    TableNews,
    Watch,
    read_record,
)
from tests.core.local import LocalClient, LocalServer, WebClient, shown
from tests.core.nodes import Nodes


async def enter(server: LocalServer, name: str, *, bot: bool = True, token: str = "") -> WebClient:
    client = WebClient(server.dispatcher)
    await client.ask(Enter(name=name, bot=bot, token=token))
    return client


async def around(client: LocalClient) -> Surroundings:
    answer = await client.ask(LookAround(follow=True))
    assert isinstance(answer, Surroundings)
    return answer


async def test_bots_are_listed_apart_from_people_online(server: LocalServer) -> None:
    anna = await server.enter("Anna")
    assert (await around(anna)).bots == ()
    robot = await enter(server, "Robot")
    assert anna.of(PersonHere)[-1] == PersonHere("Robot", here=True, bot=True)
    for client in (anna, robot):
        seen = await around(client)
        assert (seen.people, seen.bots, seen.online) == (("Anna",), ("Robot",), 1)
    assert server.dispatcher.online() == (("Anna",), "")
    server.dispatcher.leave(robot)
    assert anna.of(PersonHere)[-1] == PersonHere("Robot", here=False, bot=True)
    assert (await around(anna)).bots == ()


async def test_a_bot_is_marked_at_its_table_and_in_the_journal(server: LocalServer) -> None:
    anna, robot = await server.enter("Anna"), await enter(server, "Robot")
    await robot.ask(OpenTable(game="shelfie", seats=3))
    await anna.ask(JoinTable(table=1))
    other = await enter(server, "Automa")
    await other.ask(JoinTable(table=1))
    holders = [holder for holder in shown(other).info.seats if holder]
    assert [(one.name, one.program, one.bot) for one in holders] == [
        ("Robot", True, ""),
        ("Anna", False, ""),
        ("Automa", True, ""),
    ]
    taken = [n.record for n in anna.of(TableNews) if isinstance(n.record, SeatTaken)]
    assert taken == [SeatTaken(taken[0].seat, "Automa", program=True)]
    entries = [read_record(entry) for entry in await server.journal.read(stream_of(1))]
    recorded = [entry.program for entry in entries if isinstance(entry, SeatTaken)]
    assert recorded == [True, False, True]
    await server.restart()
    again = await server.enter("Carla")
    await again.ask(Watch(table=1))
    assert [one.program for one in shown(again).info.seats if one] == [True, False, True]


async def test_name_counts_as_a_person_again_after_its_bot_disconnected(
    server: LocalServer,
) -> None:
    anna, robot = await server.enter("Anna"), await enter(server, "Robot")
    await robot.ask(OpenTable(game="shelfie", seats=2))
    await around(anna)
    token = getattr(robot.heard[0], "token", "")
    person = await enter(server, "Robot", bot=False, token=token)
    assert (await around(anna)).bots == ("Robot",)
    server.dispatcher.leave(robot)
    told = [PersonHere("Robot", here=False, bot=True), PersonHere("Robot", here=True)]
    assert anna.of(PersonHere)[-2:] == told
    assert (await around(anna)).people == ("Anna", "Robot")
    await person.ask(StandUp(table=1))
    await person.ask(OpenTable(game="shelfie", seats=2))
    assert [one.program for one in shown(person).info.seats if one] == [False]


async def test_bots_are_marked_at_all_nodes() -> None:
    nodes = await Nodes(2).open()
    a, b = nodes.all
    robot, anna = await enter(a, "Robot"), await b.enter("Anna")
    await nodes.settle()
    assert (await around(anna)).bots == ("Robot",)
    late = nodes.add("c")
    nodes.all.append(late)
    await late.dispatcher.open()
    await nodes.wait(1)
    seen = late.dispatcher.surroundings()
    assert (seen.people, seen.bots, seen.online) == (("Anna",), ("Robot",), 1)
    a.dispatcher.leave(robot)
    await nodes.settle()
    assert anna.of(PersonHere)[-1] == PersonHere("Robot", here=False, bot=True)
    await enter(a, "Robot")
    await nodes.settle()
    nodes.kill(a)
    await nodes.wait(10)
    assert anna.of(PersonHere)[-1] == PersonHere("Robot", here=False, bot=True)
    assert late.dispatcher.surroundings().bots == ()
