"""Arbitrary bytes get an answer or a disconnection, and disturb no other client."""

import asyncio
import json
import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludoteca.protocols.prompts.codecs import GREETING, INPUT_PROMPT
from tests.conftest import many
from tests.core.local import keeper_of
from tests.protocols.prompts.talk import (
    ACK,
    NEW_GAME,
    QUESTIONS,
    Client,
    Room,
    answers_to,
    at_table,
    mover,
)

SCRIPT = [
    NEW_GAME,
    '{"s":"zoe#secret","type":"UsernameAnswer"}',
    ACK,
    '{"num":2,"type":"NumberOfPlayers"}',
    ACK,
    '{"id":0,"type":"IDtojoin"}',
    ACK,
    ACK,
    '{"s":"b,3,b,4,0","type":"Move"}',
    ACK,
    '{"s":"Reconnect","type":"ReconnectionAnswer"}',
    '{"id":0,"type":"OldGameIdAnswer"}',
    "",
    "2",
    "1,3,1,4,0",
]
PIECES = st.one_of(
    st.binary(max_size=30),
    st.sampled_from([f"{line}\n".encode() for line in SCRIPT]),
    st.sampled_from([b"\n", b"\r\n", b"{", b'{"type":"Win"}\n', b"\xff\n", b"\0\n", b"x" * 5000]),
)


def is_asked(client: Client) -> bool:
    if client.closed or is_plain(client):
        return not client.closed and client.raw.endswith(f"\n{INPUT_PROMPT}".encode())
    return client.last["type"] in QUESTIONS


def is_plain(client: Client) -> bool:
    """Return whether the noise begins like input from a person, who receives plain text."""
    return GREETING.encode() in client.raw


async def still_answers(client: Client) -> None:
    """Check that a client which is asked something is answered or disconnected."""
    await client.send(b"\n")
    if is_asked(client):
        before = len(client.raw)
        await client.say("hello")
        assert len(client.raw) > before


@given(st.lists(PIECES, max_size=25), st.sampled_from(["new", "waits", "plays", "moves"]))
def test_noise_is_answered_and_disturbs_no_other_client(pieces: list[bytes], stage: str) -> None:
    async def story() -> None:
        room = Room()
        clients = await at_table(room, "anna", "bruno")
        asked, other = mover(clients)
        noisy = {"plays": other, "moves": asked}.get(stage) or room.client()
        if stage == "waits":
            await noisy.say("", "zoe", "2")
        quiet = other if noisy is asked else asked
        before, version = quiet.raw, keeper_of(room.server.dispatcher).version
        for piece in pieces:
            if not noisy.closed:
                await noisy.send(piece)
        if not noisy.closed:
            await still_answers(noisy)
        if keeper_of(room.server.dispatcher).version == version:
            assert quiet.raw == before
        if quiet is asked:
            await asked.move("b,3,b,4,0")
            assert asked.last["type"] == "GraphicalGameInfo"

    asyncio.run(story())


@pytest.mark.parametrize("seed", range(many(400)))
async def test_mutated_conversations_are_answered(seed: int) -> None:
    dice = random.Random(seed)  # noqa: S311 - only here
    data = bytearray("".join(f"{line}\n" for line in SCRIPT).encode())
    for _ in range(dice.randrange(1, 8)):
        at = dice.randrange(len(data))
        match dice.randrange(4):
            case 0:
                data[at] = dice.randrange(256)
            case 1:
                del data[at : at + dice.randrange(1, 20)]
            case 2:
                data[at:at] = data[at : at + dice.randrange(1, 60)]
            case _:
                data[at:at] = dice.choice([b"\n", b"null", b"1e999", b'"', b"\\ud800", b"[[[["])

    room = Room()
    anna, zoe = room.client(), room.client()
    await anna.enter("anna")
    await anna.say('{"num":2,"type":"NumberOfPlayers"}')
    step = dice.choice([1, 7, 10_000])
    for at in range(0, len(data), step):
        if not zoe.closed:
            await zoe.send(bytes(data[at : at + step]))
    if not zoe.closed:
        await still_answers(zoe)
    await anna.ack()
    assert not anna.closed
    assert b"#" not in anna.raw
    assert answers_to(anna.last) in {"ACK", "Move"}


async def test_every_message_is_ascii_and_of_a_safe_type() -> None:
    dangerous = {"NotValidGameId", "NotValidNumber", "Timeout", "ACK", "GraphicalGameInformation"}

    room = Room()
    clients = await at_table(room, "Zoë 😀", "b")
    asked, _ = mover(clients)
    await asked.move("é")
    for client in clients:
        assert client.raw.isascii()
        assert re.fullmatch(rb"[\n\x20-\x7e]*", client.raw)
        assert dangerous.isdisjoint(client.types)
        assert json.dumps("Zoë 😀")[1:-1].encode() in client.raw
