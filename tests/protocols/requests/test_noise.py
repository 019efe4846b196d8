"""Arbitrary bytes get an answer or a disconnection, and disturb no other client."""

import asyncio
import random
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludoteca.protocols.javastream import HEADER
from ludoteca.protocols.requests import RequestsWord, client_lines, client_stream
from ludoteca.protocols.requests.words import (
    ChatMessage,
    ConfirmColumnRequest,
    ConfirmOrderNotify,
    ConfirmPickRequest,
    EndTurnNotify,
    LoginRequest,
    NumPlayersResponse,
    PickTileRequest,
    PongMessage,
    Position,
    Tile,
    UnpickTileRequest,
)
from tests.conftest import many, no_coverage
from tests.core.local import keeper_of
from tests.protocols.requests.talk import Client, Room, a_move, at_table, mover, tiles_of

SCRIPT: list[RequestsWord] = [
    LoginRequest("zoe#secret"),
    NumPlayersResponse(2),
    ChatMessage("zoe", "Everyone", "hello"),
    PickTileRequest(Position(1, 0)),
    UnpickTileRequest(Position(1, 0)),
    PickTileRequest(Position(1, 1)),
    ConfirmPickRequest(),
    ConfirmColumnRequest(0),
    ConfirmOrderNotify((Tile.BLUE,)),
    ChatMessage("zoe", "anna", "psst"),
    PongMessage(),
    LoginRequest(None),
]


def written(*, streams: bool) -> list[bytes]:
    end = client_stream() if streams else client_lines()
    return [end.write(word) for word in SCRIPT]


WORDS = {streams: written(streams=streams) for streams in (True, False)}
ODD = [b"\n", b"\r\n", b"{", b"\xff\n", b"\0", b"\x79", b"\x70", b"\x71\0\x7e\0\0", b"x" * 20_000]


def pieces(streams: bool) -> st.SearchStrategy[bytes]:
    return st.one_of(st.binary(max_size=30), st.sampled_from(WORDS[streams]), st.sampled_from(ODD))


async def still_answers(client: Client, *, streams: bool) -> None:
    """Check that a client that stays connected gets an answer to readable input."""
    before = len(client.raw)
    if streams:  # half an object may swallow it
        await client.say(LoginRequest("|"))
    else:
        await client.send(b'\n{"type":"LoginRequest","nickname":"|"}\n')
        assert len(client.raw) > before


@no_coverage
@given(st.data(), st.booleans(), st.sampled_from(["new", "waits", "plays", "moves"]))
def test_noise_is_answered_and_disturbs_no_other_client(
    data: st.DataObject,
    streams: bool,
    stage: str,
) -> None:
    noise = data.draw(st.lists(pieces(streams), max_size=25))

    async def told() -> None:
        room = Room()
        both = ("anna", "bruno") if streams else ()
        clients = await at_table(room, "anna", "bruno", streams=both)
        asked, other = mover(room, clients)
        noisy = {"plays": other, "moves": asked}.get(stage) or room.client(streams=streams)
        if stage == "waits":
            await noisy.login("zoe")
        quiet = other if noisy is asked else asked
        before, version = len(quiet.heard), keeper_of(room.server.dispatcher).version
        for piece in noise:
            await noisy.send(piece)
        await still_answers(noisy, streams=streams)
        if stage in ("new", "waits"):
            assert len(quiet.heard) == before
            assert keeper_of(room.server.dispatcher).version == version
        if quiet is asked and not other.closed:
            move = a_move(room)
            await asked.play(move, tiles_of(room, move))
            assert isinstance(asked.last, EndTurnNotify)

    asyncio.run(told())


MUTATIONS: list[Callable[[random.Random, bytearray, int], None]] = [
    lambda dice, data, at: data.__setitem__(at, dice.randrange(256)),
    lambda dice, data, at: data.__delitem__(slice(at, at + dice.randrange(1, 20))),
    lambda dice, data, at: data.__setitem__(slice(at, at), data[at : at + dice.randrange(1, 60)]),
    lambda dice, data, at: data.__setitem__(
        slice(at, at), dice.choice([b"\n", b"null", b"1e999", b'"', b"\\ud800", b"[[[[", b"\x7a"])
    ),
]


@no_coverage
@pytest.mark.parametrize("streams", [True, False])
@pytest.mark.parametrize("seed", range(many(400)))
async def test_mutated_conversations_are_answered(seed: int, streams: bool) -> None:
    dice = random.Random(seed)  # noqa: S311 - only here
    data = bytearray(b"".join(WORDS[streams]))
    for _ in range(dice.randrange(1, 6)):
        dice.choice(MUTATIONS)(dice, data, dice.randrange(len(data)))

    room = Room()
    anna, zoe = room.client(), room.client()
    await anna.login("anna")
    await zoe.send(HEADER if streams else b"")
    step = dice.choice([1, 7, 10_000])
    for at in range(0, len(data), step):
        await zoe.send(bytes(data[at : at + step]))
    assert not anna.closed
    assert b"#" not in anna.raw
    before = len(anna.heard)
    await anna.say(ChatMessage(None, None, "hello"))
    assert anna.heard[before:] == [ChatMessage("anna", "Everyone", "hello")]


@pytest.mark.parametrize("data", [b"\xac\xed\0\4", HEADER + b"\x79\x79\x00", HEADER + b"\x7b"])
async def test_a_broken_stream_is_closed(data: bytes) -> None:
    client = Room().client()
    await client.send(data)
    await client.send(b"\0")
    assert client.closed
