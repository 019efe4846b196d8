"""`pipes` in calls over real sockets: whole matches, ordering and failures."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest

from ludoteca.net.rmi import ThrownError
from ludoteca.protocols.jrmp import (
    NO_SUCH_OBJECT,
    NOT_BOUND,
    REGISTRY,
    REGISTRY_ID,
    SERVER,
    UNMARSHAL,
    Calling,
    Method,
    Ref,
    Returned,
    Thrown,
    greeting,
    write_call,
)
from ludoteca.protocols.pipes import texts
from ludoteca.protocols.pipes.calls import CALLBACK, CALLBACK_NAME, INPUT
from ludoteca.protocols.pipes.words import (
    CheckPlayerActionPhase,
    CreateMatch,
    ExitGame,
    Join,
    MatchSeen,
    Message,
    NotifyStart,
    NotifyWait,
    PublicChat,
    SelectCell,
    SendPublicMessage,
    ServerVirtualView,
)
from tests.protocols.pipes.clients import assert_agreed, secrets_seen
from tests.protocols.pipes.remote import BRISK_CALLS, HOST, Caller, PipesCallers, open_rmi

ELSEWHERE = "127.0.0.2"


@pytest.fixture
async def rmi() -> AsyncIterator[PipesCallers]:
    async with open_rmi() as rmi:
        yield rmi


async def at_play(rmi: PipesCallers) -> tuple[Caller, Caller]:
    """Return two callers in a match, the player to move first."""
    callers = await rmi.caller("anna"), await rmi.caller("bruno")
    assert await callers[0].ask(CreateMatch(2))
    assert await callers[1].ask(Join(0))
    for caller in callers:
        await caller.has_heard(NotifyStart)
        await caller.ask(CheckPlayerActionPhase())  # its answer comes after all callbacks
    mover, other = sorted(callers, key=lambda each: each.seen.currentPlayer != each.name)
    return mover, other


async def test_match_in_calls_and_frames_ends_with_the_servers_result(rmi: PipesCallers) -> None:
    anna, bruno = await rmi.caller("anna"), await rmi.client("bruno")
    assert await anna.ask(CreateMatch(2))
    assert await bruno.ask(Join(0))
    seen = await asyncio.gather(anna.play(), bruno.play())
    game = (await rmi.dispatcher.lobby.results.recent())[0]
    for view in seen:
        assert_agreed(view, game, ["anna", "bruno"])
    assert secrets_seen(anna, 0) == secrets_seen(bruno, 1) == 0
    assert await anna.ask(CreateMatch(2))  # "create and join must work at once"


# Log-in


async def test_everybody_has_an_object_that_nobody_else_finds(rmi: PipesCallers) -> None:
    anna, bruno = await rmi.caller(), await rmi.caller()
    for caller in (anna, bruno):
        assert (caller.way["address"], caller.way["port"]) == (HOST, str(rmi.port))
    assert anna.way["root"] != bruno.way["root"]
    assert anna.input.id != bruno.input.id
    registry = Ref(HOST, rmi.port, REGISTRY_ID, ())
    assert await anna.endpoint.call(registry, REGISTRY["list"]) == ["Welcome"]
    root = anna.way["root"]
    found = await called_from(ELSEWHERE, rmi, REGISTRY_ID, REGISTRY["lookup"], root)
    assert isinstance(found, Thrown)
    assert found.name == NOT_BOUND
    ended = await called_from(ELSEWHERE, rmi, anna.input.id, INPUT["exitGame"])
    assert isinstance(ended, Thrown)
    assert ended.name == NO_SUCH_OBJECT
    assert await called_from(HOST, rmi, anna.input.id, INPUT["endTurn"]) == Returned(
        value=False, uid=bytes(14)
    )


async def called_from(
    address: str, rmi: PipesCallers, target: bytes, method: Method, *arguments: Any
) -> Returned | Thrown:
    """Return the outcome of a call from an address of this machine."""
    reader, writer = await asyncio.open_connection(HOST, rmi.port, local_addr=(address, 0))
    writer.write(greeting(address) + write_call(target, method, arguments))
    calling = Calling()
    calling.await_return(method)
    while (ended := calling.feed(data := await reader.read(4096))) is None:
        assert data
    writer.close()
    return ended


@pytest.mark.parametrize(
    "path",
    [
        None,
        "",
        "Callback",
        "rmi://localhost/Callback",
        "rmi://localhost:0/Callback",
        "rmi://localhost:99999/Callback",
        "rmi://localhost:{port}/",
        "rmi://localhost:{port}/Nobody",
        "http://localhost:{port}/Callback",
    ],
)
async def test_unregistered_client_is_found_by_its_login_object(
    rmi: PipesCallers, path: str | None
) -> None:
    caller = Caller(rmi.port)
    rmi.callers.append(caller)
    await caller.connect(register=False)
    await caller.register(path and path.format(port=caller.endpoint.port))
    assert await caller.login("anna")
    assert caller.heard[0] == Message("Login successful. Hi anna")


async def test_object_is_looked_up_at_the_callers_address(rmi: PipesCallers) -> None:
    first = Caller(rmi.port)
    second = Caller(rmi.port)
    rmi.callers += [first, second]
    await first.connect(register=False)
    await first.register(f"rmi://192.0.2.1:{first.endpoint.port}/{CALLBACK_NAME}")
    assert await first.call("logIn", "anna", None)  # the object was found by its path
    await first.has_heard(ServerVirtualView)
    await second.connect(register=False)
    stub = Ref("192.0.2.1", second.endpoint.port, second.callback.id, (CALLBACK.name,))
    assert await second.login("bruno", stub)
    await second.has_heard(ServerVirtualView)


async def test_client_that_cannot_be_called_back_is_rejected(rmi: PipesCallers) -> None:
    caller = Caller(rmi.port)
    rmi.callers.append(caller)
    await caller.connect(register=False)
    gone = await Caller(rmi.port).connect(register=False)
    await gone.hang_up()
    stub = Ref(HOST, gone.endpoint.port, gone.callback.id, (CALLBACK.name,))
    assert await caller.login("anna", stub) is False
    assert await caller.login("anna")


# Answers


WILD: list[tuple[Any, ...]] = [
    ("logIn", None, None),
    ("logIn", "", None),
    ("logIn", "a|b", None),
    ("createMatch", -(2**31)),
    ("joinGame", 2**31 - 1),
    ("changeMatchSeats", 0),
    ("selectCell", -1, 2**31 - 1),
    ("insertInColumn", -(2**31)),
    ("sortHand", -1, 2**31 - 1),
    ("confirmSelection",),
    ("deselectCards",),
    ("sendPublicMessage", None, False),
    ("sendPublicMessage", "", True),
    ("sendPublicMessage", "x" * 65_000, True),
    ("sendPrivateMessage", None, "anna", False),
    ("sendPrivateMessage", "psst", None, False),
    ("sendPrivateMessage", "psst", "#All", False),
]


async def test_every_call_returns_a_boolean_in_any_state(rmi: PipesCallers) -> None:
    # Needs of the deployed client: "Any exception out of a remote call kills the client".
    async def refused(caller: Caller, *calls: tuple[Any, ...]) -> None:
        for method, *arguments in calls:
            assert await caller.call(method, *arguments) is False, method

    nobody = await rmi.caller()
    await refused(nobody, *WILD, ("endTurn",), ("checkPlayerActionPhase",), ("leaveMatch",))
    menu = await rmi.caller("carla")
    await refused(menu, *WILD, ("checkPlayerActionPhase",), ("leaveMatch",), ("logIn", "x", None))
    assert await menu.call("endTurn") is True
    waiting = await rmi.caller("dora")
    assert await waiting.ask(CreateMatch(4))
    await refused(waiting, *WILD, ("checkPlayerActionPhase",), ("createMatch", 2), ("joinGame", 0))
    assert await waiting.ask(ExitGame())
    mover, other = await at_play(rmi)
    await refused(other, *WILD, ("checkPlayerActionPhase",), ("selectCell", 1, 3))
    await refused(mover, *WILD, ("selectCell", 4, 4), ("changeMatchSeats", 3), ("joinGame", 0))
    assert await mover.ask(CheckPlayerActionPhase())
    assert await mover.call("endTurn") is True
    assert mover.log.count("= True") + mover.log.count("= False") == len(WILD) + 8


async def test_unknown_method_and_oversized_call_raise_an_unmarshal_error(
    rmi: PipesCallers,
) -> None:
    anna = await rmi.caller("anna")
    ended = await called_from(HOST, rmi, anna.input.id, CALLBACK["ping"])
    assert isinstance(ended, Thrown)
    assert ended.name == UNMARSHAL
    assert await anna.ask(CreateMatch(2))
    long = "x" * 70_000, False
    ended = await called_from(HOST, rmi, anna.input.id, INPUT["sendPublicMessage"], *long)
    assert isinstance(ended, Thrown)
    assert ended.name == UNMARSHAL
    assert await anna.ask(SendPublicMessage("short"))


async def test_an_answer_comes_after_all_that_belongs_before_it(rmi: PipesCallers) -> None:
    mover, other = await at_play(rmi)
    heard = asyncio.Event()
    mover.answering = lambda method: heard.wait() if method == "sendVirtualView" else None
    before = len(mover.log)
    asking = asyncio.create_task(mover.ask(SelectCell(1, 3)))
    await mover.until(lambda told: isinstance(told, MatchSeen))
    # A slow call delays nobody else.
    assert await other.ask(SendPublicMessage("hurry"))
    assert not asking.done()
    heard.set()
    assert await asking
    await mover.has_heard(PublicChat)
    # The answer and the next callback use two connections, so either may arrive first.
    *first, fourth, fifth = mover.log[before:][:5]
    assert first == ["sendMessageToClient", "sendVirtualView", "notifyUpdate"]
    assert {fourth, fifth} == {"= True", "sendVirtualPublicChat"}


async def test_the_pause_before_a_room_begins_when_all_before_it_has_been_heard() -> None:
    pause = 0.1

    async with open_rmi(manner=BRISK_CALLS._replace(pause=pause)) as rmi:
        anna, bruno = await rmi.caller("anna"), await rmi.caller("bruno")
        assert await anna.ask(CreateMatch(3))
        bruno.answering = lambda method: asyncio.sleep(2 * pause if "View" in method else 0)
        assert await bruno.ask(Join(0))
        answered = asyncio.get_running_loop().time()
        await bruno.until(lambda told: isinstance(told, NotifyWait))
        assert asyncio.get_running_loop().time() - answered > 0.9 * pause


# Failures


async def test_client_that_throws_when_called_stays(rmi: PipesCallers) -> None:
    def throw(_: str) -> None:
        raise ThrownError(SERVER, "I cannot draw this.")

    mover, other = await at_play(rmi)
    mover.answering = throw
    assert await mover.ask(SelectCell(1, 3))
    mover.answering = lambda _: None
    assert await mover.ask(SelectCell(1, 4))
    await other.until(
        lambda told: isinstance(told, MatchSeen) and len(told.view.currentPlayerHand) == 2
    )
    assert not any("suspended" in str(word) for word in other.heard)


async def test_dropped_client_returns_to_everything(rmi: PipesCallers) -> None:
    mover, other = await at_play(rmi)
    assert await other.ask(SendPublicMessage("hello"))
    await mover.has_heard(PublicChat)
    assert await mover.ask(SelectCell(1, 3))
    await mover.hang_up()
    suspended = Message(texts.SUSPENDED.format(name=mover.name))
    await other.until(lambda told: told == suspended)
    again = await rmi.caller(mover.name)
    await again.has_heard(NotifyStart)
    first = again.log.index("sendVirtualView")
    assert again.log.index("= True") < first < again.log.index("sendVirtualPublicChat")
    assert PublicChat([f"{other.name}: hello"]) in again.heard
    assert again.seen.personalGoals == mover.seen.personalGoals
    assert await again.ask(SelectCell(1, 3))


async def test_leaving_client_gets_a_farewell_and_frees_its_name(rmi: PipesCallers) -> None:
    anna = await rmi.caller("anna")
    await anna.has_heard(ServerVirtualView)
    assert await anna.ask(ExitGame())
    assert anna.heard[-1] == Message(texts.BYE)
    assert anna.log[-2:] == ["sendMessageToClient", "= True"]
    with pytest.raises(ThrownError, match=NO_SUCH_OBJECT):
        await anna.call("endTurn")
    assert await (await rmi.caller()).login("anna")
