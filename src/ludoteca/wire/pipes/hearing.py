"""What a connection remembers, and what it says of what the house tells."""

from collections.abc import Iterator

from msgspec.structs import replace

from ludoteca.messages import (
    Done,
    Farewell,
    GameStarted,
    Gesture,
    HouseReason,
    LookAround,
    Notice,
    PersonHere,
    Presence,
    Refused,
    Said,
    SeatFreed,
    SeatsGivenUp,
    SeatTaken,
    StopWatching,
    Surroundings,
    TableListed,
    TableNews,
    TableResized,
    TableShown,
    ViewThunk,
    Watch,
    key,
)
from ludoteca.wire.dialect import Conversation, Send
from ludoteca.wire.pipes import texts
from ludoteca.wire.pipes.chats import Chats
from ludoteca.wire.pipes.lists import around
from ludoteca.wire.pipes.lockstep import Lockstep, Part, Script, saying
from ludoteca.wire.pipes.match import Match
from ludoteca.wire.pipes.pacing import Acts, Source, Together
from ludoteca.wire.pipes.quirks import LINES, Quirks
from ludoteca.wire.pipes.words import (
    ChatNotification,
    MatchSeen,
    Message,
    NotifyGoToMenu,
    NotifyUpdate,
    Ping,
    PublicChat,
    ServerVirtualView,
    Told,
    Word,
)

ASKED = "asked"
"""The id of every request: one is asked at a time. A move has an id that is used once."""
BURST = 16
"""How often in a pulse short lists are told; more changes than that are told together."""
ROWS = 4
"""So many rows of the lists count as one telling: the longer they are, the rarer they are told."""


