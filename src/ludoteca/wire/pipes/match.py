"""The match that a connection is in: what is known of it, and what is said of its news."""

from collections.abc import Callable, Iterator
from typing import Any

import msgspec
from msgspec.structs import replace

from ludoteca.games import Seat, shelfie
from ludoteca.games.shelfie import Hand, TilesTaken, TokenTaken, View
from ludoteca.messages import (
    GamePaused,
    GameResumed,
    GameStarted,
    Gesture,
    MovePlayed,
    MoveTakenBack,
    Presence,
    Record,
    SeatFreed,
    SeatsGivenUp,
    SeatSkipped,
    SeatTaken,
    TableNews,
    TableShown,
    ViewThunk,
    key,
)
from ludoteca.wire.pipes import texts
from ludoteca.wire.pipes.items import COMMON_GOALS
from ludoteca.wire.pipes.lists import newest, state_of
from ludoteca.wire.pipes.views import Room, in_hand, seen_by, winner_of, with_hand
from ludoteca.wire.pipes.words import (
    MatchSeen,
    Message,
    NotifyEndMatch,
    NotifyStart,
    NotifyUpdate,
    NotifyWait,
    Told,
    VirtualHand,
    VirtualView,
)

SLOWLY = 500
"""How many milliseconds what another player did is shown before the screen is drawn again."""
EMPTY_SEAT = "(nobody)"


