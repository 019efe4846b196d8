"""Keeps views apart, for clients that must not get the next one while they draw the last.

A deployed client rebuilds what it draws about half a second after a view, without a lock: a view
that comes just then ends it. So an unsolicited view comes at once if the one before, of whatever
kind, was long ago; else it waits, with what is said together with it, and the latest replaces one
that waits. A view that is part of an answer never waits, and makes one that does superfluous.
"""

from collections.abc import Callable, Iterator, Sequence
from enum import Enum, auto
from functools import partial
from typing import NamedTuple, TypeAlias

from ludoteca.wire.dialect import ConversationAct, Delay, Later, Send
from ludoteca.wire.pipes.quirks import Quirks
from ludoteca.wire.pipes.words import MatchSeen, NotifyUpdate, Told, VirtualHand, Word


class Together(NamedTuple):
    """Words that belong together."""

    words: Sequence[Told]


Acts: TypeAlias = Iterator[ConversationAct[Word]]
ScriptAct: TypeAlias = ConversationAct[Word] | Together


class Source(Enum):
    """Why something is said: because the client asked, or because something has happened."""

    ANSWER = auto()
    NEWS = auto()
    GESTURE = auto()
    """News of a half-made move, which is often followed by the move."""


class Pacing:
    """What is said to one client, at the time when it can bear it."""

    def __init__(
        self, manner: Quirks, renewed: Callable[[MatchSeen], MatchSeen], is_busy: Callable[[], bool]
    ) -> None:
        """Views that have waited are renewed; while the client is being answered, they wait on."""
        self._quiet, self._gather = manner.quiet, manner.gather
        self._renewed, self._is_busy = renewed, is_busy
        self._before: list[Told] = []
        self._held: MatchSeen | None = None
        self._behind: list[Told] = []
        """A view that waits, and what waits with it."""
        self._waits = False
        """Whether the script that runs has its view held, so that the rest of it waits too."""
        self._views = self._pauses = 0
        """How many views were said just now, and how many pauses go on."""
        self._gathering: object | None = None
        """What stands for the time that a gesture which is held waits for its move."""

    def paced(self, act: ScriptAct, source: Source) -> Acts:
        """What becomes of something that a script does."""
        match act:
            case Together(words):
                yield from self._paced(words, source)
            case Send(word):
                yield from self._paced([word], source)
            case Delay() if self._quiet:
                # What comes meanwhile is said when the pause is over, with what the pause is for.
                self._pauses += 1
                yield act
                yield Later(0.0, self._pause_ended)
            case _:
                yield act

    def script_ended(self) -> None:
        """The script that ran is over."""
        self._waits = False

    def idle(self) -> Acts:
        """Nothing is being said or answered: what need not wait any longer is said."""
        if self._held is None or not (self._views or self._gathering):
            yield from self.flush()

    def flush(self) -> Acts:
        """Say at once what is held."""
        words = [*self._before, *([self._renewed(self._held)] if self._held else []), *self._behind]
        self.forget()
        yield from self._said(words)

    def forget(self) -> None:
        """The client is elsewhere: nothing that is held matters any more."""
        self._before, self._held, self._behind, self._waits = [], None, [], False

    def _paced(self, words: Sequence[Told], source: Source) -> Acts:
        if source is Source.ANSWER or self._pauses or not self._quiet:
            yield from self._said(words)
            return
        view = next((word for word in words if isinstance(word, MatchSeen)), None)
        if view is None:
            yield from self._apart(words)
        elif self._views or source is Source.GESTURE:
            yield from self._hold(view, words, source)
        else:
            before, self._before = self._before, []
            yield from self._said([*before, *words])

    def _said(self, words: Sequence[Told]) -> Acts:
        for word in words:
            yield Send(word)
            if isinstance(word, MatchSeen) and self._quiet:
                self._supersede(None)
                self._views += 1
                yield Later(self._quiet, self._view_settled)

    def _apart(self, words: Sequence[Told]) -> Acts:
        """Words without a view; they keep their order behind what is more than drawn again."""
        if self._waits or any(not isinstance(each, NotifyUpdate) for each in self._behind):
            self._behind += words
        elif self._held:  # its hand will be in it
            yield from self._said([word for word in words if not isinstance(word, VirtualHand)])
        else:
            yield from self._said(words)

    def _hold(self, view: MatchSeen, words: Sequence[Told], source: Source) -> Acts:
        """Let a view wait instead of an earlier one, and the others of these words around it."""
        is_first = self._held is None
        self._supersede(view)
        self._waits = True
        place = words.index(view)
        (self._behind or self._before).extend(words[:place])
        self._behind += words[place + 1 :]
        if source is Source.NEWS:
            self._gathering = None
        elif is_first:
            self._gathering = gathering = object()
            yield Later(self._gather, partial(self._gathered, gathering))

    def _supersede(self, view: MatchSeen | None) -> None:
        """Let this be the view that waits; to draw the one before again is not needed."""
        self._held = view
        self._behind = [word for word in self._behind if not isinstance(word, NotifyUpdate)]

    def _view_settled(self) -> Acts:
        self._views -= 1
        if not self._is_busy():
            yield from self.idle()

    def _gathered(self, gathering: object) -> Acts:
        if gathering is not self._gathering:
            return  # the move has come, or was seen otherwise
        self._gathering = None
        if not self._is_busy():
            yield from self.idle()

    def _pause_ended(self) -> Acts:
        self._pauses -= 1
        yield from ()
