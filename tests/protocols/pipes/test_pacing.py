"""Pacing of unrequested views for deployed clients, and the words that wait with them."""

import pytest

from ludoteca.games import Seat
from ludoteca.messages import ServerReason, farewell
from ludoteca.protocols.pipes import texts
from ludoteca.protocols.pipes.words import (
    ChatNotification,
    MatchSeen,
    Message,
    NotifyEndMatch,
    NotifyStart,
    NotifyUpdate,
    NotifyWait,
    PublicChat,
    Return,
    ServerVirtualView,
    ServerWord,
    VirtualHand,
)
from tests.core.local import keeper_of
from tests.protocols.pipes.programs import Caller, PipesServer, Program, a_good_move, mover_of

VERBS = ("has selected", "has inserted", "achieved", "ended his")


async def at_once(
    server: PipesServer, program: Program, *said: str
) -> dict[Program, list[ServerWord]]:
    """Send requests and return the words of every program before any time has passed."""
    before = {each: len(each.heard) for each in server.programs}
    for text in said:
        program.write(text)
    await server.answer()
    return {each: each.heard[heard:] for each, heard in before.items()}


async def later(server: PipesServer, program: Program) -> list[ServerWord]:
    """Return the words a program receives when its timers expire."""
    before = len(program.heard)
    program.wait()
    await server.answer()
    return program.heard[before:]


def kinds(words: list[ServerWord]) -> list[type[ServerWord]]:
    return [type(word) for word in words]


async def waiting_view(server: PipesServer) -> tuple[Program, Program]:
    """Return the player to move and another one for whom a view is pending."""
    mover, other = mover_of(await server.programs_at_play("anna", "bruno", frames=True))
    told = await at_once(server, mover, "selectCell|1|3")
    assert kinds(told[mover]) == [Message, MatchSeen, Return]
    assert told[other] == []
    return mover, other


async def test_the_latest_view_waits_and_replaces_the_ones_before(server: PipesServer) -> None:
    mover, other = await waiting_view(server)
    assert kinds(await later(server, other)) == [Message, MatchSeen, NotifyUpdate]
    told = await at_once(server, mover, "deselectCards", "selectCell|1|3", "selectCell|1|4")
    assert told[other] == []
    seen = await later(server, other)
    assert kinds(seen) == [Message, Message, MatchSeen, NotifyUpdate]
    assert seen[-1] == NotifyUpdate(500)
    assert len(other.view.view.currentPlayerHand) == 2
    assert await later(server, other) == []


async def test_a_gesture_and_the_move_right_after_it_are_one_view(server: PipesServer) -> None:
    mover, other = await waiting_view(server)
    told = await at_once(server, mover, "insertInColumn|0")
    assert kinds(told[other]) == [Message] * 4 + [MatchSeen, NotifyUpdate]
    assert other.view.view.currentPlayer == other.name
    assert await later(server, other) == []


async def test_a_view_in_an_answer_goes_at_once_and_replaces_the_one_that_waits(
    server: PipesServer,
) -> None:
    mover, other = await waiting_view(server)
    await later(server, other)
    await at_once(server, mover, "insertInColumn|0")
    told = await at_once(server, other, "selectCell|1|4")
    # "The text client reads that cell and crashes on null."
    assert kinds(told[other])[:3] == [Message, MatchSeen, Return]
    # Texts that waited with a view are sent even if the view is obsolete.
    assert texts.YOUR_TURN.format(name=other.name) in other.texts
    assert set(kinds(told[other])[3:]) == {Message}
    assert (other.view.view.board[1][4] or "").startswith(">")
    assert await later(server, other) == []


async def test_nothing_that_waited_comes_between_a_request_and_its_answer(
    server: PipesServer,
) -> None:
    mover, other = await waiting_view(server)
    heard = len(other.heard)
    other.write("sendPublicMessage|hm|false")
    other.wait()
    assert other.heard[heard:] == []
    await server.answer()
    assert kinds(other.heard[heard:]) == [PublicChat, Return, Message, MatchSeen, NotifyUpdate]
    assert mover.of(ChatNotification)[-1].text.endswith("hm")


async def test_messages_other_than_views_do_not_wait(server: PipesServer) -> None:
    mover, other = await waiting_view(server)
    told = await at_once(server, mover, "sendPublicMessage|hello|false")
    assert kinds(told[other]) == [PublicChat, ChatNotification]
    await at_once(server, mover, "selectCell|1|4", "sortHand|0|1")
    assert other.of(VirtualHand) == []  # the pending view will show it
    assert kinds(await later(server, other)) == [Message, Message, MatchSeen, NotifyUpdate]
    assert other.view.view.currentPlayerHand == mover.of(VirtualHand)[-1].items
    assert other.view.view.publicChat == [f"{mover.name}: hello"]


async def test_a_closed_hand_is_no_reason_for_a_view(server: PipesServer) -> None:
    mover, other = await waiting_view(server)
    await server.settle()
    told = await at_once(server, mover, "confirmSelection")
    assert told[other] == await later(server, other) == []