class Hearing(Conversation[Word]):
    """One connection, as it hears of the house."""

    def __init__(self, manner: Quirks) -> None:
        self.pulse = manner.pulse
        self._manner = manner
        self._lockstep = Lockstep(manner, self._renewed)
        self._name = self._typed = ""
        """The name in the house, and what the client said it is: it knows itself by that."""
        self._match: Match | None = None
        self._chats = Chats()
        self._own_news: list[Told] = []
        self._recalling = False
        """Whether what is heard was said before."""
        self._paused = False
        """Whether the table that was come back to, and is about to be shown, is paused."""
        self._stale = self._refreshing = False
        """Whether the lists have changed since they were told, and whether they will be told."""
        self._listed = ""
        """The state of the match when the lists were told."""
        self._told = self._pulses = 0

    def _called(self, name: str) -> str:
        """A name as this client knows it."""
        return self._typed if key(name) == key(self._name) else name

    def begin(self) -> Acts:
        """Somebody has connected; the house waits for them to speak."""
        yield from ()

    def reject(self, why: str) -> Acts:  # noqa: ARG002 - people are told in the document's words
        """The client has said something that cannot be read."""
        yield from self._lockstep.add(saying(Message(texts.BAD_INPUT)), Source.ANSWER)

    def tick(self) -> Acts:
        """A pulse has passed."""
        self._told = max(0, self._told - BURST)
        self._pulses += 1
        if self._stale:
            yield from self._refresh()
        if self._manner.deployed and self._name and self._pulses % self._manner.pulses == 0:
            yield from self._lockstep.add(saying(Ping()))

    def opened(self, encoding: str) -> None:
        """Clients that write lines keep to the document."""
        self._pulses = 0
        if encoding == "lines":
            self._manner, self._lockstep = LINES, Lockstep(LINES, self._renewed)

    # News

    def hear(self, notice: Notice, look: ViewThunk | None) -> Acts:
        """The house has told this."""
        if isinstance(notice, Done | Refused):  # no news
            if self._lockstep.is_answer(notice):
                yield from self._lockstep.answer(notice)
            return
        if isinstance(notice, TableNews) and self._knows(notice):
            return
        if isinstance(notice, Farewell):
            yield from self._lockstep.pacing.flush()
        words = list(self._heard(notice, look))
        if self._lockstep.is_answer(notice):
            self._own_news = words
            yield from self._lockstep.answer(notice)
        elif words:
            source = Source.GESTURE if isinstance(notice, Gesture) else Source.NEWS
            yield from self._lockstep.add(self._say(*words), source)
        yield from self._follow(notice)

    def _knows(self, news: TableNews) -> bool:
        """Whether this was told before: who looks at a table again may hear things twice."""
        match = self._match
        return match is not None and news.table == match.table and news.version <= match.version

    def _heard(self, notice: Notice, look: ViewThunk | None) -> Iterator[Told]:
        """What is said of this, as far as it is not an answer."""
        match, table = self._match, getattr(notice, "table", None)
        if match and table == match.table:
            yield from self._heard_at(match, notice, look)
            return
        match notice:
            case Said() if notice.table is None or notice.to:
                yield from self._said(notice)
            case TableShown(info=info, request="") if match and info.table == match.table:
                yield from match.shown(notice)
            case PersonHere(name, here=False) if match and match.has_left(name):
                yield Message(texts.LEFT_GAME.format(name=name))
                yield NotifyUpdate()
            case Presence(name=name, paused=paused) if key(name) == key(self._name):
                self._paused = paused
            case Farewell(code, detail) if code != HouseReason.LEFT:
                yield Message(detail)

    def _heard_at(self, match: Match, notice: Notice, look: ViewThunk | None) -> Iterator[Told]:
        match notice:
            case Gesture():
                yield from match.gesture(notice)
            case TableNews():
                yield from match.news(notice, look)
            case Presence(name=name):
                said = match.presence(notice)
                yield from said if key(name) != key(self._name) else ()
            case Said(to=""):
                match.add_talk(notice.by, notice.text, notice.number)
                if key(notice.by) != key(self._name) and not self._recalling:
                    yield PublicChat(match.chat)
                    yield self._notification(notice)
            case Said():
                match.heard = notice.number
                yield from self._said(notice)

    def _said(self, said: Said) -> Iterator[Told]:
        """Something was said to one person, or to the whole house."""
        if said.to:
            self._chats.add(said, self._name)
        elif key(said.by) != key(self._name):
            yield self._notification(said)

    def _notification(self, said: Said) -> ChatNotification:
        text = texts.WHISPERS if said.to and self._manner.deployed else texts.SAYS
        return ChatNotification(text.format(name=said.by, text=said.text))

    def _follow(self, notice: Notice) -> Acts:
        """What is to be done now that this has happened."""
        match = self._match
        if isinstance(notice, Said) and notice.to and not self._recalling:
            if key(notice.by) != key(self._name):
                yield from self._lockstep.add(self._whispered(notice))
        elif match and match.over:
            self._match = None
            yield from self._lockstep.add(self._ending(match))
        elif match and isinstance(notice, TableNews | Presence) and notice.table == match.table:
            if match.view and match.state != self._listed:
                self._stale = True
            if isinstance(notice, TableNews):
                yield from self._follow_news(match, notice)
        if isinstance(notice, PersonHere | TableListed) or self._stale:
            yield from self._refresh()

    def _follow_news(self, match: Match, notice: TableNews) -> Acts:
        match notice.record:
            case GameStarted():
                yield from self._lockstep.add(self._starting(match))
            case SeatTaken() | SeatFreed() | TableResized():
                self._stale = True
            case SeatsGivenUp(seats) if match.seat in seats:
                self._match = None
                yield from self._lockstep.add(self._to_menu(match))

    # Scripts that the house begins

    def _starting(self, match: Match) -> Script:
        if match.entered:
            return  # it started while the client was joining
        yield Send(Message(texts.BUILDING))
        yield from self._look_again(match, whole=True)
        if match.view and not match.over:
            yield from self._say(*match.entrance())

    def _ending(self, match: Match) -> Script:
        yield from self._say(*match.ending())
        yield StopWatching(table=match.table, id=ASKED)
        match.info = replace(match.info, over=True)
        lists = yield from self._look_around(match)
        yield from self._say(lists, NotifyUpdate())

    def _whispered(self, said: Said) -> Script:
        lists = yield from self._look_around(self._match)
        yield from self._say(lists, self._notification(said))

    def _to_menu(self, match: Match) -> Script:
        yield StopWatching(table=match.table, id=ASKED)
        self._lockstep.pacing.forget()
        yield from self._say(NotifyGoToMenu(), NotifyUpdate())

    def _refresh(self) -> Acts:
        """Tell the lists again, unless it will be done or has been done too often."""
        if not self._name:
            return
        self._stale = True
        if self._refreshing or self._told >= BURST:
            return
        self._refreshing = True
        yield from self._lockstep.add(self._refreshed())

    def _refreshed(self) -> Script:
        if not self._refreshing:
            return  # somebody was faster
        match, changed = self._match, False
        if match and (match.view is None or match.info.private):
            changed = yield from self._look_again(match)
        lists = yield from self._look_around(self._match)
        rows = len(lists.virtualMatchList or ()) + len(lists.virtualOnlinePlayers or ())
        self._told += max(1, rows // ROWS)
        yield Send(lists)
        if match and changed and match.view is None and match is self._match:
            yield Send(match.wait())
        yield Send(NotifyUpdate())

    def _renewed(self, seen: MatchSeen) -> MatchSeen:
        """A view that has waited, as it is now; one of a match that is over stays."""
        return self._match.seen() if self._match and self._match.view else seen

    # Parts of scripts

    def _say(self, *words: Told) -> Script:
        """Say these words as this client wants to hear them."""
        if not self._manner.deployed:
            words = tuple(
                replace(word, seat=None) if isinstance(word, MatchSeen) else word for word in words
            )
        yield Together(words)

    def _look_again(self, match: Match, *, whole: bool = False) -> Part[bool]:
        """See the match again; whether who waits there has to be told."""
        seen = 0 if whole else match.version
        shown = yield Watch(table=match.table, seen=seen, heard=match.heard, id=ASKED)
        return isinstance(shown, TableShown) and match.update(shown)

    def _look_around(self, match: Match | None) -> Part[ServerVirtualView]:
        """See what there is; whatever changed before this is in it."""
        self._refreshing = self._stale = False
        seen = yield LookAround(follow=True, id=ASKED)
        assert isinstance(seen, Surroundings)  # noqa: S101 - whoever is in may look around
        own, self._listed = (match.info, match.state) if match else (None, "")
        lists = around(seen, own, self._listed, self._called)
        return self._chats.listed(lists, self._name, self._called)
