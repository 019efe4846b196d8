"""Every refusal code of the server, and a request that produces it."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AsyncExitStack
from ipaddress import ip_network

import aiohttp
import msgspec
import pytest

from ludoteca.bots import BOTS, Bots
from ludoteca.core import Attempt, Capacity, Dispatcher, Services, Trial
from ludoteca.core.dispatch import operator_requests
from ludoteca.core.moderation.owner_requests import RELEASED_AFTER
from ludoteca.core.people import relations
from ludoteca.core.tables.history import stream_of
from ludoteca.core.tables.table import MOST_IN_TURN
from ludoteca.core.tables.votes import SILENCE
from ludoteca.games import RULEBOOKS, Dice, Refusal, Seat, renaissance, shelfie
from ludoteca.journal import JournalError, MemoryJournal, OutcomeUnknown
from ludoteca.messages import (
    A_DAY,
    AddMail,
    AnyRequest,
    AskHint,
    AskMoves,
    AskSessions,
    Ballot,
    Befriend,
    Block,
    ChooseNotifications,
    Clock,
    Delivery,
    Done,
    Draft,
    DropMove,
    EndSession,
    Enter,
    Farewell,
    Finish,
    Follow,
    GiveTime,
    HurryBots,
    JoinTable,
    Leave,
    LookAround,
    MoveKept,
    OfferSeat,
    OpenTable,
    Pause,
    Play,
    PlayOn,
    QuietHours,
    Refused,
    ReleaseSeat,
    Rematch,
    Remove,
    RemoveSubscription,
    Resign,
    ResizeTable,
    Resume,
    Say,
    ServerReason,
    Silence,
    StandUp,
    StartTable,
    TableOpened,
    TakeBack,
    TakeSeat,
    TakeVacation,
    TrySubscription,
    Unseat,
    VacationShown,
    Vote,
    Watch,
    refuse,
    write_record,
)
from ludoteca.messages.operator import (
    AnyOperatorRequest,
    Ban,
    CloseTable,
    Drain,
    Kick,
    MutePlayer,
    SeatPlayer,
    Unban,
    UnseatPlayer,
)
from ludoteca.net.admission import Admission
from ludoteca.ops import Metrics
from ludoteca.protocols import Dialect, SendBytes, WebCodec, WebConversation, WebFrames
from ludoteca.server import Access, LoginDeadline, WebServer
from ludoteca.server.connection import OUTBOX, ConnectionContext
from ludoteca.server.websocket import WebSocketConnection
from tests.core.local import (
    LocalClient,
    LocalServer,
    WebClient,
    a_move,
    keeper_of,
    mover_of,
    raw,
    shown,
)
from tests.core.notifications.local import HOOK, MAIL, NotifyingServer, with_account

SECRET = "correct-horse"  # noqa: S105 - only here
R = ServerReason

RUNNING, WAITING, OVER, SECLUDED = 1, 2, 3, 4
"""Games of Anna and Bruno (running), Carla (waiting), Dora and Fay (finished), Gina and Hugo.

