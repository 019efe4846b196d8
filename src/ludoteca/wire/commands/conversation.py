"""How this protocol is spoken at the house's end: who may say what where, and what news sound like.

One thing is talked about at a time: what a client says meanwhile waits its turn, and what others do
is told at once.
"""

from collections import deque
from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from ludoteca.games.renaissance import Event, View
from ludoteca.messages import (
    AnyRequest,
    Farewell,
    GamePaused,
    GameResumed,
    Gesture,
    MoveKept,
    MovePlayed,
    Notice,
    Presence,
    Record,
    Request,
    Said,
    SeatsGivenUp,
    SeatTaken,
    TableNews,
    TableShown,
    ViewThunk,
    Welcome,
    key,
)
from ludoteca.wire.commands import rooms, texts
from ludoteca.wire.commands.areas import ANYWHERE, ERRORS, WITHOUT_A_NAME, command_here
from ludoteca.wire.commands.news import Telling
from ludoteca.wire.commands.sayings import ALL, OTHERS, Match, reply, say
from ludoteca.wire.commands.session import Script, Session
from ludoteca.wire.commands.words import Chat, Word
from ludoteca.wire.dialect import Conversation, ConversationAct, Disconnect, Send

MOST_WAITING = 512
"""So many commands may wait for their turn."""

_events: msgspec.json.Decoder[list[Event]] = msgspec.json.Decoder(list[Event])


