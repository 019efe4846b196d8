"""The client's match: its state, and its events as messages."""

from collections.abc import Callable, Iterable, Iterator

from msgspec.structs import replace

from ludoteca import messages
from ludoteca.games import Seat, shelfie
from ludoteca.games.shelfie import Hand, TilesTaken, TokenTaken, View
from ludoteca.messages.table_info import PROGRAM
from ludoteca.protocols import remarks
from ludoteca.protocols.pipes import texts, views, words
from ludoteca.protocols.shelfie import FollowedTable, followed, rules_note

SLOWLY = 500
"""Milliseconds before a redraw, so that another player's action stays on the screen."""
EMPTY_SEAT = "(nobody)"


class PipesMatch:
    """The client's table, with this protocol's terms and the player names that the client knows."""

    def __init__(self, shown: messages.TableShown, known_as: Callable[[str], str]) -> None:
        self.table: FollowedTable = followed(shown)
        self.chat: list[str] = []
        self.heard = 0
        """Number of the last chat message received."""
        self.returned = False
        """Whether the player returned to the match, and may send `join` again."""
        self.entered = False
        """Whether the client has entered the match since the match started."""
        self._known_as = known_as
        self._gone: set[str] = set()
        """Keys of the names of players who left."""
        self._results_seen = False
        self._bare_view: words.VirtualView | None = None
        """Cached view without picked tiles."""

    @property
    def number(self) -> int:
        """Table number on the server."""
        return self.table.number

    @property
    def view(self) -> View | None:
        """The player's view of the game, once it has started."""
        return self.table.view

    @property
    def info(self) -> messages.TableInfo:
        """The table's listing, kept up to date."""
        info = self.table.info
        table = self.table
        started = info.started or table.view is not None
        over = info.over or table.over
        return replace(info, started=started, over=over, paused=table.resting)

    @property
    def state(self) -> str:
        """State of the match, as the protocol's document names it."""
        last_round = self.view is not None and self.view.last_round
        return views.state_of(self.info, last_round=last_round, paused=self.table.paused)

    @property
    def to_move(self) -> bool:
        """Whether the game waits for the client's move."""
        return self.table.is_own_turn and self.state in {"GameGoing", "LastRound"}

    @property
    def hand_size(self) -> int:
        """Number of picked tiles."""
        return len(_cells(self.table.hand))

    def has_left(self, name: str) -> bool:
        """Return whether a player gave up their seat."""
        return messages.key(name) in self._gone

    # Views

    def seen(self) -> words.MatchSeen:
        """Return the whole view of a started match."""
        self._results_seen = self.table.over
        return words.MatchSeen(views.with_hand(self._bare(), self.table.hand), self.table.seat)

    def seen_last(self) -> words.MatchSeen:
        """Return the view for a player who has just left, without picked tiles."""
        return words.MatchSeen(self._bare(), self.table.seat)

    def hand(self) -> words.VirtualHand:
        """Return the picked tiles in order."""
        return words.VirtualHand(views.in_hand(self._bare(), self.table.hand))

    def wait(self) -> words.NotifyWait:
        """Return the message that opens the waiting room."""
        info = self.table.info
        return words.NotifyWait(info.room, len(info.seats), self._known_as(info.owner))

    def entrance(self) -> Iterator[words.ServerWord]:
        """Yield the messages that bring a client up to date with the match."""
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

    def ending(self) -> list[words.ServerWord]:
        """Return the final messages, with the view of the results unless it was sent before."""
        assert self.view is not None
        said: list[words.ServerWord] = [words.Message(texts.GAME_OVER)]
        if winner := views.winner_of(self.view, self._players):
            said.append(words.Message(texts.WINNER.format(name=winner)))
        return [*said, *([] if self._results_seen else [self.seen()]), words.NotifyEndMatch()]

    @property
    def _players(self) -> list[str]:
        """Names of current or most recent players by seat."""
        return [self._known_as(name) if name else EMPTY_SEAT for name in self.table.names]

    def _bare(self) -> words.VirtualView:
        if self._bare_view is None:
            assert self.view is not None
            info = self.table.info
            room = views.Room(info.room, self._known_as(info.owner), self._players)
            self._bare_view = views.seen_by(self.view, room, self.chat)
        return self._bare_view

    def _awaited(self) -> list[str]:
        """Return the absent players that a full match waits for."""
        seats = self.table.info.seats
        return [one.name for one in seats if one and not one.here] if None not in seats else []

    def _own_turn(self) -> Iterator[words.ServerWord]:
        if self.table.is_own_turn and self.table.seat is not None:
            yield words.Message(texts.YOUR_TURN.format(name=self._players[self.table.seat]))

    # Events

    def add_chat(self, by: str, text: str, number: int) -> None:
        self.heard = number
        self._bare_view = None
        self.chat = views.newest([*self.chat, f"{self._known_as(by)}: {text}"])

    def show(self, shown: messages.TableShown) -> bool:
        """Update the table; return whether a client in the waiting room must be notified."""
        before = self.table.info
        self._follow(shown, None)
        return (before.owner, len(before.seats)) != (shown.info.owner, len(shown.info.seats))

    def hear(
        self, notice: messages.Notice, look: messages.ViewThunk | None
    ) -> list[words.ServerWord]:
        """Return the messages about a notice, omitting actions of the client's own player."""
        before = self.table
        self._follow(notice, look)
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
                said: list[words.ServerWord] = [
                    words.Message(text) for text in self._remarks(notice)
                ]
                return [*said, words.NotifyUpdate()] if said else []

    def _remarks(self, notice: messages.Notice) -> Iterator[str]:
        return remarks.on_notice(notice, self._players, self.table.seat)

    def _follow(self, notice: messages.Notice, look: messages.ViewThunk | None) -> None:
        self.table = self.table.after(notice, look)
        if not isinstance(notice, messages.Gesture | messages.Presence):
            self._bare_view = None

    def _gesture(self, notice: messages.Gesture, before: Hand | None) -> list[words.ServerWord]:
        if notice.seat == self.table.seat or self.view is None:
            return []
        cells = _cells(before)
        now = _cells(self.table.hand)
        if len(now) > len(cells):
            picked = ", ".join(views.in_hand(self._bare(), self.table.hand))
            text = texts.HAS_SELECTED.format(name=self._players[notice.seat], hand=f"[{picked}]")
            return [words.Message(text), self.seen(), words.NotifyUpdate(SLOWLY)]
        if sorted(now) != sorted(cells):
            return [self.seen(), words.NotifyUpdate()]
        # Closing a hand needs no view of its own, because the move that follows shows it.
        return [self.hand()] if now != cells else []

    def _presence(self, notice: messages.Presence, before: FollowedTable) -> list[words.ServerWord]:
        text = texts.RETURNED if notice.here else texts.SUSPENDED
        name = self._known_as(notice.name)
        said: list[words.ServerWord] = [words.Message(text.format(name=name))]
        if notice.paused and not before.paused:
            said.append(words.Message(texts.PAUSED))
        return [*said, words.NotifyUpdate()]

    def _news(
        self, record: messages.Record, before: FollowedTable, more: Iterable[str]
    ) -> list[words.ServerWord]:
        own = isinstance(record, messages.MovePlayed) and record.seat == self.table.seat
        sentences = [*self._sentences(record, before, own=own), *more]
        said: list[words.ServerWord] = [words.Message(text) for text in sentences]
        if isinstance(record, messages.GameStarted | messages.MoveTakenBack):
            return said  # the whole match is sent next
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
                yield from self._joined(name, bot or (PROGRAM if program else ""))
            case messages.SeatFreed(seat, kept_for=""):
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
                    yield texts.ACHIEVED.format(name=name, goal=views.COMMON_GOALS[goal])
        if not own:
            yield texts.ENDED_TURN.format(name=name)

    def _joined(self, name: str, bot: str) -> Iterator[str]:
        self._gone.discard(messages.key(name))
        yield texts.JOINED.format(name=self._known_as(name), match=self.table.info.room)
        if bot and self.view:  # before the start, no bot is named: `entrance` names all bots
            yield texts.IS_A_BOT.format(name=name, kind=bot)

    def _left(self, before: FollowedTable, seat: Seat) -> str:
        name = before.names[seat]
        self._gone.add(messages.key(name))
        return texts.LEFT_MATCH.format(name=self._known_as(name))


def _cells(hand: Hand | None) -> tuple[shelfie.Cell, ...]:
    return hand.cells if hand else ()
