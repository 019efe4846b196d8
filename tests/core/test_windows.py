"""One player in several windows and on several devices, at one node and at two."""

from collections.abc import Iterable, Sequence

import pytest

from ludoteca.core.dispatch import operator_requests
from ludoteca.core.people.connections import MOST_CONNECTIONS
from ludoteca.core.rate_limits import LIMITS
from ludoteca.journal import MemoryJournal, Stream
from ludoteca.messages import (
    AskSessions,
    ChangeSecret,
    DeleteMe,
    Draft,
    EndOtherSessions,
    EndSession,
    Enter,
    Farewell,
    Gesture,
    Guided,
    JoinTable,
    Leave,
    LookAround,
    Mute,
    OpenTable,
    PersonHere,
    Play,
    Presence,
    Said,
    Say,
    Sessions,
    StepOut,
    Surroundings,
    TableNews,
    TableSeen,
    Watch,
    Welcome,
)
from ludoteca.messages.cluster import DraftMade, PersonChanged
from ludoteca.messages.operator import ListClients
from ludoteca.ops.buckets import Limit
from tests.core.local import LocalClient, LocalServer, WebClient, a_move, keeper_of, raw
from tests.core.nodes import Nodes

SECRET, OTHER = "correct-horse", "other-horse"
TAKEN_OVER = "house/taken_over"


def token_of(client: LocalClient) -> str:
    return client.of(Welcome)[-1].token


async def window(server: LocalServer, of: LocalClient, *, bot: bool = False) -> LocalClient:
    """Open another window of a player, which has the same token."""
    client = WebClient(server.dispatcher)
    answer = await client.ask(Enter(name=of.name, token=token_of(of), bot=bot))
    assert isinstance(answer, Welcome), answer
    return client


async def device(server: LocalServer, name: str, secret: str = SECRET) -> LocalClient:
    """Log in with the secret on another device, which gets a token of its own."""
    client = WebClient(server.dispatcher)
    answer = await client.ask(Enter(name=name, secret=secret))
    assert isinstance(answer, Welcome), answer
    return client


async def close(clients: Iterable[LocalClient], table: int = 1) -> None:
    for client in clients:
        await client.ask(Watch(table=table, with_guide=True))


async def evening(server: LocalServer) -> tuple[list[LocalClient], LocalClient]:
    """Seat Anna, with two tabs and a phone, and Bruno. The first tab opened the table."""
    server.kind = WebClient
    tab = await server.enter("Anna", secret=SECRET)
    bruno = await server.enter("Bruno")
    await tab.ask(OpenTable(game="shelfie", seats=2, with_guide=True))
    await bruno.ask(JoinTable(table=1, with_guide=True))
    windows = [tab, await window(server, tab), await device(server, "Anna")]
    await close(windows[1:])
    return windows, bruno


def farewells(clients: Sequence[LocalClient]) -> list[list[str]]:
    return [[one.code for one in client.of(Farewell)] for client in clients]


def pick(client: LocalClient) -> Draft:
    """Return the step that picks a tile which this window offers."""
    guide = client.of(TableSeen)[-1].guide
    return Draft(table=1, step=raw({"step": "pick", "cell": guide.pick[0]}))


def hands(clients: Sequence[LocalClient]) -> list[list[object]]:
    """Return the tiles picked, as each window shows them."""
    shown = [
        [one for one in client.heard if isinstance(one, Guided | TableSeen)][-1]
        for client in clients
    ]
    return [list(one.guide.hand) for one in shown]


# At one node


