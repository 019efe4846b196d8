"""A move queued by the server: the question of the turn is repeated once it is played."""

from types import SimpleNamespace
from typing import Any, cast

import pytest

from ludoteca.games.renaissance import Board
from ludoteca.protocols.commands import Word, texts
from ludoteca.protocols.commands.words import CardPurchase
from ludoteca.ui.console.renaissance.session import RenaissanceSession
from ludoteca.ui.console.renaissance.state import ClientStage, CommandsState


class Waits:
    """A user who is being asked for an action."""

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
def session() -> RenaissanceSession:
    """Return a session in which anna is to move."""
    session = RenaissanceSession(cast("Any", Waits()))
    boards = (Board(), Board())
    session.state = CommandsState(
        me="anna", stage=ClientStage.TURNS, names=("anna", "bob"), boards=boards, turn="anna"
    )
    session.enter()
    return session


def test_queued_move_is_reported_without_another_question(session: RenaissanceSession) -> None:
    session.hear(Word(command="REPLY", info=texts.KEPT, sender="anna"))
    user = cast("Any", session.user)
    assert texts.KEPT in user.shown
    assert not user.overtaken


@pytest.mark.parametrize(
    "word",
    [
        CardPurchase(command="BUY_OK", card=12, slot=1, sender="anna"),
        Word(command="PRODUCE_OK", sender="anna"),
    ],
)
def test_played_queued_move_makes_the_question_obsolete(
    session: RenaissanceSession, word: Word
) -> None:
    session.hear(word)
    assert session.state.acted
    assert cast("Any", session.user).overtaken
