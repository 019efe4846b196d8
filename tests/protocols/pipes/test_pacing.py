"""When deployed clients are sent views that they did not ask for, and what waits with them."""

import pytest

from ludoteca.games import Seat
from ludoteca.messages import HouseReason, farewell
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
from tests.protocols.pipes.programs import Caller, Club, Program, a_good_move, mover_of

VERBS = ("has selected", "has inserted", "achieved", "ended his")


async def at_once(house: Club, program: Program, *said: str) -> dict[Program, list[ServerWord]]:
    """What each hears when a program says this, before any time has passed."""
    before = {each: len(each.heard) for each in house.programs}
    for text in said:
        program.write(text)
    await house.answer()
    return {each: each.heard[heard:] for each, heard in before.items()}


async def later(house: Club, program: Program) -> list[ServerWord]:
    """What a program hears when its time has passed."""
    before = len(program.heard)
    program.wait()
    await house.answer()
    return program.heard[before:]


def kinds(words: list[ServerWord]) -> list[type[ServerWord]]:
    return [type(word) for word in words]


async def waiting_view(house: Club) -> tuple[Program, Program]:
    """Who moves, and another for whom a view waits."""
    mover, other = mover_of(await house.programs_at_play("anna", "bruno", frames=True))
    told = await at_once(house, mover, "selectCell|1|3")
    assert kinds(told[mover]) == [Message, MatchSeen, Return]
    assert told[other] == []
    return mover, other


async def test_the_latest_view_waits_and_replaces_the_ones_before(house: Club) -> None:
    mover, other = await waiting_view(house)
    assert kinds(await later(house, other)) == [Message, MatchSeen, NotifyUpdate]
    told = await at_once(house, mover, "deselectCards", "selectCell|1|3", "selectCell|1|4")
    assert told[other] == []
    seen = await later(house, other)
    assert kinds(seen) == [Message, Message, MatchSeen, NotifyUpdate]
    assert seen[-1] == NotifyUpdate(500)
    assert len(other.view.view.currentPlayerHand) == 2
    assert await later(house, other) == []


async def test_a_gesture_and_the_move_right_after_it_are_one_view(house: Club) -> None:
    mover, other = await waiting_view(house)
    told = await at_once(house, mover, "insertInColumn|0")
    assert kinds(told[other]) == [Message] * 4 + [MatchSeen, NotifyUpdate]
    assert other.view.view.currentPlayer == other.name
    assert await later(house, other) == []


async def test_a_view_in_an_answer_goes_at_once_and_replaces_the_one_that_waits(
    house: Club,
) -> None:
    mover, other = await waiting_view(house)
    await later(house, other)
    await at_once(house, mover, "insertInColumn|0")
    told = await at_once(house, other, "selectCell|1|4")
    # "The text client reads that cell and crashes on null."
    assert kinds(told[other])[:3] == [Message, MatchSeen, Return]
    # What was to be read with the view that is not needed any more is still to be read.
    assert texts.YOUR_TURN.format(name=other.name) in other.texts
    assert set(kinds(told[other])[3:]) == {Message}
    assert (other.view.view.board[1][4] or "").startswith(">")
    assert await later(house, other) == []


async def test_nothing_that_waited_comes_between_a_request_and_its_answer(house: Club) -> None:
    mover, other = await waiting_view(house)
    heard = len(other.heard)
    other.write("sendPublicMessage|hm|false")
    other.wait()
    assert other.heard[heard:] == []
    await house.answer()
    assert kinds(other.heard[heard:]) == [PublicChat, Return, Message, MatchSeen, NotifyUpdate]
    assert mover.of(ChatNotification)[-1].text.endswith("hm")


async def test_what_is_said_apart_from_a_view_does_not_wait(house: Club) -> None:
    mover, other = await waiting_view(house)
    told = await at_once(house, mover, "sendPublicMessage|hello|false")
    assert kinds(told[other]) == [PublicChat, ChatNotification]
    await at_once(house, mover, "selectCell|1|4", "sortHand|0|1")
    assert other.of(VirtualHand) == []  # the view that waits will have it
    assert kinds(await later(house, other)) == [Message, Message, MatchSeen, NotifyUpdate]
    assert other.view.view.currentPlayerHand == mover.of(VirtualHand)[-1].items
    assert other.view.view.publicChat == [f"{mover.name}: hello"]


async def test_a_closed_hand_is_no_reason_for_a_view(house: Club) -> None:
    mover, other = await waiting_view(house)
    await house.settle()
    told = await at_once(house, mover, "confirmSelection")
    assert told[other] == await later(house, other) == []


