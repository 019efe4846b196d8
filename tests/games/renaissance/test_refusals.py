"""Every refusal of the rules, each with the smallest example."""

from typing import Any

import pytest
from msgspec.structs import replace

from ludoteca.games import Dice, Ending, Outcome, Refusal, Seat, renaissance
from ludoteca.games.renaissance import (
    Basic,
    DiscardLeader,
    EndTurn,
    Move,
    Options,
    PlayLeader,
    Produce,
    Reason,
    Resource,
    ReturnLeader,
    State,
)
from tests.games.renaissance.laid import (
    after,
    answer,
    board,
    bonus,
    buy,
    convert,
    dealt,
    discard,
    pay,
    place,
    produce,
    row,
    shift,
    swap,
    table,
)

TABLE = table(board("1 coin | 2 stone | -", box="2 shield", slots="5 | - | -", hand="49"), board())
PLACING = after(TABLE, row(2))
ACTED = after(PLACING, discard("stone"), discard("servant"))
WHITES = after(table(board(played="57 60"), board()), row(2))
CHOSEN = after(dealt(2), ReturnLeader(53), ReturnLeader(54), seat=1)
OVER = replace(TABLE, outcome=Outcome((), Ending.ABANDONED))
ONE_COIN: Any = (Resource.COIN,)

CASES: list[tuple[Reason, State, Move]] = [
    (Reason.GAME_OVER, OVER, row(1)),
    (Reason.NOT_YOUR_TURN, replace(TABLE, turn=Seat(1)), row(1)),
    (Reason.STILL_SETTING_UP, dealt(2), row(1)),
    (Reason.SETUP_IS_OVER, TABLE, ReturnLeader(49)),
    (Reason.LEADERS_FIRST, replace(dealt(2), turn=Seat(1)), bonus("coin", 1)),
    (Reason.LEADERS_CHOSEN, replace(CHOSEN, turn=Seat(1)), ReturnLeader(55)),
    (Reason.ALREADY_ACTED, ACTED, row(1)),
    (Reason.NOT_ACTED_YET, TABLE, EndTurn()),
    (Reason.STILL_PLACING, PLACING, EndTurn()),
    (Reason.NOT_PLACING, TABLE, place("coin", 1)),
    (Reason.NOT_TAKEN, PLACING, discard("coin")),
    (Reason.CONVERT_FIRST, WHITES, discard("stone")),
    (Reason.NOTHING_TO_CONVERT, PLACING, convert("coin")),
    (Reason.NO_SUCH_CONVERSION, WHITES, convert("stone")),
    (Reason.NO_SUCH_LINE, TABLE, row(4)),
    (Reason.NO_SUCH_DEPOT, PLACING, place("stone", 4)),
    (Reason.OTHER_RESOURCE_THERE, PLACING, place("stone", 1)),
    (Reason.IN_ANOTHER_DEPOT, PLACING, place("stone", 3)),
    (Reason.DEPOT_FULL, PLACING, place("stone", 2)),
    (Reason.NOTHING_TO_MOVE, TABLE, shift(2, 1, 3)),
    (Reason.DOES_NOT_FIT, TABLE, swap(1, 2)),
    (Reason.NOT_ON_OFFER, TABLE, buy(9, 2, pay())),
    (Reason.NO_SUCH_SLOT, TABLE, buy(1, 4, pay(box="2 shield"))),
    (Reason.WRONG_LEVEL, TABLE, buy(1, 1, pay(box="2 shield"))),
    (Reason.CANNOT_AFFORD, TABLE, buy(2, 2, pay())),
    (Reason.NOT_THERE, TABLE, buy(1, 2, pay(2, box="2 shield"))),
    (Reason.WRONG_PAYMENT, TABLE, buy(1, 2, pay(box="1 shield"))),
    (Reason.NO_POWER, TABLE, produce(pay())),
    (Reason.NO_SUCH_POWER, TABLE, produce(pay(), 2)),
    (Reason.POWER_TWICE, TABLE, produce(pay(0, 2), 1, 1)),
    (Reason.BAD_CHOICE, TABLE, Produce(pay(1), basic=Basic(ONE_COIN, Resource.COIN))),
    (Reason.NOT_IN_HAND, TABLE, DiscardLeader(50)),
    (Reason.REQUIREMENT_UNMET, TABLE, PlayLeader(49)),
]
# Tested with what asks for them: drafts, texts, leaving and coming back, and tables too large.
ELSEWHERE = {
    Reason.BAD_SEATS,
    Reason.NO_SUCH_SEAT,
    Reason.ALREADY_GONE,
    Reason.NOT_GONE,
    Reason.NOTHING_CHOSEN,
    Reason.NOTHING_TO_CHOOSE,
    Reason.CHOICE_OPEN,
    Reason.NOT_OWED,
    Reason.NOT_PAID,
    Reason.DRAFT_OUT_OF_DATE,
    Reason.UNREADABLE,
    Reason.BAD_SKETCH,
}


@pytest.mark.parametrize(("reason", "state", "move"), CASES, ids=[case[0].name for case in CASES])
def test_a_reason_for_a_no(reason: Reason, state: State, move: Move) -> None:
    seat = Seat(0) if reason is Reason.NOT_YOUR_TURN else state.turn
    assert answer(state, move, seat) == reason
    assert move not in list(renaissance.legal_moves(state, seat))


def test_every_reason_is_covered() -> None:
    assert {reason for reason, _, _ in CASES} == set(Reason) - ELSEWHERE


def test_a_refusal_has_a_code_for_programs_and_a_sentence_for_people() -> None:
    refusal = renaissance.setup(5, Options(), Dice(0))
    assert refusal == Refusal(
        "renaissance/bad_seats", "Masters of Renaissance is for one to four players."
    )