The last one allows no spectators.
"""


async def full_house(server: LocalServer) -> dict[str, LocalClient]:
    anna, bruno = await server.table("Anna", "Bruno", clock=Clock(turn=60))
    carla = await server.enter("Carla")
    await carla.ask(OpenTable(game="shelfie", seats=3, name="room"))
    dora, fay = await server.table("Dora", "Fay")
    await fay.ask(Resign(table=OVER))
    gina, hugo = await server.table("Gina", "Hugo", watchable=False)
    clients = [anna, bruno, carla, dora, fay, gina, hugo, LocalClient(server.dispatcher)]
    return {client.name: client for client in clients}


SAID: Mapping[ServerReason, tuple[str, AnyRequest]] = {
    R.NOT_IN_YET: ("", LookAround()),
    R.IN_ALREADY: ("Anna", Enter(name="Anna")),
    R.BAD_NAME: ("", Enter(name="a|b")),
    R.NAME_RESERVED: ("", Enter(name="all")),
    R.NAME_IN_USE: ("", Enter(name="ANNA")),
    R.LOOKS_TAKEN: ("", Enter(name="Brun0")),
    R.SHORT_SECRET: ("", Enter(name="Zoe", secret="7 chars")),  # noqa: S106 - only here
    R.NO_ACCOUNT: ("Anna", AskSessions()),
    R.NO_SUCH_GAME: ("Anna", OpenTable(game="chess", seats=2)),
    R.BAD_SEATS: ("Anna", OpenTable(game="shelfie", seats=9)),
    R.BAD_OPTIONS: ("Anna", OpenTable(game="shelfie", seats=2, options=raw([]))),
    R.BAD_TABLE_NAME: ("Anna", OpenTable(game="shelfie", seats=2, name="a|b")),
    R.TABLE_NAME_IN_USE: ("Anna", OpenTable(game="shelfie", seats=2, name="ROOM")),
    R.BAD_CLOCK: ("Anna", OpenTable(game="shelfie", seats=2, clock=Clock())),
    R.NO_SUCH_TABLE: ("Anna", Watch(table=99)),
    R.TABLE_FULL: ("Carla", JoinTable(table=RUNNING)),
    R.NOT_SEATED: ("Carla", AskMoves(table=RUNNING)),
    R.SEATED_ALREADY: ("Carla", JoinTable(table=WAITING)),
    R.NOT_THE_OWNER: ("Anna", StartTable(table=WAITING, bot="uniform")),
    R.NOT_STARTED: ("Carla", AskMoves(table=WAITING)),
    R.STARTED_ALREADY: ("Anna", ResizeTable(table=RUNNING, seats=3)),
    R.NO_WATCHING: ("Anna", Watch(table=SECLUDED)),
    R.NO_SUCH_BOT: ("Carla", StartTable(table=WAITING, bot="genius")),
    R.NO_SUCH_SEAT: ("Carla", Unseat(table=WAITING, seat=Seat(0))),
    R.UNREADABLE_MOVE: ("Anna", Play(table=RUNNING, move=raw("x"))),
    R.NO_DRAFT: ("Anna", Finish(table=RUNNING)),
    R.NO_KEPT_MOVE: ("Anna", DropMove(table=RUNNING)),
    R.NO_SUCH_PERSON: ("Anna", Say(text="hello", to="Zoe")),
    R.NOTHING_SAID: ("Anna", Say(text=" ")),
    R.TOO_LONG: ("Anna", Say(text="x" * 501)),
    R.NO_CLOCK: ("Gina", GiveTime(table=SECLUDED, seat=Seat(1))),
    R.BAD_TIME: ("Anna", GiveTime(table=RUNNING, seat=Seat(0))),
    R.NO_TAKING_BACK: ("Anna", TakeBack(table=RUNNING)),
    R.OVER_ALREADY: ("Dora", Resign(table=OVER)),
    R.NOT_OVER: ("Anna", Rematch(table=RUNNING)),
    R.NOT_AT_REST: ("Anna", Resume(table=RUNNING)),
    R.NO_SUCH_VERSION: ("Dora", PlayOn(table=OVER, version=1, seat=Seat(0), bot="uniform")),
    R.NOBODY_AWAITED: ("Anna", Vote(table=RUNNING, what=Ballot.END)),
    R.WRONG_CODE: ("Carla", TakeSeat(table=RUNNING, seat=Seat(0), code="guess")),
    R.NO_HINTS: ("Anna", AskHint(table=RUNNING)),
    R.RATED_NEEDS_ACCOUNT: ("Anna", OpenTable(game="shelfie", seats=2, rated=True)),
    R.OTHERS_PLAY: ("Anna", HurryBots(table=RUNNING)),
    R.NOT_YOUR_TURN: ("Dora", AskHint(table=OVER)),
    R.LEFT: ("Anna", Leave()),
}
"""For each code, a request that a player at a busy server can send to receive it."""


ELSEWHERE: Sequence[tuple[ServerReason, str, AnyRequest]] = [
    (R.NOT_STARTED, "Carla", Vote(table=WAITING, what=Ballot.END)),
    (R.NOT_STARTED, "Carla", OfferSeat(table=WAITING)),
    (R.NOT_STARTED, "Anna", TakeSeat(table=WAITING, seat=Seat(0), code="guess")),
    (R.NOT_STARTED, "Carla", Pause(table=WAITING)),
    (R.NOT_SEATED, "Carla", OfferSeat(table=RUNNING)),
    (R.NOT_SEATED, "Anna", StandUp(table=WAITING)),
    (R.STARTED_ALREADY, "Anna", StartTable(table=RUNNING, bot="uniform")),
    (R.OVER_ALREADY, "Dora", OfferSeat(table=OVER)),
    (R.OVER_ALREADY, "Dora", Vote(table=OVER, what=Ballot.END)),
    (R.OVER_ALREADY, "Dora", Pause(table=OVER)),
    (R.NO_SUCH_TABLE, "Carla", TakeSeat(table=OVER, seat=Seat(0), code="guess")),
]
"""Requests that are refused for the same reasons because of the table's state."""


