"""Latency of single requests in lockstep, by dialect."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from statistics import median
from typing import Any, NamedTuple

import msgspec
from lean import HOST, Line, WebSocket, Wire, come_in, frame, ignore
from process import SERVER, Kind, Server, running

PICK = b'{"do":"draft","table":%d,"id":"x","step":{"step":"pick","cell":[%d,%d]}}'
UNPICK = b'{"do":"draft","table":%d,"id":"x","step":{"step":"unpick_all"}}'
CELL = (1, 3)
"""A cell that can be picked at the start of every game for two."""


class Frames(Wire):
    """One message per frame of the pipes dialect."""

    def data_received(self, data: bytes) -> None:
        """Pass on every complete frame."""
        self.rest += data
        while len(self.rest) >= 2:
            end = 2 + int.from_bytes(self.rest[:2], "big")
            if len(self.rest) < end:
                return
            body, self.rest = self.rest[2:end], self.rest[end:]
            self.heard(body)


class Asking(NamedTuple):
    """The players at a table, the requests of the one to move, and a predicate for answers."""

    people: Sequence[Wire]
    wire: Wire
    requests: Sequence[bytes]
    is_answer: Callable[[bytes], bool]

    async def rounds(self, count: int) -> list[float]:
        """Return the latency of each request."""
        waits: list[float] = []
        for number in range(count):
            start = time.perf_counter()
            await answer_to(self.wire, self.requests[number % 2], self.is_answer)
            waits.append(time.perf_counter() - start)
        return waits


def answer_to(wire: Wire, request: bytes, is_answer: Callable[[bytes], bool]) -> Awaitable[bytes]:
    """Send a request and wait for its answer, ignoring other messages."""
    answered: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()

    def heard(data: bytes) -> None:
        if is_answer(data) and not answered.done():
            wire.heard = ignore
            answered.set_result(data)

    wire.heard = heard
    wire.transport.write(request)
    return answered


async def at_the_web(port: int) -> Asking:
    """Seat two people at a table of the web dialect."""
    pair = [await come_in(port, WebSocket, name) for name in ("anna", "bruno")]
    opened = await pair[0].ask("table_shown", do="open_table", game="shelfie", seats=2)
    number = opened["info"]["table"]
    shown: Any = await pair[1].ask("table_shown", do="join_table", table=number)
    asks = [frame(PICK % (number, *CELL)), frame(UNPICK % number)]
    mover = pair[shown["view"]["turn"]]
    return Asking(pair, mover, asks, lambda data: data.startswith(b'{"notice":"done'))


async def at_the_pipes(port: int) -> Asking:
    """Seat two people at a table of the pipes dialect."""
    loop = asyncio.get_running_loop()
    pair = [(await loop.create_connection(Frames, HOST, port))[1] for _ in range(2)]
    for wire, name in zip(pair, ("carla", "dario"), strict=True):
        await answer_to(wire, framed(f"login|{name}"), is_return)
    wait = await answer_to(pair[0], framed("createMatch|2"), is_wait)
    room = msgspec.json.decode(wait.partition(b"|")[2])[0]
    start = answer_to(pair[1], framed(f"join|{room}"), lambda data: data.startswith(b"notifyStart"))
    await start
    asks = [framed("selectCell|1|3"), framed("deselectCards")]
    for wire in pair:
        if (await answer_to(wire, asks[0], is_return)).endswith(b"true"):
            await answer_to(wire, asks[1], is_return)
            return Asking(pair, wire, asks, is_return)
    raise RuntimeError("it is nobody's turn")


async def at_requests(port: int) -> Asking:
    """Seat two people at a table of the requests dialect; one picks an empty cell."""
    anna, bruno = await lines(port), await lines(port)
    await answer_to(anna, b'{"type":"LoginRequest","nickname":"elsa"}\n', has(b"NumPlayersRequest"))
    await answer_to(anna, b'{"type":"NumPlayersResponse","numPlayers":2}\n', has(b"LobbyInfo"))
    await answer_to(bruno, b'{"type":"LoginRequest","nickname":"fabio"}\n', has(b"GameStart"))
    ask = b'{"type":"PickTileRequest","position":{"row":0,"column":0}}\n'
    return Asking((anna, bruno), anna, (ask, ask), has(b"PickTileResponse"))


async def at_updates(port: int) -> Asking:
    """Seat two people at a table of the updates dialect; one selects an empty cell."""
    anna, bruno = await lines(port), await lines(port)
    await answer_to(anna, b'{"type":"Nickname","nickname":"gina"}\n', has(b"GamesList"))
    create = b'{"type":"GameInitialization","numberPlayers":2,"numberCommonGoalCards":2}\n'
    await answer_to(anna, create, has(b"WaitingUpdate"))
    games = await answer_to(bruno, b'{"type":"Nickname","nickname":"hugo"}\n', has(b"GamesList"))
    number = msgspec.json.decode(games)["available"][-1]["id"]
    join = b'{"type":"GameSelection","id":%d}\n' % number
    await answer_to(bruno, join, has(b"StartTurnUpdate"))
    ask = b'{"type":"LivingRoomSelection","positions":[{"row":0,"column":0}]}\n'
    return Asking((anna, bruno), anna, (ask, ask), has(b"SelectedItems"))


async def at_prompts(port: int) -> Asking:
    """Seat two people at a table of the prompts dialect; the one to move names an empty cell."""
    heard: asyncio.Queue[tuple[str, Line]] = asyncio.Queue()
    pair = []
    for name in ("ida", "luca"):
        pair.append(await lines(port))
        pair[-1].heard = answering(pair[-1], name, heard)
        while (await heard.get())[0] != "Lobby":
            pass
    kind, mover = "", pair[0]
    while kind != "MoveMessage":
        kind, mover = await heard.get()
    for wire in pair:
        wire.heard = ignore
    ask = b'{"s":"a,0,0","type":"Move"}\n'
    return Asking(pair, mover, (ask, ask), has(b"EmptyPosition"))


def answering(
    wire: Line, name: str, kinds: "asyncio.Queue[tuple[str, Line]]"
) -> Callable[[bytes], None]:
    """Return a listener that answers the server's prompts up to the first move."""
    answers = {
        "ChooseUsername": {"s": name, "type": "UsernameAnswer"},
        "FirstPlayer": {"num": 2, "type": "NumberOfPlayers"},
        "OldGameId": {"id": 0, "type": "OldGameIdAnswer"},
    }

    def heard(data: bytes) -> None:
        kind = msgspec.json.decode(data)["type"]
        if kind != "MoveMessage":
            answer = answers.get(kind, {"type": "ACK"})
            wire.transport.write(msgspec.json.encode(answer) + b"\n")
        kinds.put_nowait((kind, wire))

    return heard


