"""A table from its lobby to its end: events as messages."""

from collections.abc import Iterator, Sequence

from ludoteca import messages
from ludoteca.games import Seat, shelfie
from ludoteca.protocols import remarks
from ludoteca.protocols.contract import Delay, Disconnect, Send
from ludoteca.protocols.requests import texts, views, words
from ludoteca.protocols.requests.pacing import Acts, RequestsQuirks
from ludoteca.protocols.shelfie import FollowedTable, followed, rules_note


class RequestsMatch:
    """A table at which the client has a seat."""

    def __init__(self, shown: messages.TableShown, name: str, quirks: RequestsQuirks) -> None:
        self._table = followed(shown)
        self._name = name
        self._quirks = quirks
        self._fixed: tuple[str, ...] = ()
        """Seat names that the client knows, fixed at the start of the game."""
        self.kept = False
        """Whether this seat's move is kept until the game continues."""
        self.changing = False
        """Whether the client is changing its hand, which drops a kept move."""
        self.lost = False
        """Whether the seat was freed before the start."""

    @property
    def number(self) -> int:
        return self._table.number

    @property
    def view(self) -> shelfie.View | None:
        """The latest view; None before the start."""
        return self._table.view

    @property
    def hand(self) -> shelfie.Hand | None:
        hand = self._table.hand
        return hand if hand and self.view and hand.seat == self.view.eyes else None

    @property
    def picked(self) -> tuple[words.Tile, ...]:
        return views.tiles_at(self.view, self.hand.cells) if self.view and self.hand else ()

    @property
    def differ(self) -> bool:
        """Whether the picked tiles are of several kinds, so that their order matters."""
        return len(set(self.picked)) > 1

    def begin(self, *, back: bool, opened: bool = False) -> Acts:
        """Describe the table; a player who returns to a running game gets its whole state."""
        if opened:
            yield from map(Send, self._lobby_from_the_start())
        elif self._quirks.deployed or not back or not self.view:
            yield Send(self._lobby(self._name, here=True))
        if not self._quirks.deployed and not self.view and (names := self._awaited):
            yield _note(texts.awaited(names))  # deployed clients show no chat before the start
        if self.view and (back or self.view.turns):
            yield from self._again(self.view)
        elif self.view:
            yield from self._start(self.view)
        if self.view or not self._quirks.deployed:
            yield from self._arrived()

    def hear(self, notice: messages.Notice, look: messages.ViewThunk | None) -> Acts:
        before = self._table
        self._table = self._table.after(notice, look)
        if self.view and self._table.concerns(notice):
            yield from map(_note, remarks.on_notice(notice, self._names, self._table.seat))
        match notice:
            case messages.TableNews(self.number, _, record):
                yield from self._news(record, before)
            case messages.Gesture(self.number, seat):
                yield from self._gesture(seat, before)
            case messages.Presence(self.number):
                yield from self._present(notice)
            case messages.Announced(text=text):
                yield _note(text)
            case messages.Said():
                yield from self._chat(notice)
            case messages.TableShown(info, view=shown, request="") if (
                info.table == self.number and shown
            ):
                yield from self._everything(shown)  # a move was taken back
            case messages.MoveKept(self.number, move=move):
                yield from self._move_kept(kept=move is not None)
            case _:
                pass

    def _arrived(self) -> Acts:
        """Describe the clock and stand-ins; deployed clients show chat only in a game."""
        info = self._table.info
        seat = self._table.seat
        yield from map(_note, remarks.on_arrival(info, self._names, seat))

    # Events

    def _news(self, record: messages.Record, before: FollowedTable) -> Acts:
        match record:
            case messages.SeatTaken() | messages.SeatFreed() | messages.TableResized() if (
                before.view is None
            ):
                yield from self._lobby_news(record, before)
            case messages.GameStarted():
                if self.view:
                    yield from self._start(self.view)
                    yield from self._arrived()
            case messages.SeatTaken(seat, name, released=False):
                yield _note(texts.plays_for(name, self._names[seat]))
            case messages.MovePlayed(seat, events):
                yield from self._played(seat, events)
            case messages.SeatSkipped(seat, events, late):
                yield from self._played(seat, events)
                mine = self.view and seat == self.view.eyes and not self.view.outcome
                # The client's prompt for a move cannot be withdrawn.
                if late and mine and self._quirks.deployed:
                    yield messages.StandUp(table=self.number, id="up")
            case messages.SeatsGivenUp(seats, late=late):
                yield from self._given_up(seats, late=late)
            case messages.MoveTakenBack(seat):
                yield _note(remarks.taken_back(self._names[seat]))
            case _:
                pass

    def _lobby_news(
        self,
        record: messages.SeatTaken | messages.SeatFreed | messages.TableResized,
        before: FollowedTable,
    ) -> Acts:
        match record:
            case messages.SeatTaken(_, name):
                yield Send(self._lobby(name, here=True))
            case messages.SeatFreed(seat):
                name = self._own(before.names[seat])
                self.lost = name == self._name
                # Deployed clients show no chat before the start.
                if self.lost and not self._quirks.deployed:
                    yield _note(texts.REMOVED)
                # Absent players were announced when they disconnected.
                elif name and not self.lost and self._is_here(name, before):
                    yield Send(self._lobby(name, here=False))
            case messages.TableResized():
                pass

    def _played(self, seat: Seat, events: messages.Events) -> Acts:
        self.kept = False
        if not self.view:
            return
        fills = any(isinstance(event, shelfie.ShelfFilled) for event in events)
        if self.view.turn is None:
            yield from self._end(self.view, seat, fills=fills)
        else:
            yield Send(views.turn(self.view, self._names, seat, self.view.turn, fills=fills))

    def _given_up(self, seats: Sequence[Seat], *, late: bool) -> Acts:
        if not self.view:
            return
        if self.view.outcome:
            yield from self._end(self.view, seats[0])
        elif self.view.eyes is None:  # this player's seat was given up
            if not late:  # a late player was given the reason before
                yield _note(texts.GIVEN_UP)
            yield from self._end(self.view, seats[0])
        else:
            for seat in seats:
                yield from self._gone(self._names[seat], texts.left(self._names[seat]))

    def _gesture(self, seat: Seat, before: FollowedTable) -> Acts:
        if not self.view or seat == self.view.eyes:
            return
        was = _confirmed(before)
        now = _confirmed(self._table)
        # Document, "Game phase": the confirming player receives a response. Deployed servers send
        # the response to all players.
        if self._quirks.deployed and bool(was) != bool(now):
            yield Send(words.ConfirmPickResponse(views.board_of(self.view, now), valid=bool(now)))

    def _move_kept(self, *, kept: bool) -> Acts:
        """Announce a kept move; if it could not be played, ask for the column again."""
        self.kept = kept
        if kept:
            yield _note(texts.KEPT)
        elif self.hand and self.hand.closed and not self.changing:
            yield Send(words.ConfirmColumnResponse(valid=False, need_for_swap=self.differ))

    # Players

    @property
    def _names(self) -> tuple[str, ...]:
        """Seat names as the client knows them."""
        return self._fixed or tuple(
            name or texts.seat(seat) for seat, name in enumerate(self._holders)
        )

    @property
    def _holders(self) -> tuple[str, ...]:
        """Current or most recent player of each seat."""
        return tuple(map(self._own, self._table.names))

    def _own(self, name: str) -> str:
        """Return a player's name, but the client's own name in the form that the client knows."""
        return self._name if messages.key(name) == messages.key(self._name) else name

    @property
    def _awaited(self) -> list[str]:
        """Absent players at a full table."""
        full = all(self._holders)
        return [name for name in self._holders if full and not self._is_here(name, self._table)]

    def _is_here(self, name: str, table: FollowedTable) -> bool:
        return name == self._name or not table.is_away(name)

    def _known_as(self, name: str) -> str:
        """Return the client's name for a player."""
        for holder, known in zip(self._holders, self._names, strict=True):
            if messages.key(holder) == messages.key(name):
                return known
        return name

    def receivers(self, name: str) -> list[str]:
        """Return the players to whom a name may refer: one unless the name is unknown or ambiguous.

        Deployed text clients cut a name at its first space, so the first word is enough.
        """
        players = [
            (holder, {messages.key(holder), messages.key(known)})
            for holder, known in zip(self._holders, self._names, strict=True)
            if holder
        ]
        exact = [holder for holder, keys in players if messages.key(name) in keys]
        begin = f"{messages.key(name)} "
        return exact[:1] or [
            holder for holder, keys in players if any(each.startswith(begin) for each in keys)
        ]

    def _present(self, presence: messages.Presence) -> Acts:
        if self.view is None:
            yield Send(self._lobby(presence.name, here=presence.here))
            return
        name = self._known_as(presence.name)
        if presence.here:
            yield _note(texts.back(name))
        else:
            yield from self._gone(name, texts.gone(name))
        if presence.paused:
            yield _note(texts.PAUSED)

    def _gone(self, name: str, text: str) -> Acts:
        """Announce an absence. Deployed clients receive chat: the usual message ends their game."""
        yield (_note(text) if self._quirks.deployed else Send(words.PlayerDisconnectedNotify(name)))

    def _chat(self, said: messages.Said) -> Acts:
        mine = messages.key(said.by) == messages.key(self._name)
        for_me = messages.key(said.to) == messages.key(self._name)
        elsewhere = said.table != self.number if said.table is not None else not said.to
        if elsewhere or (mine and said.to and not for_me):
            return
        receiver = self._known_as(said.to) if said.to else texts.EVERYONE
        yield Send(words.ChatMessage(self._known_as(said.by), receiver, said.text))

    # State

    def _lobby(self, name: str, *, here: bool) -> words.LobbyInfoMessage:
        holders = [one for one in self._holders if one and self._is_here(one, self._table)]
        lobby = self._names if self.view else tuple(holders)
        return words.LobbyInfoMessage(len(self._names), lobby, here, name)

    def _lobby_from_the_start(self) -> Iterator[words.LobbyInfoMessage]:
        """Yield one message per player, because some may have joined while the table was opened."""
        others = (name for name in self._holders if name not in ("", self._name))
        lobby: tuple[str, ...] = ()
        for name in (self._name, *others):
            lobby = (*lobby, name)
            yield words.LobbyInfoMessage(len(self._names), lobby, True, name)

    def _start(self, view: shelfie.View) -> Acts:
        self._fixed = self._names
        if view.eyes is not None and view.turn is not None:
            yield Send(views.start(view, view.eyes, self._names, view.turn))
            yield from self._rules(view)

    def _again(self, view: shelfie.View) -> Acts:
        """Send the whole game to a returning player, ending with the turn."""
        self._fixed = self._names
        if view.eyes is not None:
            _, another, *_ = views.seats_from(view, view.eyes)
            yield Send(views.start(view, view.eyes, self._names, another))
        yield from self._everything(view)
        yield from self._rules(view)

    def _rules(self, view: shelfie.View) -> Acts:
        """Send a chat message if the rules are not the usual ones.

        Deployed clients show no chat before the game starts.
        """
        if line := rules_note(view, "requests"):
            yield _note(line)

    def _everything(self, view: shelfie.View) -> Acts:
        if view.turn is not None:
            yield from map(Send, views.everything(view, self._names, view.turn))

    def _end(self, view: shelfie.View, last: Seat, *, fills: bool = False) -> Acts:
        names = self._names
        if self._quirks.deployed and last == view.eyes:
            # The client shows its own last move only when the turn passes to another player.
            _, another, *_ = views.seats_from(view, last)
            yield Send(views.turn(view, names, last, another, fills=fills))
            fills = False
        yield from map(Send, views.final(view, names, last, fills=fills))
        if self._quirks.deployed:
            yield _note(texts.won(names, views.all_points(view), views.winners_of(view)))
        yield Send(words.GameResultNotify() if self._quirks.deployed else views.result(view, names))
        yield messages.StepOut(id="out")
        if self._quirks.linger:
            yield Delay(self._quirks.linger)
        yield Disconnect()


def _note(text: str) -> Send[words.ChatMessage]:
    return Send(texts.note(text))


def _confirmed(table: FollowedTable) -> tuple[shelfie.Cell, ...]:
    """Return the cells that the seat to move has confirmed."""
    return table.hand.cells if table.hand and table.hand.closed else ()
