"""Hints by levels that search, in real processes, and by the fallback level if they fail."""

from functools import partial
from types import MappingProxyType

import pytest

from ludoteca.bots import BOTS, Bots, Teachers, Workers, levels
from ludoteca.bots.levels import OURS, bots_of
from ludoteca.games import GAMES, Dice, Seat, replay
from ludoteca.messages import Advice
from tests.games.random_play import accepted

RULES = GAMES["shelfie"]


@pytest.mark.parametrize(("name", "level"), [("last", "master"), ("rubbish", "greedy")])
async def test_a_hint_names_the_level_that_has_given_it(
    monkeypatch: pytest.MonkeyPatch, name: str, level: str
) -> None:
    monkeypatch.setattr(levels, "has_compiler", lambda: True)
    monkeypatch.setattr("ludoteca.bots.workers.TIMEOUT", 60.0)  # the machine may be busy
    strategies = MappingProxyType(
        dict.fromkeys(("master", "grandmaster"), f"tests.bots.strategies:{name}")
    )
    monkeypatch.setitem(
        OURS, "shelfie", partial(bots_of("shelfie")._replace, strategies=strategies)
    )
    state = replay(RULES, accepted(RULES.setup(2, RULES.OPTIONS(), Dice(1))))
    (seat,) = RULES.seats_to_move(state)
    workers = Workers(1)
    try:
        teachers = Teachers(Bots(BOTS, Dice(1), workers).thinking)
        advice = await teachers.hint(1, RULES, state, seat)
        assert isinstance(advice, Advice)
        assert advice.level == level
        moves = list(RULES.legal_moves(state, seat))
        assert (advice.move == moves[-1]) == (level == "master")
        assert await teachers.hint(1, RULES, state, Seat(1 - seat)) is None
    finally:
        await workers.close()