async def at_commands(port: int) -> Asking:
    """Seat two people at a table of the commands dialect; one ends a turn not yet begun."""
    anna, bruno = await lines(port), await lines(port)
    for wire, name in ((anna, b"mara"), (bruno, b"nino")):
        await answer_to(wire, b'{"command":"LOGIN","info":"%s"}\n' % name, has(b"LOBBY_LIST"))
    room = b'{"lobbyName":"bench","numOfPlayers":2,"command":"CREATE_LOBBY"}\n'
    await answer_to(anna, room, has(b"PLAYER_LIST"))
    join = b'{"lobbyName":"bench","command":"JOIN_LOBBY"}\n'
    await answer_to(bruno, join, has(b"PLAYER_LIST"))
    await answer_to(anna, b'{"command":"START_GAME"}\n', has(b"cardGridIDs"))
    ask = b'{"command":"END_TURN"}\n'
    return Asking((anna, bruno), anna, (ask, ask), has(b'"REPLY"'))


async def lines(port: int) -> Line:
    return (await asyncio.get_running_loop().create_connection(Line, HOST, port))[1]


def has(text: bytes) -> Callable[[bytes], bool]:
    """Return a predicate for messages that contain this text."""
    return lambda data: text in data


def framed(text: str) -> bytes:
    return len(text).to_bytes(2, "big") + text.encode()


def is_wait(data: bytes) -> bool:
    """Return whether this message is about a waiting room."""
    return data.startswith(b"notifyWait|")


def is_return(data: bytes) -> bool:
    """Return whether this message completes an answer."""
    return data.startswith(b"return|")


DIALECTS: Mapping[str, Callable[[int], Awaitable[Asking]]] = {
    "pipes": at_the_pipes,
    "requests": at_requests,
    "updates": at_updates,
    "prompts": at_prompts,
    "commands": at_commands,
}


class Cost(NamedTuple):
    """The cost of a request: latency and server CPU, in seconds."""

    wait: float
    cpu: float


def costs_by_dialect(requests: int, rounds: int) -> dict[str, Cost]:
    """Return the cost of a request in each dialect: the best of some alternating rounds."""
    flags = [word for name in DIALECTS for word in (f"--{name}", "0")]
    with running(Kind(SERVER.name, (*SERVER.words, *flags))) as server:
        return asyncio.run(_measured(server, requests, rounds))


async def _measured(server: Server, requests: int, rounds: int) -> dict[str, Cost]:
    seats = {"browser": await at_the_web(server.port)}
    for name, begin in DIALECTS.items():
        seats[name] = await begin(server.ports[name])
    waits = dict.fromkeys(seats, float("inf"))
    cpus = dict.fromkeys(seats, float("inf"))
    for _ in range(rounds):
        for name, seat in seats.items():
            used = server.cpu
            waits[name] = min(waits[name], median(await seat.rounds(requests)))
            cpus[name] = min(cpus[name], (server.cpu - used) / requests)
    for seat in seats.values():
        for wire in seat.people:
            wire.close()
    await asyncio.sleep(0)  # lets the sockets close
    return {name: Cost(waits[name], cpus[name]) for name in seats}