@pytest.mark.parametrize(("code", "name", "request_"), ELSEWHERE)
async def test_requests_that_do_not_fit_the_table_are_refused(
    server: LocalServer, code: ServerReason, name: str, request_: AnyRequest
) -> None:
    clients = await full_house(server)
    assert await code_of(clients[name], request_) == code


BY_THE_OPERATOR: Sequence[AnyOperatorRequest] = [
    SeatPlayer(table=OVER, seat=Seat(0), name="Anna"),
    UnseatPlayer(table=OVER, seat=Seat(0)),
    CloseTable(table=OVER),
]


@pytest.mark.parametrize("request_", BY_THE_OPERATOR)
async def test_operator_changes_no_finished_game(
    server: LocalServer, request_: AnyOperatorRequest
) -> None:
    await full_house(server)
    answer = await operator_requests.answer(server.dispatcher, "root", request_)
    assert getattr(answer, "code", answer) == R.OVER_ALREADY


async def test_removing_or_muting_somebody_again_changes_nothing(server: LocalServer) -> None:
    clients = await full_house(server)
    version = keeper_of(server.dispatcher, WAITING).version
    for request in (Remove(table=WAITING, name="Dora"), Silence(table=WAITING, name="Fay")):
        assert isinstance(await clients["Carla"].ask(request), Done)
        assert isinstance(await clients["Carla"].ask(request), Done)
    assert keeper_of(server.dispatcher, WAITING).version == version + 2


async def code_of(client: LocalClient, request: AnyRequest) -> str:
    answer = await client.ask(request)
    return str(getattr(answer, "code", answer))


# Codes that take more than one request


async def wrong_secret(server: LocalServer) -> str:
    await server.enter("Anna", secret=SECRET)
    return await code_of(LocalClient(server.dispatcher), Enter(name="Anna", secret=SECRET.upper()))


async def no_such_session(server: LocalServer) -> str:
    anna = await server.enter("Anna", secret=SECRET)
    return await code_of(anna, EndSession(session="another"))


def on_notifications(
    *requests: AnyRequest, delivery: Delivery = Delivery.SENT, refusal: Refusal | None = None
) -> Callable[[LocalServer], Awaitable[str]]:
    """Return a story of an account that sends these requests; the last one is refused."""

    async def story(_: LocalServer) -> str:
        server = NotifyingServer()
        await server.dispatcher.open()
        anna = await with_account(await server.enter("Anna"))
        for request in requests[:-1]:
            await anna.ask(request)
        server.received.delivery, server.received.refusal = delivery, refusal
        last = requests[-1]
        if isinstance(last, TrySubscription) and not last.subscription:
            (subscription,) = await server.journal.subscriptions.of("anna")
            last = TrySubscription(subscription=subscription.id)
        return await code_of(anna, last)

    return story


async def not_offered(server: LocalServer) -> str:
    return await code_of(await server.enter("Anna", secret=SECRET), HOOK)


async def too_often(server: LocalServer) -> str:
    await server.enter("Anna", secret=SECRET)
    for _ in range(10):
        await LocalClient(server.dispatcher).refused(Enter(name="Anna"))
    return await code_of(LocalClient(server.dispatcher), Enter(name="Anna", secret=SECRET))


