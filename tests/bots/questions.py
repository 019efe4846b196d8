"""Questions for bots under test."""

from ludoteca.bots import Question
from ludoteca.games import GAMES, Dice, replay
from tests.games.random_play import accepted


def question(game: str = "shelfie") -> Question:
    rules = GAMES[game]
    state = replay(rules, accepted(rules.setup(2, rules.OPTIONS(), Dice(1))))
    seat = min(rules.seats_to_move(state))
    return Question(rules, rules.view(state, seat), seat, tuple(rules.legal_moves(state, seat)))
