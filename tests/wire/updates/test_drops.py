"""What the others hear over a socket when a player drops, and when that one is back."""

import asyncio

import pytest

from ludoteca.wire.updates import Word
from ludoteca.wire.updates.words import (
    Disconnection,
    LivingRoomSelection,
    LivingRoomUpdate,
    ScoresUpdate,
    SelectedItems,
    StartTurnUpdate,
)
from tests.wire.updates.test_matches import Program, lines_on, open_house, seat


class ByHand(Program):
    """A program that says only what it is told to."""

    def answer(self, word: Word) -> None:
        pass


async def start(port: int, *, java: bool) -> tuple[Program, Program]:
    """A game of two that has begun: who moves, and who does not."""
    programs = [ByHand(f"p{n}", n, java=java) for n in range(2)]
    await seat(programs, port)
    for program in programs:
        await program.until(lambda p=program: p.of(StartTurnUpdate))  # type: ignore[misc]
    first = next(program for program in programs if program.my_turn)
    (other,) = [program for program in programs if program is not first]
    return first, other


@pytest.mark.parametrize("java", [False, True], ids=["lines", "stream"])
def test_a_drop_with_items_in_hand_ends_what_the_others_show_of_them(java: bool) -> None:
    async def story() -> None:
        async with open_house() as (_, port):
            first, other = await start(port, java=java)
            line = next(lines_on(first.room))
            first.say(LivingRoomSelection(line))
            await other.until(lambda: other.of(SelectedItems))
            other.heard.clear()
            first.writer.transport.abort()
            await other.until(lambda: other.of(ScoresUpdate))
            back, turn, gone, _ = other.heard
            assert isinstance(back, LivingRoomUpdate)
            assert [position for position, _ in back.living_room] == list(line)
            assert turn == StartTurnUpdate(first.name)
            assert gone == Disconnection(first.name)

    asyncio.run(story())
