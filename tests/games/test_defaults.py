"""The defaults of turn-based games, and their limits."""

from typing import Any

import pytest
from msgspec import Struct

from ludoteca.games import Dice, Refusal, Seat, replay
from ludoteca.games.contract import Rules, snake
from ludoteca.games.defaults import TurnGame
from ludoteca.games.turns import GameBegun, NoStep, TurnEvent, TurnState
from tests.extensions.example import rules as the_example

S0, S1 = Seat(0), Seat(1)


class Said(Struct, frozen=True, tag_field="event", tag=snake):
    seat: Seat
    word: str


class BellRung(Struct, frozen=True, tag_field="event", tag=snake):
    """An event without a seat."""


class Words(TurnGame[TurnState, str]):
    """A game that the first player to say "end" wins."""

    NAME, TITLE, SEATS = "words", "Words", range(2, 4)
    BLANK = TurnState()
    MOVES = str
    EVENTS: Any = TurnEvent | Said | BellRung

    def moves(self, state: Any) -> list[str]:
        return ["end", "3", "on"]

    def happens(self, state: Any, seat: Seat, move: str, chance: Any) -> list[Any]:
        return [] if move == "on" else [Said(seat, move)]

    def winners(self, state: Any) -> None:
        return None

    def draw(self, view: Any) -> str:
        return f"turn {view.turns}"


WORDS: Rules = Words()
TABLE = replay(WORDS, [GameBegun(3, S1)])


def code(answer: Any) -> str:
    assert isinstance(answer, Refusal)
    return answer.code


def test_a_move_that_is_not_offered_is_refused() -> None:
    four = the_example()
    state = replay(four, [GameBegun(2, S0)])
    for move in (1, 1, 1, 1, 1, 1):
        events = four.play(state, state.turn, move, Dice(0))
        assert not isinstance(events, Refusal)
        for event in events:
            state = four.apply(state, event)
    assert code(four.play(state, S0, 1, Dice(0))) == "four/illegal_move"
    assert four.canonical(state, S0, 1) is None


@pytest.mark.parametrize(
    ("text", "move"), [("end", "end"), ("3", "3"), ('"on"', "on"), ("what else", "what else")]
)
def test_text_move_is_written_unchanged(text: str, move: str) -> None:
    assert WORDS.read_move(text) == move
    assert WORDS.write_move(move) == move


def test_moves_are_not_put_together() -> None:
    assert code(WORDS.begin(TABLE, S1)) == "words/no_drafts"
    assert code(WORDS.step(TABLE, None, NoStep())) == "words/no_drafts"
    assert code(WORDS.finish(TABLE, None)) == "words/no_drafts"


def test_events_of_a_game_are_described_by_their_values() -> None:
    assert WORDS.describe(Said(S1, "end")) == "Seat 2 said: word end."
    assert WORDS.describe(BellRung()) == "Bell rung."


def test_an_event_that_a_game_forgot_is_an_error() -> None:
    with pytest.raises(TypeError, match=r"Words\.apply knows no Said"):
        WORDS.apply(TABLE, Said(S1, "end"))


def test_game_of_three_continues_after_one_leaves() -> None:
    events = WORDS.leave(TABLE, [S0])
    assert not isinstance(events, Refusal)
    assert len(events) == 1
    assert code(WORDS.leave(WORDS.apply(TABLE, events[0]), [S0])) == "words/already_gone"