async def test_all_windows_can_act_and_show_the_same(server: LocalServer) -> None:
    windows, bruno = await evening(server)
    everyone = [*windows, bruno]
    for turn in range(6):
        keeper = keeper_of(server.dispatcher)
        seat = min(keeper.table.rules.seats_to_move(keeper.table.state))
        mover = windows[turn // 2 % 3] if seat == 0 else bruno
        before = [len(client.of(TableNews)) for client in everyone]
        await server.dispatcher.handle(mover, await a_move(mover))
        assert [len(client.of(TableNews)) for client in everyone] == [one + 1 for one in before]
        assert len({client.of(TableNews)[-1].version for client in everyone}) == 1
    views = [client.of(TableSeen)[-1] for client in windows]
    assert views[0] == views[1] == views[2]
    assert not any(client.of(Farewell) for client in everyone)


async def test_a_half_made_move_is_shared_by_all_windows(server: LocalServer) -> None:
    windows, bruno = await evening(server)
    tab, other, phone = windows
    if server.dispatcher.lobby.loaded(1).table.state.turn:  # type: ignore[union-attr]
        await server.dispatcher.handle(bruno, await a_move(bruno))
    await tab.ask(pick(tab))
    (tiles, *others) = hands(windows)
    assert len(tiles) == 1
    assert others == [tiles, tiles]
    later = await window(server, tab)
    await close([later])
    assert hands([later]) == [tiles]
    assert later.of(Gesture)[-1].draft == bruno.of(Gesture)[-1].draft
    await phone.ask(Draft(table=1, step=raw({"step": "unpick_all"})))
    assert hands([*windows, later]) == [[]] * 4
    await other.ask(pick(other))
    server.dispatcher.leave(other)  # the tiles stay picked as long as another window is open
    assert [len(one) for one in hands([tab, phone])] == [1, 1]


async def test_a_player_is_present_while_one_window_is_open(server: LocalServer) -> None:
    windows, bruno = await evening(server)
    await bruno.ask(LookAround(follow=True))
    for client in windows[:2]:
        server.dispatcher.leave(client)
    assert server.dispatcher.people.is_here("Anna")
    assert keeper_of(server.dispatcher).away == frozenset()
    server.dispatcher.leave(windows[2])
    assert not server.dispatcher.people.is_here("Anna")
    assert [one.here for one in bruno.of(Presence)] == [False]
    assert bruno.of(PersonHere) == [PersonHere("Anna", here=False)]


async def test_a_window_elsewhere_on_the_page_leaves_the_game_alone(server: LocalServer) -> None:
    windows, bruno = await evening(server)
    rules = await window(server, windows[0])  # it follows no table
    await rules.ask(LookAround(follow=True))
    server.dispatcher.leave(rules)
    assert not bruno.of(Presence)
    assert not windows[0].of(Farewell)


async def test_every_window_hears_each_message_once(server: LocalServer) -> None:
    windows, bruno = await evening(server)
    for request in (Say(text="all"), Say(text="here", table=1), Say(text="you", to="Bruno")):
        await windows[0].ask(request)
    await bruno.ask(Say(text="back", to="Anna"))
    for client in (*windows, bruno):
        assert [said.text for said in client.of(Said)] == ["all", "here", "you", "back"]
    await windows[1].ask(Mute(name="Bruno"))
    await bruno.ask(Say(text="muted", table=1))
    assert all(client.of(Said)[-1].text == "back" for client in windows)


async def test_lists_count_a_player_once(server: LocalServer) -> None:
    windows, bruno = await evening(server)
    around = await bruno.ask(LookAround())
    assert isinstance(around, Surroundings)
    assert (around.people, around.online) == (("Anna", "Bruno"), 2)
    listed = await operator_requests.answer(server.dispatcher, "me", ListClients())
    assert [(one.name, one.connections) for one in listed] == [("Anna", 3), ("Bruno", 1)]  # type: ignore[union-attr]
    assert server.dispatcher.roster.count_here() == 2
    assert {windows[0].name, windows[2].name} == {"Anna"}


async def test_windows_share_the_limits_of_their_player() -> None:
    server = LocalServer(limits={**LIMITS, "talk": Limit(2, 1000)})
    windows, _ = await evening(server)
    for client in windows[:2]:
        await client.ask(Say(text="hello"))
    assert await windows[2].refused(Say(text="hello")) == "house/too_often"


async def test_the_ninth_connection_closes_the_one_idle_longest(server: LocalServer) -> None:
    server.kind = WebClient
    clients = [await server.enter("Anna")]
    clients += [await window(server, clients[0]) for _ in range(MOST_CONNECTIONS - 1)]
    for client in (clients[0], *clients[2:]):
        server.clock.time += 1
        await client.ask(LookAround())
    assert not any(client.of(Farewell) for client in clients)
    server.clock.time += 1
    ninth = await window(server, clients[0])
    assert farewells([clients.pop(1)]) == [[TAKEN_OVER]]
    assert all(client.name == "Anna" for client in (*clients, ninth))
    await window(server, ninth)
    assert farewells(clients[:2]) == [[TAKEN_OVER], []]


async def test_client_without_token_replaces_all_windows(server: LocalServer) -> None:
    windows, _ = await evening(server)
    assert await LocalClient(server.dispatcher).refused(Enter(name="Anna")) == "house/wrong_secret"
    assert farewells(windows) == [[]] * 3
    program = LocalClient(server.dispatcher)
    await program.ask(Enter(name="Anna", secret=SECRET))
    assert farewells(windows) == [[TAKEN_OVER]] * 3
    again = await device(server, "Anna")
    assert farewells([program]) == [[TAKEN_OVER]]
    assert (program.name, again.name) == ("", "Anna")


async def test_leaving_ends_one_window_only(server: LocalServer) -> None:
    windows, bruno = await evening(server)
    tab, other, phone = windows
    farewell = await tab.ask(Leave())
    assert isinstance(farewell, Farewell)
    server.dispatcher.leave(tab)  # as its connection does then
    await other.ask(StepOut())
    assert farewells([other, phone]) == [[], []]
    assert (other.name, phone.name) == ("", "Anna")
    assert not bruno.of(Presence)


async def test_a_session_that_ends_closes_its_windows(server: LocalServer) -> None:
    windows, bruno = await evening(server)
    tab, other, phone = windows
    await tab.ask(EndSession())
    assert (tab.name, farewells([other])) == ("", [["house/left"]])
    assert (phone.name, farewells([phone])) == ("Anna", [[]])
    assert not bruno.of(Presence)
    tablet = await device(server, "Anna")
    sessions = await tablet.ask(AskSessions())
    assert isinstance(sessions, Sessions)
    assert [one.here for one in sessions.sessions] == [True, False]
    await tablet.ask(EndOtherSessions())
    assert farewells([phone, tablet]) == [["house/left"], []]


async def test_a_new_secret_closes_the_windows_of_other_sessions(server: LocalServer) -> None:
    windows, _ = await evening(server)
    await windows[0].ask(ChangeSecret(secret=SECRET, new=OTHER))
    assert farewells(windows) == [[], [], ["house/left"]]
    later = await device(server, "Anna", OTHER)
    await windows[1].ask(DeleteMe(secret=OTHER))
    assert farewells([windows[0], windows[1], later]) == [["house/left"], [], ["house/left"]]
    assert not windows[1].name


async def test_a_first_secret_closes_no_window(server: LocalServer) -> None:
    server.kind = WebClient
    anna = await server.enter("Anna")
    other = await window(server, anna)
    for proof in (Enter(name="Anna"), Enter(name="Anna", secret=SECRET)):
        assert await WebClient(server.dispatcher).refused(proof) == "house/name_in_use"
    await anna.ask(ChangeSecret(new=SECRET))
    assert farewells([anna, other]) == [[], []]


async def test_a_bot_runs_once_beside_the_window_of_its_author(server: LocalServer) -> None:
    server.kind = WebClient
    author = await server.enter("Anna")
    bot = await window(server, author, bot=True)
    assert server.dispatcher.roster.is_program("Anna")
    again = await window(server, author, bot=True)
    assert farewells([author, bot, again]) == [[], [TAKEN_OVER], []]
    await window(server, author)
    assert server.dispatcher.roster.is_program("Anna")
    server.dispatcher.leave(again)
    assert not server.dispatcher.roster.is_program("Anna")


class Counted(MemoryJournal):
    """A journal that counts its reads."""

    def __init__(self) -> None:
        super().__init__()
        self.reads = 0

    async def read(self, stream: str, after: int = 0, most: int | None = None) -> list[bytes]:
        self.reads += 1
        return await super().read(stream, after, most)

    async def find(self, stream: str) -> Stream | None:
        self.reads += 1
        return await super().find(stream)

    async def versions(self, streams: Sequence[str]) -> dict[str, int]:
        self.reads += 1
        return await super().versions(streams)


@pytest.mark.parametrize("count", [1, 2])
async def test_further_windows_at_a_table_cause_no_reads(count: int) -> None:
    reads = []
    for more in (0, 3):
        journal = Counted()
        nodes = await Nodes(count, journal=journal).open()
        anna, bruno = await nodes.table("Anna", "Bruno")
        windows = [anna, *[await window(nodes.all[n % count], anna) for n in range(more)]]
        await close([*windows, bruno])
        await nodes.settle()
        journal.reads = 0
        for number in range(8):
            client = windows[number % len(windows)] if number % 2 else bruno
            await client.ask(Say(text="well", table=1))
            await client.dispatcher.handle(client, Play(table=1, move=raw({})))
            await nodes.settle()
        assert all(len(client.of(Said)) == 8 for client in (*windows, bruno))
        reads.append(journal.reads)
    assert reads[0] == reads[1]


# At two nodes


@pytest.fixture
async def nodes() -> Nodes:
    return await Nodes().open()


async def evening_at_two(nodes: Nodes) -> tuple[list[LocalClient], LocalClient]:
    """Seat Anna, with two tabs at the first node and a phone at the second, and Bruno there."""
    a, b = nodes.all
    tab = await device(a, "Anna")
    bruno = await b.enter("Bruno")
    await tab.ask(OpenTable(game="shelfie", seats=2, with_guide=True))
    await nodes.settle()
    await bruno.ask(JoinTable(table=1, with_guide=True))
    await nodes.settle()
    windows = [tab, await window(a, tab), await device(b, "Anna")]
    await close(windows[1:])
    await nodes.settle()
    return windows, bruno


def turn_of(nodes: Nodes) -> int:
    table = nodes.all[-1].keeper().table
    return min(table.rules.seats_to_move(table.state))


async def until_annas_turn(nodes: Nodes, bruno: LocalClient) -> None:
    if turn_of(nodes):
        await bruno.dispatcher.handle(bruno, await a_move(bruno))
        await nodes.settle()


async def test_windows_at_two_nodes_act_and_see_the_same(nodes: Nodes) -> None:
    windows, bruno = await evening_at_two(nodes)
    for turn in range(6):
        mover = bruno if turn_of(nodes) else windows[turn // 2 % 3]
        await mover.dispatcher.handle(mover, await a_move(mover))
        await nodes.settle()
    versions = [[news.version for news in client.of(TableNews)][-6:] for client in windows]
    assert versions[0] == versions[1] == versions[2]
    assert len(versions[0]) == 6
    assert len({repr(client.of(TableSeen)[-1].view) for client in windows}) == 1
    assert farewells([*windows, bruno]) == [[]] * 4
    for client in windows[:2]:
        client.dispatcher.leave(client)
        await nodes.settle()
    assert not bruno.of(Presence)
    windows[2].dispatcher.leave(windows[2])
    await nodes.settle()
    assert [one.here for one in bruno.of(Presence)] == [False]


async def test_a_half_made_move_is_shared_between_nodes(nodes: Nodes) -> None:
    windows, bruno = await evening_at_two(nodes)
    await until_annas_turn(nodes, bruno)
    for client in windows[::2]:
        await client.ask(pick(client))
        await nodes.settle()
        (tiles, *others) = hands(windows)
        assert tiles
        assert others == [tiles, tiles]
        await client.ask(Draft(table=1, step=raw({"step": "unpick_all"})))
        await nodes.settle()
        assert hands(windows) == [[]] * 3


async def test_steps_at_two_nodes_at_once_have_one_outcome(nodes: Nodes) -> None:
    windows, bruno = await evening_at_two(nodes)
    await until_annas_turn(nodes, bruno)
    first, second = (client.of(TableSeen)[-1].guide.pick for client in windows[::2])
    for client, cell in ((windows[0], first[0]), (windows[2], second[1])):
        await client.ask(Draft(table=1, step=raw({"step": "pick", "cell": cell})))
    await nodes.settle()
    (tiles, *others) = hands(windows)
    assert others == [tiles, tiles]
    assert len(tiles) == 1


async def test_an_older_half_made_move_replaces_no_newer_one(nodes: Nodes) -> None:
    windows, bruno = await evening_at_two(nodes)
    await until_annas_turn(nodes, bruno)
    nodes.hub.loses = lambda _sender, receiver, message: (
        isinstance(message, DraftMade) and receiver == "a"
    )
    await windows[2].ask(pick(windows[2]))
    await nodes.settle()
    nodes.clock.time += 1
    await windows[0].ask(pick(windows[0]))
    await nodes.settle()
    nodes.hub.loses = lambda *_: False
    nodes.all[1].keeper().repeat()
    await nodes.settle()
    (tiles, *others) = hands(windows)
    assert others == [tiles, tiles]


async def test_a_player_stays_present_when_one_of_two_nodes_is_killed(nodes: Nodes) -> None:
    windows, bruno = await evening_at_two(nodes)
    await until_annas_turn(nodes, bruno)
    await windows[0].ask(pick(windows[0]))
    await nodes.settle()
    nodes.kill(nodes.all[0])
    await nodes.wait(5)
    assert not bruno.of(Presence)
    assert len(hands([windows[2]])[0]) == 1  # the half-made move survives as well
    back = await window(nodes.all[0], windows[0])
    await close([back])
    assert hands([back]) == hands([windows[2]])
    await back.dispatcher.handle(back, await a_move(back))
    assert windows[2].of(TableNews)[-1].version == back.of(TableNews)[-1].version


async def test_the_limit_counts_connections_to_all_nodes(nodes: Nodes) -> None:
    a, b = nodes.all
    clients = [await device(a, "Anna")]
    for number in range(1, MOST_CONNECTIONS):
        nodes.clock.time += 1
        clients.append(await window(nodes.all[number % 2], clients[0]))
        await nodes.settle()
    assert farewells(clients) == [[]] * MOST_CONNECTIONS
    nodes.clock.time += 1
    await clients[0].ask(LookAround())
    for node, idle in ((a, clients[1]), (b, clients[2])):
        nodes.clock.time += 1
        newest = await window(node, clients[0])
        await nodes.settle()
        assert farewells([idle, clients[0], newest]) == [[TAKEN_OVER], [], []]


async def test_a_bot_runs_once_on_all_nodes(nodes: Nodes) -> None:
    author = await device(nodes.all[0], "Anna")
    bot = await window(nodes.all[0], author, bot=True)
    again = await window(nodes.all[1], author, bot=True)
    await nodes.settle()
    assert farewells([author, bot, again]) == [[], [TAKEN_OVER], []]


async def test_sessions_that_end_close_windows_at_all_nodes(nodes: Nodes) -> None:
    a, b = nodes.all
    tab = await device(a, "Anna")
    twin = await window(b, tab)
    phone = await device(b, "Anna")
    await nodes.settle()
    await tab.ask(ChangeSecret(secret=SECRET, new=OTHER))
    await nodes.settle()
    assert farewells([tab, twin, phone]) == [[], [], ["house/left"]]
    phone = await device(b, "Anna", OTHER)
    await phone.ask(EndOtherSessions())
    await nodes.settle()
    assert farewells([tab, twin, phone]) == [["house/left"], ["house/left"], []]


async def test_a_name_is_held_by_connections_to_an_earlier_node(nodes: Nodes) -> None:
    a, b = nodes.all
    tab = await device(a, "Anna")
    phone = await window(b, tab)
    b.dispatcher.leave(phone)
    await nodes.settle()
    program = LocalClient(b.dispatcher)
    assert await program.refused(Enter(name="Anna")) == "house/wrong_secret"
    assert b.dispatcher.people.is_here("Anna")
    person = await b.dispatcher.people.find("Anna")
    assert person
    assert await b.dispatcher.people.answers(person)


async def test_token_is_looked_up_after_a_lost_message(nodes: Nodes) -> None:
    a, b = nodes.all
    await device(a, "Anna")
    nodes.hub.loses = lambda _sender, _receiver, message: isinstance(message, PersonChanged)
    phone = await device(b, "Anna")
    nodes.kill(b)
    assert (await window(a, phone)).name == "Anna"
