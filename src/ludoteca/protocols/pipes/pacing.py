"""Differences between clients, and the timing of views.

A deployed client rebuilds its screen about half a second after it receives a view. It does so
without a lock, so that another view at that moment crashes the client. Therefore an unsolicited
view is sent immediately only if enough time has passed since the previous view of any kind.
Otherwise the view and its messages are held back until they can be sent or a newer view replaces
the view. A view that is part of an answer is never held back, and replaces any held view.
"""

from collections.abc import Callable, Sequence
from enum import Enum, auto
from functools import partial
from typing import NamedTuple, Protocol, TypeAlias, TypeVar

from ludoteca.protocols import scripts
from ludoteca.protocols.contract import ConversationAct, Delay, Later, Send
from ludoteca.protocols.pipes import words

T = TypeVar("T")
Acts: TypeAlias = list[ConversationAct[words.Word]]
Script: TypeAlias = scripts.Script[words.Word, T]
Begin: TypeAlias = Callable[[], Script[None] | Acts]
"""Starts a script when its turn comes."""


class PipesQuirks(NamedTuple):
    """Workarounds that one kind of client needs."""

    deployed: bool
    """Whether the client is a deployed program, not one that follows the protocol's document."""
    pause: float
    """Seconds that a deployed client needs between its login and the match."""
    calls: bool = False
    """Whether the client uses RMI calls, which the protocol's document describes separately."""
    quiet: float = 0.0
    """Minimum seconds between a view and the next unsolicited view; 0 for no limit."""
    gather: float = 0.0
    """Seconds for which the view after a gesture is held, since the move itself often follows."""
    pulse: float = 1.0
    pulses: int = 10
    """Pulses between pings."""

    @property
    def lines(self) -> bool:
        """Whether the client expects pipe-separated messages, in the order of the document."""
        return not self.deployed and not self.calls

    @property
    def framed(self) -> bool:
        """Whether the client is a deployed program that reads frames."""
        return self.deployed and not self.calls


FRAMES = PipesQuirks(deployed=True, pause=0.4, quiet=0.85, gather=0.2)
CALLS = FRAMES._replace(calls=True)
LINES = PipesQuirks(deployed=False, pause=0.0)
DOCUMENT_CALLS = LINES._replace(calls=True)


class Cause(Enum):
    """Reason for output: a request from the client or an event."""

    REQUEST = auto()
    NEWS = auto()
    GESTURE = auto()
    """A gesture, often followed by the move itself."""


class PacedClient(Protocol):
    """A client that receives views."""

    quirks: PipesQuirks

    def renewed(self, seen: words.MatchSeen, /) -> words.MatchSeen:
        """Return an up-to-date version of a view that was held."""
        ...


class ViewPacing:
    """Decides when the messages of scripts are sent, so that views do not crash the client."""

    def __init__(self, client: PacedClient, runner: scripts.ScriptRunner[words.Word]) -> None:
        """`client` renews held views; `runner` reports whether a script is running."""
        self._client = client
        self._runner = runner
        self._cause = Cause.NEWS
        """The cause of the running script."""
        self._before: list[words.ServerWord] = []
        self._held: words.MatchSeen | None = None
        self._behind: list[words.ServerWord] = []
        """Messages to send after the held view; those to send before it are in `_before`."""
        self._waits = False
        """Whether the running script's view is held, so that all its messages have to wait."""
        self._views = 0
        """Views sent recently."""
        self._pauses = 0
        """Pauses in progress."""
        self._gathering: object | None = None
        """Token of the pending gesture timer, if any."""

    @property
    def _quiet(self) -> float:
        return self._client.quirks.quiet

    def paced(self, begin: Begin, cause: Cause) -> Script[None]:
        """Run a script and pace its messages according to its cause."""
        self._cause = cause
        yield from begin()
        self._waits = False

    def send(self, said: Sequence[words.ServerWord]) -> Acts:
        """Send messages that belong together, or hold all of them."""
        if self._cause is Cause.REQUEST or self._pauses or not self._quiet:
            return self._send(said)
        view = next((word for word in said if isinstance(word, words.MatchSeen)), None)
        if view is None:
            return self._send_apart(said)
        if self._views or self._cause is Cause.GESTURE:
            return self._hold(view, said)
        before = self._before
        self._before = []
        return self._send([*before, *said])

    def pause(self, seconds: float) -> Acts:
        """Delay all further output, including output that arrives during the pause."""
        if not self._quiet:
            return [Delay(seconds)]
        self._pauses += 1
        return [Delay(seconds), Later(0.0, self._pause_ended)]

    def idle(self) -> Acts:
        """Send held messages if they may be sent now that no script is running."""
        if self._held is None or not (self._views or self._gathering):
            return self.flush()
        return []

    def flush(self) -> Acts:
        """Send held messages now."""
        said = [
            *self._before,
            *([self._client.renewed(self._held)] if self._held else []),
            *self._behind,
        ]
        self.forget()
        return self._send(said)

    def forget(self) -> None:
        """Drop held messages, which the client no longer needs."""
        self._before = []
        self._held = None
        self._behind = []
        self._waits = False

    def _send(self, said: Sequence[words.ServerWord]) -> Acts:
        acts: Acts = []
        for word in said:
            acts.append(Send(word))
            if isinstance(word, words.MatchSeen) and self._quiet:
                self._supersede(None)
                self._views += 1
                acts.append(Later(self._quiet, self._view_settled))
        return acts

    def _send_apart(self, said: Sequence[words.ServerWord]) -> Acts:
        """Send messages that include no view, unless they must follow held messages.

        If one of them is a `Message`, the messages held before a view are sent first, so that the
        order is kept.
        """
        if self._waits or any(not isinstance(each, words.NotifyUpdate) for each in self._behind):
            self._behind += said
            return []
        if self._held is None:
            return self._send(said)
        before: list[words.ServerWord] = []
        if any(isinstance(word, words.Message) for word in said):
            before = self._before
            self._before = []
        # The held view includes the hand.
        shown = [word for word in said if not isinstance(word, words.VirtualHand)]
        return self._send([*before, *shown])

    def _hold(self, view: words.MatchSeen, said: Sequence[words.ServerWord]) -> Acts:
        """Hold a view and the messages around it, in place of any earlier view."""
        is_first = self._held is None
        self._supersede(view)
        self._waits = True
        place = said.index(view)
        if self._behind:
            self._behind += said[:place]
        else:
            self._before += said[:place]
        self._behind += said[place + 1 :]
        if self._cause is Cause.NEWS:
            self._gathering = None
        elif is_first:
            self._gathering = gathering = object()
            return [Later(self._client.quirks.gather, partial(self._gathered, gathering))]
        return []

    def _supersede(self, view: words.MatchSeen | None) -> None:
        """Replace the held view, and drop the redraws that were to follow the old view."""
        self._held = view
        self._behind = [word for word in self._behind if not isinstance(word, words.NotifyUpdate)]

    def _view_settled(self) -> Acts:
        self._views -= 1
        return [] if self._runner.busy else self.idle()

    def _gathered(self, gathering: object) -> Acts:
        if gathering is not self._gathering:
            return []  # the move arrived, or a view was sent
        self._gathering = None
        return [] if self._runner.busy else self.idle()

    def _pause_ended(self) -> Acts:
        self._pauses -= 1
        return []
