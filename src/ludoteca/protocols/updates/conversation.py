"""The conversation of the `updates` protocol.

Client messages are handled one at a time: each waits until the previous one has been answered.
Beeps are answered immediately.
"""

from collections.abc import Iterator, Sequence
from typing import TypeAlias, TypeVar

from msgspec.structs import replace

from ludoteca import messages
from ludoteca.games import shelfie
from ludoteca.games.shelfie import Cell, Select, TakeTiles
from ludoteca.protocols import scripts
from ludoteca.protocols.contract import Conversation, ConversationAct, Disconnect, Send
from ludoteca.protocols.scripts import Asking, ScriptRunner, ask, look_around, say
from ludoteca.protocols.shelfie import move_id, options_of
from ludoteca.protocols.updates import views, words
from ludoteca.protocols.updates.match import ALL, UpdatesMatch, note

PULSE = 5.0
MOST_QUIET = 3
"""Pulses without a message after which a client is disconnected if it has sent beeps."""
MOST_AHEAD = 64
"""Maximum number of client messages that wait for the answers to earlier ones."""
REMOVED = "You have been removed from the game."
NEWEST = messages.LookAround(follow=True, game=shelfie.NAME, free=True)
"""Request for games with free seats, newest first."""

T = TypeVar("T")
Acts: TypeAlias = Iterator[ConversationAct[words.UpdatesWord]]
Script: TypeAlias = scripts.Script[words.UpdatesWord, T]