class Match:
    """A table as this protocol knows it."""

    def __init__(self, shown: TableShown, called: Callable[[str], str]) -> None:
        self._called = called
        self._players: list[str] = []
        self._hand: Hand | None = None
        self._gone: set[str] = set()
        """The keys of the names that have left it."""
        self.paused = False
        self.chat: list[str] = []
        self.heard = 0
        self.view: View | None = None
        self._results_seen = False
        self.returned = False
        """Whether the player came back to it, and may ask for it again."""
        self.entered = False
        """Whether the client has been brought to it since it started."""
        self._blank: VirtualView | None = None
        """What is seen with nothing picked, until something else changes."""
        self.update(shown)

    def update(self, shown: TableShown) -> bool:
        """It is shown again; whether who waits there has to be told."""
        self._blank = None
        before = getattr(self, "info", shown.info)
        self.info, self.version, self.seat = shown.info, shown.version, shown.seat
        self.view = shown.view or self.view
        names = [holder and self._called(holder.name) for holder in self.info.seats]
        old = self._players if len(self._players) == len(names) and self.view else []
        kept = [*old, *[EMPTY_SEAT] * (len(names) - len(old))]
        self._players = [name or kept[seat] for seat, name in enumerate(names)]
        return (before.owner, len(before.seats)) != (self.info.owner, len(self.info.seats))

    @property
    def table(self) -> int:
        """Its number in the house."""
        return self.info.table

    @property
    def over(self) -> bool:
        """Whether it has ended."""
        return self.view is not None and self.view.outcome is not None

    @property
    def state(self) -> str:
        """What it is doing, in the words of the document."""
        last_round = self.view is not None and self.view.last_round
        return state_of(self.info, last_round=last_round, paused=self.paused)

    @property
    def to_move(self) -> bool:
        """Whether it waits for the move of whoever is told."""
        own = self.view is not None and self.view.turn == self.seat is not None
        return own and self.state in {"GameGoing", "LastRound"}

    @property
    def hand_size(self) -> int:
        """How many tiles are picked."""
        return len(self._hand.cells) if self._hand else 0

    def has_left(self, name: str) -> bool:
        """Whether somebody played here and gave the seat up."""
        return key(name) in self._gone

    def is_rejoined(self, room: int) -> bool:
        """Whether who asks to join this room has come back to it just now."""
        return self.returned and room == self.info.room

    # What is seen

    def seen(self) -> MatchSeen:
        """The whole of it, once it has started."""
        self._results_seen = self.over
        return MatchSeen(with_hand(self._bare(), self._hand), self.seat)

    def seen_last(self) -> MatchSeen:
        """What is seen of it by a player who has just left it: nothing is picked any more."""
        return MatchSeen(self._bare(), self.seat)

    def _bare(self) -> VirtualView:
        if self._blank is None:
            assert self.view is not None  # noqa: S101 - there is nothing to see before
            room = Room(self.info.room, self._called(self.info.owner), self._players)
            self._blank = seen_by(self.view, room, self.chat)
        return self._blank

    def wait(self) -> NotifyWait:
        """What brings somebody to its waiting room."""
        owner = self._called(self.info.owner)
        return NotifyWait(self.info.room, len(self.info.seats), owner)

    def entrance(self) -> Iterator[Told]:
        """What brings somebody to where the match is now."""
        if self.view is None:
            yield self.wait()
            if names := self._awaited():
                yield Message(texts.AWAITED.format(names=", ".join(names)))
        else:
            self.entered = True
            yield self.seen()
            yield NotifyStart(self.info.room)
            yield from self._bots()
            yield from self._turn()
            if self.paused:
                yield Message(texts.PAUSED)
        yield NotifyUpdate()

    def _bots(self) -> Iterator[Told]:
        for holder in self.info.seats:
            if holder and holder.bot:
                yield Message(texts.IS_A_BOT.format(name=holder.name, kind=holder.bot))

    def _awaited(self) -> list[str]:
        """The players for whom a match waits whose seats are all taken."""
        if None in self.info.seats:
            return []
        return [holder.name for holder in self.info.seats if holder and not holder.here]

    def hand(self) -> VirtualHand:
        """The picked tiles in their order."""
        return VirtualHand(in_hand(self._bare(), self._hand))

    # What is said at it

    def add_talk(self, by: str, text: str, number: int) -> None:
        """Somebody has said something to all."""
        self.heard, self._blank = number, None
        self.chat = newest([*self.chat, f"{self._called(by)}: {text}"])

    # What happens at it

    def gesture(self, notice: Gesture) -> list[Told]:
        """A hand has changed; its owner knows already."""
        before, self._hand = self._hand, notice.draft
        cells = before.cells if before else ()
        now = self._hand.cells if self._hand else ()
        if notice.seat == self.seat or self.view is None:
            return []
        if len(now) > len(cells):
            picked = ", ".join(in_hand(self._bare(), self._hand))
            text = texts.HAS_SELECTED.format(name=self._players[notice.seat], hand=f"[{picked}]")
            return [Message(text), self.seen(), NotifyUpdate(SLOWLY)]
        if sorted(now) != sorted(cells):
            return [self.seen(), NotifyUpdate()]
        # That a hand is closed is seen with the move: it is no reason to show all again.
        return [self.hand()] if now != cells else []

    def presence(self, notice: Presence) -> list[Told]:
        """Somebody has dropped or come back."""
        paused, self.paused = self.paused, notice.paused
        text = texts.RETURNED if notice.here else texts.SUSPENDED
        words: list[Told] = [Message(text.format(name=self._called(notice.name)))]
        if notice.paused and not paused:
            words.append(Message(texts.PAUSED))
        return [*words, NotifyUpdate()]

    def shown(self, notice: TableShown) -> list[Told]:
        """A move was taken back, so all is shown again."""
        self._hand = None
        self.update(notice)
        return [self.seen(), NotifyUpdate()] if self.view else []

    def news(self, notice: TableNews, look: ViewThunk | None) -> list[Told]:
        """Something has happened; what its seat itself did, it knows already."""
        record, self.version, self._blank = notice.record, notice.version, None
        turn = self.view.turn if self.view else None
        if look and (self.view or isinstance(record, GameStarted)):
            self.view, self._hand = look(), None
            self.info = replace(self.info, started=True)
        own = isinstance(record, MovePlayed) and record.seat == self.seat
        said: list[Told] = [Message(text) for text in self._sentences(record, own=own)]
        if isinstance(record, GameStarted | MoveTakenBack):
            return said  # it is shown as a whole in a moment
        if self.view is None:
            return [*said, NotifyUpdate()] if said else []
        if own or not said:
            return said
        turned = self._turn() if self.view.turn != turn else ()
        return [*said, *turned, *([] if self.over else [self.seen(), NotifyUpdate(SLOWLY)])]

    def ending(self) -> list[Told]:
        """What is said when it is over; the last view has the results, and is told once."""
        assert self.view is not None  # noqa: S101 - it has started, since it is over
        words: list[Told] = [Message(texts.GAME_OVER)]
        if winner := winner_of(self.view, self._players):
            words.append(Message(texts.WINNER.format(name=winner)))
        return [*words, *([] if self._results_seen else [self.seen()]), NotifyEndMatch()]

    def _turn(self) -> Iterator[Told]:
        if self.view and self.seat is not None and self.view.turn == self.seat:
            yield Message(texts.YOUR_TURN.format(name=self._players[self.seat]))

    def _sentences(self, record: Record, *, own: bool) -> Iterator[str]:
        match record:
            case MovePlayed():
                yield from self._told(record, own=own)
            case SeatSkipped(seat):
                yield texts.SKIPPED.format(name=self._players[seat])
            case SeatTaken(seat, name, bot):
                self._gone.discard(key(name))
                if seat < len(self._players):
                    self._players[seat] = self._called(name)
                yield texts.JOINED.format(name=self._called(name), match=self.info.room)
                if bot and self.view:  # those of a match that starts are named then
                    yield texts.IS_A_BOT.format(name=name, kind=bot)
            case SeatFreed(seat):
                yield self._left(seat)
            case SeatsGivenUp(seats):
                yield from map(self._left, seats)
            case GamePaused() | GameResumed():
                paused = isinstance(record, GamePaused)
                self.info = replace(self.info, paused=paused)
                yield texts.AT_REST if paused else texts.RESUMED
            case MoveTakenBack(seat):
                yield texts.TAKEN_BACK.format(name=self._players[seat])

    def _told(self, record: MovePlayed, *, own: bool) -> Iterator[str]:
        name = self._players[record.seat]
        events: list[Any] = msgspec.json.decode(record.events, type=list[shelfie.EVENTS])
        for event in events:
            match event:
                case TilesTaken(column=column) if not own:
                    yield texts.HAS_INSERTED.format(name=name, column=column + 1)
                case TokenTaken(goal=goal):
                    yield texts.ACHIEVED.format(name=name, goal=COMMON_GOALS[goal])
        if not own:
            yield texts.ENDED_TURN.format(name=name)

    def _left(self, seat: Seat) -> str:
        self._gone.add(key(self._players[seat]))
        return texts.LEFT_MATCH.format(name=self._players[seat])
