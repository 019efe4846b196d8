"""Tables of integers with everything that the state contains."""

from ludoteca.bots.renaissance.cells import (
    BOARD_SIZE,
    BOARDS,
    CHANCE,
    DECKS,
    HAND,
    HAND_SIZE,
    LEFT,
    OVER,
    ROUNDS,
    SEATS,
    TOKENS,
    TOKENS_LEFT,
    TURN,
    WON,
    Cells,
)
from ludoteca.bots.renaissance.search import read
from ludoteca.games import Dice, Refusal, Seat, play_move, renaissance, replay
from ludoteca.games.renaissance import Options, Phase, State, view
from tests.games.random_play import accepted


def begun(seats: int, dice: Dice) -> State:
    """Return a table at the start of the first turn, after random set-up choices."""
    state = replay(renaissance, accepted(renaissance.setup(seats, Options(), dice)))
    while state.phase == Phase.SETUP:
        seat = min(renaissance.seats_to_move(state))
        move = renaissance.sample(state, seat, dice)
        assert not isinstance(move, Refusal)
        state, _ = accepted(play_move(renaissance, state, seat, move, dice))
    return state


def known(state: State, seat: Seat) -> Cells:
    """Convert a state to a seat's table, with all face-down cards and tokens known."""
    table = read(view(state, seat))
    table[TURN] = state.turn
    for place, deck in enumerate(state.decks):
        at = DECKS + 4 * (place + 1)
        table[at - len(deck) : at] = deck
    table[TOKENS + 7 - len(state.tokens) : TOKENS + 7] = state.tokens
    if state.outcome:
        table[OVER] = 1
        table[WON] = int(state.solo and bool(state.outcome.winners))
    return table


def shown(table: Cells) -> Cells:
    """Return the significant cells: no removed cards or tokens, and visible hands in order."""
    clean = list(map(int, table))
    for deck in range(12):
        gone = 4 - clean[LEFT + deck]
        clean[DECKS + 4 * deck : DECKS + 4 * deck + gone] = [0] * gone
    drawn = 7 - clean[TOKENS_LEFT]
    clean[TOKENS : TOKENS + drawn] = [0] * drawn
    for seat in range(clean[SEATS]):
        at = BOARDS + BOARD_SIZE * seat + HAND
        hand = [] if clean[OVER] else sorted(clean[at : at + HAND_SIZE])
        clean[at : at + HAND_SIZE] = [*hand, *[0] * HAND_SIZE][:HAND_SIZE]
    clean[CHANCE] = clean[ROUNDS] = 0
    return clean
