"""A game from its lobby to its end: what happens at the table, in words; moves, as requests."""

from collections.abc import Sequence
from typing import Any

from msgspec import Raw, json
from msgspec.structs import replace

from ludoteca.games import Seat, shelfie
from ludoteca.messages import (
    GameResumed,
    HolderInfo,
    HouseReason,
    MoveKept,
    MovePlayed,
    Notice,
    Play,
    Presence,
    Record,
    Refused,
    SeatsGivenUp,
    SeatSkipped,
    SeatTaken,
    TableNews,
    TableShown,
    ViewThunk,
    Watch,
)
from ludoteca.wire.prompts import texts
from ludoteca.wire.prompts.moves import read_move, refused
from ludoteca.wire.prompts.picture import picture
from ludoteca.wire.prompts.replies import ClientWord, text_of
from ludoteca.wire.prompts.stages import Acts, Over, Seated
from ludoteca.wire.prompts.texts import Texts
from ludoteca.wire.prompts.words import (
    Asked,
    CommonCard,
    Disconnection,
    Lobby,
    MoveMessage,
    StartingGame,
    Waiting,
    WelcomeBack,
    Win,
)
from ludoteca.wire.shelfie.rules import difference

_events: json.Decoder[list[shelfie.Event]] = json.Decoder(list[shelfie.Event])
LATE = {shelfie.Reason.NOT_YOUR_TURN, shelfie.Reason.GAME_OVER}


