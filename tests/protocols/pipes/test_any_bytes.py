"""Any bytes get an answer or a clean close, and never disturb another player."""

import asyncio

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludoteca.protocols.pipes.words import Message, Return
from tests.conftest import many
from tests.protocols.pipes.conversations import (
    ABSENCE,
    FRAMES,
    LEAVING,
    OPENING,
    REFUSALS,
    TALK,
    TURN,
)
from tests.protocols.pipes.examples import ASKED, TOLD
from tests.protocols.pipes.programs import PipesServer

TEXTS = sorted(
    {
        text
        for script in (OPENING, REFUSALS, TURN, TALK, LEAVING, ABSENCE, FRAMES)
        for _, text in script
    }
    | {text for _, text in ASKED + TOLD}
)
texts = st.sampled_from(TEXTS)
fields = st.sampled_from(sorted({field for text in TEXTS for field in text.split("|")}))
mutated = st.one_of(
    texts,
    st.lists(fields, min_size=1, max_size=4).map("|".join),
    st.tuples(texts, st.text(max_size=3)).map("".join),
    st.tuples(texts, st.integers(0, 20), st.text(max_size=2)).map(
        lambda parts: parts[0][: parts[1]] + parts[2] + parts[0][parts[1] + 1 :]
    ),
)


def framed(text: str) -> bytes:
    data = text.encode("utf-8", "surrogatepass")[:65_535]
    return len(data).to_bytes(2, "big") + data


def lined(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass") + b"\n"


@settings(max_examples=many(2000))
@given(st.lists(st.binary(max_size=60), max_size=6), st.booleans(), st.booleans())
def test_any_bytes_are_survived(chunks: list[bytes], frames: bool, in_a_match: bool) -> None:
    async def story() -> None:
        server = PipesServer()
        anna, bruno = [await server.program(name, frames=frames) for name in ("anna", "bruno")]
        if in_a_match:
            await server.ask(anna, "createMatch|2")
            await server.ask(bruno, "join|0")
        for chunk in chunks:
            anna.send(chunk)
            await server.settle()
        assert (await server.ask(bruno, "endTurn"))[0] == Return("endTurn", ok=True)

    asyncio.run(story())


@settings(max_examples=many(2000))
@given(st.lists(mutated, max_size=12), st.booleans())
def test_mutated_conversations_are_answered_one_by_one(said: list[str], frames: bool) -> None:
    async def story() -> None:
        server = PipesServer()
        anna, bruno = await server.programs_at_play("anna", "bruno", frames=frames)
        for text in said:
            before = len(bruno.heard)
            bruno.send(framed(text) if frames else lined(text))
            await server.settle()
            told = bruno.heard[before:]
            if not bruno.open or (not frames and "\n" in text):
                continue
            returns = [word for word in told if isinstance(word, Return)]
            assert len(returns) == 1, text
        assert Return("endTurn", ok=True) in await server.ask(anna, "endTurn")
        assert Return("sendPublicMessage", ok=False) not in anna.heard

    asyncio.run(story())


@settings(max_examples=many(400))
@given(st.binary(max_size=200))
def test_the_first_byte_decides_and_nothing_is_said_before(data: bytes) -> None:
    async def story() -> None:
        server = PipesServer()
        program = await server.program(
            frames=bool(data) and data[0] < 32 and data[0] not in b"\r\n"
        )
        assert program.sent == b""
        program.send(data)
        await server.settle()

    asyncio.run(story())


@pytest.mark.parametrize("frames", [False, True])
async def test_non_text_bytes_are_answered(frames: bool) -> None:
    server = PipesServer()
    program = await server.program("anna", frames=frames)
    program.send(b"\0\x02\xff\xfe" if frames else b"\xff\xfe\n")
    await server.settle()
    assert Message("This command is not valid.") in program.heard
    assert program.open
    program.send(b"\0\x0ccreateMatch|" + b"\xff" if frames else b"createMatch|\xff\n")
    await server.settle()
    returns = program.of(Return)[-2:]
    assert returns == [Return("\ufffd\ufffd", ok=False), Return("createMatch", ok=False)]
    assert program.texts[-1] == "Invalid input!"


async def test_a_line_without_an_end_is_the_end() -> None:
    server = PipesServer()
    anna, bruno = await server.programs_at_play("anna", "bruno")
    for _ in range(10):
        bruno.send(b"x" * 10_000)
    await server.settle()
    assert not bruno.open
    assert bruno.texts[-1] == "Invalid input!"
    assert "Player bruno is suspended." in anna.texts