async def test_the_start_of_a_match_waits_behind_its_view(server: PipesServer) -> None:
    anna, bruno = await server.programs_at_play("anna", "bruno", frames=True)
    carla = await server.program("carla", frames=True)
    await at_once(server, bruno, "leaveMatch")
    assert NotifyEndMatch() in anna.heard
    await at_once(server, anna, "createMatch|2")
    told = await at_once(server, carla, "join|0")
    assert Message(texts.BUILDING) in told[anna]
    assert not {MatchSeen, NotifyStart} & set(kinds(told[anna]))
    waited = [kind for kind in kinds(await later(server, anna)) if kind is not Message]
    assert waited == [MatchSeen, NotifyStart, NotifyUpdate]


async def test_the_end_of_a_match_waits_behind_its_results(server: PipesServer) -> None:
    mover, other = await waiting_view(server)
    await later(server, other)
    told = await at_once(server, mover, "selectCell|1|4", "leaveMatch")
    assert not {MatchSeen, NotifyEndMatch} & set(kinds(told[other]))
    waited = await later(server, other)
    first = waited.index(Message(texts.GAME_OVER))
    assert waited[first + 1] == Message(texts.WINNER.format(name=other.name))
    assert kinds(waited)[first + 2 :][:3] == [MatchSeen, NotifyEndMatch, ServerVirtualView]
    assert other.view.view.gameResults[-1][0] == other.name
    assert sum(isinstance(word, MatchSeen) for word in waited) == 1


@pytest.mark.parametrize("how", ["frames", "calls"])
async def test_announcements_keep_their_order_to_the_end_of_a_match(
    server: PipesServer, how: str
) -> None:
    coming = [
        server.caller(name) if how == "calls" else server.program(name, frames=True)
        for name in ("anna", "bruno")
    ]
    programs: list[Program] = [await each for each in coming]
    await server.ask(programs[0], "createMatch|2")
    await server.ask(programs[1], "join|0")
    keeper = keeper_of(server.server.dispatcher)
    while not keeper.table.over:
        seat = keeper.table.state.turn
        mover, other = programs[seat], programs[1 - seat]
        before = len(other.texts)
        move = a_good_move(keeper, Seat(seat))
        for row, column in move.cells:
            mover.write(f"selectCell|{row}|{column}")
        await at_once(server, mover, f"insertInColumn|{move.column}")
        await server.settle()
        verbs = [verb for text in other.texts[before:] for verb in VERBS if f" {verb} " in text]
        assert verbs == sorted(verbs, key=VERBS.index)
        assert {"has selected", "has inserted", "ended his"} <= set(verbs)
    assert programs[0].texts[-2:] == programs[1].texts[-2:]


async def test_delayed_view_is_dropped_after_its_reader_left_the_match(server: PipesServer) -> None:
    mover, other = await waiting_view(server)
    await later(server, other)
    await at_once(server, mover, "selectCell|1|4", "leaveMatch")
    told = await at_once(server, other, "createMatch|2")
    assert kinds(told[other])[-3:] == [NotifyWait, NotifyUpdate, Return]
    assert not {MatchSeen, NotifyEndMatch} & set(kinds(await later(server, other)))


async def test_pending_messages_are_sent_before_the_farewell(server: PipesServer) -> None:
    _, other = await waiting_view(server)
    heard = len(other.heard)
    other.tell(farewell(ServerReason.CLOSING))
    assert kinds(other.heard[heard:]) == [Message, MatchSeen, NotifyUpdate, Message]


async def test_client_disconnected_while_awaiting_an_answer_hears_why(server: PipesServer) -> None:
    mover, _ = mover_of(await server.programs_at_play("anna", "bruno", frames=True))
    mover.write("selectCell|1|3")
    mover.tell(farewell(ServerReason.CLOSING))
    assert mover.heard[-1] == Message(farewell(ServerReason.CLOSING).detail)


async def test_events_during_the_pause_before_a_match_come_with_it(server: PipesServer) -> None:
    mover, other = mover_of(await server.programs_at_play("anna", "bruno", frames=True))
    server.drop(other)
    again = Program(server.server.dispatcher, frames=True)
    server.programs.append(again)
    told = await at_once(server, again, f"login|{other.name}")
    assert MatchSeen in kinds(told[again])
    told = await at_once(server, mover, "selectCell|1|3")
    assert MatchSeen in kinds(told[again])  # the pause already delays it
    await later(server, again)
    told = await at_once(server, mover, "selectCell|1|4")
    assert MatchSeen not in kinds(told[again])


@pytest.mark.parametrize("how", ["lines", "calls"])
async def test_lines_wait_for_nothing_and_calls_do(server: PipesServer, how: str) -> None:
    anna = await (server.caller("anna") if how == "calls" else server.program("anna"))
    bruno = await (server.caller("bruno") if how == "calls" else server.program("bruno"))
    await server.ask(anna, "createMatch|2")
    await server.ask(bruno, "join|0")
    mover, other = mover_of([anna, bruno])
    told = await at_once(server, mover, "selectCell|1|3", "selectCell|1|4")
    views = sum(isinstance(word, MatchSeen) for word in told[other])
    assert views == (0 if isinstance(other, Caller) else 2)
    await later(server, other)
    assert len(other.view.view.currentPlayerHand) == 2