async def bad_vacation(server: LocalServer) -> str:
    anna = await server.enter("Anna", secret=SECRET)
    return await code_of(anna, TakeVacation(days=15))


async def premove_changed(server: LocalServer) -> str:
    mover, other = mover_of(await server.table("Anna", "Bruno", clock=Clock(turn=A_DAY)))
    asked = await a_move(mover)
    await other.ask(Play(table=1, move=asked.move, keep=True))
    await mover.ask(asked)
    await server.wait(1)
    return other.of(MoveKept)[-1].code


async def clock_nearly_out(server: LocalServer) -> str:
    anna, bruno = [await server.enter(name, secret=SECRET) for name in ("Anna", "Bruno")]
    await anna.ask(OpenTable(game="shelfie", seats=2, clock=Clock(turn=A_DAY)))
    await bruno.ask(JoinTable(table=1))
    await server.wait(A_DAY - 60)
    return await code_of(mover_of([anna, bruno])[0], TakeVacation(days=1))


async def on_vacation(server: LocalServer) -> str:
    anna = await server.enter("Anna", secret=SECRET)
    assert isinstance(await anna.ask(TakeVacation(days=1)), VacationShown)
    return await code_of(anna, OpenTable(game="shelfie", seats=2, clock=Clock(turn=A_DAY)))


async def name_kept(server: LocalServer) -> str:
    anna, _ = await server.table("Anna", "Bruno")
    server.dispatcher.leave(anna)
    stranger = LocalClient(server.dispatcher)
    stranger.address = "192.0.2.7"
    return await code_of(stranger, Enter(name="Anna"))


async def too_many_away(_: LocalServer) -> str:
    server = LocalServer(capacity=Capacity(absent_names_per_address=2))
    for number in range(2):
        client = await server.enter(f"Player {number}")
        await client.ask(OpenTable(game="shelfie", seats=2, private=True))
        server.dispatcher.leave(client)
    return await code_of(LocalClient(server.dispatcher), Enter(name="One more"))


async def player_away(server: LocalServer) -> str:
    anna, bruno = await server.enter("Anna"), await server.enter("Bruno")
    await anna.ask(OpenTable(game="shelfie", seats=3))
    await bruno.ask(JoinTable(table=1))
    server.dispatcher.leave(bruno)
    return await code_of(anna, StartTable(table=1, bot="uniform"))


async def paused(server: LocalServer) -> str:
    mover, other = mover_of(await server.table("Anna", "Bruno"))
    move = await a_move(mover)
    server.dispatcher.leave(other)
    return await code_of(mover, move)


async def at_rest(server: LocalServer) -> str:
    clients = await server.table("Anna", "Bruno")
    for client in clients:
        await client.ask(Pause(table=1))
    return await code_of(clients[0], Pause(table=1))


async def pause_used(server: LocalServer) -> str:
    anna, _ = await server.table("Anna", "Bruno")
    await anna.ask(Pause(table=1))
    await server.wait(SILENCE)
    await anna.ask(Resume(table=1))
    return await anna.refused(Pause(table=1))


async def seat_not_offered(server: LocalServer) -> str:
    anna, _ = await server.table("Anna", "Bruno")
    take = TakeSeat(table=1, seat=Seat(0), code=shown(anna).info.code)
    return await code_of(await server.enter("Carla"), take)


async def seat_kept(server: LocalServer) -> str:
    server.kind = WebClient
    anna, bruno = await server.table("Anna", "Bruno")
    server.dispatcher.leave(bruno)
    server.clock.time += RELEASED_AFTER
    request = ReleaseSeat(table=1, name="Bruno")
    assert isinstance(await anna.ask(request), Done)  # a bot plays now
    return await code_of(anna, request)


async def sat_elsewhere(server: LocalServer) -> str:
    anna, bruno, _ = await server.table("Anna", "Bruno", "Carla")
    await anna.ask(OfferSeat(table=1))
    await bruno.ask(Resign(table=1))
    return await code_of(bruno, TakeSeat(table=1, seat=Seat(0), code=shown(anna).info.code))


