"""What deployed clients need beyond the document, above all pauses.

They handle each message on a thread of its own and write without a lock. So a message that needs
another is sent a gap after it; an answer comes a moment after its request, when the thread that
asked has left its writer; and a ping comes far from anything that is answered without a person.
All of it is pauses: this module knows no time but ticks.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple, TypeAlias, TypeVar

from ludoteca.protocols import scripts
from ludoteca.protocols.contract import ConversationAct, Delay, Send
from ludoteca.protocols.requests import texts, words

T = TypeVar("T")
RequestsAct: TypeAlias = ConversationAct[words.RequestsWord]
Acts: TypeAlias = Iterator[RequestsAct]
Script: TypeAlias = scripts.Script[words.RequestsWord, T]

PACED = (
    words.LoginResponse
    | words.LobbyInfoMessage
    | words.GameStartNotify
    | words.EndTurnNotify
    | words.ConfirmPickResponse
)
"""Words that the next one may need; the server's notes, which would mix on a screen, are others."""


class RequestsQuirks(NamedTuple):
    """What a client needs beyond the document."""

    deployed: bool = False
    """It takes some words for the end, and cannot bear others."""
    gap: float = 0.0
    """How many seconds lie between two words of which the second needs the first."""
    answer: float = 0.0
    """How many seconds lie between a request and whatever is sent after it."""
    apart: float = 0.0
    """How many seconds lie between a ping and a word that the client answers by itself."""
    linger: float = 0.0
    """How many seconds it has to show the results."""


DOCUMENT = RequestsQuirks()
CALLED = RequestsQuirks(deployed=True, gap=0.5, linger=5.0)
"""Deployed clients that call: each call is written by itself."""
DEPLOYED = CALLED._replace(answer=0.021, apart=1.0)
"""Deployed clients over TCP; 20 ms are enough, but the timers of some loops are 1 ms early."""


class RequestsPacing:
    """The pauses between what is sent to one client."""

    def __init__(self, quirks: RequestsQuirks) -> None:
        self.quirks = quirks
        self._owed = False
        """Whether the last word leads to a request: only what does not answer that needs a gap."""
        self._waits = 0.0
        """How many seconds may pass until everything has been sent."""
        self._near = 0.0
        """For how many seconds a ping is too near."""

    @property
    def idle(self) -> bool:
        """Whether everything has been sent."""
        return not self._waits

    def heard(self) -> Iterator[Delay]:
        """A word has come: whatever is sent next waits until the client has left its writer."""
        return self._pause(self.quirks.answer, first=True)

    def paced(self, acts: Iterable[RequestsAct], name: str, *, answering: bool = False) -> Acts:
        """These acts, with pauses, for a client of this name."""
        for act in acts:
            if not isinstance(act, Send):
                yield act
                continue
            yield from self._before(act.word, answering=answering)
            yield act
            yield from self._after(act.word, name, answering=answering)

    def ping(self, *, quiet: bool) -> Acts:
        """A ping, whose answer is written by itself; where it is not quiet, it makes room."""
        yield from self._pause(0.0 if quiet else self.quirks.apart)
        yield Send(words.PingMessage())
        yield from self._pause(self.quirks.answer if quiet else self.quirks.apart)
        self._near = self.quirks.apart

    def tick(self, seconds: float) -> None:
        """So many seconds have passed."""
        self._waits = max(0.0, self._waits - seconds)
        self._near = max(0.0, self._near - seconds)

    def _before(self, word: words.RequestsWord, *, answering: bool) -> Iterator[Delay]:
        if self._owed and not answering:
            yield from self._pause(self.quirks.gap)
        self._owed = False
        if self._near and _is_answered_by_itself(word):
            yield from self._pause(self.quirks.apart)

    def _after(self, word: words.RequestsWord, name: str, *, answering: bool) -> Iterator[Delay]:
        if _begins_turn(word, name) or (answering and isinstance(word, words.ConfirmPickResponse)):
            self._owed = True
        elif isinstance(word, PACED) or _is_note(word):
            yield from self._pause(self.quirks.gap)

    def _pause(self, seconds: float, *, first: bool = False) -> Iterator[Delay]:
        if seconds:
            self._waits += seconds
            yield Delay(seconds, first)


def _begins_turn(word: words.RequestsWord, name: str) -> bool:
    """Whether a client of this name moves next."""
    match word:
        case words.GameStartNotify(next_player=after):
            return after == name
        case words.EndTurnNotify(player=player, next_player=after):
            return player != after == name
        case _:
            return False


def _is_answered_by_itself(word: words.RequestsWord) -> bool:
    """Whether the client answers without asking a person: no order is to be chosen."""
    return isinstance(word, words.ConfirmColumnResponse) and word.valid and not word.need_for_swap


def _is_note(word: words.RequestsWord) -> bool:
    return isinstance(word, words.ChatMessage) and word.player == texts.SERVER
