"""Events at one table as messages, from the waiting room to the end of the game."""

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

from msgspec.structs import replace

from ludoteca import messages
from ludoteca.games import Seat
from ludoteca.games.shelfie import Cell, Hand, TilesTaken, View
from ludoteca.messages.table_info import PROGRAM
from ludoteca.protocols import remarks
from ludoteca.protocols.shelfie import FollowedTable, followed, rules_note
from ludoteca.protocols.updates import views, words

Words: TypeAlias = Iterator[words.ServerWord]

ALL = "all"
"""Receiver of messages for all players."""
SERVER = "[house]"
"""Sender of server messages: no player can have this name."""
KEPT = "Your move is saved and will be played when the game goes on. Another selection cancels it."
IS_A_BOT = "{name} is a bot ({kind})."
LAST_LEFT = "{name} wins: all other players have left."
NOBODY_WINS = "The game has ended, and nobody wins."
MOST_HELD = 100
"""Maximum number of chat messages held back before a game; older messages are dropped."""


class UpdatesMatch:
    """A table at which the client has a seat."""

    def __init__(
        self, shown: messages.TableShown, name: str, typed: str, *, holds_chat: bool = False
    ) -> None:
        """`name` is the player's name on the server, `typed` the name that the client sent.

        `holds_chat` delays chat until the game has begun, because graphical clients fail on earlier
        chat.
        """
        self._table = followed(shown)
        self._name = name
        self._typed = typed
        self._there: list[str] = []
        """Players announced in the waiting room."""
        self._kinds = {holder.name: holder.kind for holder in shown.info.seats if holder}
        """Kind of bot by player name; empty for a person."""
        self._told: views.ToldGame | None = None
        self._holds_chat = holds_chat
        self._held_chat: deque[words.ChatUpdate] = deque(maxlen=MOST_HELD)
        self.over = False
        self.lost = False
        """Whether the seat was freed before the start."""
        if shown.view is not None:
            self._begin(shown.view)

    @property
    def number(self) -> int:
        return self._table.number

    @property
    def version(self) -> int:
        return self._table.version

    @property
    def started(self) -> bool:
        return self._told is not None

    @property
    def hand(self) -> tuple[Cell, ...]:
        """Cells of the tiles in hand."""
        return self._told.hand if self._told else ()

    @property
    def names(self) -> tuple[str, ...]:
        """Name of each seat, fixed once the game has begun; empty for a free seat."""
        return self._told.names if self._told else tuple(map(self._known_as, self._table.holders))

    @property
    def others(self) -> list[str]:
        """Names of all other players at the table."""
        return [name for name in self.names if name not in ("", self._typed)]

    def _known_as(self, name: str) -> str:
        return self._typed if messages.key(name) == messages.key(self._name) else name

    def _is_away(self, seat: int, table: FollowedTable) -> bool:
        """Return whether a seat is free or its player is absent."""
        holder = table.holders[seat]
        return not holder or table.is_away(holder)

    # Arrival

    def join(self) -> Words:
        """Describe the table to a player who took a seat or returned to the waiting room."""
        names = self.names
        away = [name for seat, name in enumerate(names) if self._is_away(seat, self._table)]
        self._there = [name for name in self.others if self.started or name not in away]
        yield views.game_data(len(names), views.goals_of(self._table.info), self._there)
        yield self._arrival(self._typed)
        # The note is never held back: it would be out of date once the game has begun.
        if not self.started and all(names) and away and not self._holds_chat:
            yield note(awaited(away))
        yield from self._all()
        yield from self.turn()

    def come_back(self) -> Words:
        """Describe the game to a returning player, except for points and turn."""
        yield words.Reconnection(self._typed)
        yield views.game_data(len(self.names), views.goals_of(self._table.info), self.names)
        yield from self._all()

    def turn(self) -> Words:
        """Send points, turn and held chat, then notes about bots, rules and the clock.

        The graphical client shows chat only once its game window is open, so chat comes last.
        """
        if self._told:
            yield views.scores(self._told)
            yield views.turn(self._told)
            yield from self._held_chat
            self._held_chat.clear()
            yield from self._bots(range(len(self.names)))
            if line := rules_note(self._told.view, "updates"):
                yield note(line)
            info = self._table.info
            seat = self._table.seat
            yield from map(note, remarks.on_arrival(info, self.names, seat))

    def _bots(self, seats: Iterable[int]) -> Words:
        for seat in seats:
            if kind := self._kinds.get(self._table.holders[seat]):
                yield note(IS_A_BOT.format(name=self.names[seat], kind=kind))

    def _begin(self, view: View) -> None:
        """Start the game. A seat given up earlier still has a bookshelf, so it needs a name."""
        names = (name or f"seat {seat + 1}" for seat, name in enumerate(self.names))
        self._told = views.ToldGame(view, tuple(names))

    def _all(self) -> Words:
        if self._told:
            yield from views.everything(self._told)
            for seat, name in enumerate(self.names):
                if name != self._typed and self._is_away(seat, self._table):
                    yield words.Disconnection(name)

    # Notices

    def hear(self, notice: messages.Notice, look: messages.ViewThunk | None) -> Words:
        before = self._table
        self._table = self._table.after(notice, look)
        yield from self._remarks(notice)
        match notice:
            case messages.TableNews(table=self.number, record=record):
                if isinstance(record, messages.SeatTaken):
                    self._kinds[record.name] = record.bot or (PROGRAM if record.program else "")
                seen = self._table.view
                yield from (
                    self._game_news(record, seen, before)
                    if seen
                    else self._waiting_news(record, before)
                )
            case messages.Gesture(table=self.number, seat=seat, draft=draft) if self._told:
                yield from self._gesture(self.names[seat], draft)
            case messages.MoveKept(table=self.number, move=move):
                yield note(KEPT) if move is not None else words.NO_INSERTION
            case messages.Presence(table=self.number, name=name):
                yield from self._presence(self._table.seat_of(name), before)
            case messages.Announced(text=text):
                yield from self._chat(note(text))
            case messages.Said(by=by, text=text, table=table, to=to):
                if table == self.number or (table is None and to):
                    receiver = self._known_as(to) if to else ALL
                    yield from self._chat(words.ChatUpdate(self._known_as(by), text, receiver))
            case messages.TableShown(info=info, view=seen) if info.table == self.number and seen:
                yield from self._changed(seen)  # a move was taken back, which was announced before
            case _:
                pass

    def _chat(self, message: words.ChatUpdate) -> Words:
        if self._holds_chat and not self.started:
            self._held_chat.append(message)
        else:
            yield message

    def _remarks(self, notice: messages.Notice) -> Words:
        if self._told and self._table.concerns(notice):
            yield from map(note, remarks.on_notice(notice, self.names, self._table.seat))

    def _presence(self, seat: Seat | None, before: FollowedTable) -> Words:
        """Announce that a player disconnected or returned."""
        if seat is None or self.names[seat] == self._typed:
            return
        name = self.names[seat]
        away = self._is_away(seat, self._table)
        if away == self._is_away(seat, before):
            return
        if self._told is None:
            yield self._departure(name) if away else self._arrival(name)
        else:
            yield words.Disconnection(name) if away else words.Reconnection(name)
            yield views.scores(self._told)

    # The waiting room

    def _waiting_news(self, record: messages.Record, before: FollowedTable) -> Words:
        match record:
            case messages.SeatTaken(name=name):
                if self._known_as(name) not in self._there:
                    yield self._arrival(self._known_as(name))
            case messages.SeatFreed(seat=seat):
                name = self._known_as(before.holders[seat])
                self.lost = name == self._typed
                if name in self._there:
                    yield self._departure(name)
            case messages.TableResized():
                yield from self.join()  # as if the player joined a game of the new size
            case _:
                pass

    def _arrival(self, name: str) -> words.WaitingUpdate:
        self._there.append(name)
        return words.WaitingUpdate(name, len(self.names) - len(self._there), is_connected=True)

    def _departure(self, name: str) -> words.WaitingUpdate:
        self._there.remove(name)
        return words.WaitingUpdate(name, len(self.names) - len(self._there), is_connected=False)

    # The game

    def _game_news(self, record: messages.Record, view: View, before: FollowedTable) -> Words:
        match record:
            case messages.GameStarted():
                for name in self.names:
                    if name not in self._there:
                        yield self._arrival(name)
                self._begin(view)
                yield from self._all()
                yield from self.turn()
            case messages.SeatTaken(seat=seat):  # the seat keeps the name that clients know
                yield from self._presence(seat, before)
                yield from self._bots([seat])
            case messages.MoveTakenBack(seat=seat):
                yield note(remarks.taken_back(self.names[seat]))
            case messages.MovePlayed(seat=seat, events=events):
                yield from self._played(self.names[seat], events, view)
            case messages.SeatSkipped(seat=seat):
                if self.names[seat] == self._typed and self.hand:
                    # No other message empties a client's hand.
                    yield words.AcceptedInsertion(accepted=True)
                yield from self._changed(view)
            case messages.SeatsGivenUp(seats=seats):
                yield from self._given_up(seats, view, before)
            case _:
                pass

    def _gesture(self, name: str, draft: Hand | None) -> Words:
        """Announce a closed hand, and announce it again if this client repeats its selection."""
        cells = draft.cells if draft and draft.closed else ()
        put_back = bool(self.hand) and not cells
        if set(cells) != set(self.hand) or (cells and name == self._typed):
            yield from self._held(cells)
        if put_back and self._told and name != self._typed:
            # Only this message makes other clients stop displaying the selection.
            yield views.turn(self._told)

    def _held(self, cells: tuple[Cell, ...]) -> Words:
        if self._told:
            before = self._told
            self._told = replace(self._told, hand=cells)
            yield from views.changes(before, self._told)
            if cells:
                yield views.selected(self._told)

    def _played(self, name: str, events: messages.Events, view: View) -> Words:
        for event in events:
            if isinstance(event, TilesTaken) and set(event.cells) != set(self.hand):
                yield from self._held(event.cells)
        if name == self._typed:
            yield words.AcceptedInsertion(accepted=True)
        yield from self._changed(view)

    def _changed(self, view: View) -> Words:
        if self._told is None:
            return
        before = self._told
        same_turn = view.turns == before.view.turns and not view.outcome
        self._told = views.ToldGame(view, before.names, before.hand if same_turn else ())
        yield from views.changes(before, self._told)
        if views.ended_early(view):
            name = views.winner(self._told)
            yield note(LAST_LEFT.format(name=name) if name else NOBODY_WINS)
        yield views.scores(self._told)
        if not same_turn:
            self.over = view.outcome is not None
            yield views.turn(self._told)

    def _given_up(self, seats: Sequence[Seat], view: View, before: FollowedTable) -> Words:
        names = [self.names[seat] for seat in seats]
        for seat, name in zip(seats, names, strict=True):
            if name != self._typed and not self._is_away(seat, before):
                yield words.Disconnection(name)
        yield from self._changed(view)
        if self._typed in names and not self.over:
            self.over = True
            yield words.EndGameUpdate(None)


def awaited(names: Sequence[str]) -> str:
    """Explain that the game starts when absent players return."""
    return f"Every seat is taken. The game starts when everybody is back: {', '.join(names)}."


def note(text: str) -> words.ChatUpdate:
    """Wrap a server message as chat."""
    return words.ChatUpdate(SERVER, text, ALL)
