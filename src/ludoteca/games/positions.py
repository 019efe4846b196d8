"""Positions: complete states written as text, from which play can continue.

A game supports positions if its rules also define `read_state`, `write_state` and
`why_not_playable`. A written position includes hidden information.
"""

from typing import Protocol, runtime_checkable
from zlib import crc32

from ludoteca.games.chance import Dice
from ludoteca.games.contract import Rules, State

MOST_CHARACTERS = 2000
"""Maximum length of a position. An escaped position then fits into an HTTP request line."""


@runtime_checkable
class WrittenRules(Protocol):
    """Additional functions of a game that supports positions.

    Its states have the fields `seats` and `away`.
    """

    def read_state(self, text: str) -> State:
        """Parse a state; raise `ValueError` if the text is malformed."""
        ...

    def write_state(self, state: State) -> str: ...

    def why_not_playable(self, state: State) -> str:
        """Return the reason why play cannot continue from this state, or "" if it can."""
        ...


def positions_of(rules: object) -> WrittenRules | None:
    """Return the rules as `WrittenRules` if the game supports positions, or else None."""
    return rules if isinstance(rules, WrittenRules) else None


def read_position(rules: Rules, text: str) -> State:
    """Parse a position; raise `ValueError` with the reason if no game can continue from it."""
    if len(text) > MOST_CHARACTERS:
        raise ValueError(f"a position has at most {MOST_CHARACTERS} characters")
    if (written := positions_of(rules)) is None:
        raise ValueError(f"positions of {rules.TITLE} have no text form")
    state = written.read_state(text)
    if why := written.why_not_playable(state):
        raise ValueError(why)
    movers = rules.seats_to_move(state)
    if not movers and not rules.outcome(state):
        raise ValueError("no seat is to move")
    if movers and movers <= state.away:
        raise ValueError(f"seat {min(movers) + 1} is to move, but it is absent")
    for seat in sorted(movers):
        if next(iter(rules.legal_moves(state, seat)), None) is None:
            raise ValueError(f"seat {seat + 1} has no move")
    return state


def chance_at(text: str) -> Dice:
    """Return a `Chance` for the next move after a position, seeded with the position's text."""
    return Dice(crc32(text.encode()))
