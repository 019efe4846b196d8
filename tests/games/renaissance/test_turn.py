"""A turn and its phases: the moves allowed in each. Section 6 of the rules."""

from collections.abc import Mapping

import pytest
from msgspec.structs import replace

from ludoteca.games import Dice, Ending, Outcome, Seat, renaissance
from ludoteca.games.renaissance import (
    DiscardLeader,
    EndTurn,
    Move,
    Phase,
    PlayLeader,
    Reason,
    ReturnLeader,
    State,
)
from ludoteca.games.seating import TurnPassed
from tests.games.renaissance.laid import (
    after,
    answer,
    board,
    bonus,
    buy,
    code,
    column,
    convert,
    dealt,
    discard,
    pay,
    place,
    played,
    produce,
    row,
    shift,
    swap,
    table,
    to_move,
)

ANNA = board("1 coin | - | -", box="2 coin", slots="1 | 3 | -", hand="51 52")
ACTING = table(ANNA, board(), tops=[11])
PLACING = after(ACTING, row(2))
PHASES = {
    "setup": dealt(2),
    "acting": ACTING,
    "placing": PLACING,
    "acted": after(PLACING, place("stone", 2), discard("servant")),
}
MOVES: Mapping[str, Move] = {
    "return leader": ReturnLeader(51),
    "take bonus": bonus("coin", 3),
    "take a row": row(1),
    "take a column": column(4),
    "buy": buy(11, 3, pay(1, box="2 coin")),
    "produce": produce(pay(1, box="1 coin"), basic="coin coin > stone"),
    "convert": convert("coin"),
    "place": place("stone", 2),
    "discard": discard("stone"),
    "move": shift(1, 1, 3),
    "swap": swap(1, 3),
    "play leader": PlayLeader(51),
    "discard leader": DiscardLeader(52),
    "end turn": EndTurn(),
}

# The state machine of the section: every move in every phase.
MACHINE = """
                   | setup            | acting        | placing            | acted
    return leader  | done             | setup_is_over | setup_is_over      | setup_is_over
    take bonus     | leaders_first    | setup_is_over | setup_is_over      | setup_is_over
    take a row     | still_setting_up | done          | still_placing      | already_acted
    take a column  | still_setting_up | done          | still_placing      | already_acted
    buy            | still_setting_up | done          | still_placing      | already_acted
    produce        | still_setting_up | done          | still_placing      | already_acted
    convert        | still_setting_up | not_placing   | nothing_to_convert | not_placing
    place          | still_setting_up | not_placing   | done               | not_placing
    discard        | still_setting_up | not_placing   | done               | not_placing
    move           | still_setting_up | done          | done               | done
    swap           | still_setting_up | done          | done               | done
    play leader    | still_setting_up | done          | still_placing      | done
    discard leader | still_setting_up | done          | still_placing      | done
    end turn       | still_setting_up | not_acted_yet | still_placing      | done
"""
HEAD, *LINES = (
    [cell.strip() for cell in line.split("|")]
    for line in MACHINE.strip("\n").split("\n")
    if "|" in line
)
CASES = [
    (line[0], phase, said) for line in LINES for phase, said in zip(HEAD[1:], line[1:], strict=True)
]


@pytest.mark.parametrize(("move", "phase", "said"), CASES)
def test_each_phase_accepts_only_its_moves(move: str, phase: str, said: str) -> None:
    assert answer(PHASES[phase], MOVES[move]).removeprefix("renaissance/") == said


def test_every_phase_and_every_move_is_in_the_table() -> None:
    assert {state.phase for state in PHASES.values()} == set(Phase)
    assert [line[0] for line in LINES] == list(MOVES)


@pytest.mark.parametrize("phase", ["acting", "placing", "acted"])
@pytest.mark.parametrize("move", MOVES)
def test_only_the_seat_to_move_can_act(move: str, phase: str) -> None:
    state = PHASES[phase]
    assert to_move(state) == [0]
    assert answer(state, MOVES[move], seat=1) == Reason.NOT_YOUR_TURN
    assert not list(renaissance.legal_moves(state, Seat(1)))


@pytest.mark.parametrize("seat", [-1, 2])
@pytest.mark.parametrize("phase", PHASES)
def test_a_seat_that_does_not_exist_can_do_nothing(phase: str, seat: int) -> None:
    for move in MOVES.values():
        assert answer(PHASES[phase], move, seat) == Reason.NO_SUCH_SEAT
    assert code(renaissance.sample(PHASES[phase], Seat(seat), Dice(0))) == Reason.NO_SUCH_SEAT


@pytest.mark.parametrize("phase", PHASES)
def test_after_the_end_nobody_can_do_anything(phase: str) -> None:
    over = replace(PHASES[phase], outcome=Outcome((Seat(0),), Ending.PLAYED_OUT))
    assert to_move(over) == []
    for seat in (0, 1):
        assert not list(renaissance.legal_moves(over, Seat(seat)))
        assert code(renaissance.sample(over, Seat(seat), Dice(0))) == Reason.GAME_OVER
        for move in MOVES.values():
            assert answer(over, move, seat) == Reason.GAME_OVER


def test_a_turn_has_one_main_action_and_any_number_of_leader_actions() -> None:
    state = after(ACTING, PlayLeader(51), swap(2, 3), MOVES["buy"], DiscardLeader(52))
    assert (state.phase, state.board.played, state.board.hand) == (Phase.ACTED, (51,), ())
    assert played(state, EndTurn()) == [TurnPassed(Seat(1))]


def test_the_turn_goes_round_in_seat_order() -> None:
    state = table(board(), board(), board())
    turns = []
    for _ in range(4):
        turns.append(state.turn)
        state = after(replace(state, phase=Phase.ACTED), EndTurn())
    assert (turns, state.turns, state.phase) == ([0, 1, 2, 0], 4, Phase.ACTING)


# "A player can never be stuck, because the market action is always possible."
def test_market_can_be_used_without_resources() -> None:
    offered = list(renaissance.legal_moves(table(board(), board()), Seat(0)))
    assert offered == [row(1), row(2), row(3), column(1), column(2), column(3), column(4)]


def test_judging_moves_does_not_change_the_state() -> None:
    before: State = table(ANNA, board(), tops=[11])
    for move in MOVES.values():
        played(before, move)
    assert before == ACTING