async def too_many_tables(_: LocalServer) -> str:
    anna = await LocalServer(capacity=Capacity(tables_per_player=1)).enter("Anna")
    await anna.ask(OpenTable(game="shelfie", seats=2))
    return await code_of(anna, OpenTable(game="shelfie", seats=2))


async def too_much_here(server: LocalServer) -> str:
    anna = (await full_house(server))["Anna"]
    for _ in range(MOST_IN_TURN):
        await anna.ask(GiveTime(table=RUNNING, seat=Seat(1), seconds=1))
    return await code_of(anna, GiveTime(table=RUNNING, seat=Seat(1), seconds=1))


async def too_soon(server: LocalServer) -> str:
    anna, bruno = await server.table("Anna", "Bruno", absence="wait")
    server.dispatcher.leave(bruno)
    return await code_of(anna, Vote(table=1, what=Ballot.END))


async def nothing_to_take_back(server: LocalServer) -> str:
    anna, _ = await server.table("Anna", "Bruno", take_back=True)
    return await code_of(anna, TakeBack(table=1))


async def not_written(server: LocalServer) -> str:
    class FullDisk(MemoryJournal):
        async def append_all(self, _: object) -> None:
            raise JournalError("no space left")

    server.journal = FullDisk()
    await server.restart()
    return await code_of(await server.enter("Anna"), OpenTable(game="shelfie", seats=2))


async def outcome_unknown(server: LocalServer) -> str:
    class Unsure(MemoryJournal):
        async def append_all(self, _: object) -> None:
            raise OutcomeUnknown("no answer")

    server.journal = Unsure()
    await server.restart()
    anna = await server.enter("Anna")
    await server.dispatcher.handle(anna, OpenTable(game="shelfie", seats=2))
    return anna.of(Farewell)[-1].code


async def unknown_rules(server: LocalServer) -> str:
    assert ("shelfie", 999) not in RULEBOOKS
    opened = TableOpened("shelfie", 999, 2, raw({}), "Anna", "code")
    await server.journal.append(stream_of(1), 0, [write_record(opened)])
    return await code_of(await server.enter("Anna"), Watch(table=1))


async def unreadable_table(server: LocalServer) -> str:
    await server.journal.append(stream_of(1), 0, [b"nonsense"])
    return await code_of(await server.enter("Anna"), Watch(table=1))


async def unreadable(_: LocalServer) -> str:
    (answer,) = Dialect(WebConversation(), WebCodec()).receive(b"{")
    assert isinstance(answer, SendBytes)
    return msgspec.json.decode(answer.data, type=Refused).code


async def taken_over(server: LocalServer) -> str:
    server.kind = WebClient
    anna = await server.enter("Anna", secret=SECRET)
    server.kind = LocalClient
    await server.enter("Anna", secret=SECRET)
    return anna.of(Farewell)[-1].code


async def closing(server: LocalServer) -> str:
    door = WebServer(server.dispatcher)
    port = await door.open("127.0.0.1", 0)
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(f"http://127.0.0.1:{port}/ws") as socket,
    ):
        await socket.send_str('{"do":"enter","name":"Anna"}')
        await socket.receive(20)
        leaving = asyncio.create_task(door.close())
        message = await socket.receive(20)
    await leaving
    return str(msgspec.json.decode(message.data)["code"])


async def too_slow(server: LocalServer) -> str:
    context = ConnectionContext("web", server.dispatcher, Metrics(), set())
    connection = WebSocketConnection(WebFrames(), context, FullSocket(), lambda: None)
    await server.dispatcher.handle(connection, LookAround())
    return connection.reason


class FullSocket(asyncio.Transport):
    """A socket whose peer reads nothing."""

    def write(self, data: bytes | bytearray | memoryview) -> None:
        """Buffer one more write."""

    def get_write_buffer_size(self) -> int:
        return OUTBOX + 1

    def is_closing(self) -> bool:
        return False


async def not_in_time(server: LocalServer) -> str:
    admission = Admission(most_from_one=1)
    access = Access(admission, LoginDeadline(admission, 0.01))
    door = WebServer(server.dispatcher, access=access)
    address = f"http://127.0.0.1:{await door.open('127.0.0.1', 0)}/ws"
    async with aiohttp.ClientSession() as session, session.ws_connect(address) as socket:
        message = await socket.receive(20)
    await door.close()
    return str(msgspec.json.decode(message.data)["code"])


