"""What a client asks, as requests to the house, and how it is answered.

A move is never judged here: the house is asked, and its answer told in the document's words.
Deployed clients and lines differ in little: the order of an answer, a pause, a seat, a ping.
"""

from ludoteca.games import shelfie
from ludoteca.messages import (
    Enter,
    JoinTable,
    Leave,
    LookAround,
    OpenTable,
    StandUp,
    StopWatching,
    Surroundings,
    TableShown,
    Watch,
    Welcome,
)
from ludoteca.wire.dialect import Delay, Disconnect, Send
from ludoteca.wire.pipes import texts
from ludoteca.wire.pipes.codecs import METHODS
from ludoteca.wire.pipes.hearing import ASKED
from ludoteca.wire.pipes.lists import speaks_of
from ludoteca.wire.pipes.lockstep import Part, Script
from ludoteca.wire.pipes.match import Match
from ludoteca.wire.pipes.pacing import Acts, Source
from ludoteca.wire.pipes.turns import Turns
from ludoteca.wire.pipes.words import (
    CheckPlayerActionPhase,
    CreateMatch,
    EndTurn,
    ExitGame,
    Garbled,
    Join,
    Login,
    Message,
    NotifyUpdate,
    PublicChat,
    Return,
    SendPrivateMessage,
    SendPublicMessage,
    Word,
    method_of,
)
from ludoteca.wire.shelfie.rules import difference, options_of


class PipesConversation(Turns):
    """One connection, as it speaks."""

    def receive(self, word: Word) -> Acts:
        """The client has asked for this."""
        yield from self._lockstep.add(self._script(word), Source.ANSWER)

    def _script(self, word: Word) -> Script:  # noqa: C901, PLR0912 - one case a request
        """How a request is answered, whenever its turn comes."""
        method = method_of(word)
        match word:
            case Login(name):
                yield from self._login(name)
            case ExitGame():
                yield from self._exit()
            case Garbled():
                yield from self._garbled(method)
            case CheckPlayerActionPhase():
                yield Send(Return(method, ok=bool(self._match and self._match.to_move)))
            case _ if not self._name:
                yield from self._no(method, texts.NOT_IN_YET)
            case Join(room) if self._match and self._match.is_rejoined(room):
                yield from self._rejoin(self._match)
            case CreateMatch() | Join() if self._match:
                yield from self._no(method, texts.IN_A_MATCH)
            case CreateMatch(seats):
                yield from self._create(seats)
            case Join(room):
                yield from self._join(room)
            case SendPrivateMessage():
                yield from self._whisper(word)
            case EndTurn():
                yield from self._end_turn()
            case SendPublicMessage() if not self._match:
                yield from self._no(method, texts.NOT_SENT)
            case _ if not self._match:
                yield from self._no(method, texts.BAD_CONDITIONS)
            case _:
                yield from self._in_match(self._match, word)

    def _garbled(self, method: str) -> Script:
        yield Send(Message(texts.BAD_INPUT if method in METHODS else texts.NOT_VALID))
        if method:
            yield Send(Return(method, ok=False))

    # Coming and going

    def _login(self, typed: str) -> Script:
        name, _, secret = typed.partition("#")
        answer = yield Enter(name=name, secret=secret, id=ASKED)
        if not isinstance(answer, Welcome):
            yield from self._refused("login", answer, texts.LOGIN)
            return
        self._name, self._typed = answer.name, typed
        if answer.tables:
            self._match = yield from self._seat_of(answer.tables)
        lists = yield from self._look_around(self._match)
        self._recalling = False
        done = Return("login", ok=True)
        text = texts.WELCOME.format(name=typed)
        yield from self._say(Message(text), done, lists, NotifyUpdate())
        if self._match:
            yield from self._enter(self._match)

    def _seat_of(self, tables: tuple[int, ...]) -> Part[Match | None]:
        """The match among these tables, where a seat waits for whoever has come in."""
        seen = yield LookAround(follow=True, id=ASKED)
        assert isinstance(seen, Surroundings)  # noqa: S101 - whoever is in may look around
        foreign = {info.table for info in seen.tables if not speaks_of(info)}
        going = {info.table for info in seen.tables if info.started}
        for table in sorted(set(tables) - foreign, key=lambda table: table not in going):
            self._recalling = True
            shown = yield Watch(table=table, id=ASKED)
            if isinstance(shown, TableShown) and speaks_of(shown.info):
                match = Match(shown, self._called)
                match.paused, match.returned = self._paused, True
                return match
            yield StopWatching(table=table, id=ASKED)
        return None

    def _enter(self, match: Match) -> Script:
        """To the match, once a deployed client has drawn what it shows before that."""
        if self._manner.pause:
            yield Delay(self._manner.pause)
        if match.chat and match.view:
            seen, *rest = match.entrance()
            yield from self._say(seen, PublicChat(match.chat), *rest)
        else:
            yield from self._say(*match.entrance())

    def _exit(self) -> Script:
        if self._match:
            match, self._match = self._match, None
            yield StandUp(table=match.table, id=ASKED)
        self._lockstep.pacing.forget()
        yield from self._yes("exitGame", texts.BYE)
        if self._name:
            yield Leave(id=ASKED)
        else:
            yield Disconnect()

    # Matches

    def _create(self, seats: int) -> Script:
        options = options_of("pipes")
        answer = yield OpenTable(
            game=shelfie.NAME, seats=seats, options=options, lets_go=True, id=ASKED
        )
        if not isinstance(answer, TableShown):
            yield from self._refused("createMatch", answer, texts.CREATE)
            return
        self._lockstep.pacing.forget()
        self._match = match = Match(answer, self._called)
        lists = yield from self._look_around(match)
        message = Message(texts.CREATED.format(seats=seats, match=match.info.room))
        done = Return("createMatch", ok=True)
        if self._manner.deployed:
            yield from self._say(message, lists, match.wait(), NotifyUpdate(), done)
        else:
            yield from self._say(message, lists, done, match.wait())

    def _join(self, room: int) -> Script:
        listed = yield LookAround(follow=True, id=ASKED)
        found = [info for info in listed.tables if info.room == room and speaks_of(info)]
        if not found:
            yield from self._no("join", texts.NO_SUCH_ROOM)
            return
        answer = yield JoinTable(table=found[0].table, id=ASKED)
        if not isinstance(answer, TableShown):
            # Document: "when the player try to join after connection loss", which needs one.
            lost = any(holder and not holder.here for holder in found[0].seats)
            known = texts.REJOIN if found[0].started and lost else texts.JOIN
            yield from self._refused("join", answer, known)
            return
        self._lockstep.pacing.forget()
        self._match = match = Match(answer, self._called)
        self._recalling = True
        yield from self._look_again(match)
        yield from self._joined(match)

    def _rejoin(self, match: Match) -> Script:
        """The match that was come back to, again, which deployed clients ask for twice."""
        match.returned = not self._manner.deployed
        yield from self._joined(match)

    def _joined(self, match: Match) -> Script:
        lists = yield from self._look_around(match)
        self._recalling = False
        text = texts.JOINED.format(name=self._typed, match=match.info.room)
        # The document has the view here; deployed clients can bear it only after the pause.
        seen = [match.seen()] if match.view and not self._manner.deployed else []
        told = [Message(line)] if (line := difference(match.info, "pipes")) else []
        yield from self._say(Message(text), *told, lists, *seen, Return("join", ok=True))
        if match.view and not match.view.turns and not match.entered:
            yield Send(Message(texts.BUILDING))
        yield from self._enter(match)
