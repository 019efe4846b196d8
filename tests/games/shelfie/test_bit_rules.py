"""Rules with bitboards and caches agree with plain functions at every position of a game."""

from functools import reduce
from itertools import product
from pathlib import Path

import pytest
from msgspec import Struct, json

from ludoteca.games import Dice, Seat, play_move, replay, shelfie
from ludoteca.games.parts import accepted
from ludoteca.games.shelfie import (
    POINTS_BY_MATCHES,
    RULE_SETS,
    SEATS,
    WORDING,
    Event,
    RuleSet,
    State,
    TakeTiles,
    TilesTaken,
    TokenTaken,
)
from ludoteca.games.shelfie.bitshelf import bits_of
from ludoteca.games.shelfie.shelf import grid_of
from tests.conftest import many, no_coverage
from tests.games.shelfie.shelves import bits_in

GAMES = many(10_000, share=100)
RECORDED = sorted((Path(__file__).parents[2] / "core" / "journals").glob("shelfie*.jsonl"))
EVERY_TABLE = list(product(SEATS, RULE_SETS))


@no_coverage
@pytest.mark.parametrize(("seats", "rules"), EVERY_TABLE)
def test_bits_and_plain_rules_agree_on_every_position(seats: int, rules: RuleSet) -> None:
    options = shelfie.Options(squares=rules.squares, leftovers=rules.leftovers)
    for seed in range(GAMES // len(EVERY_TABLE) + 1):
        dice = Dice(seed)
        state = replay(shelfie, accepted(shelfie.setup(seats, options, dice)))
        check_points(state)
        while not state.outcome:
            before, seat = state, state.turn
            move = accepted(shelfie.sample(state, seat, dice))
            state, events = accepted(play_move(shelfie, state, seat, move, dice))
            check_tokens(before, state, seat, events)
            check_points(state)


class Record(Struct, frozen=True):
    """The part of a recorded entry that changes the game."""

    record: str = ""
    events: tuple[Event, ...] = ()


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.stem)
def test_bits_and_plain_rules_agree_on_recorded_positions(path: Path) -> None:
    before: list[State] = []
    state = shelfie.BLANK
    for line in path.read_bytes().splitlines():
        record = json.decode(line, type=Record)
        if record.record == "move_taken_back":
            state = before.pop()
        elif record.events:
            before.append(state)
            state = reduce(shelfie.apply, record.events, state)
            check_points(state)
        for taken in record.events:
            if isinstance(taken, TilesTaken):
                move = TakeTiles(taken.cells, taken.column)
                events = accepted(shelfie.play(before[-1], taken.seat, move, Dice(0)))
                check_tokens(before[-1], state, taken.seat, events)
    assert state.outcome


def check_tokens(before: State, after: State, seat: Seat, events: list[Event]) -> None:
    cards, grid = WORDING[before.rules.squares].common_goals, grid_of(after.shelves[seat])
    met = [goal for goal, seats in before.claims.items() if seat not in seats]
    met = [goal for goal in met if cards[goal].is_met(grid)]
    assert [event.goal for event in events if isinstance(event, TokenTaken)] == met


def check_points(state: State) -> None:
    for eyes in range(state.seats):
        view = shelfie.view(state, Seat(eyes))
        for seat, seen in enumerate(view.seats):
            points = {point.source: point.amount for point in shelfie.points(view, Seat(seat))}
            grid = shelfie.kinds_in(seen.shelf)
            assert grid == grid_of(state.shelves[seat])
            assert bits_of(state.shelves[seat]) == bits_in(grid)
            assert points["adjacency"] == shelfie.adjacency(grid)
            if seen.goal is not None:
                matches = shelfie.matches(grid, seen.goal)
                assert points["personal"] == POINTS_BY_MATCHES[matches]