async def nearly_full(server: LocalServer) -> str:
    admission = Admission(most=10)
    deadline = LoginDeadline(admission, 60)
    door = WebServer(server.dispatcher, access=Access(admission, deadline))
    address = f"http://127.0.0.1:{await door.open('127.0.0.1', 0)}/ws"
    async with aiohttp.ClientSession() as session, AsyncExitStack() as stack:
        for _ in range(10):
            socket = await stack.enter_async_context(session.ws_connect(address))
        message = await socket.receive(20)
    await door.close()
    return str(msgspec.json.decode(message.data)["code"])


async def too_many(server: LocalServer) -> str:
    """Behind a proxy that hides addresses, all clients share one."""
    admission = Admission(most_from_one=1, proxies=[ip_network("127.0.0.1")])
    door = WebServer(server.dispatcher, access=Access(admission))
    address = f"http://127.0.0.1:{await door.open('127.0.0.1', 0)}/ws"
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(address),
        session.get(address) as answer,
    ):
        code = str((await answer.json())["code"])
    await door.close()
    return code


def over_http(
    path: str, method: str = "GET", body: object = None, **headers: str
) -> Callable[[LocalServer], Awaitable[str]]:
    async def story(server: LocalServer) -> str:
        door = WebServer(server.dispatcher, operator_secret=SECRET)
        port = await door.open("127.0.0.1", 0)
        async with (
            aiohttp.ClientSession() as session,
            session.request(
                method, f"http://127.0.0.1:{port}/api/{path}", json=body, headers=headers
            ) as answer,
        ):
            code = str((await answer.json())["code"])
        await door.close()
        return code

    return story


async def person_away(server: LocalServer) -> str:
    anna, bruno = await server.table("Anna", "Bruno")
    server.dispatcher.leave(bruno)
    return await code_of(anna, Say(text="hello", to="Bruno"))


def by_operator(
    *requests: AnyOperatorRequest, then: tuple[str, AnyRequest] | None = None
) -> Callable[[LocalServer], Awaitable[str]]:
    """Return the operator's last answer, or that of a player who sends a request afterwards."""

    async def story(server: LocalServer) -> str:
        clients = await full_house(server)
        for request in requests:
            answer = await operator_requests.answer(server.dispatcher, "operator", request)
        if then is None:
            return str(getattr(answer, "code", answer))
        return await code_of(clients[then[0]], then[1])

    return story


async def kicked(server: LocalServer) -> str:
    anna = await server.enter("Anna")
    await operator_requests.answer(server.dispatcher, "operator", Kick(name="Anna"))
    return anna.of(Farewell)[-1].code


async def blocked(server: LocalServer) -> str:
    anna, bruno = await server.enter("Anna"), await server.enter("Bruno")
    await anna.ask(Block(name="Bruno"))
    return await code_of(bruno, Say(text="hello", to="Anna"))


async def removed(server: LocalServer) -> str:
    clients = await full_house(server)
    await clients["Carla"].ask(Remove(table=WAITING, name="Anna"))
    return await code_of(clients["Anna"], JoinTable(table=WAITING))


async def no_teacher(server: LocalServer) -> str:
    dice = Dice(1)
    bots, metrics = Bots(BOTS, dice), Metrics()
    server.dispatcher = Dispatcher(Services(server.journal, dice, server.clock.wall, bots, metrics))
    (anna,) = await server.table("Anna", game="renaissance")
    return await code_of(anna, AskHint(table=1))


async def not_compared(server: LocalServer) -> str:
    """Discarding a leader cannot be compared with taking resources from the market."""
    (dora,) = await server.table("Dora", game="renaissance")
    for text in ("return {}", "return {}", "row 1"):
        leader = str(keeper_of(server.dispatcher).table.state.boards[0].hand[0])
        move = renaissance.read_move(text.format(leader))
        await dora.ask(Play(table=1, move=move))
    keeper = keeper_of(server.dispatcher)
    version, leader = keeper.version, keeper.table.state.boards[0].hand[0]
    await dora.ask(Resign(table=1))
    trial = Trial(version, Attempt(Seat(0), move=raw(renaissance.DiscardLeader(leader))))
    answer = await server.dispatcher.lessons.practise(1, "", trial)
    return str(getattr(answer, "code", answer))


