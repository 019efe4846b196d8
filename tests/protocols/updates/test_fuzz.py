"""Arbitrary bytes get an answer or a clean close, and disturb no other client."""

import asyncio
import random

from hypothesis import given, settings
from hypothesis import strategies as st

from ludoteca.protocols.updates import UpdatesWord, client_lines, client_stream
from ludoteca.protocols.updates.words import (
    Beep,
    BookshelfInsertion,
    ChatMessage,
    GameInitialization,
    GameSelection,
    LivingRoomSelection,
    Nickname,
    Position,
)
from tests.conftest import many, no_coverage
from tests.protocols.updates.talk import Room, select

pytestmark = no_coverage

SMALL = st.integers(-2, 9) | st.integers(-(2**31), 2**31 - 1)
NAMES = st.sampled_from(
    ["anna", "bruno", "mallory", "all", "mallory#x", "", "\0", "zoë \U0001f600"]
)
WORDS: st.SearchStrategy[UpdatesWord] = st.one_of(
    st.just(Beep()),
    st.builds(Nickname, NAMES),
    st.builds(GameInitialization, SMALL, SMALL),
    st.builds(GameSelection, SMALL),
    st.builds(
        LivingRoomSelection, st.lists(st.builds(Position, SMALL, SMALL), max_size=4).map(tuple)
    ),
    st.builds(BookshelfInsertion, SMALL, st.lists(SMALL, max_size=4).map(tuple)),
    st.builds(ChatMessage, st.text(max_size=20), NAMES),
)
SCRIPT: list[UpdatesWord] = [
    Beep(),
    Nickname("mallory"),
    GameInitialization(3, 2),
    ChatMessage("hello", "all"),
    GameSelection(1),
    select((1, 3), (1, 4)),
    BookshelfInsertion(0, (1, 0)),
    Beep(),
]


async def undisturbed(attack: list[bytes], *, java: bool) -> None:
    """Let two clients play undisturbed while a third one sends anything."""
    room = Room(java=not java)
    anna, bruno = await room.table("anna", "bruno")
    mallory = room.client(java=java)
    for data in attack:
        if mallory.closed:
            break
        await mallory.send(data)
    mallory.drop()
    await room.wait(3)
    for client in (anna, bruno):
        assert await client.say(Beep()) == [Beep()]
        accepted, told = await client.say(ChatMessage("still here", "all"))
        assert (type(accepted).__name__, type(told).__name__) == ("ChatAccepted", "ChatUpdate")


@settings(max_examples=many(400))
@given(st.lists(st.binary(max_size=200), max_size=5), st.booleans())
def test_arbitrary_bytes_disturb_no_other_client(pieces: list[bytes], java: bool) -> None:
    asyncio.run(undisturbed(pieces if java else [b" ", *pieces], java=java))


@settings(max_examples=many(1000))
@given(st.lists(WORDS, max_size=12), st.booleans())
def test_arbitrary_messages_are_answered(words: list[UpdatesWord], java: bool) -> None:
    async def story() -> None:
        room = Room(java=java)
        anna, bruno = await room.table("anna", "bruno")
        mallory = room.client()
        for client in (mallory, anna, bruno):
            for word in words:
                heard = await client.say(word)
                assert heard, f"no answer to {word}"
            assert not client.closed

    asyncio.run(story())


def broken(data: bytes, rng: random.Random) -> bytes:
    """Return a conversation with a few bytes changed, lost or duplicated."""
    mangled = bytearray(data)
    for _ in range(rng.randint(1, 4)):
        place = rng.randrange(len(mangled))
        match rng.randrange(4):
            case 0:
                mangled[place] = rng.randrange(256)
            case 1:
                del mangled[place : place + rng.randint(1, 9)]
            case 2:
                mangled[place:place] = mangled[place : place + rng.randint(1, 9)]
            case _:
                mangled[place] ^= 1 << rng.randrange(8)
        if not mangled:
            return b"\0"
    return bytes(mangled)


async def test_broken_conversations_disturb_no_other_client() -> None:
    for java in (False, True):
        end = client_stream() if java else client_lines()
        data = b"".join(map(end.write, SCRIPT))
        for seed in range(many(1000)):
            said = broken(data, random.Random(seed))  # noqa: S311 - which errors they are
            cut = seed % len(said)
            lines = [] if java else [b" "]  # a first byte that is no stream's
            await undisturbed([*lines, said[:cut], said[cut:]], java=java)
