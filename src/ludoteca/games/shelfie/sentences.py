"""Events described in sentences, for logs and screen readers."""

from typing import assert_never

from ludoteca.games.seating import (
    SeatReturned,
    SeatsLeft,
    TurnPassed,
    TurnSkipped,
    describe_end,
    describe_seating,
    seat_name,
)
from ludoteca.games.shelfie.editions import rule_set, rules_in_words
from ludoteca.games.shelfie.goals import COMMON_GOALS
from ludoteca.games.shelfie.notation import write_cell
from ludoteca.games.shelfie.state import (
    BoardFilled,
    Event,
    GameEnded,
    GoalDealt,
    LeftoversReturned,
    ShelfFilled,
    TableLaid,
    TilesTaken,
    TokenTaken,
)


def describe(event: Event) -> str:
    match event:
        case TableLaid(seats, edition, goals, first, squares, leftovers):
            named = " and ".join(COMMON_GOALS[goal].title for goal in goals) or "none"
            rules = rules_in_words(rule_set(edition, squares, leftovers))
            return (
                f"A table for {seats}, {rules}. Common goals: {named}. {seat_name(first)} begins."
            )
        case GoalDealt(seat, goal):
            return f"{seat_name(seat)} got personal goal {goal}."
        case LeftoversReturned():
            return "The tiles left in the living room went back into the bag."
        case BoardFilled(tiles):
            many = "1 tile" if len(tiles) == 1 else f"{len(tiles)} tiles"
            return f"The living room was filled with {many}."
        case TilesTaken(seat, cells, column):
            taken = " ".join(map(write_cell, cells))
            return f"{seat_name(seat)} put {taken} into column {column + 1}."
        case TokenTaken(seat, goal, points):
            title = COMMON_GOALS[goal].title
            return f"{seat_name(seat)} completed common goal {goal}, {title}: {points} points."
        case ShelfFilled(seat):
            filled = f"{seat_name(seat)} was the first to fill a shelf: 1 point."
            return f"{filled} This is the last round."
        case TurnSkipped() | TurnPassed() | SeatsLeft() | SeatReturned():
            return describe_seating(event)
        case GameEnded(winners, ending):
            return describe_end(winners, ending)
        case _:
            assert_never(event)
