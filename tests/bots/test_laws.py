"""Laws for every bot in every game."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludoteca.bots import BOTS, Question
from ludoteca.games import GAMES, Dice, Seat, replay
from tests.bots.tables import choice, play_out, wins
from tests.conftest import many, no_coverage
from tests.games.random_play import Setup, setups
from tests.games.random_play import play_out as random_game

pytestmark = no_coverage

EVERY_BOT = pytest.mark.parametrize("bot", BOTS)
MOST_MOVES = 1000
"""Three times as many moves as in the longest games observed."""


@EVERY_BOT
@given(setup=setups(), seed=st.integers(0, 2**32), data=st.data())
def test_bot_chooses_a_legal_move_deterministically(
    bot: str, setup: Setup, seed: int, data: st.DataObject
) -> None:
    game = random_game(setup)
    state = data.draw(st.sampled_from(game.states[:-1]))
    for seat in setup.rules.seats_to_move(state):
        chosen = choice(bot, setup.rules, state, seat, seed)
        assert chosen in setup.rules.legal_moves(state, seat)
        assert chosen == choice(bot, setup.rules, state, seat, seed)


@EVERY_BOT
@given(setup=setups(), seed=st.integers(0, 2**32), data=st.data())
def test_bot_choice_depends_only_on_events_its_seat_received(
    bot: str, setup: Setup, seed: int, data: st.DataObject
) -> None:
    game = random_game(setup)
    place = data.draw(st.integers(0, len(game.states) - 2))
    state = game.states[place]
    for seat in setup.rules.seats_to_move(state):
        news = [setup.rules.redact(event, seat) for event in game.events[: game.told[place]]]
        told = replay(setup.rules, [event for event in news if event is not None])
        chosen = choice(bot, setup.rules, told, seat, seed)
        assert chosen == choice(bot, setup.rules, state, seat, seed)


@pytest.mark.parametrize(
    ("name", "seats"), [(name, seats) for name, game in GAMES.items() for seats in game.SEATS]
)
def test_bots_that_do_not_search_play_by_the_rules_until_the_end(name: str, seats: int) -> None:
    # One in seven of ten thousand games.
    for seed in range(many(1430, 715)):
        dice = Dice(seed)
        bots = [("novice", "greedy")[dice.below(2)] for _ in range(seats)]
        assert GAMES[name].outcome(play_out(GAMES[name], bots, seed, MOST_MOVES))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(
    ("better", "worse"), [("greedy", "uniform"), ("greedy", "novice"), ("novice", "uniform")]
)
def test_levels_beat_the_levels_below(game: str, better: str, worse: str) -> None:
    games = many(60, 10)
    assert wins(GAMES[game], [better, worse], games, MOST_MOVES) >= games * 5 // 6


def test_greedy_sometimes_beats_lorenzo_and_uniform_does_not() -> None:
    rules, games = GAMES["renaissance"], many(25, 4)
    assert wins(rules, ["greedy"], games, MOST_MOVES) >= 2
    assert wins(rules, ["uniform"], games, MOST_MOVES) == 0


# Pinned: what later bots are measured against does not change.
@pytest.mark.parametrize(
    ("game", "points"), [("shelfie", [47, 37, 24]), ("renaissance", [36, 38, 48])]
)
def test_the_yardstick_stays_as_it_is(game: str, points: list[int]) -> None:
    rules = GAMES[game]
    end = rules.view(play_out(rules, ["greedy"] * 3, seed=7, most=MOST_MOVES), None)
    totals = [sum(p.amount for p in rules.points(end, Seat(seat))) for seat in range(3)]
    assert totals == points


def test_uniform_plays_every_move_as_often_as_any_other() -> None:
    class Fixed:
        def __init__(self, number: int) -> None:
            self.number = number

        def below(self, n: int) -> int:
            assert n == 3
            return self.number

    rules = GAMES["shelfie"]
    moves = ["a", "b", "c"]
    question = Question(rules, None, Seat(0), moves)
    played = [BOTS["uniform"](question, Fixed(i)) for i in range(3)]
    assert played == moves
