"""A move that the server keeps: the question of the turn is asked anew when it is played."""

from types import SimpleNamespace
from typing import Any, cast

import pytest

from ludoteca.clients.console.renaissance.picture import Picture, Stage
from ludoteca.clients.console.renaissance.session import Session
from ludoteca.games.renaissance import Board
from ludoteca.wire.commands import Word, texts
from ludoteca.wire.commands.words import CardPurchase


class Waits:
    """A person who is asked for an action."""

    def __init__(self) -> None:
        self.screen = SimpleNamespace(width=80, coloured=False)
        self.overtaken, self.shown = 0, ""

    def overtake(self) -> None:
        self.overtaken += 1

    def settle(self) -> None:
        self.overtaken = 0

    def show(self, text: str) -> None:
        self.shown += text


@pytest.fixture
def session() -> Session:
    """The turn of anna, who has not acted."""
    session = Session(cast("Any", Waits()))
    boards = (Board(), Board())
    session.picture = Picture(
        me="anna", stage=Stage.TURNS, names=("anna", "bob"), boards=boards, turn="anna"
    )
    session.enter()
    return session


def test_a_move_that_is_kept_is_shown_and_asks_nothing_else(session: Session) -> None:
    session.hear(Word(command="REPLY", info=texts.KEPT, sender="anna"))
    person = cast("Any", session.person)
    assert texts.KEPT in person.shown
    assert not person.overtaken


@pytest.mark.parametrize(
    "word",
    [
        CardPurchase(command="BUY_OK", card=12, slot=1, sender="anna"),
        Word(command="PRODUCE_OK", sender="anna"),
    ],
)
def test_what_was_kept_and_is_played_makes_the_question_pointless(
    session: Session, word: Word
) -> None:
    session.hear(word)
    assert session.picture.acted
    assert cast("Any", session.person).overtaken
