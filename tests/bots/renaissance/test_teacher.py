"""The teacher finds the move that led to events, and describes moves and reasons."""

from hypothesis import given

from ludoteca.bots.renaissance import teacher
from ludoteca.games import renaissance
from ludoteca.games.renaissance.moves import BuyCard, Produce
from tests.games.renaissance.random_games import Game, games

EVERY = 3


@given(games())
def test_teacher_finds_the_move_that_led_to_events(game: Game) -> None:
    for turned in game.moves[::EVERY]:
        offered = tuple(renaissance.legal_moves(turned.before, turned.seat))
        view = renaissance.view(turned.before, turned.seat)
        found = teacher.played(view, turned.seat, turned.events, offered)
        if isinstance(turned.move, BuyCard | Produce):  # offered with another payment
            assert found is None or type(found) is type(turned.move)
        elif turned.move in offered:
            assert found == turned.move


@given(games())
def test_moves_and_reasons_are_described(game: Game) -> None:
    for turned in game.moves[::EVERY]:
        assert teacher.write(turned.move)[0].isupper()
        view = renaissance.view(turned.before, turned.seat)
        for reason in teacher.reasons(view, turned.seat, turned.move):
            assert not teacher.say(reason).endswith(".")