class UpdatesConversation(Conversation[words.UpdatesWord]):
    """The conversation on one connection; the client speaks first."""

    def __init__(self, pulse: float = PULSE, *, cannot_undo: bool = False) -> None:
        self.pulse = pulse
        self.cannot_undo = cannot_undo
        self._name = ""
        self._typed = ""
        self._games = views.Games()
        self._match: UpdatesMatch | None = None
        self._scripts: ScriptRunner[words.UpdatesWord] = ScriptRunner()
        self._ahead = 0
        """Client messages that wait for the answers to earlier ones."""
        self._chats = False
        """Whether a chat message from the client is being delivered."""
        self._returns = False
        """Whether the server is still sending the state of the game to a returning player."""
        self._later: list[tuple[messages.Notice, messages.ViewThunk | None]] = []
        """Notices received while `_returns` is set."""
        self._beeps = False
        self._over = False
        self._quiet = 0

    def opened(self, encoding: str) -> None:
        """Note the client's encoding.

        The graphical client, which uses a stream or calls, never removes a tile from a bookshelf.
        """
        self.cannot_undo = encoding == "stream"

    def receive(self, word: words.UpdatesWord) -> Acts:
        self._quiet = 0
        if isinstance(word, words.Beep):
            self._beeps = True
            yield Send(words.Beep())
        elif self._over or not isinstance(word, words.ClientMessage | words.GarbledMessage):
            # Document, "Endgame": the server will not accept any other message.
            return
        elif self._ahead < MOST_AHEAD:
            self._ahead += 1
            yield from self._scripts.run(self._answer(word))
        else:
            yield Send(self._refusal(word))

    def reject(self, _: str) -> Acts:
        """Refuse unreadable input as a login, or as a game request once the player is logged in."""
        if not self._over:
            yield Send(words.NO_GAME if self._name else words.NO_LOGIN)

    def tick(self) -> Acts:
        """Disconnect a client that has sent beeps but is now silent."""
        self._quiet += 1
        if self._beeps and self._quiet > MOST_QUIET:
            yield Disconnect()

    def hear(self, notice: messages.Notice, look: messages.ViewThunk | None) -> Acts:
        if self._over:
            return
        if isinstance(notice, messages.Farewell):
            if self._match and self._match.started:
                yield Send(note(notice.detail))
                yield Send(words.EndGameUpdate(None))
        elif isinstance(notice, messages.TableListed):
            self._games.hear(notice)
            if not self._scripts.busy:
                yield from self._games_news()
                if self._games.are_few and self._name and not self._match:
                    yield from self._scripts.run(self._see_more())
        elif self._scripts.is_answer(notice):
            yield from self._tell(notice, look)
            yield from self._scripts.answer(notice)
        elif self._returns and not isinstance(notice, messages.Said):
            self._later.append((notice, look))
        else:
            yield from self._tell(notice, look)

    def _tell(self, notice: messages.Notice, look: messages.ViewThunk | None) -> Acts:
        if isinstance(notice, messages.Said) and self._chats and notice.by == self._name:
            # Document, "Chat": ChatAccepted comes first, then a ChatUpdate to all players involved.
            self._chats = False
            yield Send(words.ChatAccepted(accepted=True))
        if self._match:
            yield from map(Send, self._match.hear(notice, look))
            self._over = self._match.over
            if self._match.lost:
                number = self._match.number
                self._match = None
                yield from self._scripts.run(self._leave_room(number))
        if self._over:
            self._scripts.clear()

    def _games_news(self) -> Acts:
        """If the player is logged in but has no seat, send the changes to the list of games."""
        if self._name and not self._match:
            yield from map(Send, self._games.news())

    def _refusal(self, word: words.ClientMessage | words.GarbledMessage) -> words.ServerWord:
        """Return the refusal of a message.

        After login, this is NO_GAME instead of NO_LOGIN, because clients would fail on NO_LOGIN.
        """
        refusal = words.refusal_of(word)
        return words.NO_GAME if refusal is words.NO_LOGIN and self._name else refusal

    # Scripts

    def _answer(self, word: words.ClientMessage | words.GarbledMessage) -> Script[None]:
        self._ahead -= 1
        match word:
            case words.Nickname(typed) if not self._name:
                yield from self._login(typed)
            case words.Nickname(typed) if typed == self._typed and self._match is None:
                yield from say(self._games.all())
            case words.ChatMessage() if self._match:
                yield from self._chat(word, self._match)
            case words.LivingRoomSelection() | words.BookshelfInsertion() if self._match:
                yield from self._step(word, self._match)
            case words.GameInitialization() if self._name and not self._match:
                yield from self._take_seat(word, ask(_creation(word)))
            case words.GameSelection(number) if number in self._games and not self._match:
                yield from self._take_seat(word, ask(messages.JoinTable(table=number)))
            case _:
                yield from say(self._refusal(word))

    def _step(
        self, word: words.LivingRoomSelection | words.BookshelfInsertion, match: UpdatesMatch
    ) -> Script[None]:
        """Select or insert tiles; notices report the effects to all players, including this one."""
        answer: messages.Notice | None = None
        if isinstance(word, words.LivingRoomSelection):
            cells = tuple(Cell(position.row, position.column) for position in word.positions)
            answer = yield from ask(messages.Draft(table=match.number, step=Select(cells)))
        elif request := _insertion(match, word):
            answer = yield from ask(request)
        if answer is None or isinstance(answer, messages.Refused):
            yield from self._refuse(word)

    def _take_seat(
        self,
        word: words.GameInitialization | words.GameSelection,
        asking: Asking[messages.TableShown | messages.Refused],
    ) -> Script[None]:
        answer = yield from asking
        if isinstance(answer, messages.TableShown):
            yield from self._sit(answer)
        else:
            yield from self._refuse(word)

    def _refuse(self, word: words.ClientMessage) -> Script[None]:
        """Refuse a message, then send changes to the list of games that were held back."""
        yield from say(self._refusal(word))
        yield from self._games_news()

    def _chat(self, word: words.ChatMessage, match: UpdatesMatch) -> Script[None]:
        request = _say(match.number, word, match.others)
        if request is None:
            yield from say(words.NO_CHAT)
            return
        self._chats = True
        answer = yield from ask(request)
        self._chats = False
        if isinstance(answer, messages.Refused):
            yield from say(words.NO_CHAT)

    def _login(self, typed: str) -> Script[None]:
        self._typed = typed
        name, _, secret = typed.partition("#")
        welcome = yield from ask(messages.Enter(name=name, secret=secret))
        if not isinstance(welcome, messages.Welcome):
            yield from say(words.NO_LOGIN)
            return
        self._name = welcome.name
        self._games = views.Games(self._name)
        around = yield from look_around(NEWEST)
        self._games.see(around)
        others = {info.table for info in around.tables if not views.is_ours(info)}
        for table in reversed(welcome.tables):
            if table in others:
                continue
            shown = yield from ask(messages.Watch(table=table))
            if isinstance(shown, messages.TableShown) and _is_for_us(shown):
                yield from self._come_back(shown)
                return
            if isinstance(shown, messages.TableShown):
                yield from ask(messages.StopWatching(table=table))
        yield from say(self._games.all())

    def _see_more(self) -> Script[None]:
        """Request older games if few waiting games are known, then send the changes."""
        while self._games.are_few:
            request = replace(NEWEST, after=self._games.more)
            self._games.see((yield from look_around(request)))
        yield from self._games_news()

    def _leave_room(self, table: int) -> Script[None]:
        """Return from a waiting room to the list of games after losing the seat."""
        if not self.cannot_undo:  # the graphical client fails on chat before a game starts
            yield from say(note(REMOVED))
        yield from ask(messages.StopWatching(table=table))
        self._games = views.Games(self._name)
        self._games.see((yield from look_around(NEWEST)))
        yield from say(self._games.all())

    def _sit(self, shown: messages.TableShown) -> Script[None]:
        self._match = UpdatesMatch(shown, self._name, self._typed, holds_chat=self.cannot_undo)
        yield from say(*self._match.join())
        yield from ask(messages.LookAround(limit=1))  # stops notices about other games

    def _come_back(self, shown: messages.TableShown) -> Script[None]:
        """Return a player to their seat; send the state and the chat before other notices."""
        if shown.view is None:
            yield from self._sit(shown)
            return
        self._match = UpdatesMatch(shown, self._name, self._typed)
        self._returns = True
        yield from say(*self._match.come_back())
        yield from ask(messages.LookAround(limit=1))
        # The server sends all of the table's chat before this answer.
        yield from ask(messages.AskPoints(table=self._match.number))
        yield from say(*self._match.turn())
        self._returns = False
        later = self._later
        self._later = []
        for notice, look in later:
            yield from self.hear(notice, look)


