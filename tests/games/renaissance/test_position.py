"""Whole tables as text: written tables can be read, and errors name their line."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludoteca.games import Rules, Seat, renaissance, replay
from ludoteca.games.renaissance import Phase, read_state, write_state
from ludoteca.games.renaissance.cards import TOKENS
from tests.games.random_play import Setup, play_out, setups

GAME: Rules = renaissance
MARKET = "market WBGY/RWWG/PBYW>P"


@given(setups(GAME), st.data())
def test_a_written_table_is_read(setup: Setup, data: st.DataObject) -> None:
    rules, events, states, told = play_out(setup, absences=True)
    moment = data.draw(st.integers(0, len(states) - 1))
    assert read_state(write_state(states[moment])) == states[moment]
    for eyes in (None, *map(Seat, range(setup.seats))):
        seen = (rules.redact(event, eyes) for event in events[: told[moment]])
        known = replay(rules, (event for event in seen if event is not None))
        assert read_state(write_state(known)) == known


def test_omitted_parts_have_defaults() -> None:
    state = read_state(f"seats 1\n{MARKET}")
    assert state.phase == Phase.ACTING
    assert state.tokens == TOKENS
    assert state.boards == (renaissance.Board(),)
    assert sorted(card for deck in state.decks for card in deck) == sorted(renaissance.CARDS)


def test_a_table_can_be_played_from_a_text() -> None:
    state = read_state(f"""
        seats 2
        {MARKET}
        board 1
            depots coin 1, stone 2, - ;
            cards 9 | - | - ; hand 51 52
        deck green 1  5 ...
        deck blue 1  7
        deck blue 2  -
    """)
    assert state.decks[:5] == ((5, 1, 13), (17, 21, 25, 29), (33, 37, 41, 45), (7,), ())
    assert "produce basic coin stone = shield with 1 1 0" in [
        renaissance.write_move(move) for move in renaissance.legal_moves(state, Seat(0))
    ]


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("", "'seats' and 'market' must be given"),
        ("seats 1", "'seats' and 'market' must be given"),
        ("seats 5", "line 1: a number from 1 to 4 is wanted, not '5'"),
        ("market W", "line 1: a market is three rows of four marbles and the slide, as in "
         "WBGY/RWWG/PBYW>P"),
        (f"seats 1\n{MARKET}\nboard 2 faith 1", "line 3: there is no seat 2"),
        (f"seats 1\n{MARKET}\nboard 5 faith 1", "line 3: there is no part 'board 5 faith 1'"),
        (f"seats 1\n{MARKET}\nboard 1\n  faith 25", "line 3: faith is a whole number up to 24, "
         "not '25'"),
        (f"seats 1\n{MARKET}\ndeck blue 1 9", "line 3: card 9 belongs to another deck"),
        (f"seats 1\n{MARKET}\ndeck green 1 9 9", "line 3: a card is there twice"),
        (f"seats 1\n{MARKET}\nboard 1 cards 9 | - | -\ndeck green 1 9", "line 4: a card is there "
         "twice"),
        (f"seats 1\n{MARKET}\nphase resting", "line 3: 'resting' is not a valid Phase"),
        (f"seats 1\n{MARKET}\nlast_round soon", "line 3: yes or no is wanted, not 'soon'"),
        (f"seats 1\n{MARKET}\ntaken gold", "line 3: goods are like 1 coin + 2 stone, not 'gold'"),
    ],
)  # fmt: skip
def test_unreadable_position_says_where(text: str, error: str) -> None:
    with pytest.raises(ValueError) as said:  # noqa: PT011 - the whole text is compared
        read_state(text)
    assert str(said.value) == error
