"""What one connection knows, and the parts that its scripts are made of."""

from collections.abc import Mapping

from msgspec.structs import replace

from ludoteca.games import shelfie
from ludoteca.messages import LookAround, Refused, TableShown, Watch, key
from ludoteca.protocols.pipes import texts
from ludoteca.protocols.pipes.match import PipesMatch
from ludoteca.protocols.pipes.pacing import Acts, PipesQuirks, Script, ViewPacing
from ludoteca.protocols.pipes.views import PrivateChats, lists_of
from ludoteca.protocols.pipes.words import (
    MatchSeen,
    Message,
    NotifyUpdate,
    Return,
    ServerVirtualView,
    ServerWord,
    Word,
)
from ludoteca.protocols.scripts import ScriptRunner, ask, look_around

LISTING = frozenset({"createMatch", "join"})
"""The requests to which the document's reply has the lists."""
SHOWING = LISTING | {
    "selectCell",
    "deselectCards",
    "confirmSelection",
    "sortHand",
    "insertInColumn",
    "leaveMatch",
}
"""The requests to which its reply has the view of the match; `confirmSelection` is not in it."""
MOST_LISTED = 100
"""So many matches are listed, besides the player's own: those with free seats and new ones."""
BURST = 16
"""How often in a pulse short lists are told; more changes than that are told together."""
ROWS = 4
"""So many rows of the lists count as one telling: the longer they are, the rarer they are told."""


class ListUpdates:
    """When the lists are told again: soon after a change, but not too often."""

    def __init__(self) -> None:
        self._stale = False
        """Whether they have changed since they were told."""
        self._due = False
        """Whether a script that will tell them has been added."""
        self._told = 0
        """How often they were told lately."""

    def change(self) -> None:
        """The lists have changed."""
        self._stale = True

    def is_wanted(self) -> bool:
        """Whether a script that tells them is to be added now."""
        if not self._stale or self._due or self._told >= BURST:
            return False
        self._due = True
        return True

    def is_due(self) -> bool:
        """Whether they are still to be told, when the script for that begins."""
        return self._due

    def begin(self) -> None:
        """They are asked for: whatever changed before this is in them."""
        self._stale = self._due = False

    def count(self, lists: ServerVirtualView) -> None:
        """These lists are told because they have changed."""
        rows = len(lists.virtualMatchList or ()) + len(lists.virtualOnlinePlayers or ())
        self._told += max(1, rows // ROWS)

    def tick(self) -> None:
        """A pulse has passed."""
        self._told = max(0, self._told - BURST)


class PipesSession:
    """Who plays on a connection, in which match, and what they have been told."""

    def __init__(self, quirks: PipesQuirks, runner: ScriptRunner[Word]) -> None:
        self.quirks = quirks
        self.pacing = ViewPacing(self, runner)
        self.name = self.typed = ""
        """The name on the server, and what the client said it is: it knows itself by that."""
        self.match: PipesMatch | None = None
        self.ended: PipesMatch | None = None
        """The match that ended last, until another is entered."""
        self.chats = PrivateChats()
        self.lists = ListUpdates()
        self.numbered = False
        """Whether the numbers of tables are told with the lists."""
        self.listed = ""
        """The state of the match when the lists were told."""
        self.own_news: list[ServerWord] = []
        """What is said of the notice that answered the last request."""
        self.replaying = False
        """Whether the chat that is heard was said before."""
        self.paused = False
        """Whether the table to which the player comes back, not yet shown, is paused."""

    def called(self, name: str) -> str:
        """A name as this client knows it."""
        return self.typed if self.is_own(name) else name

    def is_own(self, name: str) -> bool:
        """Whether this is the player's own name."""
        return key(name) == key(self.name)

    def renewed(self, seen: MatchSeen) -> MatchSeen:
        """A view that has waited, as it is now; one of a match that is over stays."""
        return self.match.seen() if self.match and self.match.view else seen

    def enter(self, match: PipesMatch) -> PipesMatch:
        """Enter a match, and forget the one that ended last."""
        self.match, self.ended = match, None
        return match

    # Parts of scripts

    def say(self, *words: ServerWord) -> Acts:
        """Say these words together, as this kind of client reads them."""
        if not self.quirks.deployed:
            words = tuple(
                replace(word, seat=None) if isinstance(word, MatchSeen) else word for word in words
            )
        return self.pacing.send(words)

    def accept(self, method: str, text: str, *middle: ServerWord) -> Acts:
        """A yes: deployed clients are let go by its last word, the document has its text there."""
        message = [Message(text)] if text else []
        done = Return(method, ok=True)
        if self.quirks.lines:
            return self.say(*middle, done, *message)
        # Document, its calls: every reply with a view ends in `notifyUpdate`.
        drawn = [NotifyUpdate()] if middle and self.quirks.calls else []
        return self.say(*message, *middle, *drawn, done)

    def decline(self, method: str, text: str) -> Script[None]:
        """Refuse a request; the document's clients are shown what a yes would have shown."""
        message, no = Message(text), Return(method, ok=False)
        if self.quirks.deployed:
            # Any other word would let the client go on with the answer that it had last.
            yield from self.say(message, no)
            return
        lists: list[ServerWord] = []
        if method in LISTING and self.name:
            lists.append((yield from self.look_around(self.match)))
        view = self.match.seen() if self.match and self.match.view else None
        seen = [view] if view and method in SHOWING else []
        if self.quirks.calls:
            shown = lists or seen
            yield from self.say(message, *shown, *([NotifyUpdate()] if shown else []), no)
        elif method in LISTING:
            yield from self.say(message, *lists, *seen, no)
        elif method == "leaveMatch":
            yield from self.say(no, *seen, message)
        else:
            yield from self.say(*seen, no, message)

    def refuse(self, method: str, refused: Refused, known: Mapping[str, str]) -> Script[None]:
        """A no of the server, in the document's words where it has some."""
        text = known.get(refused.code) or texts.ANYWHERE.get(refused.code) or refused.detail
        return self.decline(method, text)

    def look_again(self, match: PipesMatch, *, whole: bool = False) -> Script[bool]:
        """See the match again; whether a client in its waiting room has to be told."""
        seen = 0 if whole else match.table.version
        shown = yield from ask(Watch(table=match.number, seen=seen, heard=match.heard))
        return isinstance(shown, TableShown) and match.show(shown)

    def look_around(self, match: PipesMatch | None) -> Script[ServerVirtualView]:
        """See which matches and players there are."""
        self.lists.begin()
        request = LookAround(follow=True, game=shelfie.NAME, limit=MOST_LISTED)
        seen = yield from look_around(request)
        own, self.listed = (match.info, match.state) if match else (None, "")
        lists = lists_of(seen, own, self.listed, self.called, numbered=self.numbered)
        return self.chats.listed(lists, self.name, self.called)
