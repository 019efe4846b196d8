"""The environments pass the tests of PettingZoo and Gymnasium and play whole games."""

import re
import subprocess
import sys
from contextlib import redirect_stdout
from io import StringIO
from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from hypothesis import given
from hypothesis import strategies as st
from pettingzoo.test import api_test, seed_test

from ludoteca.games import GAMES, Dice, Seat, replay
from ludoteca.gym import AgainstBots, Environment, env
from tests.conftest import many, no_coverage
from tests.games.random_play import Setup, play_out, setups
from tests.pages import DOCS

EVERY_TABLE = pytest.mark.parametrize(
    ("game", "seats"), [(name, seats) for name, rules in GAMES.items() for seats in rules.SEATS]
)
DICTIONARIES = (  # PettingZoo's own environments of board games are warned like this
    "ignore:Observation space for each agent probably should be",
    "ignore:Observation is not a NumPy array",
)


@EVERY_TABLE
@pytest.mark.filterwarnings(*DICTIONARIES)
def test_environment_passes_the_pettingzoo_api_test(game: str, seats: int) -> None:
    with redirect_stdout(StringIO()):
        api_test(env(game, seats, render_mode="ansi"), num_cycles=many(2000))


@EVERY_TABLE
@no_coverage
def test_the_same_seed_gives_the_same_game(game: str, seats: int) -> None:
    seed_test(lambda: env(game, seats), num_cycles=many(2000))


@no_coverage
@given(setup=setups(*GAMES.values()), data=st.data())
def test_every_move_is_an_action_of_its_own(setup: Setup, data: st.DataObject) -> None:
    table = Environment(setup.rules.NAME, setup.seats)
    table.reset()
    for state in data.draw(st.lists(st.sampled_from(play_out(setup).states[:-1]), max_size=5)):
        seat = at(table, state)
        moves = table.moves(f"seat_{seat + 1}")
        assert list(moves.values()) == list(setup.rules.legal_moves(state, seat))
        seen = table.observe(f"seat_{seat + 1}")
        assert table.observation_space("seat_1").contains(seen)
        assert list(np.flatnonzero(seen["action_mask"])) == sorted(moves)


@no_coverage
@given(setup=setups(*GAMES.values()), data=st.data())
def test_observation_depends_only_on_events_its_seat_received(
    setup: Setup, data: st.DataObject
) -> None:
    game = play_out(setup)
    place = data.draw(st.integers(0, len(game.states) - 2))
    table = Environment(setup.rules.NAME, setup.seats)
    table.reset()
    at(table, game.states[place])
    for seat in range(setup.seats):
        agent = f"seat_{seat + 1}"
        seen = table.observe(agent)["observation"]
        news = [setup.rules.redact(e, Seat(seat)) for e in game.events[: game.told[place]]]
        told = Environment(setup.rules.NAME, setup.seats)
        told.reset()
        at(told, replay(setup.rules, [event for event in news if event is not None]))
        assert (seen == told.observe(agent)["observation"]).all()


def at(table: Environment, state: Any) -> Seat:
    """Set a table to a state and select the seat to move."""
    seat = min(table.rules.seats_to_move(state))
    table.table, table._moves, table.agent_selection = state, None, f"seat_{seat + 1}"  # noqa: SLF001
    return seat


def test_the_winner_gets_one_and_the_others_lose_one() -> None:
    table, dice = Environment("renaissance", 2), Dice(1)
    table.reset(seed=1)
    while not any(table.terminations.values()):
        actions = list(table.moves(table.agent_selection))
        table.step(actions[dice.below(len(actions))])
    outcome = table.rules.outcome(table.table)
    assert outcome
    (winner,) = outcome.winners
    assert table.rewards[f"seat_{winner + 1}"] == 1
    assert sum(table.rewards.values()) == 0
    points = [info["points"] for info in table.infos.values()]
    assert points[winner] == max(points)
    assert table.moves("seat_1") == {}


def test_invalid_arguments_are_refused_with_a_sentence() -> None:
    table = Environment("shelfie")
    table.reset(seed=1)
    impossible, *_ = set(range(2565)) - set(table.moves(table.agent_selection))
    with pytest.raises(ValueError, match=f"cannot play action {impossible} now"):
        table.step(impossible)
    with pytest.raises(ValueError, match="no environment for chess"):
        Environment("chess")
    with pytest.raises(ValueError, match="two to four players"):
        Environment("shelfie", 5)
    with pytest.raises(ValueError, match=r"no bot anna for shelfie here \(bots: uniform, novice"):
        AgainstBots("shelfie", "anna")
    with pytest.raises(TypeError):
        Environment("shelfie", colour="red")


def test_an_illegal_action_loses() -> None:
    guarded = env("shelfie")
    guarded.reset(seed=1)
    loser = guarded.agent_selection
    impossible, *_ = map(int, np.flatnonzero(guarded.observe(loser)["action_mask"] == 0))
    guarded.step(impossible)
    assert guarded.terminations == {"seat_1": True, "seat_2": True}
    assert guarded.rewards[loser] == -1
    game = AgainstBots("shelfie")
    seen, _ = game.reset(seed=1)
    impossible, *_ = map(int, np.flatnonzero(seen["action_mask"] == 0))
    assert game.step(impossible)[1:] == (-1, True, False, {})


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.filterwarnings("ignore:.*Not able to test alternative render modes")
def test_environment_passes_the_gymnasium_checks(game: str) -> None:
    table = AgainstBots(game, "novice", render_mode="ansi")
    assert table.observation_space == AgainstBots(game, seats=2).observation_space
    check_env(table)


@no_coverage
@pytest.mark.parametrize("game", GAMES)
def test_a_game_against_bots_is_played_from_any_seat_until_it_ends(game: str) -> None:
    table = AgainstBots(game, "uniform", seats=3)
    ends = []
    for seed in range(4):
        seen, _ = table.reset(seed=seed)
        over = False
        while not over:
            action = np.flatnonzero(seen["action_mask"])[0]
            seen, reward, over, _, info = table.step(action)
        ends.append((reward, info["points"]))
    assert len(set(ends)) > 1
    assert all(abs(reward) == 1 for reward, _ in ends)


def test_games_and_their_bots_are_found_without_the_command() -> None:
    code = (
        "import sys; from ludoteca.games import GAMES; from ludoteca.gym import AgainstBots\n"
        "for game in GAMES: AgainstBots(game, 'thoughtful').reset()\n"
        "sys.exit(len(GAMES) != 2 or 'ludoteca.cli' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_without_a_way_to_render_nothing_is_drawn() -> None:
    assert Environment("shelfie").render() is None


def test_the_example_of_the_documents_runs() -> None:
    section = (DOCS / "bots.md").read_text(encoding="utf-8").partition("## Environments for")[2]
    example = section.partition("```python\n")[2].partition("```")[0]
    assert len(example.splitlines()) <= 30
    out = StringIO()
    with redirect_stdout(out):
        exec(compile(example, "docs/bots.md", "exec"), {})  # noqa: S102 - our own
    *seats, won = out.getvalue().splitlines()
    assert sorted(seat.partition(":")[0] for seat in seats) == ["seat_1", "seat_2", "seat_3"]
    assert re.fullmatch(r"\d+ of 20 won", won)
