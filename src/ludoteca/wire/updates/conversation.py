"""How the house speaks `updates`: refusals in place, everything else as it happens.

A client's words are handled one after the other; those that come before the last one was answered
wait. Beeps never do.
"""

from collections import deque
from collections.abc import Iterator
from typing import TypeAlias

from ludoteca.messages import (
    AnyRequest,
    AskPoints,
    Enter,
    Farewell,
    JoinTable,
    LookAround,
    MovePlayed,
    Notice,
    Refused,
    Said,
    StopWatching,
    Surroundings,
    TableListed,
    TableNews,
    TableShown,
    ViewThunk,
    Watch,
    Welcome,
)
from ludoteca.wire.dialect import Conversation, ConversationAct, Disconnect, Send
from ludoteca.wire.shelfie.rules import difference
from ludoteca.wire.updates.asking import at_table, creation
from ludoteca.wire.updates.games import Games, is_ours
from ludoteca.wire.updates.match import Match, note
from ludoteca.wire.updates.words import (
    NO_GAME,
    NO_LOGIN,
    Beep,
    ChatAccepted,
    ChatMessage,
    ClientMessage,
    EndGameUpdate,
    GameInitialization,
    GameSelection,
    Garbled,
    Nickname,
    ServerWord,
    Word,
    refusal_of,
)

PULSE = 5.0
MOST_QUIET = 3
"""So many pulses may pass without a word from a client that beeps."""
MOST_AHEAD = 64
"""So many words may wait for the answers to earlier ones."""

Acts: TypeAlias = Iterator[ConversationAct[Word]]


