"""What the two stages of a conversation have in common: acts for the speech that runs them."""

from collections.abc import Iterable
from typing import NamedTuple, Protocol, TypeAlias

from ludoteca.messages import AnyRequest, Notice, TableShown, ViewThunk
from ludoteca.wire.prompts.replies import ClientWord
from ludoteca.wire.prompts.words import Asked, ServerWord


class Seated(NamedTuple):
    """Somebody has a seat, new or found again; from here on the table is spoken of."""

    shown: TableShown
    name: str
    """What they call themselves, to the letter."""
    number: int
    """Their id."""
    back: bool
    paused: bool


class Over(NamedTuple):
    """The game is over, and everything has been said about it."""

    won: bool
    """Whether that was who won; else the seat was lost."""


StageAct: TypeAlias = AnyRequest | ServerWord | Seated | Over
Acts: TypeAlias = Iterable[StageAct]


class Stage(Protocol):
    """A part of the conversation: it asks the house, and words are said when there is room."""

    def begin(self) -> Acts:
        """It begins."""
        ...

    def answered(self, question: Asked, answer: ClientWord) -> Acts:
        """The client has answered a question."""
        ...

    def hear(self, notice: Notice, look: ViewThunk | None) -> Acts:
        """The house has told this."""
        ...

    def rest(self) -> Acts:
        """What is next once everything has been said and answered."""
        ...