async def unavailable(server: LocalServer) -> str:
    class BrokenDisk(MemoryJournal):
        async def read(self, *_: object) -> list[bytes]:
            raise JournalError("no answer")

    server.dispatcher = LocalServer(BrokenDisk()).dispatcher
    return await over_http("replays/1")(server)


async def not_ready(server: LocalServer) -> str:
    await server.journal.close()
    return await over_http("ready")(server)


async def chat_quota(server: LocalServer) -> str:
    anna = await server.enter("Anna")
    while isinstance(answer := await anna.ask(Say(text="x" * 500)), Done):
        await server.wait(1)
    return str(getattr(answer, "code", answer))


async def disk_low(server: LocalServer) -> str:
    class SmallDisk(MemoryJournal):
        free = 10_000

        async def free_bytes(self) -> int:
            return self.free

    server.journal = journal = SmallDisk()
    services = Services(
        journal, Dice(7), server.clock.wall, Bots(BOTS, Dice(7)), Metrics(), server.clock
    )
    server.dispatcher = Dispatcher(services, capacity=Capacity(disk_reserve=1000))
    await server.dispatcher.open()
    anna = await server.enter("Anna")
    assert isinstance(await anna.ask(Say(text="hello")), Done)
    journal.free = 999
    await server.wait(10)
    refused = await anna.refused(Say(text="hello"))
    for free, low in ((1050, True), (1200, False)):
        journal.free = free
        await server.wait(10)
        assert server.dispatcher.availability.disk_low == low
    assert isinstance(await anna.ask(Say(text="hello")), Done)
    return refused


async def other_needs_account(server: LocalServer) -> str:
    anna = await server.enter("Anna", SECRET)
    await server.enter("Bruno")
    return await anna.refused(Befriend(name="Bruno"))


