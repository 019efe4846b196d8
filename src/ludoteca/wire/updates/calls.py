"""Words as calls: a method for each message of either end."""

from collections.abc import Iterable
from typing import Any

from ludoteca.wire.call_dialect import PATIENCE, Answer, CallCodec, CallDialect, Invoke
from ludoteca.wire.dialect import UnreadableError
from ludoteca.wire.updates.conversation import PULSE, UpdatesConversation
from ludoteca.wire.updates.interfaces import CLIENT, RECEIVING
from ludoteca.wire.updates.words import Beep, UpdatesWord


class UpdatesCallCodec(CallCodec[UpdatesWord]):
    """Words as calls, at the server's end."""

    def __init__(self, patience: float) -> None:
        """A client that takes longer than so many seconds to return from a call is gone."""
        self._patience = patience

    def read_call(
        self, _: str, arguments: tuple[Any, ...]
    ) -> Iterable[UpdatesWord | UnreadableError]:
        """Every method has one argument, which is the word."""
        return arguments

    def write(self, word: UpdatesWord) -> Iterable[Invoke | Answer]:
        """Each kind of word has its own method; beeps wait for nothing."""
        method = CLIENT[RECEIVING[type(word).__name__]]
        yield Invoke(method, (word,), self._patience, apart=isinstance(word, Beep))


def updates_over_rmi(pulse: float = PULSE, patience: float = PATIENCE) -> CallDialect[UpdatesWord]:
    """The dialect in calls, for one client."""
    return CallDialect(UpdatesConversation(pulse), UpdatesCallCodec(patience))
