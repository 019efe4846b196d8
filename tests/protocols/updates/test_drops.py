"""Messages over a socket to the others when a player drops, returns or takes a move back."""

import asyncio

import pytest

from ludoteca.messages import Done, Enter, JoinTable, OpenTable, TakeBack, Watch
from ludoteca.protocols.shelfie import options_of
from ludoteca.protocols.updates import UpdatesWord, match
from ludoteca.protocols.updates.words import (
    AcceptedInsertion,
    BookshelfInsertion,
    ChatUpdate,
    Disconnection,
    GameSelection,
    GamesList,
    LivingRoomSelection,
    LivingRoomUpdate,
    ScoresUpdate,
    SelectedItems,
    StartTurnUpdate,
    WaitingUpdate,
)
from tests.core.local import LocalClient, played
from tests.protocols.updates.callers import Caller
from tests.protocols.updates.programs import Program, lines_on, open_dispatcher, seat


class ByHand(Program):
    """A program that sends only what the test tells it to."""

    def answer(self, word: UpdatesWord) -> None:
        pass


async def start(port: int, *, java: bool) -> tuple[Program, Program]:
    """Begin a game of two; return the player to move and the other one."""
    programs = [ByHand(f"p{n}", n, java=java) for n in range(2)]
    await seat(programs, port)
    for program in programs:
        await program.until(lambda p=program: p.of(StartTurnUpdate))  # type: ignore[misc]
    first = next(program for program in programs if program.my_turn)
    (other,) = [program for program in programs if program is not first]
    return first, other


@pytest.mark.parametrize("java", [False, True], ids=["lines", "stream"])
async def test_disconnection_returns_selected_items_to_the_living_room(java: bool) -> None:
    async with open_dispatcher() as (_, port):
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


@pytest.mark.parametrize("java", [False, True], ids=["lines", "stream"])
async def test_insertion_is_queued_while_the_other_is_absent_and_played_on_return(
    java: bool,
) -> None:
    async with open_dispatcher() as (_, port):
        first, other = await start(port, java=java)
        first.say(LivingRoomSelection(next(lines_on(first.room))))
        await first.until(lambda: first.of(SelectedItems))
        other.writer.transport.abort()
        await first.until(lambda: first.of(Disconnection))
        first.say(BookshelfInsertion(0, (0,)))
        await first.until(lambda: first.of(ChatUpdate))
        assert not first.of(AcceptedInsertion)
        await other.connect(port)
        await first.until(lambda: first.of(AcceptedInsertion))
        assert first.of(AcceptedInsertion) == [AcceptedInsertion(accepted=True)]
        await other.until(lambda: other.my_turn)


async def test_last_player_to_join_sees_the_names_of_absent_players() -> None:
    async with open_dispatcher() as (server, port):
        guests = greta, dora = [LocalClient(server) for _ in range(2)]
        for guest, name in zip(guests, ("greta", "dora"), strict=True):
            await guest.ask(Enter(name=name))
        await greta.ask(OpenTable(game="shelfie", seats=3, options=options_of("updates")))
        await dora.ask(JoinTable(table=1))
        server.leave(dora)
        anna = await ByHand("anna").connect(port)
        anna.say(GameSelection(1))
        await anna.until(lambda: anna.of(ChatUpdate))
        assert anna.of(ChatUpdate) == [ChatUpdate("[house]", match.awaited(["dora"]), "all")]
        assert anna.of(WaitingUpdate)[-1].missing == 1
        back = LocalClient(server)
        await back.ask(Enter(name="dora"))
        await back.ask(Watch(table=1))
        await anna.until(lambda: anna.of(StartTurnUpdate))
        assert anna.of(WaitingUpdate)[-1] == WaitingUpdate("dora", 0, is_connected=True)


class CallsByHand(ByHand, Caller):
    """The same over RMI."""


@pytest.mark.parametrize("kind", ["lines", "stream", "calls"])
async def test_taking_back_waits_for_clients_that_keep_the_tiles_on_screen(kind: str) -> None:
    async with open_dispatcher() as (server, port):
        guest = LocalClient(server)
        await guest.ask(Enter(name="guest"))
        await guest.ask(
            OpenTable(game="shelfie", seats=2, options=options_of("updates"), take_back=True)
        )
        anna = CallsByHand("anna") if kind == "calls" else ByHand("anna", java=kind == "stream")
        await anna.connect(port)
        await anna.until(lambda: anna.of(GamesList))
        anna.say(GameSelection(1))
        await anna.until(lambda: anna.of(StartTurnUpdate))
        if anna.my_turn:
            anna.say(LivingRoomSelection(next(lines_on(anna.room))))
            await anna.until(lambda: anna.of(SelectedItems))
            anna.say(BookshelfInsertion(0, (0,)))
            await anna.until(lambda: anna.of(AcceptedInsertion))
        await played(guest)
        if kind == "lines":
            assert isinstance(await guest.ask(TakeBack(table=1, id="back")), Done)
            await anna.until(lambda: anna.of(ChatUpdate))
            assert anna.of(ChatUpdate)[0].text == "The last move of guest was taken back."
            return
        assert await guest.refused(TakeBack(table=1)) == "house/no_taking_back"
        await anna.close()
        while server.people.is_here("anna"):
            await asyncio.sleep(0)
        assert isinstance(await guest.ask(TakeBack(table=1, id="back")), Done)
