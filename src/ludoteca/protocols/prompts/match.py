"""A game from its lobby to its end: events as messages, and moves as requests."""

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from msgspec.structs import replace

from ludoteca import messages
from ludoteca.games import Seat, shelfie
from ludoteca.protocols import remarks
from ludoteca.protocols.prompts import texts, views, words
from ludoteca.protocols.prompts.lobby import Script, Seated, prompt
from ludoteca.protocols.scripts import ask, has_lost_seat, say
from ludoteca.protocols.shelfie import followed, move_id, rules_note

Situation: TypeAlias = tuple[object, ...] | None
"""The turn and the board for which a move is to be chosen; None before the start."""

LATE = {shelfie.Reason.NOT_YOUR_TURN, shelfie.Reason.GAME_OVER}


class PromptsMatch:
    """A table at which the client has a seat."""

    def __init__(self, seated: Seated, own: texts.Texts, *, paused: bool) -> None:
        self._seated = seated
        self._texts = own
        self._table = replace(followed(seated.shown), view=None, paused=paused)
        self._seat = Seat(0)
        self._asked: Situation = None
        """The situation in which the client was last asked for a move."""
        self._notes: list[str] = []
        """Sentences for the next view of the table."""
        self._resting = False
        """Whether all players agreed to a pause."""
        self._kept = False
        """Whether this player's move is kept until another player returns."""
        self.changed = False
        """Whether the client's view is out of date."""
        self.stale = False
        """Whether the lobby has to be requested again."""
        self.over = False
        """Whether all messages about the game have been sent."""
        self._arrival = list(
            remarks.on_arrival(seated.shown.info, self._table.names, seated.shown.seat)
        )
        """Pending sentences about the clock and stand-ins."""

    def begin(self) -> Iterator[words.ServerWord]:
        """Describe the table to the client."""
        seated = self._seated
        if seated.back:
            yield words.WelcomeBack(texts.welcome_back(seated.name, seated.number))
        yield from self._shown(seated.shown, back=seated.back)

    @property
    def paused(self) -> bool:
        """Whether the game waits for another player or for the end of a pause."""
        return (self._table.paused or self._resting) and not self.over

    @property
    def won(self) -> bool:
        """Whether the game itself has ended. If it has not and `over` is set, the seat is lost."""
        return self._table.over

    @property
    def wants_move(self) -> bool:
        """Whether the client has to be asked for a move."""
        may_move = not (self._table.paused or self._resting or self._kept)
        return self._table.is_own_turn and may_move and self._asked != self._situation()

    def view(self) -> words.GraphicalGameInfo:
        """Return the current view with the notes since the previous view."""
        notes = self._notes
        self._notes = []
        self.changed = False
        return views.seen_by(self._seen(), self._seat, self._names(), notes, self._texts)

    # Scripts

    def look(self) -> Script[None]:
        """Request the table: its players, and whether the game has started."""
        answer = yield from ask(messages.Watch(table=self._table.number))
        if has_lost_seat(answer):
            self.over = True
            yield from say(words.Waiting(self._texts.removed))

    def move(self) -> Script[None]:
        """Ask for a move until one is accepted or the turn is over."""
        self._asked = self._situation()
        question: words.AskedForMove = words.MoveMessage(self._texts.move)
        while True:
            answer = yield from prompt(question)
            if self.over or self._asked != self._situation():
                return
            move = views.read_move(words.text_of(answer), self._texts)
            if not isinstance(move, shelfie.TakeTiles):
                question = move
                continue
            own = move_id(self._table.version, move.cells, move.column)
            request = messages.Play(table=self._table.number, move=move, keep=True, id=own)
            answered = yield from ask(request)
            if not isinstance(answered, messages.Refused) or self.over:
                return
            if answered.code in LATE:
                self._asked = None
                return
            if answered.code == messages.ServerReason.AT_REST:
                self._asked = None
                self._resting = True
                yield from say(words.Waiting(answered.detail))
                return
            question = views.refused(answered.code, answered.detail, self._texts)

    # Notices

    def hear(
        self, notice: messages.Notice, look: messages.ViewThunk | None
    ) -> Iterator[words.ServerWord]:
        """Yield the messages about a notice, or no messages once the game is over."""
        # The protocol has no chat, so announcements are shown with the next view.
        if isinstance(notice, messages.Announced):
            self._notes.append(notice.text)
            self.changed = self._table.view is not None
        if self.over or not self._table.concerns(notice):
            return
        match notice:
            case messages.TableShown():
                yield from self._shown(notice)
            case messages.TableNews() if self._table.view is None:
                self.stale = True
            case messages.TableNews(record=record):
                before = self._situation()
                self._table = self._table.after(notice, look)
                self.changed = self.changed or self._situation() != before
                self._count_time(getattr(record, "left", ()), before)
                yield from self._remark(notice)
                yield from self._news(record)
            case messages.PauseAsked():
                yield from self._remark(notice)
            case messages.Presence():
                yield from self._presence(notice)
            case messages.MoveKept(move=move):
                yield from self._keep(kept=move is not None)

    def _shown(
        self, shown: messages.TableShown, *, back: bool = False
    ) -> Iterator[words.ServerWord]:
        self.stale = False
        if shown.seat is None:
            self.over = True
            return
        first = self._table.view is None
        self._table = self._table.after(shown, None)
        self._seat = shown.seat
        self._resting = shown.info.paused
        if shown.view is None or (first and not back):
            lobby = _lobby(self._names(), shown.info.seats, started=shown.view is not None)
            yield replace(lobby, s="\n".join([lobby.s, *self._arrival]))
            self._arrival = []
        if shown.view is not None:
            self.changed = True
            self._notes += self._arrival
            self._arrival = []
            self._count_time(shown.left, None)
            if first:
                yield words.StartingGame(self._texts.starting)
                if line := rules_note(shown.view, "prompts"):
                    self._notes.append(line)
            yield from self._ended()

    def _count_time(self, left: messages.Left, before: Situation) -> None:
        """Note the time for a new turn, for the view that precedes the request for a move."""
        if left and self._table.is_own_turn and self._situation() != before:
            self._notes.append(remarks.time_for_turn(left[self._seat]))

    def _remark(
        self, notice: messages.TableNews | messages.PauseAsked
    ) -> Iterator[words.ServerWord]:
        sentences = list(remarks.on_notice(notice, self._names(), self._seat, chats=False))
        told = notice.record if isinstance(notice, messages.TableNews) else notice
        if isinstance(told, messages.SeatSkipped):
            self._notes += sentences
        elif isinstance(told, messages.SeatsGivenUp):
            return  # reported by `_news`, with a text of this protocol
        elif self._table.is_own_turn and isinstance(
            told, messages.PauseAsked | messages.GamePaused | messages.GameResumed
        ):
            return  # the sentence could only be sent after the move, when it is out of date
        elif sentences:
            yield words.Waiting("\n".join(sentences))

    def _news(self, record: messages.Record) -> Iterator[words.ServerWord]:
        match record:
            case messages.SeatTaken(name=name, released=False):
                self._notes.append(texts.sits_down(name))
            case messages.MovePlayed():
                self._kept = False
                yield from self._played(record)
            case messages.SeatSkipped(seat):
                self._notes.append(texts.skipped(self._names()[seat]))
                yield from self._played(record)
            case messages.MoveTakenBack(seat):
                self._notes.append(remarks.taken_back(self._names()[seat]))
            case messages.SeatsGivenUp(seats):
                yield from self._played(record)
                if not self.over:
                    yield self._given_up(seats)
            case messages.GamePaused():
                self._resting = True
            case messages.GameResumed():
                self._resting = False
                self.changed = True
            case _:
                pass

    def _played(self, record: messages.Record) -> Iterator[words.ServerWord]:
        goals = list(self._seen().common_goals)
        for event in messages.events_of(record):
            if isinstance(event, shelfie.TokenTaken):
                which = goals.index(event.goal)
                name = self._names()[event.seat]
                yield words.CommonCard(texts.completed(which, name, event.points))
                if event.seat == self._seat:
                    yield words.CommonCard(texts.you_completed(which, event.points))
        yield from self._ended()

    def _ended(self) -> Iterator[words.ServerWord]:
        """If the game has ended, send the final bookshelves, the winners and all points."""
        view = self._seen()
        if view.outcome:
            self.over = True
            yield self.view()
            seats = map(Seat, range(len(view.seats)))
            points = [sum(p.amount for p in shelfie.points(view, seat)) for seat in seats]
            yield words.Win(texts.win(self._names(), points, view.outcome.winners))

    def _given_up(self, seats: Sequence[Seat]) -> words.ServerWord:
        if self._seat in seats:
            self.over = True
            return words.Waiting(self._texts.given_up)
        names = self._names()
        return words.Disconnection("\n".join(texts.gone(names[seat]) for seat in seats))

    def _presence(self, seen: messages.Presence) -> Iterator[words.ServerWord]:
        was_paused = self._table.paused
        self._table = self._table.after(seen, None)
        if self._table.view is None:
            return
        if seen.here:
            self._notes.append(texts.back(seen.name))
            # A kept move is played now, so the view changes again.
            self.changed = self.changed or (was_paused and not self._kept)
        else:
            text = texts.alone(seen.name) if seen.paused else texts.gone(seen.name)
            yield words.Disconnection(text)

    def _keep(self, *, kept: bool) -> Iterator[words.ServerWord]:
        """Announce that a move is kept. If a kept move was dropped, ask for a move again."""
        before = self._kept
        self._kept = kept
        if kept and not before:
            yield words.Waiting(self._texts.kept)
        elif before and not kept:
            self._asked = None
            self.changed = True

    # State

    def _names(self) -> tuple[str, ...]:
        """Return the player names by seat, including the client's own name as typed."""
        own = self._seated.name
        return tuple(
            own if seat == self._seat else name or f"(seat {seat + 1})"
            for seat, name in enumerate(self._table.names)
        )

    def _seen(self) -> shelfie.View:
        if self._table.view is None:
            raise RuntimeError("the game has not started")
        return self._table.view

    def _situation(self) -> Situation:
        view = self._table.view
        return (view.turn, view.turns, view.board) if view else None


def _lobby(
    names: Sequence[str], holders: Sequence[messages.HolderInfo | None], *, started: bool
) -> words.Lobby:
    """List the connected players and, at a full table before the start, the absent players."""
    taken = [(name, holder.here) for name, holder in zip(names, holders, strict=True) if holder]
    if started or len(taken) < len(holders):
        taken = [(name, True) for name, _ in taken]
    here = [name for name, is_here in taken if is_here]
    awaited = [name for name, is_here in taken if not is_here]
    return words.Lobby(len(here), len(holders), texts.lobby(here, len(holders), awaited))