class UpdatesConversation(Conversation[Word]):
    """One connection."""

    def __init__(self, pulse: float = PULSE) -> None:
        self.pulse = pulse
        self._name = self._typed = ""
        self._games = Games()
        self._match: Match | None = None
        self._held: list[int] = []
        """Tables where they may have a seat."""
        self._words: deque[ClientMessage | Garbled] = deque()
        self._asked: ClientMessage | Garbled | None = None
        """The word whose answer is awaited."""
        self._request, self._requests = "", 0
        """The id of the request that was made for it; how many there were."""
        self._later: list[tuple[Notice, ViewThunk | None]] = []
        """What happens while somebody comes back."""
        self._beeps = self._over = False
        self._quiet = 0

    def begin(self) -> Acts:
        """The house is silent until the client has said something."""
        yield from ()

    def receive(self, word: Word) -> Acts:
        """The client has said this."""
        self._quiet = 0
        if isinstance(word, Beep):
            self._beeps = True
            yield Send(Beep())
        elif self._over or not isinstance(word, ClientMessage | Garbled):
            # Document, "Endgame": the server will not accept any other message.
            return
        elif len(self._words) < MOST_AHEAD:
            self._words.append(word)
            yield from self._go_on()
        else:
            yield Send(self._no(word))

    def reject(self, _: str) -> Acts:
        """What cannot be read is refused like a game, or like a login where there was none."""
        if not self._over:
            yield Send(NO_GAME if self._name else NO_LOGIN)

    def tick(self) -> Acts:
        """Who beeps is missed when it is quiet."""
        self._quiet += 1
        if self._beeps and self._quiet > MOST_QUIET:
            yield Disconnect()

    # What is asked

    def _go_on(self) -> Acts:
        while self._words and self._asked is None and not self._over:
            word = self._words.popleft()
            act = self._act(word)
            if isinstance(act, ServerWord):
                yield Send(act)
            else:
                self._asked = word
                yield self._sent(act)

    def _sent(self, request: AnyRequest) -> AnyRequest:
        self._request = request.id
        return request

    def _next(self) -> str:
        self._requests += 1
        return str(self._requests)

    def _act(self, word: ClientMessage | Garbled) -> AnyRequest | ServerWord:
        """The request that a word makes, or the word that answers it at once."""
        match word:
            case Nickname(typed) if not self._name:
                self._typed = typed
                name, _, secret = typed.partition("#")
                return Enter(name=name, secret=secret, id=self._next())
            case Nickname(typed) if typed == self._typed and self._match is None:
                return self._games.all()
            case _ if self._match:
                return at_table(self._match, word, self._next()) or self._no(word)
            case GameInitialization() if self._name:
                return creation(word, self._next())
            case GameSelection(number) if number in self._games:
                return JoinTable(table=number, id=self._next())
            case _:
                return self._no(word)

    def _no(self, word: ClientMessage | Garbled) -> ServerWord:
        """The refusal of a word; who is in is never refused a login, which clients take badly."""
        no = refusal_of(word)
        return NO_GAME if no is NO_LOGIN and self._name else no

    # What is told

    def hear(self, notice: Notice, look: ViewThunk | None) -> Acts:
        """The house has told this."""
        if self._over:
            return
        if isinstance(notice, Farewell):
            if self._match and self._match.started:
                yield Send(EndGameUpdate(None))
            return
        if isinstance(notice, TableListed):
            self._games.hear(notice)
            yield from self._games_news()
            return
        if isinstance(notice, Said):
            yield from self._passed_on(notice)
        elif self._returning and not self._is_answer(notice):
            self._later.append((notice, look))  # until everything has been said again
            return
        if self._match:
            for word in self._match.hear(notice, look):
                yield Send(word)
            self._over = self._match.over
        if self._asked is not None and self._is_answer(notice):
            yield from self._answered(self._asked, notice)
        yield from self._go_on()

    def _games_news(self) -> Acts:
        """Only who is in, has no seat and waits for nothing is told of games."""
        if not self._name or self._match or self._asked:
            return
        if news := self._games.news():
            yield Send(news)

    def _passed_on(self, said: Said) -> Acts:
        # Document, "Chat": first ChatAccepted, then a ChatUpdate for all involved.
        if isinstance(self._asked, ChatMessage) and said.by == self._name:
            self._asked = None
            yield Send(ChatAccepted(accepted=True))

    def _is_answer(self, notice: Notice) -> bool:
        """Whether this answers the request that was made last."""
        match notice:
            case Welcome():
                return True
            case TableNews(record=MovePlayed(seat=seat, request=request)):
                # Others choose ids of their own, which may be the same.
                mine = self._match is not None and self._match.names[seat] == self._typed
                return mine and request == self._request
            case _:
                return getattr(notice, "request", "") == self._request

    def _answered(self, word: ClientMessage | Garbled, notice: Notice) -> Acts:
        if isinstance(word, Nickname):
            yield from self._arriving(notice)
            return
        self._asked = None
        match notice:
            case TableShown():
                yield from self._seated(notice)
            case Refused():
                yield Send(self._no(word))
                yield from self._games_news()
            case _:  # it has happened, and was told
                pass

    # Coming in

    def _arriving(self, notice: Notice) -> Acts:
        match notice:
            case Welcome(name, tables=tables):
                self._name, self._held = name, list(tables)
                yield self._sent(LookAround(follow=True, id=self._next()))
            case Surroundings(tables=tables):
                self._games.see(tables)
                others = {info.table for info in tables if not is_ours(info)}
                self._held = [number for number in self._held if number not in others]
                yield from self._settle()
            case TableShown() if _is_for_us(notice):
                yield from self._seated(notice)
            case TableShown(info=info):
                yield self._sent(StopWatching(table=info.table, id=self._next()))
            case Refused() if not self._name:
                self._asked = None
                yield Send(NO_LOGIN)
            case _:
                yield from self._settle()

    @property
    def _returning(self) -> bool:
        """Whether somebody comes back to a game, and has not been told everything yet."""
        return self._match is not None and isinstance(self._asked, Nickname)

    def _settle(self) -> Acts:
        """Go back to a seat that waits, or see what games there are."""
        if self._match:
            self._asked = None
            for word in self._match.turn():
                yield Send(word)
            later, self._later = self._later, []
            for notice, look in later:
                yield from self.hear(notice, look)
        elif self._held:
            yield self._sent(Watch(table=self._held.pop(), id=self._next()))
        else:
            self._asked = None
            yield Send(self._games.all())

    def _seated(self, shown: TableShown) -> Acts:
        self._match = match = Match(shown, self._name, self._typed)
        yield LookAround()  # and no more news of other games
        back = isinstance(self._asked, Nickname) and match.started
        for word in match.come_back() if back else match.join():
            yield Send(word)
        if back:  # what was said there is told before this is answered
            yield self._sent(AskPoints(table=match.table, id=self._next()))
        else:
            self._asked = None
            if line := difference(shown.info, "updates"):
                yield Send(note(line))


def _is_for_us(shown: TableShown) -> bool:
    return is_ours(shown.info) and shown.seat is not None and not shown.info.over
