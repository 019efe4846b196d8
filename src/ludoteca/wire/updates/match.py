"""One table from its waiting room to the end of its game, in words."""

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from msgspec import Raw, json
from msgspec.structs import replace

from ludoteca.games.shelfie import Cell, Event, Hand, TilesTaken, View
from ludoteca.messages import (
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
    TableNews,
    TableResized,
    TableShown,
    ViewThunk,
    key,
)
from ludoteca.wire.updates import texts
from ludoteca.wire.updates.games import goals_of
from ludoteca.wire.updates.picture import (
    Picture,
    changes,
    everything,
    game_data,
    scores,
    selected,
    turn,
)
from ludoteca.wire.updates.words import (
    NO_INSERTION,
    AcceptedInsertion,
    ChatUpdate,
    Disconnection,
    EndGameUpdate,
    Reconnection,
    ServerWord,
    WaitingUpdate,
)

Words: TypeAlias = Iterator[ServerWord]

ALL = "all"
"""Who a message for everybody is for."""

_events: json.Decoder[list[Event]] = json.Decoder(list[Event])


class Match:
    """A table where somebody holds a seat."""

    def __init__(self, shown: TableShown, name: str, typed: str) -> None:
        """They are `name` to the house, and read their own name as they typed it."""
        info = shown.info
        self.table, self._goals = info.table, goals_of(info)
        self.version = shown.version
        self._name, self._typed = name, typed
        self.names = [self.called(holder.name) if holder else "" for holder in info.seats]
        """What the seats are called; one that is free is called nothing."""
        self._heirs: dict[str, str] = {}
        """Whoever took a seat during the game, and what it is called."""
        self._away = {self.called(who.name) for who in info.seats if who and not who.here}
        self._there: list[str] = []
        """Who has been announced in the waiting room."""
        self._seen: Picture | None = None
        self.over = False
        if shown.view is not None:
            self._begin(shown.view)

    @property
    def started(self) -> bool:
        """Whether the game has begun."""
        return self._seen is not None

    @property
    def hand(self) -> tuple[Cell, ...]:
        """The cells whose tiles somebody holds."""
        return self._seen.hand if self._seen else ()

    @property
    def others(self) -> list[str]:
        """What everybody else at the table is called."""
        return [name for name in self.names if name not in ("", self._typed)]

    def called(self, name: str) -> str:
        """What this player calls somebody."""
        return self._typed if key(name) == key(self._name) else name

    # Coming

    def join(self) -> Words:
        """Somebody has taken a seat, or is back in the waiting room."""
        self._there = [name for name in self.others if self.started or name not in self._away]
        yield game_data(len(self.names), self._goals, self._there)
        yield self._arrival(self._typed)
        if not self.started and all(self.names) and self._away:
            yield note(texts.awaited([name for name in self.names if name in self._away]))
        yield from self._laid()
        yield from self.turn()

    def come_back(self) -> Words:
        """Somebody is back in the game; the points and the turn are still to be said."""
        yield Reconnection(self._typed)
        yield game_data(len(self.names), self._goals, self.names)
        yield from self._laid()

    def turn(self) -> Words:
        """The points, and whose turn it is."""
        if self._seen:
            yield scores(self._seen)
            yield turn(self._seen)

    def _begin(self, view: View) -> None:
        for seat, name in enumerate(self.names):
            if not name:  # a seat that was given up still has its shelf
                self.names[seat] = f"seat {seat + 1}"
                self._away.add(self.names[seat])
        self._seen = Picture(view, tuple(self.names))

    def _laid(self) -> Words:
        if self._seen:
            yield from everything(self._seen)
            for name in self.others:
                if name in self._away:
                    yield Disconnection(name)

    # What is told

    def hear(self, notice: Notice, look: ViewThunk | None) -> Words:
        """The house has told this."""
        match notice:
            case TableNews(table=self.table, version=version, record=record):
                self.version = version
                view = look() if look else None
                yield from self._happened(record, view) if view else self._waited(record)
            case Gesture(table=self.table, seat=by, draft=draft) if self._seen:
                yield from self._gestured(self.names[by], draft)
            case MoveKept(table=self.table, move=move):
                yield note(texts.KEPT) if move is not None else NO_INSERTION
            case Presence(table=self.table, name=name, here=here):
                name = self.called(name)
                yield from self._present(self._heirs.get(name, name), here=here)
            case Said(by=by, text=text, table=table, to=to):
                if table == self.table or (table is None and to):
                    yield ChatUpdate(self.called(by), text, self.called(to) if to else ALL)
            case TableShown(info=info, view=view) if info.table == self.table and view:
                yield from self._changed(view)  # a move was taken back
            case _:
                pass

    def _present(self, name: str, *, here: bool) -> Words:
        if name not in self.others or (name in self._away) != here:
            return
        (self._away.discard if here else self._away.add)(name)
        if self._seen is None:
            yield self._arrival(name) if here else self._departure(name)
        else:
            yield Reconnection(name) if here else Disconnection(name)
            yield scores(self._seen)

    # The waiting room

    def _waited(self, record: Record) -> Words:
        match record:
            case SeatTaken(seat=seat, name=name):
                self.names[seat] = self.called(name)
                if self.names[seat] not in self._there:
                    yield self._arrival(self.names[seat])
            case SeatFreed(seat=seat):
                name, self.names[seat] = self.names[seat], ""
                self._away.discard(name)
                if name in self._there:
                    yield self._departure(name)
            case TableResized(seats=seats):
                names = [name for name in self.names if name]
                self.names = names + [""] * (seats - len(names))
                yield from self.join()  # into a game of another size
            case _:
                pass

    def _arrival(self, name: str) -> WaitingUpdate:
        self._there.append(name)
        return WaitingUpdate(name, len(self.names) - len(self._there), is_connected=True)

    def _departure(self, name: str) -> WaitingUpdate:
        self._there.remove(name)
        return WaitingUpdate(name, len(self.names) - len(self._there), is_connected=False)

    # The game

    def _happened(self, record: Record, view: View) -> Words:
        match record:
            case GameStarted():
                for name in self.names:
                    if name not in self._there:
                        yield self._arrival(name)
                self._begin(view)
                yield from self._laid()
                yield from self.turn()
            case SeatTaken(seat=seat, name=name):  # it keeps the name it is known by
                self._heirs[name] = self.names[seat]
                yield from self._present(self.names[seat], here=True)
            case MovePlayed(seat=seat, events=events):
                yield from self._played(self.names[seat], events, view)
            case SeatSkipped(seat=seat):
                if self.names[seat] == self._typed and self.hand:
                    yield AcceptedInsertion(accepted=True)  # nothing else empties a client's hand
                yield from self._changed(view)
            case SeatsGivenUp(seats=seats):
                yield from self._given_up([self.names[seat] for seat in seats], view)
            case _:
                pass

    def _gestured(self, name: str, draft: Hand | None) -> Words:
        """A hand is told once it is closed; who selects the same again is told it again."""
        cells = draft.cells if draft and draft.closed else ()
        put_back = bool(self.hand) and not cells
        if set(cells) != set(self.hand) or (cells and name == self._typed):
            yield from self._held(cells)
        if put_back and self._seen and name != self._typed:
            yield turn(self._seen)  # the only word that ends what others show of a selection

    def _held(self, cells: tuple[Cell, ...]) -> Words:
        if self._seen:
            before, self._seen = self._seen, replace(self._seen, hand=cells)
            yield from changes(before, self._seen)
            if cells:
                yield selected(self._seen)

    def _played(self, name: str, events: Raw, view: View) -> Words:
        for event in _events.decode(events):
            if isinstance(event, TilesTaken) and set(event.cells) != set(self.hand):
                yield from self._held(event.cells)
        if name == self._typed:
            yield AcceptedInsertion(accepted=True)
        yield from self._changed(view)

    def _changed(self, view: View) -> Words:
        if self._seen is None:
            return
        before = self._seen
        same_turn = view.turns == before.view.turns and not view.outcome
        self._seen = Picture(view, before.names, before.hand if same_turn else ())
        yield from changes(before, self._seen)
        yield scores(self._seen)
        if not same_turn:
            self.over = view.outcome is not None
            yield turn(self._seen)

    def _given_up(self, names: Sequence[str], view: View) -> Words:
        for name in names:
            if name != self._typed and name not in self._away:
                self._away.add(name)
                yield Disconnection(name)
        yield from self._changed(view)
        if self._typed in names and not self.over:
            self.over = True
            yield EndGameUpdate(None)


def note(text: str) -> ChatUpdate:
    """What the server has to say, as chat."""
    return ChatUpdate(texts.HOUSE, text, ALL)
