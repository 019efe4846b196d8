"""Tables of integers follow the rules."""

from itertools import accumulate, pairwise
from pathlib import Path

import pytest
from msgspec import Struct, json

from ludoteca.bots import Question
from ludoteca.bots.renaissance.cells import (
    BOARD_SIZE,
    BOARDS,
    CONVERTS,
    DEPOTS,
    DISCOUNT,
    DISCOUNTS,
    LEADER_ABILITY,
    LEADER_KIND,
    LEADER_POINTS,
    MARBLE,
    OVER,
    POWER,
    PRODUCES,
    SCORE,
    SHELTERS,
    TOKENS,
    TOKENS_LEFT,
    memory,
)
from ludoteca.bots.renaissance.evaluation import AIMS, aim
from ludoteca.bots.renaissance.placing import PLACES, TAKEN, convert, plan_places
from ludoteca.bots.renaissance.search import small_move, turn_number
from ludoteca.bots.renaissance.table import add_leader, end_turn, play_leaders, score
from ludoteca.bots.renaissance.turns import act, drop_leaders
from ludoteca.games import Dice, Seat, play_move, renaissance
from ludoteca.games.renaissance import Event, PlayLeader, State, points, view
from tests.bots.renaissance.tables import begun, known, shown
from tests.conftest import PROVING, many
from tests.games.random_play import accepted

RECORDINGS = sorted((Path(__file__).parents[2] / "games/renaissance/recordings").iterdir())
SPARSE = 10
"""A quick run plays on from one in this many turns of a recording."""


class Recorded(Struct, frozen=True):
    """The part of a recording that tells its positions."""

    events: tuple[Event, ...]


def question(state: State) -> Question:
    seat = state.turn
    moves = list(renaissance.legal_moves(state, seat))
    return Question(renaissance, view(state, seat), seat, moves)


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_turns_lead_where_the_small_moves_of_the_rules_lead(seats: int) -> None:
    for seed in range(many(60, 60)):
        dice = Dice(seed)
        state = begun(seats, dice)
        while not state.outcome:
            state = check_turn(state, dice)
        check_scores(state)


@pytest.mark.parametrize("path", RECORDINGS, ids=lambda path: path.stem)
def test_turns_agree_with_the_rules_from_recorded_positions(path: Path) -> None:
    events = json.decode(path.read_bytes(), type=Recorded).events
    states = [*accumulate(events, renaissance.apply, initial=renaissance.BLANK)]
    turns = [s for before, s in pairwise(states) if s.turns > before.turns and not s.outcome]
    for seed, state in enumerate(turns[:: 1 if PROVING else SPARSE]):
        check_turn(state, Dice(seed))
    check_scores(states[-1])


def check_turn(state: State, dice: Dice) -> State:
    """Play a random turn on a table of integers and by the rules; return the state after it."""
    seat, before = state.turn, state.turns
    table, aims = known(state, seat), memory(AIMS)
    play_leaders(table, BOARDS + BOARD_SIZE * seat)
    while isinstance(move := small_move(question(state)), PlayLeader):
        state, _ = accepted(play_move(renaissance, state, seat, move, dice))
    asked = question(state)
    turns = {turn_number(asked.view, move): move for move in asked.moves}
    turns.pop(None, None)
    number = sorted(turns)[dice.below(len(turns))]  # type: ignore[type-var]
    assert number is not None
    aim(table, aims)
    act(table, seat, number, aims)
    move = turns[number]
    while move is not None and state.turns == before and not state.outcome:
        state, _ = accepted(play_move(renaissance, state, seat, move, dice))
        move = None if state.outcome else small_move(question(state))
    drop_leaders(table, seat)
    if not table[OVER]:
        end_turn(table)
    if table[TOKENS_LEFT] == 7:  # shuffled by another seed
        table[TOKENS : TOKENS + 7] = [*state.tokens, *[0] * 7][:7]
    assert shown(table) == shown(known(state, seat))
    return state


def check_scores(state: State) -> None:
    for owner in range(state.seats):
        total = sum(p.amount for p in points(view(state, None), Seat(owner)))
        assert score(known(state, Seat(owner)), BOARDS + BOARD_SIZE * owner) == total


@pytest.mark.parametrize("leader", range(len(LEADER_ABILITY)))
def test_leader_adds_its_points_and_its_ability(leader: int) -> None:
    table = known(begun(2, Dice(leader)), Seat(0))
    before = list(table)
    add_leader(table, BOARDS, leader)
    kind = LEADER_KIND[leader]
    changed = {place - BOARDS for place, held in enumerate(before) if table[place] != held}
    places = {
        DISCOUNTS: {DISCOUNT + kind},
        SHELTERS: {DEPOTS},
        CONVERTS: {MARBLE},
        PRODUCES: {POWER},
    }
    assert table[BOARDS + SCORE] - before[BOARDS + SCORE] == LEADER_POINTS[leader]
    assert {SCORE, *places[LEADER_ABILITY[leader]]} <= changed


@pytest.mark.parametrize("seed", range(6))
def test_white_marbles_become_the_most_valuable_resources(seed: int) -> None:
    table, aims, places = known(begun(2, Dice(seed)), Seat(0)), memory(AIMS), memory(PLACES)
    first, second = (n for n, ability in enumerate(LEADER_ABILITY) if ability == CONVERTS and n % 2)
    add_leader(table, BOARDS, first)
    add_leader(table, BOARDS, second)
    aim(table, aims)
    one, other = TAKEN + LEADER_KIND[first], TAKEN + LEADER_KIND[second]
    values = {}
    for count in range(4):
        tried = list(places)
        tried[one] += count
        tried[other] += 3 - count
        values[count] = plan_places(table, 0, tried, aims)
    chosen = convert(table, 0, 3, places, aims)
    assert values[chosen] == max(values.values())
    assert (places[one], places[other]) == (chosen, 3 - chosen)
