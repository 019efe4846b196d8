"""The state of one connection, and building blocks for scripts."""

from collections.abc import Mapping

from msgspec.structs import replace

from ludoteca.games import shelfie
from ludoteca.messages import LookAround, Refused, TableShown, Watch, key
from ludoteca.protocols.pipes import texts, views, words
from ludoteca.protocols.pipes.match import PipesMatch
from ludoteca.protocols.pipes.pacing import Acts, PipesQuirks, Script, ViewPacing
from ludoteca.protocols.scripts import ScriptRunner, ask, look_around

LISTING = frozenset({"createMatch", "join"})
"""Requests whose reply contains the lists, according to the protocol's document."""
SHOWING = LISTING | {
    "selectCell",
    "deselectCards",
    "confirmSelection",
    "sortHand",
    "insertInColumn",
    "leaveMatch",
}
"""Requests whose reply contains the view. The document does not define `confirmSelection`."""
MOST_LISTED = 100
"""Maximum number of listed matches besides the player's own: with free seats first, then new."""
BURST = 16
"""Maximum number of updates per pulse while the lists are short. Further changes are combined."""
ROWS = 4
"""Number of rows that count as one update, so that longer lists are sent less often."""


class ListUpdates:
    """Decides when the lists are sent again: soon after a change, but at a limited rate."""

    def __init__(self) -> None:
        self._stale = False
        """Whether the lists have changed since they were last sent."""
        self._due = False
        """Whether a script that sends the lists is pending."""
        self._sent = 0
        """Updates counted against `BURST`."""

    def change(self) -> None:
        self._stale = True

    def is_wanted(self) -> bool:
        """Return whether to start a script that sends the lists, and if so, mark it as pending."""
        if not self._stale or self._due or self._sent >= BURST:
            return False
        self._due = True
        return True

    def is_due(self) -> bool:
        """Return whether the lists are still due when the script starts."""
        return self._due

    def begin(self) -> None:
        """Mark the lists as current, since they are about to be requested."""
        self._stale = False
        self._due = False

    def count(self, lists: words.ServerVirtualView) -> None:
        """Count an update against the rate limit."""
        rows = len(lists.virtualMatchList or ()) + len(lists.virtualOnlinePlayers or ())
        self._sent += max(1, rows // ROWS)

    def tick(self) -> None:
        self._sent = max(0, self._sent - BURST)


class PipesSession:
    """The player on a connection, their match, and the client's state."""

    def __init__(self, quirks: PipesQuirks, runner: ScriptRunner[words.Word]) -> None:
        self.quirks = quirks
        self.pacing = ViewPacing(self, runner)
        self.name = ""
        self.typed = ""
        """The player's name as typed."""
        self.match: PipesMatch | None = None
        self.ended: PipesMatch | None = None
        """The match that ended last, until the player enters another one."""
        self.chats = views.PrivateChats()
        self.lists = ListUpdates()
        self.numbered = False
        """Whether the lists include table numbers."""
        self.listed = ""
        """State of the match when the lists were last sent."""
        self.own_news: list[words.ServerWord] = []
        """Messages about the notice that answered the last request."""
        self.replaying = False
        """Whether chat that arrives now is repeated history, which is not announced."""
        self.paused = False
        """Whether a returning player's table is paused. This is set before the table is shown."""

    def known_as(self, name: str) -> str:
        """Return a name as this client knows it."""
        return self.typed if self.is_own(name) else name

    def is_own(self, name: str) -> bool:
        return key(name) == key(self.name)

    def renewed(self, seen: words.MatchSeen) -> words.MatchSeen:
        """Update a held view; the view of a match that has ended stays the same."""
        return self.match.seen() if self.match and self.match.view else seen

    def enter(self, match: PipesMatch) -> PipesMatch:
        self.match = match
        self.ended = None
        return match

    # Building blocks

    def say(self, *said: words.ServerWord) -> Acts:
        """Send messages together, in the form that this kind of client expects."""
        if not self.quirks.deployed:
            said = tuple(
                replace(word, seat=None) if isinstance(word, words.MatchSeen) else word
                for word in said
            )
        return self.pacing.send(said)

    def accept(self, method: str, text: str, *middle: words.ServerWord) -> Acts:
        """Accept a request.

        Deployed clients continue after the `Return`, so it comes last. In the lines of the
        protocol's document, the text follows the `Return`.
        """
        message = [words.Message(text)] if text else []
        done = words.Return(method, ok=True)
        if self.quirks.lines:
            return self.say(*middle, done, *message)
        # Document, RMI calls: every reply with a view ends with `notifyUpdate`.
        drawn = [words.NotifyUpdate()] if middle and self.quirks.calls else []
        return self.say(*message, *middle, *drawn, done)

    def decline(self, method: str, text: str) -> Script[None]:
        """Refuse a request. Clients that follow the document also receive the lists or the view."""
        message = words.Message(text)
        refusal = words.Return(method, ok=False)
        if self.quirks.deployed:
            # After any other message, the client would act on the answer to its previous request.
            yield from self.say(message, refusal)
            return
        lists: list[words.ServerWord] = []
        if method in LISTING and self.name:
            lists.append((yield from self.look_around(self.match)))
        view = self.match.seen() if self.match and self.match.view else None
        seen = [view] if view and method in SHOWING else []
        if self.quirks.calls:
            shown = lists or seen
            yield from self.say(
                message, *shown, *([words.NotifyUpdate()] if shown else []), refusal
            )
        elif method in LISTING:
            yield from self.say(message, *lists, *seen, refusal)
        elif method == "leaveMatch":
            yield from self.say(refusal, *seen, message)
        else:
            yield from self.say(*seen, refusal, message)

    def refuse(self, method: str, refused: Refused, known: Mapping[str, str]) -> Script[None]:
        """Refuse a request with the text in `known` for the reason, or else the server's text."""
        text = known.get(refused.code) or texts.ANYWHERE.get(refused.code) or refused.detail
        return self.decline(method, text)

    def look_again(self, match: PipesMatch, *, whole: bool = False) -> Script[bool]:
        """Request the match again. Return whether a client in the waiting room must be notified."""
        seen = 0 if whole else match.table.version
        shown = yield from ask(Watch(table=match.number, seen=seen, heard=match.heard))
        return isinstance(shown, TableShown) and match.show(shown)

    def look_around(self, match: PipesMatch | None) -> Script[words.ServerVirtualView]:
        """Request the lists of matches and players."""
        self.lists.begin()
        request = LookAround(follow=True, game=shelfie.NAME, limit=MOST_LISTED)
        seen = yield from look_around(request)
        own = match.info if match else None
        self.listed = match.state if match else ""
        lists = views.lists_of(seen, own, self.listed, self.known_as, numbered=self.numbered)
        return self.chats.listed(lists, self.name, self.known_as)