async def test_the_start_of_a_match_waits_behind_its_view(house: Club) -> None:
    anna, bruno = await house.programs_at_play("anna", "bruno", frames=True)
    carla = await house.program("carla", frames=True)
    await at_once(house, bruno, "leaveMatch")
    assert NotifyEndMatch() in anna.heard
    await at_once(house, anna, "createMatch|2")
    told = await at_once(house, carla, "join|0")
    assert Message(texts.BUILDING) in told[anna]
    assert not {MatchSeen, NotifyStart} & set(kinds(told[anna]))
    waited = [kind for kind in kinds(await later(house, anna)) if kind is not Message]
    assert waited == [MatchSeen, NotifyStart, NotifyUpdate]


async def test_the_end_of_a_match_waits_behind_its_results(house: Club) -> None:
    mover, other = await waiting_view(house)
    await later(house, other)
    told = await at_once(house, mover, "selectCell|1|4", "leaveMatch")
    assert not {MatchSeen, NotifyEndMatch} & set(kinds(told[other]))
    waited = await later(house, other)
    first = waited.index(Message(texts.GAME_OVER))
    assert waited[first + 1] == Message(texts.WINNER.format(name=other.name))
    assert kinds(waited)[first + 2 :][:3] == [MatchSeen, NotifyEndMatch, ServerVirtualView]
    assert other.view.view.gameResults[-1][0] == other.name
    assert sum(isinstance(word, MatchSeen) for word in waited) == 1


@pytest.mark.parametrize("how", ["frames", "calls"])
async def test_announcements_keep_their_order_to_the_end_of_a_match(house: Club, how: str) -> None:
    coming = [
        house.caller(name) if how == "calls" else house.program(name, frames=True)
        for name in ("anna", "bruno")
    ]
    programs: list[Program] = [await each for each in coming]
    await house.ask(programs[0], "createMatch|2")
    await house.ask(programs[1], "join|0")
    keeper = keeper_of(house.server.house)
    while not keeper.table.over:
        seat = keeper.table.state.turn
        mover, other = programs[seat], programs[1 - seat]
        before = len(other.texts)
        move = a_good_move(keeper, Seat(seat))
        for row, column in move.cells:
            mover.write(f"selectCell|{row}|{column}")
        await at_once(house, mover, f"insertInColumn|{move.column}")
        await house.settle()
        verbs = [verb for text in other.texts[before:] for verb in VERBS if f" {verb} " in text]
        assert verbs == sorted(verbs, key=VERBS.index)
        assert {"has selected", "has inserted", "ended his"} <= set(verbs)
    assert programs[0].texts[-2:] == programs[1].texts[-2:]


async def test_who_is_elsewhere_is_not_brought_back_by_what_waited(house: Club) -> None:
    mover, other = await waiting_view(house)
    await later(house, other)
    await at_once(house, mover, "selectCell|1|4", "leaveMatch")
    told = await at_once(house, other, "createMatch|2")
    assert kinds(told[other])[-3:] == [NotifyWait, NotifyUpdate, Return]
    assert not {MatchSeen, NotifyEndMatch} & set(kinds(await later(house, other)))


async def test_who_is_let_go_hears_first_what_waited(house: Club) -> None:
    _, other = await waiting_view(house)
    heard = len(other.heard)
    other.tell(farewell(HouseReason.CLOSING))
    assert kinds(other.heard[heard:]) == [Message, MatchSeen, NotifyUpdate, Message]


async def test_who_is_let_go_while_an_answer_is_awaited_hears_why(house: Club) -> None:
    mover, _ = mover_of(await house.programs_at_play("anna", "bruno", frames=True))
    mover.write("selectCell|1|3")
    mover.tell(farewell(HouseReason.CLOSING))
    assert mover.heard[-1] == Message(farewell(HouseReason.CLOSING).detail)


async def test_what_happens_in_the_pause_before_a_match_comes_with_it(house: Club) -> None:
    mover, other = mover_of(await house.programs_at_play("anna", "bruno", frames=True))
    house.drop(other)
    again = Program(house.server.house, frames=True)
    house.programs.append(again)
    told = await at_once(house, again, f"login|{other.name}")
    assert MatchSeen in kinds(told[again])
    told = await at_once(house, mover, "selectCell|1|3")
    assert MatchSeen in kinds(told[again])  # the pause holds it up already
    await later(house, again)
    told = await at_once(house, mover, "selectCell|1|4")
    assert MatchSeen not in kinds(told[again])


@pytest.mark.parametrize("how", ["lines", "calls"])
async def test_lines_wait_for_nothing_and_calls_do(house: Club, how: str) -> None:
    anna = await (house.caller("anna") if how == "calls" else house.program("anna"))
    bruno = await (house.caller("bruno") if how == "calls" else house.program("bruno"))
    await house.ask(anna, "createMatch|2")
    await house.ask(bruno, "join|0")
    mover, other = mover_of([anna, bruno])
    told = await at_once(house, mover, "selectCell|1|3", "selectCell|1|4")
    views = sum(isinstance(word, MatchSeen) for word in told[other])
    assert views == (0 if isinstance(other, Caller) else 2)
    await later(house, other)
    assert len(other.view.view.currentPlayerHand) == 2
