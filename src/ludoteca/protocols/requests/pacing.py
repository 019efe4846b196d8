"""Pauses that deployed clients need.

These clients handle each message on a separate thread and write without a lock. Therefore the
server leaves a gap before a message that depends on an earlier message. It answers a request after
a short delay, when the requesting thread has finished writing. It sends no ping close to a message
that the client answers automatically. This module reads no clock: it counts elapsed time in ticks.
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
"""Messages on which the next message may depend. A gap also follows chat from the server."""


class RequestsQuirks(NamedTuple):
    """Workarounds for a client that deviates from the protocol's document."""

    deployed: bool = False
    """Whether the client mistakes some messages for the end of the game and fails on others."""
    gap: float = 0.0
    """Seconds between a message and the next message that depends on it."""
    answer: float = 0.0
    """Seconds between a request and the next output."""
    ping_gap: float = 0.0
    """Seconds between a ping and a message that the client answers automatically."""
    linger: float = 0.0
    """Seconds for which the client displays the results before it is disconnected."""


DOCUMENT = RequestsQuirks()
CALLED = RequestsQuirks(deployed=True, gap=0.5, linger=5.0)
"""Deployed clients over RMI, where each call is written separately."""
DEPLOYED = CALLED._replace(answer=0.021, ping_gap=1.0)
"""Deployed clients over TCP; 20 ms suffice, but some event loops fire 1 ms early."""


class RequestsPacing:
    """The pauses between messages to one client."""

    def __init__(self, quirks: RequestsQuirks) -> None:
        self.quirks = quirks
        self._owed = False
        """Whether the last message prompts a request, whose answer is sent without a gap."""
        self._waits = 0.0
        """Upper bound on the seconds until all output has been sent."""
        self._near = 0.0
        """Seconds for which the last ping still delays messages with automatic answers."""

    @property
    def idle(self) -> bool:
        """Whether all output has been sent."""
        return not self._waits

    def heard(self) -> Iterator[Delay]:
        """Delay further output until the client has finished writing."""
        return self._pause(self.quirks.answer, first=True)

    def paced(self, acts: Iterable[RequestsAct], name: str, *, answering: bool = False) -> Acts:
        """Insert the pauses that these acts need, for a client whose player has this name."""
        for act in acts:
            if not isinstance(act, Send):
                yield act
                continue
            yield from self._before(act.word, answering=answering)
            yield act
            yield from self._after(act.word, name, answering=answering)

    def ping(self, *, quiet: bool) -> Acts:
        """Send a ping, with pauses around it unless `quiet`."""
        yield from self._pause(0.0 if quiet else self.quirks.ping_gap)
        yield Send(words.PingMessage())
        yield from self._pause(self.quirks.answer if quiet else self.quirks.ping_gap)
        self._near = self.quirks.ping_gap

    def tick(self, seconds: float) -> None:
        self._waits = max(0.0, self._waits - seconds)
        self._near = max(0.0, self._near - seconds)

    def _before(self, word: words.RequestsWord, *, answering: bool) -> Iterator[Delay]:
        if self._owed and not answering:
            yield from self._pause(self.quirks.gap)
        self._owed = False
        if self._near and _is_answered_automatically(word):
            yield from self._pause(self.quirks.ping_gap)

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
    """Return whether a message passes the turn to the player with this name."""
    match word:
        case words.GameStartNotify(next_player=after):
            return after == name
        case words.EndTurnNotify(player=player, next_player=after):
            return player != after == name
        case _:
            return False


def _is_answered_automatically(word: words.RequestsWord) -> bool:
    """Return whether the client answers without asking its player for an order."""
    return isinstance(word, words.ConfirmColumnResponse) and word.valid and not word.need_for_swap


def _is_note(word: words.RequestsWord) -> bool:
    return isinstance(word, words.ChatMessage) and word.player == texts.SERVER
