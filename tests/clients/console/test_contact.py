"""The line to a house: every word is heard, and a line that breaks is mended or given up."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import Any, NamedTuple

import pytest

from ludoteca.clients.console.contact import LOST, REGAINED, Contact
from ludoteca.clients.console.endings import GivenUpError
from ludoteca.clients.console.person import LeftError, OvertakenError, Person
from ludoteca.net import Link, LostError
from ludoteca.wire import UnreadableError
from ludoteca.wire.pipes import client_lines
from ludoteca.wire.pipes.words import Login, Message, Word
from tests.clients.console.pipes import Piped
from tests.net.houses import Manner, echo, silence, small_house

AT_ONCE = (0.0, 0.0, 0.0)


class Call(NamedTuple):
    """Somebody at a screen, and their line to a house."""

    pipe: Piped
    person: Person
    heard: list[Word | UnreadableError]
    contact: Contact[Word]


def call(pipe: Piped, port: int) -> Call:
    person, heard = Person(pipe.screen, {}), list[Word | UnreadableError]()
    return Call(pipe, person, heard, Contact(person, partial(by_lines, port), heard.append))


async def by_lines(port: int) -> Link[Word]:
    return await Link.open("127.0.0.1", port, client_lines())


@asynccontextmanager
async def called(pipe: Piped, manner: Manner) -> AsyncIterator[Call]:
    """A client that has called a small house of this manner."""
    async with asyncio.timeout(60), small_house(manner) as port:
        made = call(pipe, port)
        await made.contact.open()
        yield made
        await made.contact.close()


def message(word: Word) -> Message | None:
    return word if isinstance(word, Message) else None


async def hang_up(reader: asyncio.StreamReader, _: asyncio.StreamWriter) -> None:
    """Hear one line, and hang up."""
    await reader.readline()


async def hang_up_on_anna(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Answer every line, until somebody says who they are."""
    while (line := await reader.readline()) and b"anna" not in line:
        writer.write(b"message|" + line)


async def test_an_answer_is_the_first_word_that_is_wanted(pipe: Piped) -> None:
    async with called(pipe, echo) as call:

        def bruno(word: Word) -> str | None:
            return word.text if isinstance(word, Message) and "bruno" in word.text else None

        call.contact.say(Login("anna"))
        assert await call.contact.asked(Login("bruno"), bruno) == "login|bruno"
        assert call.heard == [Message("login|anna"), Message("login|bruno")]


async def test_many_may_wait_at_once(pipe: Piped) -> None:
    async with called(pipe, echo) as call:
        asking = [call.contact.asked(Login(name), message) for name in "abc"]
        assert [found.text for found in await asyncio.gather(*asking)] == ["login|a"] * 3


async def test_a_house_that_never_answers_counts_as_lost(pipe: Piped) -> None:
    async with called(pipe, silence) as call:
        with pytest.raises(LostError):
            await call.contact.asked(Login("anna"), message, patience=0.01)


async def test_who_waits_for_an_answer_can_leave(pipe: Piped) -> None:
    async with called(pipe, silence) as call:
        asking = asyncio.create_task(call.contact.asked(Login("anna"), message))
        call.person.break_off()
        with pytest.raises(LeftError):
            await asking


async def test_a_lost_line_ends_every_wait_and_every_question(pipe: Piped) -> None:
    async with called(pipe, hang_up) as call:
        question = asyncio.create_task(call.person.ask("Name?"))
        with pytest.raises(LostError):
            await call.contact.asked(Login("anna"), message)
        assert call.contact.lost
        with pytest.raises(OvertakenError):
            await question
        with pytest.raises(LostError):
            call.contact.say(Login("anna"))


async def test_a_lost_line_is_told_and_mended(pipe: Piped) -> None:
    async with called(pipe, hang_up_on_anna) as call:
        for _ in range(3):
            with pytest.raises(LostError):
                await call.contact.asked(Login("anna"), message)
            await call.contact.mend()
            assert not call.contact.lost
            assert await call.contact.asked(Login("bruno"), message) == Message("login|bruno")
        assert call.pipe.shown == [LOST, REGAINED] * 3


async def test_a_house_is_called_until_it_is_back(pipe: Piped) -> None:
    called = asyncio.Event()

    def pauses() -> Any:
        while True:
            yield 0.01
            called.set()

    async with small_house(echo) as port:
        made = call(pipe, port)
        await made.contact.open()
        house_closed = asyncio.create_task(made.contact.mend(pauses()))
    async with asyncio.timeout(60):
        await called.wait()
        async with small_house(echo, port):
            await house_closed
            assert await made.contact.asked(Login("anna"), message) == Message("login|anna")
            await made.contact.close()
    assert pipe.shown == [LOST, REGAINED]


@pytest.mark.parametrize("interrupted", [False, True])
async def test_a_house_that_does_not_come_back_is_given_up_or_left(
    pipe: Piped, interrupted: bool
) -> None:
    async with small_house(hang_up) as port:
        made = call(pipe, port)
        await made.contact.open()
        with pytest.raises(LostError):
            await made.contact.asked(Login("anna"), message)
    mending = asyncio.create_task(made.contact.mend((600,) if interrupted else AT_ONCE))
    if interrupted:
        made.person.break_off()
    with pytest.raises(LeftError if interrupted else GivenUpError):
        await mending
    assert pipe.shown == [LOST]
    assert made.contact.lost


async def test_what_goes_wrong_with_a_word_is_not_passed_over(pipe: Piped) -> None:
    def hear(_: object) -> None:
        raise BrokenPipeError("nobody reads this")

    async with small_house(echo) as port:
        person = Person(pipe.screen, {})
        contact: Contact[Word] = Contact(person, partial(by_lines, port), hear)
        await contact.open()
        with pytest.raises(LostError):
            await contact.asked(Login("anna"), message)
        with pytest.raises(BrokenPipeError):
            await contact.mend(AT_ONCE)
