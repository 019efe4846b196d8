"""Events as sentences, for logs and for people who cannot see the table."""

from typing import assert_never

from ludoteca.games.contract import Ending, Seat
from ludoteca.games.seating import SeatReturned, SeatsLeft, TurnPassed, TurnSkipped
from ludoteca.games.shelfie.common_goals import COMMON_GOALS
from ludoteca.games.shelfie.editions import rule_set, rules_in_words
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


def describe(event: Event) -> str:  # noqa: C901, PLR0912 - one case an event
    """What happened, in a sentence."""
    match event:
        case TableLaid(seats, edition, goals, first, squares, leftovers):
            named = " and ".join(COMMON_GOALS[goal].title for goal in goals) or "none"
            rules = rules_in_words(rule_set(edition, squares, leftovers))
            return f"A table for {seats}, {rules}. Common goals: {named}. {_seat(first)} begins."
        case GoalDealt(seat, goal):
            return f"{_seat(seat)} got personal goal {goal}."
        case LeftoversReturned():
            return "The tiles left in the living room went back into the bag."
        case BoardFilled(tiles):
            return f"The living room got {len(tiles)} tiles."
        case TilesTaken(seat, cells, column):
            taken = " ".join(map(write_cell, cells))
            return f"{_seat(seat)} took {taken} into column {column + 1}."
        case TokenTaken(seat, goal, points):
            title = COMMON_GOALS[goal].title
            return f"{_seat(seat)} met common goal {goal}, {title}: {points} points."
        case ShelfFilled(seat):
            return f"{_seat(seat)} filled the bookshelf first: 1 point. This is the last round."
        case TurnSkipped(seat):
            return f"{_seat(seat)} was skipped."
        case TurnPassed(to):
            return f"It is the turn of seat {to + 1}."
        case SeatsLeft(seats):
            return " ".join(f"{_seat(seat)} left." for seat in seats)
        case SeatReturned(seat):
            return f"{_seat(seat)} came back."
        case GameEnded(winners, ending):
            who = " and ".join(map(_seat, winners)) or "Nobody"
            alone = " as the last one left" * (ending == Ending.LAST_LEFT)
            return f"The game is over. {who} won{alone}."
        case _:
            assert_never(event)


def _seat(seat: Seat) -> str:
    return f"Seat {seat + 1}"