def _is_for_us(shown: messages.TableShown) -> bool:
    return views.is_ours(shown.info) and shown.seat is not None and not shown.info.over


def _creation(word: words.GameInitialization) -> messages.OpenTable:
    """Build the request for a table, which players leave if they disconnect before the start."""
    return messages.OpenTable(
        game=shelfie.NAME,
        seats=word.number_players,
        options=options_of("updates", word.number_common_goal_cards),
        lets_go=True,
        absence=messages.AbsenceRule.FORFEIT,
    )


def _insertion(match: UpdatesMatch, word: words.BookshelfInsertion) -> messages.Play | None:
    """Build the request to play the tiles in hand, or None if the permutation is invalid.

    While the table waits for an absent player, the move is kept and answered once it is played.
    """
    hand = match.hand
    if not hand or sorted(word.permutation) != list(range(len(hand))):
        return None
    move = TakeTiles(tuple(hand[place] for place in word.permutation), word.column)
    own = move_id(match.version, move.cells, move.column)
    return messages.Play(table=match.number, move=move, keep=True, id=own)


def _say(table: int, word: words.ChatMessage, others: Sequence[str]) -> messages.Say | None:
    """Build the chat request, or return None if the receiver is not at the table."""
    if word.receiver == ALL:
        return messages.Say(text=word.text, table=table)
    # Some clients cannot type spaces; they may write underscores instead.
    typed = {name.replace(" ", "_"): name for name in others} | {name: name for name in others}
    receiver = typed.get(word.receiver)
    return messages.Say(text=word.text, table=table, to=receiver) if receiver else None