class Match:
    """Somebody at a table."""

    def __init__(self, seated: Seated, own: Texts) -> None:
        self._texts = own
        self._seated, self._table = seated, seated.shown.info.table
        self._seat = Seat(0)
        self._names: tuple[str, ...] = ()
        self._version = 0
        self._view: shelfie.View | None = None
        """What was seen last; None before the start."""
        self._asked: Any = None
        """The situation that a move was asked for."""
        self._notes: list[str] = []
        """What will be said with the next picture."""
        self._paused, self._rests = seated.paused, False
        """Whether too few are there; whether all have agreed to a pause."""
        self._changed = self._looks = self._over = False
        self._kept = False
        """Whether a move of theirs waits for somebody to come back."""
        line = difference(seated.shown.info, "prompts")
        self._rules = [line] if line else []
        """What is still to be said about the rules of this table."""

    def begin(self) -> Acts:
        """Say where they are."""
        if self._seated.back:
            yield WelcomeBack(texts.welcome_back(self._seated.name, self._seated.number))
        yield from self._shown(self._seated.shown, back=self._seated.back)

    def rest(self) -> Acts:
        """Show what has changed, then ask for a move if it is theirs; after the end, go."""
        if self._over:
            yield Over(won=bool(self._view and self._view.outcome))
        elif self._view and self._changed:
            self._changed = False
            yield picture(self._view, self._seat, self._names, self._notes, self._texts)
            self._notes = []
        elif self._view and self._view.turn == self._seat and self._may_move():
            asked, self._asked = self._asked, _situation(self._view)
            if asked != self._asked:
                yield MoveMessage(self._texts.move)

    @property
    def is_paused(self) -> bool:
        """Whether the game waits for another player."""
        return self._paused and not self._over

    def _may_move(self) -> bool:
        return not (self._paused or self._rests or self._kept)

    def answered(self, _: Asked, answer: ClientWord) -> Acts:
        """A move, unless it comes too late: what it was meant for is not there any more."""
        if self._over or self._view is None or self._asked != _situation(self._view):
            return
        move = read_move(text_of(answer), self._texts)
        if isinstance(move, Raw):
            yield Play(table=self._table, move=move, keep=True, id=f"v{self._version}")
        else:
            yield move

    def hear(self, notice: Notice, look: ViewThunk | None) -> Acts:
        """The house has told this; after the end nothing more is to be told."""
        if self._over:
            return
        match notice:
            case TableShown(info) if info.table == self._table:
                yield from self._shown(notice)
            case TableNews(table, version, record) if table == self._table:
                self._version = version
                yield from self._news(record, look)
            case Presence(table, name, here, paused) if table == self._table:
                yield from self._present(name, here=here, paused=paused)
            case MoveKept(table, move=move) if table == self._table:
                yield from self._keeps(kept=move is not None)
            case Refused(code, detail, request) if request != "watch":
                yield from self._refused(code, detail)

    # The table

    def _shown(self, shown: TableShown, *, back: bool = False) -> Acts:
        holders = shown.info.seats
        before = self._names or tuple(f"(seat {n + 1})" for n in range(len(holders)))
        names = [h.name if h else name for h, name in zip(holders, before, strict=True)]
        self._looks, self._version = False, shown.version
        if shown.seat is None:
            self._over = True
            return
        self._seat, names[shown.seat] = shown.seat, self._seated.name
        first, self._view = self._view is None, shown.view
        self._rests = shown.info.paused
        if self._view is None or (first and not back):
            lobby = _lobby(names, holders, started=self._view is not None)
            yield replace(lobby, s="\n".join([lobby.s, *self._rules]))
            self._rules = []
        if self._view is not None:
            self._names, self._changed = tuple(names), True
            if first:
                yield StartingGame(self._texts.starting)
            yield from self._ended(self._view)

    def _news(self, record: Record, look: ViewThunk | None) -> Acts:
        match record:
            case _ if self._view is None:  # who sits where, and the start: see it all again
                if not self._looks:
                    self._looks = True
                    yield Watch(table=self._table, id="watch")
            case SeatTaken(seat, name):
                self._names = (*self._names[:seat], name, *self._names[seat + 1 :])
                self._notes.append(texts.sits_down(name))
                self._look(look)
            case MovePlayed(events=events):
                self._kept = False
                yield from self._played(events, look)
            case SeatSkipped(seat, events):
                self._notes.append(texts.skipped(self._names[seat]))
                yield from self._played(events, look)
            case SeatsGivenUp(seats, events):
                yield from self._given_up(seats, events, look)
            case GameResumed():
                self._rests, self._changed = False, True
            case _:
                pass

    def _look(self, look: ViewThunk | None) -> shelfie.View:
        """See the table as it is now."""
        seen: Any = look() if look else self._view
        self._changed = self._changed or _situation(seen) != _situation(self._view)
        self._view = seen
        return self._view

    def _played(self, raw: Raw, look: ViewThunk | None) -> Acts:
        view = self._look(look)
        goals = list(view.common_goals)
        for event in _events.decode(raw):
            if isinstance(event, shelfie.TokenTaken):
                which, name = goals.index(event.goal), self._names[event.seat]
                yield CommonCard(texts.completed(which, name, event.points))
                if event.seat == self._seat:
                    yield CommonCard(texts.you_completed(which, event.points))
        yield from self._ended(view)

    def _ended(self, view: shelfie.View) -> Acts:
        """At the end, the final shelves, who won and the points of all."""
        if view.outcome:
            self._over = True
            yield picture(view, self._seat, self._names, self._notes, self._texts)
            seats = map(Seat, range(len(view.seats)))
            points = [sum(p.amount for p in shelfie.points(view, seat)) for seat in seats]
            yield Win(texts.win(self._names, points, view.outcome.winners))

    def _given_up(self, seats: Sequence[Seat], raw: Raw, look: ViewThunk | None) -> Acts:
        yield from self._played(raw, look)
        if self._over:
            return
        if self._seat in seats:
            self._over = True
            yield Waiting(self._texts.given_up)
            return
        yield Disconnection("\n".join(texts.gone(self._names[seat]) for seat in seats))

    # Who is there

    def _present(self, name: str, *, here: bool, paused: bool) -> Acts:
        paused_before, self._paused = self._paused, paused
        if self._view is None:
            return
        if here:
            self._notes.append(texts.back(name))
            # A move that was kept is played now, and then there is more to see.
            self._changed = self._changed or (paused_before and not self._kept)
        else:
            yield Disconnection(texts.alone(name) if paused else texts.gone(name))

    # Moves that wait, and moves that cannot be

    def _keeps(self, *, kept: bool) -> Acts:
        """A move waits for somebody to come back; or it does no more, and is asked for again."""
        before, self._kept = self._kept, kept
        if kept and not before:
            yield Waiting(self._texts.kept)
        elif before and not kept:
            self._asked, self._changed = None, True

    def _refused(self, code: str, detail: str) -> Acts:
        if code == HouseReason.AT_REST:
            self._asked, self._rests = None, True
            yield Waiting(detail)
        elif code in LATE:
            self._asked = None
        else:
            yield refused(code, detail, self._texts)


def _lobby(names: Sequence[str], holders: Sequence[HolderInfo | None], *, started: bool) -> Lobby:
    """Who has come; at a full table that has not started, who of them is awaited."""
    taken = [(name, holder.here) for name, holder in zip(names, holders, strict=True) if holder]
    if started or len(taken) < len(holders):
        taken = [(name, True) for name, _ in taken]
    here = [name for name, is_here in taken if is_here]
    awaited = [name for name, is_here in taken if not is_here]
    return Lobby(len(here), len(holders), texts.lobby(here, len(holders), awaited))


def _situation(view: shelfie.View | None) -> Any:
    """What a move is chosen for."""
    return view and (view.turn, view.turns, view.board)