async def too_many_contacts(server: LocalServer) -> str:
    anna, *_ = [await server.enter(name, SECRET) for name in ("Anna", "Bruno", "Carla")]
    await anna.ask(Follow(name="Bruno"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(relations, "MOST_RELATIONS", 1)
        return await anna.refused(Follow(name="Carla"))


STORIES: Mapping[ServerReason, Callable[[LocalServer], Awaitable[str]]] = {
    R.WRONG_SECRET: wrong_secret,
    R.NAME_KEPT: name_kept,
    R.TOO_MANY_AWAY: too_many_away,
    R.TOO_OFTEN: too_often,
    R.NO_SUCH_SESSION: no_such_session,
    R.BAD_VACATION: bad_vacation,
    R.CLOCK_NEARLY_OUT: clock_nearly_out,
    R.ON_VACATION: on_vacation,
    R.NOT_OFFERED: not_offered,
    R.BAD_SUBSCRIPTION: on_notifications(AddMail(address="anna@example")),
    R.PRIVATE_ADDRESS: on_notifications(HOOK, refusal=refuse(R.PRIVATE_ADDRESS)),
    R.NO_SUCH_SUBSCRIPTION: on_notifications(RemoveSubscription(subscription="1")),
    R.TOO_MANY_SUBSCRIPTIONS: on_notifications(*[HOOK] * 4),
    R.NOT_CONFIRMED: on_notifications(MAIL, TrySubscription(subscription="")),
    R.NOT_DELIVERED: on_notifications(
        HOOK, TrySubscription(subscription=""), delivery=Delivery.LATER
    ),
    R.BAD_CHOICE: on_notifications(
        ChooseNotifications(choices={}, quiet=QuietHours(0, 60, "Europe/Atlantis"))
    ),
    R.PREMOVE_CHANGED: premove_changed,
    R.PAUSED: paused,
    R.PLAYER_AWAY: player_away,
    R.AT_REST: at_rest,
    R.PAUSE_USED: pause_used,
    R.SEAT_NOT_OFFERED: seat_not_offered,
    R.SEAT_KEPT: seat_kept,
    R.TOO_MUCH_HERE: too_much_here,
    R.TOO_MANY_TABLES: too_many_tables,
    R.OTHER_NEEDS_ACCOUNT: other_needs_account,
    R.TOO_MANY_CONTACTS: too_many_contacts,
    R.CHAT_QUOTA: chat_quota,
    R.DISK_LOW: disk_low,
    R.SAT_ELSEWHERE: sat_elsewhere,
    R.NOTHING_TO_TAKE_BACK: nothing_to_take_back,
    R.NOT_WRITTEN: not_written,
    R.OUTCOME_UNKNOWN: outcome_unknown,
    R.UNKNOWN_RULES: unknown_rules,
    R.UNREADABLE_TABLE: unreadable_table,
    R.UNREADABLE: unreadable,
    R.TAKEN_OVER: taken_over,
    R.CLOSING: closing,
    R.TOO_SLOW: too_slow,
    R.NOT_IN_TIME: not_in_time,
    R.NEARLY_FULL: nearly_full,
    R.TOO_MANY: too_many,
    R.TOO_SOON: too_soon,
    R.WRONG_ORIGIN: over_http("tables", Origin="https://example.org"),
    R.PERSON_AWAY: person_away,
    R.KICKED: kicked,
    R.BLOCKED: blocked,
    R.REMOVED: removed,
    R.BANNED: by_operator(Ban(name="zoe"), then=("", Enter(name="Zoe"))),
    R.MUTED: by_operator(MutePlayer(name="anna"), then=("Anna", Say(text="hello"))),
    R.DRAINING: by_operator(Drain(), then=("Anna", OpenTable(game="shelfie", seats=2))),
    R.NOT_BANNED: by_operator(Unban(name="Zoe")),
    R.BAD_ADDRESS: by_operator(Ban(address="10.0.0.0/99")),
    R.WRONG_OPERATOR_SECRET: over_http("operator/login", "POST", {"secret": "wrong"}),
    R.NOT_OPERATOR: over_http("operator/ask", "POST", {"do": "list_clients"}),
    R.NO_SUCH_PATH: over_http("nowhere"),
    R.WRONG_METHOD: over_http("tables", "POST"),
    R.BAD_PARAMETER: over_http("replays?limit=0"),
    R.NO_TEACHER: no_teacher,
    R.NOT_COMPARED: not_compared,
    R.BAD_POSITION: over_http("analysis/shelfie?position=nonsense"),
    R.UNAVAILABLE: unavailable,
    R.NOT_READY: not_ready,
}


@pytest.mark.parametrize("reason", ServerReason)
async def test_every_reason_is_sent_to_a_client(server: LocalServer, reason: ServerReason) -> None:
    if reason in STORIES:
        assert await STORIES[reason](server) == reason
    else:
        name, request = SAID[reason]
        assert await code_of((await full_house(server))[name], request) == reason


async def test_after_a_no_everything_is_as_it_was(server: LocalServer) -> None:
    clients = await full_house(server)
    before = {k.table.number: (k.table, k.version) for k in server.dispatcher.lobby}
    for name, request in SAID.values():
        await clients[name].ask(request)
    assert {k.table.number: (k.table, k.version) for k in server.dispatcher.lobby} == before


WRONG: tuple[tuple[AnyRequest, ServerReason], ...] = (
    (Play(table=RUNNING, move=renaissance.EndTurn()), R.UNREADABLE_MOVE),
    (Play(table=RUNNING, move=None), R.UNREADABLE_MOVE),
    (Draft(table=RUNNING, step=renaissance.StartOver()), R.UNREADABLE_MOVE),
    (OpenTable(game="shelfie", seats=2, options=renaissance.Options()), R.BAD_OPTIONS),
    (OpenTable(game="shelfie", seats=2, options=shelfie.Options(9)), R.BAD_OPTIONS),  # type: ignore[arg-type] # a test
)


async def test_values_of_another_game_are_refused_like_unreadable_ones(server: LocalServer) -> None:
    anna = (await full_house(server))["Anna"]
    for request, reason in WRONG:
        assert await anna.refused(request) == reason