class CommandsConversation(Conversation[Word]):
    """One client of this protocol."""

    def __init__(self, ticket: str, ping: float, pongs: int) -> None:
        """Nobody yet; `ticket` sets what is asked here apart from what others ask."""
        self.pulse = ping
        self._ticket, self._pongs = ticket, pongs
        self._stay = Session()
        self._waiting: deque[Script] = deque()
        self._talk: Script | None = None
        self._match: Match | None = None
        """The match it is about, if it is about one."""
        self._asked = 0
        self._awaited = ""
        self._unanswered = 0
        self._gone = False

    # What the client says

    def begin(self) -> Iterator[ConversationAct[Word]]:
        """Ask who it is."""
        yield Send(reply(texts.WHO))

    def receive(self, word: Word) -> Iterator[ConversationAct[Word]]:
        """The client has said this."""
        self._unanswered = 0
        if word.command == "PONG" or self._gone:
            return
        if word.command == "PING":
            yield Send(say("PONG"))
            return
        if len(self._waiting) >= MOST_WAITING:
            yield self._stay.say(texts.TOO_FAST)
            yield self._goodbye()
            return
        self._waiting.append(self._answer(word))
        yield from self._pump()

    def reject(self, why: str) -> Iterator[ConversationAct[Word]]:
        """The client has said something that cannot be read."""
        yield self._stay.say(why)

    def _answer(self, word: Word) -> Script:
        stay, command = self._stay, word.command
        if not stay.me.name and command not in WITHOUT_A_NAME:
            yield stay.say(texts.WHO)
            return
        if talk := command_here(stay, command):
            self._match = stay.match
            yield from talk(stay, word)
        elif talk := ANYWHERE.get(command):
            yield from talk(stay, word)
        else:
            yield stay.say(texts.NOT_HERE, ERRORS.get(command, "REPLY"))

    # One thing at a time

    def _pump(self) -> Iterator[ConversationAct[Word]]:
        while self._talk is None and (self._stay.stale or self._waiting):
            stale = self._stay.stale
            self._talk = rooms.look_again(self._stay) if stale else self._waiting.popleft()
            self._match = None
            yield from self._go_on(None)

    def _go_on(self, answer: Notice | None) -> Iterator[ConversationAct[Word]]:
        """Let the talk go on, until it asks the house again or is over."""
        if self._match not in (None, self._stay.match):  # what it was about has ended meanwhile
            self._talk = None
        while self._talk is not None:
            try:
                act = self._talk.send(answer)
            except StopIteration:
                self._talk = None
                return
            answer = None
            if isinstance(act, Request):
                yield self._numbered(act)
                return
            yield self._goodbye() if isinstance(act, Disconnect) else act

    def _goodbye(self) -> Disconnect:
        """Nothing more is answered."""
        self._gone = True
        self._waiting.clear()
        return Disconnect()

    def _numbered(self, request: AnyRequest) -> AnyRequest:
        self._asked += 1
        self._awaited = f"{self._ticket}{self._asked}"
        return replace(request, id=self._awaited)

    def _is_answer(self, notice: Notice) -> bool:
        if self._talk is None:
            return False
        source = notice.record if isinstance(notice, TableNews) else notice
        return isinstance(notice, Welcome) or getattr(source, "request", "") == self._awaited

    # What the house says

    def hear(self, notice: Notice, look: ViewThunk | None) -> Iterator[ConversationAct[Word]]:
        """The house has told this."""
        answers = self._is_answer(notice)
        if answers:
            yield from self._go_on(notice)
        match notice:
            case TableNews():
                yield from self._news(notice, look)
            case Gesture(seat=seat, draft=draft) if seat == self._stay.seat:
                self._stay.draft = draft
            case TableShown() if not answers and self._stay.view is not None:
                # A move was taken back, which differences cannot tell.
                yield from rooms.match_shown(self._stay, notice)
            case MoveKept(move=None) if self._stay.kept:
                kept, self._stay.kept = self._stay.kept, None
                yield self._stay.say(texts.NOT_KEPT, kept.error)
            case Said():
                yield from self._said(notice)
            case Presence():
                yield from self._presence(notice)
            case Farewell(detail=detail):
                yield self._stay.say(detail)
        yield from self._pump()

    def _news(self, notice: TableNews, look: ViewThunk | None) -> Iterator[ConversationAct[Word]]:
        stay, record = self._stay, notice.record
        if stay.info is None or notice.table != stay.info.table:
            return
        after: View | None = look() if look and stay.view is not None else None
        if stay.view is None or stay.match is None or after is None:
            stay.stale = not stay.info.over
            return
        if stay.paying:
            yield stay.say(texts.TIME_UP, stay.paying.error)
            stay.paying = None
        yield from self._played_at_last(record)
        events = _events.decode(getattr(record, "events", b"[]"))
        before, stay.view = stay.view, after
        match record:
            case SeatTaken(seat, name, bot):
                now, known = stay.me.shown(name), stay.match.names[seat]
                text = texts.BACK if now == known else texts.TAKES_OVER
                who = f"{now} ({bot})" if bot else now
                yield Send(reply(text.format(who, known), target=ALL))
            case GamePaused():
                yield Send(reply(texts.PAUSED, target=ALL))
            case GameResumed():
                yield Send(reply(texts.RESUMED, target=ALL))
        for word in Telling(before, after, stay.match).tell(events):
            yield Send(word)
        lost = isinstance(record, SeatsGivenUp) and stay.seat in record.seats
        if lost and not after.outcome:
            yield stay.say(texts.SEAT_LOST)
            yield Send(say("END_GAME", target=ALL))
        if lost or after.outcome:
            stay.forget_match()
            stay.info = replace(stay.info, over=True, waits=stay.info.waits and not lost)
            self._waiting.appendleft(rooms.back_to_room(stay))

    def _played_at_last(self, record: Record) -> Iterator[ConversationAct[Word]]:
        """Grant what was kept, once it is played."""
        kept = self._stay.kept
        if kept and isinstance(record, MovePlayed) and record.request == kept.request:
            self._stay.kept = None
            if kept.ok:
                yield self._stay.say(kept.ok)

    def _said(self, said: Said) -> Iterator[ConversationAct[Word]]:
        stay = self._stay
        if said.table is not None:
            stay.heard = max(stay.heard, said.number)
        if key(said.by) == key(stay.me.name):
            return
        by, text = stay.me.shown(said.by), f" {said.text}"
        if said.to:  # deployed programs look for the writer where the reader should be
            yield Send(Chat(command="CHAT", receiver=by, info=text, sender=stay.me.typed))
        else:
            yield Send(Chat(command="CHAT_ALL", info=text, target=OTHERS, sender=by))

    def _presence(self, seen: Presence) -> Iterator[ConversationAct[Word]]:
        stay = self._stay
        if stay.info is None or seen.table != stay.info.table or stay.info.over:
            return
        if key(seen.name) == key(stay.me.name):
            return
        dropped = texts.DROPPED_PAUSED if seen.paused else texts.DROPPED
        text = (texts.BACK if seen.here else dropped).format(stay.me.shown(seen.name))
        yield Send(reply(text, target=ALL))

    # The pulse

    def tick(self) -> Iterator[ConversationAct[Word]]:
        """Ask whether the client is still there, and let it go if it has not said so for long."""
        if not self._stay.me.name:
            return
        if self._unanswered >= self._pongs:
            yield Send(say("INACTIVITY_KICK"))
            yield self._goodbye()
            return
        self._unanswered += 1
        yield Send(say("PING"))
