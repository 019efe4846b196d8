"""Positions of My Shelfie for bots that look ahead."""

from collections.abc import Iterator

from hypothesis import strategies as st

from ludoteca.bots import Question
from ludoteca.bots.shelfie.search import table_of
from ludoteca.games import Seat, shelfie
from ludoteca.games.shelfie import State
from ludoteca.games.shelfie.bitshelf import Ints
from tests.games.random_play import Setup, play_out, setups


@st.composite
def states(draw: st.DrawFn) -> State:
    """Draw a position of a random game, with any number of players and any rules."""
    state: State = draw(st.sampled_from(play_out(draw(setups(shelfie))).states[:-1]))
    return state


def game(seats: int, seed: int) -> Iterator[State]:
    """Return the positions of a random game, except the last."""
    yield from play_out(Setup(shelfie, seats, shelfie.Options(), seed)).states[:-1]


def asked(state: State) -> Question:
    """Return the question for the seat to move."""
    seat = state.turn
    return Question(
        shelfie, shelfie.view(state, seat), seat, list(shelfie.legal_moves(state, seat))
    )


def seen(state: State, seat: Seat) -> Ints:
    """Return the table as this seat sees it."""
    return table_of(shelfie.view(state, seat), seat)
