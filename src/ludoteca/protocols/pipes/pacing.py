"""What the kinds of clients differ in, and when each can bear to be told what.

A deployed client rebuilds what it draws about half a second after a view, without a lock: a view
that comes just then ends it. So an unsolicited view comes at once if the one before, of whatever
kind, was long ago; else it waits, with what is sent together with it, and the latest replaces one
that waits. A view that is part of an answer never waits, and makes one that does superfluous.
"""

from collections.abc import Callable, Sequence
from enum import Enum, auto
from functools import partial
from typing import NamedTuple, Protocol, TypeAlias, TypeVar

from ludoteca.protocols import scripts
from ludoteca.protocols.contract import ConversationAct, Delay, Later, Send
from ludoteca.protocols.pipes.words import (
    MatchSeen,
    Message,
    NotifyUpdate,
    ServerWord,
    VirtualHand,
    Word,
)

T = TypeVar("T")
Acts: TypeAlias = list[ConversationAct[Word]]
Script: TypeAlias = scripts.Script[Word, T]
Begin: TypeAlias = Callable[[], Script[None] | Acts]
"""Begins a script, once its turn has come."""


class PipesQuirks(NamedTuple):
    """What a kind of client needs."""

    deployed: bool
    """Whether it is one of the programs that players have, or keeps to the document."""
    pause: float
    """How many seconds a deployed client needs between logging in and what it then sees."""
    calls: bool = False
    """Whether it is called, which the document describes apart."""
    quiet: float = 0.0
    """How many seconds after a view no other is sent that was not asked for; 0 is no limit."""
    gather: float = 0.0
    """How many seconds the view of a half-made move waits for the move itself."""
    pulse: float = 1.0
    pulses: int = 10
    """How many pulses pass between two pings."""

    @property
    def lines(self) -> bool:
        """Whether it keeps to the document's order of words between pipes."""
        return not self.deployed and not self.calls

    @property
    def framed(self) -> bool:
        """Whether it is a program that reads frames."""
        return self.deployed and not self.calls


FRAMES = PipesQuirks(deployed=True, pause=0.4, quiet=0.85, gather=0.2)
CALLS = FRAMES._replace(calls=True)
LINES = PipesQuirks(deployed=False, pause=0.0)
DOCUMENT_CALLS = LINES._replace(calls=True)


class Cause(Enum):
    """Why something is sent: because the client asked, or because something has happened."""

    REQUEST = auto()
    NEWS = auto()
    GESTURE = auto()
    """News of a half-made move, which is often followed by the move."""


class PacedClient(Protocol):
    """A client that is sent views."""

    quirks: PipesQuirks

    def renewed(self, seen: MatchSeen, /) -> MatchSeen:
        """Return the current state of a view that has waited."""
        ...


class ViewPacing:
    """Decides when the words of scripts are sent to one client, so that it can bear them."""

    def __init__(self, client: PacedClient, runner: scripts.ScriptRunner[Word]) -> None:
        """Views that have waited are renewed; while the runner is busy, they wait on."""
        self._client = client
        self._runner = runner
        self._cause = Cause.NEWS
        """Why the script runs that runs now."""
        self._before: list[ServerWord] = []
        self._held: MatchSeen | None = None
        self._behind: list[ServerWord] = []
        """A view that waits, and what waits with it."""
        self._waits = False
        """Whether the script that runs has its view held, so that the rest of it waits too."""
        self._views = self._pauses = 0
        """How many views were sent just now, and how many pauses go on."""
        self._gathering: object | None = None
        """Token of the timer for which a held gesture waits, if any."""

    @property
    def _quiet(self) -> float:
        return self._client.quirks.quiet

    def paced(self, begin: Begin, cause: Cause) -> Script[None]:
        """A script whose words are paced by their cause."""
        self._cause = cause
        yield from begin()
        self._waits = False

    def send(self, words: Sequence[ServerWord]) -> Acts:
        """Send words that belong together, or hold them back."""
        if self._cause is Cause.REQUEST or self._pauses or not self._quiet:
            return self._send(words)
        view = next((word for word in words if isinstance(word, MatchSeen)), None)
        if view is None:
            return self._send_apart(words)
        if self._views or self._cause is Cause.GESTURE:
            return self._hold(view, words)
        before, self._before = self._before, []
        return self._send([*before, *words])

    def pause(self, seconds: float) -> Acts:
        """Let what follows wait; what comes meanwhile is sent after the pause, with that."""
        if not self._quiet:
            return [Delay(seconds)]
        self._pauses += 1
        return [Delay(seconds), Later(0.0, self._pause_ended)]

    def idle(self) -> Acts:
        """Send what need not wait any longer, since no script runs."""
        if self._held is None or not (self._views or self._gathering):
            return self.flush()
        return []

    def flush(self) -> Acts:
        """Send at once what is held."""
        words = [
            *self._before,
            *([self._client.renewed(self._held)] if self._held else []),
            *self._behind,
        ]
        self.forget()
        return self._send(words)

    def forget(self) -> None:
        """Drop what is held: the client is elsewhere now, so it does not matter any more."""
        self._before, self._held, self._behind, self._waits = [], None, [], False

    def _send(self, words: Sequence[ServerWord]) -> Acts:
        acts: Acts = []
        for word in words:
            acts.append(Send(word))
            if isinstance(word, MatchSeen) and self._quiet:
                self._supersede(None)
                self._views += 1
                acts.append(Later(self._quiet, self._view_settled))
        return acts

    def _send_apart(self, words: Sequence[ServerWord]) -> Acts:
        """Send words without a view, in order behind what is more than drawn again.

        A message does not overtake the messages that wait with a view: they are sent before it.
        """
        if self._waits or any(not isinstance(each, NotifyUpdate) for each in self._behind):
            self._behind += words
            return []
        if self._held is None:
            return self._send(words)
        before: list[ServerWord] = []
        if any(isinstance(word, Message) for word in words):
            before, self._before = self._before, []
        shown = [word for word in words if not isinstance(word, VirtualHand)]  # it is in a view
        return self._send([*before, *shown])

    def _hold(self, view: MatchSeen, words: Sequence[ServerWord]) -> Acts:
        """Let a view wait instead of an earlier one, and the others of these words around it."""
        is_first = self._held is None
        self._supersede(view)
        self._waits = True
        place = words.index(view)
        (self._behind or self._before).extend(words[:place])
        self._behind += words[place + 1 :]
        if self._cause is Cause.NEWS:
            self._gathering = None
        elif is_first:
            self._gathering = gathering = object()
            return [Later(self._client.quirks.gather, partial(self._gathered, gathering))]
        return []

    def _supersede(self, view: MatchSeen | None) -> None:
        """Let this be the view that waits; to draw the one before again is not needed."""
        self._held = view
        self._behind = [word for word in self._behind if not isinstance(word, NotifyUpdate)]

    def _view_settled(self) -> Acts:
        self._views -= 1
        return [] if self._runner.busy else self.idle()

    def _gathered(self, gathering: object) -> Acts:
        if gathering is not self._gathering:
            return []  # the move has come, or was seen otherwise
        self._gathering = None
        return [] if self._runner.busy else self.idle()

    def _pause_ended(self) -> Acts:
        self._pauses -= 1
        return []
