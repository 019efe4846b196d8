"""Words as calls: a method for each message of a client, and one for whatever it is told."""

from collections.abc import Iterable
from typing import Any

from ludoteca.wire.call_dialect import PATIENCE, Answer, CallCodec, CallDialect, Invoke
from ludoteca.wire.dialect import UnreadableError
from ludoteca.wire.updates.conversation import PULSE, UpdatesConversation
from ludoteca.wire.updates.interfaces import CLIENT, RECEIVING
from ludoteca.wire.updates.words import Beep, Word


class UpdatesCallCodec(CallCodec[Word]):
    """Words as calls, at the house's end."""

    def __init__(self, patience: float) -> None:
        """Nobody takes longer to be told something than so many seconds."""
        self._patience = patience

    def read_call(self, _: str, arguments: tuple[Any, ...]) -> Iterable[Word | UnreadableError]:
        """Every method has one argument, which is the word."""
        return arguments

    def write(self, word: Word) -> Iterable[Invoke | Answer]:
        """Each kind of word has its own method; beeps wait for nothing."""
        method = CLIENT[RECEIVING[type(word).__name__]]
        yield Invoke(method, (word,), self._patience, apart=isinstance(word, Beep))


def remote_updates(pulse: float = PULSE, patience: float = PATIENCE) -> CallDialect[Word]:
    """The dialect in calls, for one client."""
    return CallDialect(UpdatesConversation(pulse), UpdatesCallCodec(patience))
