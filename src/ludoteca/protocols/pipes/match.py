"""The match that a client is in: what is known of it, and what is said of its news."""

from collections.abc import Callable, Iterable, Iterator

from msgspec.structs import replace

from ludoteca import messages
from ludoteca.games import Seat, shelfie
from ludoteca.games.shelfie import Hand, TilesTaken, TokenTaken, View
from ludoteca.messages.table_info import PROGRAM
from ludoteca.protocols import remarks
from ludoteca.protocols.pipes import texts, words
from ludoteca.protocols.pipes.views import (
    COMMON_GOALS,
    Room,
    in_hand,
    newest,
    seen_by,
    state_of,
    winner_of,
    with_hand,
)
from ludoteca.protocols.pipes.words import ServerWord
from ludoteca.protocols.shelfie import FollowedTable, followed, rules_note

SLOWLY = 500
"""How many milliseconds what another player did is shown before the screen is drawn again."""
EMPTY_SEAT = "(nobody)"


class PipesMatch:
    """A table as this protocol tells of it; players are named as the client knows them."""

    def __init__(self, shown: messages.TableShown, called: Callable[[str], str]) -> None:
        self.table: FollowedTable = followed(shown)
        self.chat: list[str] = []
        self.heard = 0
        """The number of the last thing that was said there."""
        self.returned = False
        """Whether the player came back to it, and may ask to join it again."""
        self.entered = False
        """Whether the client has been brought to it since it started."""
        self._called = called
        self._gone: set[str] = set()
        """The keys of the names that have left it."""
        self._results_seen = False
        self._blank: words.VirtualView | None = None
        """What is seen with nothing picked, until something else changes."""

    @property
    def number(self) -> int:
        """The number of its table on the server."""
        return self.table.number

    @property
    def view(self) -> View | None:
        """What is seen of the game, once it has started."""
        return self.table.view

    @property
    def info(self) -> messages.TableInfo:
        """The table as it would be listed now."""
        info, table = self.table.info, self.table
        started, over = info.started or table.view is not None, info.over or table.over
        return replace(info, started=started, over=over, paused=table.resting)

    @property
    def state(self) -> str:
        """What it is doing, in the words of the document."""
        last_round = self.view is not None and self.view.last_round
        return state_of(self.info, last_round=last_round, paused=self.table.paused)

    @property
    def to_move(self) -> bool:
        """Whether it waits for the move of its player."""
        return self.table.is_own_turn and self.state in {"GameGoing", "LastRound"}

    @property
    def hand_size(self) -> int:
        """How many tiles are picked."""
        return len(_cells(self.table.hand))

    def has_left(self, name: str) -> bool:
        """Whether a player of this name has given a seat up."""
        return messages.key(name) in self._gone

    # What is seen

    def seen(self) -> words.MatchSeen:
        """The whole of it, once it has started."""
        self._results_seen = self.table.over
        return words.MatchSeen(with_hand(self._bare(), self.table.hand), self.table.seat)

    def seen_last(self) -> words.MatchSeen:
        """What is seen of it by a player who has just left it: nothing is picked any more."""
        return words.MatchSeen(self._bare(), self.table.seat)

    def hand(self) -> words.VirtualHand:
        """The picked tiles in their order."""
        return words.VirtualHand(in_hand(self._bare(), self.table.hand))

    def wait(self) -> words.NotifyWait:
        """What brings a client to its waiting room."""
        info = self.table.info
        return words.NotifyWait(info.room, len(info.seats), self._called(info.owner))

    def entrance(self) -> Iterator[ServerWord]:
        """What brings a client to where the match is now."""
        if self.view is None:
            yield self.wait()
            if names := self._awaited():
                yield words.Message(texts.AWAITED.format(names=", ".join(names)))
        else:
            self.entered = True
            yield self.seen()
            yield words.NotifyStart(self.table.info.room)
            for holder in self.table.info.seats:
                if holder and holder.kind:
                    yield words.Message(texts.IS_A_BOT.format(name=holder.name, kind=holder.kind))
            if line := rules_note(self.view, "pipes"):
                yield words.Message(line)
            yield from self._own_turn()
            if self.table.paused:
                yield words.Message(texts.PAUSED)
        yield from map(words.Message, remarks.on_arrival(self.info, self._players, self.table.seat))
        yield words.NotifyUpdate()

    def ending(self) -> list[ServerWord]:
        """What is said when it is over; the last view has the results, and is told once."""
        assert self.view is not None
        said: list[ServerWord] = [words.Message(texts.GAME_OVER)]
        if winner := winner_of(self.view, self._players):
            said.append(words.Message(texts.WINNER.format(name=winner)))
        return [*said, *([] if self._results_seen else [self.seen()]), words.NotifyEndMatch()]

    @property
    def _players(self) -> list[str]:
        """Who holds each seat, or held it last."""
        return [self._called(name) if name else EMPTY_SEAT for name in self.table.names]

    def _bare(self) -> words.VirtualView:
        if self._blank is None:
            assert self.view is not None
            info = self.table.info
            room = Room(info.room, self._called(info.owner), self._players)
            self._blank = seen_by(self.view, room, self.chat)
        return self._blank

    def _awaited(self) -> list[str]:
        """The players for whom a match waits whose seats are all taken."""
        seats = self.table.info.seats
        return [one.name for one in seats if one and not one.here] if None not in seats else []

    def _own_turn(self) -> Iterator[ServerWord]:
        if self.table.is_own_turn and self.table.seat is not None:
            yield words.Message(texts.YOUR_TURN.format(name=self._players[self.table.seat]))

    # What happens there

    def add_chat(self, by: str, text: str, number: int) -> None:
        """A player has said something to all."""
        self.heard, self._blank = number, None
        self.chat = newest([*self.chat, f"{self._called(by)}: {text}"])

    def show(self, shown: messages.TableShown) -> bool:
        """It is shown again; whether a client in its waiting room has to be told."""
        before = self.table.info
        self._follow(shown, None)
        return (before.owner, len(before.seats)) != (shown.info.owner, len(shown.info.seats))

    def hear(self, notice: messages.Notice, view: messages.ViewThunk | None) -> list[ServerWord]:
        """What is said of a notice; what a player did, their own client knows already."""
        before = self.table
        self._follow(notice, view)
        match notice:
            case messages.Gesture():
                return self._gesture(notice, before.hand)
            case messages.Presence():
                return self._presence(notice, before)
            case messages.TableNews(record=record):
                return self._news(record, before, self._remarks(notice))
            case messages.TableShown():  # a move was taken back
                return [self.seen(), words.NotifyUpdate()] if self.view else []
            case _:
                said: list[ServerWord] = [words.Message(text) for text in self._remarks(notice)]
                return [*said, words.NotifyUpdate()] if said else []

    def _remarks(self, notice: messages.Notice) -> Iterator[str]:
        return remarks.on_notice(notice, self._players, self.table.seat)

    def _follow(self, notice: messages.Notice, view: messages.ViewThunk | None) -> None:
        self.table = self.table.after(notice, view)
        if not isinstance(notice, messages.Gesture | messages.Presence):
            self._blank = None

    def _gesture(self, notice: messages.Gesture, before: Hand | None) -> list[ServerWord]:
        if notice.seat == self.table.seat or self.view is None:
            return []
        cells, now = _cells(before), _cells(self.table.hand)
        if len(now) > len(cells):
            picked = ", ".join(in_hand(self._bare(), self.table.hand))
            text = texts.HAS_SELECTED.format(name=self._players[notice.seat], hand=f"[{picked}]")
            return [words.Message(text), self.seen(), words.NotifyUpdate(SLOWLY)]
        if sorted(now) != sorted(cells):
            return [self.seen(), words.NotifyUpdate()]
        # That a hand is closed is seen with the move: it is no reason to show all again.
        return [self.hand()] if now != cells else []

    def _presence(self, notice: messages.Presence, before: FollowedTable) -> list[ServerWord]:
        text = texts.RETURNED if notice.here else texts.SUSPENDED
        said: list[ServerWord] = [words.Message(text.format(name=self._called(notice.name)))]
        if notice.paused and not before.paused:
            said.append(words.Message(texts.PAUSED))
        return [*said, words.NotifyUpdate()]

    def _news(
        self, record: messages.Record, before: FollowedTable, more: Iterable[str]
    ) -> list[ServerWord]:
        own = isinstance(record, messages.MovePlayed) and record.seat == self.table.seat
        sentences = [*self._sentences(record, before, own=own), *more]
        said: list[ServerWord] = [words.Message(text) for text in sentences]
        if isinstance(record, messages.GameStarted | messages.MoveTakenBack):
            return said  # it is shown as a whole in a moment
        if self.view is None:
            return [*said, words.NotifyUpdate()] if said else []
        if own or not said:
            return said
        turned = before.view is None or self.view.turn != before.view.turn
        seen = [] if self.table.over else [self.seen(), words.NotifyUpdate(SLOWLY)]
        return [*said, *(self._own_turn() if turned else ()), *seen]

    def _sentences(
        self, record: messages.Record, before: FollowedTable, *, own: bool
    ) -> Iterator[str]:
        match record:
            case messages.MovePlayed():
                yield from self._moved(record, own=own)
            case messages.SeatSkipped(seat):
                yield texts.SKIPPED.format(name=self._players[seat])
            case messages.SeatTaken(_, name, bot, program=program, released=False):
                yield from self._joined(name, bot or PROGRAM * program)
            case messages.SeatFreed(seat):
                yield self._left(before, seat)
            case messages.SeatsGivenUp(seats):
                for seat in seats:
                    yield self._left(before, seat)
            case messages.MoveTakenBack(seat):
                yield remarks.taken_back(self._players[seat])

    def _moved(self, record: messages.MovePlayed, *, own: bool) -> Iterator[str]:
        name = self._players[record.seat]
        for event in record.events:
            match event:
                case TilesTaken(column=column) if not own:
                    yield texts.HAS_INSERTED.format(name=name, column=column + 1)
                case TokenTaken(goal=goal):
                    yield texts.ACHIEVED.format(name=name, goal=COMMON_GOALS[goal])
        if not own:
            yield texts.ENDED_TURN.format(name=name)

    def _joined(self, name: str, bot: str) -> Iterator[str]:
        self._gone.discard(messages.key(name))
        yield texts.JOINED.format(name=self._called(name), match=self.table.info.room)
        if bot and self.view:  # those of a match that starts are named then
            yield texts.IS_A_BOT.format(name=name, kind=bot)

    def _left(self, before: FollowedTable, seat: Seat) -> str:
        name = before.names[seat]
        self._gone.add(messages.key(name))
        return texts.LEFT_MATCH.format(name=self._called(name))


def _cells(hand: Hand | None) -> tuple[shelfie.Cell, ...]:
    return hand.cells if hand else ()
