"""A table from its lobby to its end: what happens there, in words."""

from collections.abc import Sequence

from msgspec import Raw, json

from ludoteca.games import Seat, shelfie
from ludoteca.messages import (
    GamePaused,
    GameResumed,
    GameStarted,
    Gesture,
    MoveKept,
    MovePlayed,
    Notice,
    Presence,
    Record,
    Said,
    SeatFreed,
    SeatsGivenUp,
    SeatSkipped,
    SeatTaken,
    StandUp,
    StepOut,
    TableNews,
    TableResized,
    TableShown,
    ViewThunk,
    key,
)
from ludoteca.wire.dialect import Delay, Disconnect, Send
from ludoteca.wire.requests import picture, tables, texts
from ludoteca.wire.requests.players import Players
from ludoteca.wire.requests.scripts import Acts, Quirks, note
from ludoteca.wire.requests.words import (
    ChatMessage,
    ConfirmColumnResponse,
    ConfirmPickResponse,
    LobbyInfoMessage,
    PlayerDisconnectedNotify,
    Tile,
)

_events: json.Decoder[list[shelfie.Event]] = json.Decoder(list[shelfie.Event])


class Match:
    """Somebody at a table."""

    def __init__(self, shown: TableShown, name: str, manner: Quirks) -> None:
        self.table, self._name, self._manner = shown.info.table, name, manner
        self._players = Players(shown.info.seats, shown.seat, name)
        self.view: shelfie.View | None = shown.view
        """What was seen last; None before the start."""
        self.hand: shelfie.Hand | None = None
        """What this seat has picked."""
        self._taken: tuple[shelfie.Cell, ...] = ()
        """What somebody else has confirmed, as the client knows."""
        self.kept = False
        """Whether a move of this seat is kept until the table goes on."""
        self.changing = False
        """Whether the client changes its hand just now, which drops what was kept."""

    @property
    def picked(self) -> tuple[Tile, ...]:
        """The tiles that this seat has picked."""
        return tables.tiles_at(self.view, self.hand.cells) if self.view and self.hand else ()

    @property
    def differ(self) -> bool:
        """Whether the picked tiles are not all of one kind, so that their order matters."""
        return len(set(self.picked)) > 1

    def begin(self, *, back: bool) -> Acts:
        """Say where they are; who comes back to a running game hears everything again."""
        if self._manner.deployed or not back or not self.view:
            yield Send(self._lobby(self._name, here=True))
        if not self._manner.deployed and not self.view and (names := self._players.awaited):
            yield note(texts.awaited(names))  # deployed clients show no words yet
        if self.view and (back or self.view.turns):
            yield from self._again(self.view)
        elif self.view:
            yield from self._start(self.view)

    def hear(self, notice: Notice, look: ViewThunk | None) -> Acts:
        """The house has told this."""
        match notice:
            case TableNews(self.table, _, record):
                yield from self._news(record, look)
            case Gesture(self.table, seat, draft):
                yield from self._gesture(seat, draft)
            case Presence(self.table):
                yield from self._present(notice)
            case Said():
                yield from self._heard(notice)
            case TableShown(info, view=view, request="") if info.table == self.table and view:
                self.view, self.hand, self._taken = view, None, ()  # a move was taken back
                yield from self._everything(view)
            case MoveKept(self.table, move=move):
                yield from self._move_kept(kept=move is not None)
            case _:
                pass

    # What happens

    def _news(self, record: Record, look: ViewThunk | None) -> Acts:  # noqa: C901 - one case a record
        match record:
            case SeatTaken() | SeatFreed() | TableResized() if self.view is None:
                yield from self._lobby_news(record)
            case GameStarted():
                self.view = look() if look else None
                if self.view:
                    yield from self._start(self.view)
            case SeatTaken(seat, name):
                yield note(texts.plays_for(name, self._players.told[seat]))
                self._players.sit(seat, name)
            case MovePlayed(seat, events):
                yield from self._played(seat, events, look)
            case SeatSkipped(seat, events, late):
                yield from self._played(seat, events, look)
                mine = self.view and seat == self.view.eyes and not self.view.outcome
                if late and mine and self._manner.deployed:  # its prompt cannot be taken back
                    yield StandUp(table=self.table, id="up")
            case SeatsGivenUp(seats):
                yield from self._given_up(seats, look)
            case GamePaused():
                yield note(texts.RESTING)
            case GameResumed():
                yield note(texts.RESUMED)
            case _:
                pass

    def _lobby_news(self, record: SeatTaken | SeatFreed | TableResized) -> Acts:
        match record:
            case SeatTaken(seat, name):
                self._players.sit(seat, name)
                yield Send(self._lobby(name, here=True))
            case SeatFreed(seat):
                here = self._players.here
                name = self._players.free(seat)
                if name in here:  # else it was said when they dropped
                    yield Send(self._lobby(name, here=False))
            case TableResized(seats):
                self._players.resize(seats)

    def _played(self, seat: Seat, raw: Raw, look: ViewThunk | None) -> Acts:
        self.view = look() if look else self.view
        self._taken, self.hand, self.kept = (), None, False
        if not self.view:
            return
        fills = any(isinstance(event, shelfie.ShelfFilled) for event in _events.decode(raw))
        if self.view.turn is None:
            yield from self._end(self.view, seat, fills=fills)
        else:
            after, names = self.view.turn, self._players.told
            yield Send(picture.turn(self.view, names, seat, after, fills=fills))

    def _given_up(self, seats: Sequence[Seat], look: ViewThunk | None) -> Acts:
        names = [self._players.told[seat] for seat in seats]
        self.view = look() if look else self.view
        if not self.view:
            return
        if self.view.outcome:
            yield from self._end(self.view, seats[0])
        elif self.view.eyes is None:  # it was this one
            yield note(texts.GIVEN_UP)
            yield from self._end(self.view, seats[0])
        else:
            for name in names:
                yield from self._gone(name, texts.left(name))

    def _gesture(self, seat: Seat, hand: shelfie.Hand | None) -> Acts:
        if not self.view:
            return
        if seat == self.view.eyes:
            self.hand = hand
            return
        before, self._taken = self._taken, hand.cells if hand and hand.closed else ()
        # Document, "Game phase": who confirms is answered; deployed servers tell everybody.
        if self._manner.deployed and bool(before) != bool(self._taken):
            board = tables.board_of(self.view, self._taken)
            yield Send(ConfirmPickResponse(board, valid=bool(self._taken)))

    def _move_kept(self, *, kept: bool) -> Acts:
        """A move waits, or could not be played and is to be made again."""
        self.kept = kept
        if kept:
            yield note(texts.KEPT)
        elif self.hand and self.hand.closed and not self.changing:
            yield Send(ConfirmColumnResponse(valid=False, need_for_swap=self.differ))

    # Who is there

    def _present(self, presence: Presence) -> Acts:
        name = presence.name
        self._players.present(name, here=presence.here)
        if self.view is None:
            yield Send(self._lobby(name, here=presence.here))
            return
        told = self._players.called(name)
        if presence.here:
            yield note(texts.back(told))
        else:
            yield from self._gone(told, texts.gone(told))
        if presence.paused:
            yield note(texts.PAUSED)

    def _gone(self, name: str, text: str) -> Acts:
        """Deployed clients take the document's word for the end, so they are told in chat."""
        yield (note(text) if self._manner.deployed else Send(PlayerDisconnectedNotify(name)))

    def _heard(self, said: Said) -> Acts:
        mine, for_me = key(said.by) == key(self._name), key(said.to) == key(self._name)
        elsewhere = said.table != self.table if said.table is not None else not said.to
        if elsewhere or (mine and said.to and not for_me):
            return
        receiver = self._players.called(said.to) if said.to else texts.EVERYONE
        yield Send(ChatMessage(self._players.called(said.by), receiver, said.text))

    def holder(self, name: str) -> str | None:
        """Who plays under a name that the client knows."""
        return self._players.holder(name)

    # Everything in words

    def _lobby(self, name: str, *, here: bool) -> LobbyInfoMessage:
        lobby = self._players.told if self.view else self._players.here
        return LobbyInfoMessage(len(self._players.told), lobby, here, name)

    def _start(self, view: shelfie.View) -> Acts:
        self._players.fix()
        if view.eyes is not None and view.turn is not None:
            yield Send(picture.start(view, view.eyes, self._players.told, view.turn))

    def _again(self, view: shelfie.View) -> Acts:
        """The whole game for who comes back, who is named only once everything is said."""
        self._players.fix()
        if view.eyes is not None:
            _, another, *_ = picture.seats_from(view, view.eyes)
            yield Send(picture.start(view, view.eyes, self._players.told, another))
        yield from self._everything(view)

    def _everything(self, view: shelfie.View) -> Acts:
        if view.turn is not None:
            yield from map(Send, picture.everything(view, self._players.told, view.turn))

    def _end(self, view: shelfie.View, last: Seat, *, fills: bool = False) -> Acts:
        names = self._players.told
        if self._manner.deployed and last == view.eyes:
            # It shows its own last move only when the turn goes to another player.
            _, another, *_ = picture.seats_from(view, last)
            yield Send(picture.turn(view, names, last, another, fills=fills))
            fills = False
        yield from map(Send, picture.final(view, names, last, fills=fills))
        if self._manner.deployed:
            yield note(texts.won(names, picture.all_points(view), picture.winners_of(view)))
        yield Send(picture.result(view, names))
        yield StepOut(id="out")
        if self._manner.linger:
            yield Delay(self._manner.linger)
        yield Disconnect()
