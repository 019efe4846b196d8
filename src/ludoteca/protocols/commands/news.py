"""Events of a match as messages for one client.

Deployed clients keep their own state and receive differences. Messages that conclude a move
(Lorenzo's action, the end of a production, the next question) follow its effects.
"""

from collections.abc import Iterable, Iterator
from typing import assert_never

from ludoteca.games import Ending, Seat
from ludoteca.games.renaissance import Event, Payment, Phase, View, events, points
from ludoteca.games.renaissance.board import LAST_SPACE
from ludoteca.games.seating import SeatReturned, SeatsLeft, TurnPassed, TurnSkipped
from ludoteca.protocols.commands import board, texts
from ludoteca.protocols.commands.ids import ACTIONS, LEADER_IDS, LORENZO
from ludoteca.protocols.commands.session import CommandsMatch
from ludoteca.protocols.commands.words import Faith, Lorenzo, MarketLine, Numbered, Scores, Word


class NewsWriter:
    """Writes the messages about one record for one client."""

    def __init__(
        self, before: View, after: View, match: CommandsMatch, *, documented: bool = False
    ) -> None:
        """`documented` clients receive the end before the scores, others after them."""
        self._before = before
        self._after = after
        self._match = match
        self._documented = documented
        self._cross = before.cross
        self._faith = [own.faith for own in before.seats]
        self._last: list[Word] = []
        """Messages that follow everything else."""
        self._discarder: str | None = None
        """The player who discarded a resource, so that all others gain faith."""
        self._actor = LORENZO
        self._asked = False
        """Whether the client's next question is settled."""

    def words(self, happened: Iterable[Event]) -> Iterator[Word]:
        """Yield all messages about these events."""
        for event in happened:
            yield from self._of(event)
        yield from self._rest()

    def _rest(self) -> Iterator[Word]:
        yield from self._last
        self._last = []

    def _name(self, seat: Seat) -> str:
        self._actor = self._match.names[seat]
        return self._actor

    def _is_mine(self, seat: Seat) -> bool:
        return seat == self._match.seat

    def _only_mine(self, seat: Seat, text: str) -> str | None:
        return text if self._is_mine(seat) else None

    def _of(self, event: Event) -> Iterator[Word]:  # noqa: C901 - every event has its case
        match event:
            case events.LeaderReturned() | events.BonusTaken() | events.GameBegan():
                yield from self._set_up(event)
            case events.MarblesTaken(seat, way, index):
                yield from self._picked(seat, way.name, index + 1)
            case events.MarbleConverted() | events.ResourcePlaced() | events.ResourceDiscarded():
                yield from self._placed(event)
            case events.ResourcesMoved() | events.DepotsSwapped():
                yield from self._rearranged(event)
            case events.CardBought() | events.CardRemoved() | events.Produced():
                yield from self._acted(event)
            case events.LeaderPlayed() | events.LeaderDiscarded():
                yield from self._of_leader(event)
            case events.FaithGained() | events.CrossMoved() | events.VaticanReport():
                yield from self._walked(event)
            case events.TokenRevealed() | events.LastRoundBegan() | events.GameEnded():
                yield from self._near_the_end(event)
            case TurnPassed() | TurnSkipped() | SeatsLeft() | SeatReturned():
                yield from self._turned(event)
            case events.TableLaid() | events.DecksShuffled() | events.LeadersDealt():
                pass  # part of the whole table
            case events.TokensShuffled():
                pass
            case _:
                assert_never(event)

    # Before the first turn

    def _set_up(
        self, event: events.LeaderReturned | events.BonusTaken | events.GameBegan
    ) -> Iterator[Word]:
        match event:
            case events.LeaderReturned(seat, leader):
                if self._is_mine(seat):
                    yield self._discarded(leader)
                    self._leaders_chosen()
            case events.BonusTaken(seat, resource, depot):
                placed = board.in_deposit(self._name(seat), depot, resource, 1, added=True)
                if self._is_mine(seat):
                    yield from self._bonus_taken(placed)
                else:
                    yield placed
            case events.GameBegan():
                yield from self._rest()
                yield board.reply(texts.BEGUN, self._match.own)
                yield Word(command="NOTIFY_GAME_STARTED", target=board.ALL)
                yield from board.turn(self._after, self._match)

    def _discarded(self, leader: int) -> Word:
        known = LEADER_IDS[leader]
        info = texts.DISCARDED.format(known)
        return Numbered(command="DISCARD_OK", id=known, info=info, sender=self._match.own)

    def _leaders_chosen(self) -> None:
        if len(self._after.seats[self._match.seat].hand) == board.LEADERS_KEPT and not self._asked:
            self._asked = True
            self._last.append(board.reply(texts.DISCARDED_BOTH, self._match.own))
            self._last += board.question(self._after, self._match)

    def _bonus_taken(self, placed: Word) -> Iterator[Word]:
        own = self._after.seats[self._match.seat]
        yield board.reply(texts.SELECT_ONE_MORE if own.bonus else texts.SELECTED, self._match.own)
        yield placed
        if not own.bonus:
            return
        command = "ASK_SETUP_RESOURCES"
        yield Numbered(command=command, id=own.bonus, sender=self._match.own)

    # The market

    def _picked(self, seat: Seat, way: str, number: int) -> Iterator[Word]:
        name = self._name(seat)
        if not self._is_mine(seat):
            yield board.reply(texts.EXTRACTED.format(name, way, number), name, board.OTHERS)
        yield MarketLine(
            command="PICK_FROM_MARKET", selection=way, num=number, target=board.ALL, sender=name
        )
        if self._is_mine(seat):
            self._explain(name)
        self._ask_next(seat)

    def _placed(
        self, event: events.MarbleConverted | events.ResourcePlaced | events.ResourceDiscarded
    ) -> Iterator[Word]:
        name = self._name(event.seat)
        if isinstance(event, events.ResourcePlaced):
            yield board.in_deposit(name, event.depot, event.resource, 1, added=True)
        if isinstance(event, events.ResourceDiscarded):
            self._discarder = name
        if isinstance(event, events.MarbleConverted) and self._is_mine(event.seat):
            self._explain(name)
        self._ask_next(event.seat)

    def _explain(self, name: str) -> None:
        """Explain how to discard before the first question about a resource."""
        if self._after.phase is Phase.PLACING and not self._after.whites:
            self._last.append(board.reply(texts.THROWING, name))

    def _ask_next(self, seat: Seat) -> None:
        """Queue the next question about resources, or the confirmation that none are left."""
        after = self._after
        if not self._is_mine(seat) or after.outcome or self._asked:
            return
        self._asked = True
        if after.phase is Phase.PLACING:
            self._last += board.question(after, self._match)
        else:
            self._last.append(Word(command="MARKET_OK", sender=self._match.own))

    def _rearranged(self, event: events.ResourcesMoved | events.DepotsSwapped) -> Iterator[Word]:
        name, depots = self._name(event.seat), self._before.seats[event.seat].depots
        if isinstance(event, events.ResourcesMoved):
            yield from board.moved(name, depots, event.source, event.target, event.count)
        else:
            yield from board.swapped(name, depots, event.one, event.other)
        if self._is_mine(event.seat):
            yield Word(command="MANAGE_DEPOSIT_OK", sender=name)
            yield from board.question(self._after, self._match)

    # The other actions

    def _acted(
        self, event: events.CardBought | events.CardRemoved | events.Produced
    ) -> Iterator[Word]:
        match event:
            case events.CardBought(seat, card, slot, payment, beneath):
                yield from self._paid(seat, payment)
                info = self._only_mine(seat, texts.BOUGHT)
                yield board.bought(self._name(seat), card, slot, info)
                yield board.replaced(card, beneath)
            case events.CardRemoved(card, beneath):
                yield board.replaced(card, beneath)
            case events.Produced(seat, payment, made):
                name = self._name(seat)
                yield from board.in_vault(name, made, added=True)
                info = self._only_mine(seat, texts.PRODUCED)
                done = Word(command="PRODUCE_OK", info=info, target=board.ALL, sender=name)
                self._last += [*self._paid(seat, payment), done]

    def _paid(self, seat: Seat, payment: Payment) -> list[Word]:
        return board.paid(self._name(seat), self._before.seats[seat].depots, payment)

    def _of_leader(self, event: events.LeaderPlayed | events.LeaderDiscarded) -> Iterator[Word]:
        name, known = self._name(event.seat), LEADER_IDS[event.leader]
        if isinstance(event, events.LeaderPlayed):
            info = self._only_mine(event.seat, texts.ACTIVATED.format(known))
            yield Numbered(
                command="ACTIVATE_OK", id=known, info=info, target=board.ALL, sender=name
            )
            yield from board.powers(name, event.leader)
        elif self._is_mine(event.seat):
            yield self._discarded(event.leader)

    def _walked(
        self, event: events.FaithGained | events.CrossMoved | events.VaticanReport
    ) -> Iterator[Word]:
        match event:
            case events.VaticanReport(section):
                yield board.favours(self._after, section, self._actor)
            case events.FaithGained(seats, steps):
                walked = [(self._match.names[seat], self._walk(seat, steps)) for seat in seats]
                yield from self._report_faith(walked)
            case events.CrossMoved(steps):
                steps = min(steps, LAST_SPACE - self._cross)
                self._cross += steps
                yield from self._report_faith([(LORENZO, steps)])

    def _walk(self, seat: Seat, steps: int) -> int:
        """Advance a marker; return the steps it moved before the end of the track."""
        steps = min(steps, LAST_SPACE - self._faith[seat])
        self._faith[seat] += steps
        return steps

    def _report_faith(self, walked: list[tuple[str, int]]) -> Iterator[Word]:
        if gained := self._faith_of_others():
            yield gained
            return
        for name, steps in walked:
            if steps:
                yield _faith(name, steps)

    def _faith_of_others(self) -> Word | None:
        name = self._discarder
        self._discarder = None
        if name is None:
            return None
        return Faith(command="NOTIFY_FAITHPATH_OTHERS", qty=1, target=board.ALL, sender=name)

    # Turns and the end

    def _turned(self, event: TurnPassed | TurnSkipped | SeatsLeft | SeatReturned) -> Iterator[Word]:
        match event:
            case TurnPassed():
                yield from self._rest()
                yield from board.turn(self._after, self._match)
            case TurnSkipped(seat):
                yield board.reply(texts.SKIPPED.format(self._name(seat)), target=board.ALL)
            case SeatsLeft(seats):
                for seat in seats:
                    yield board.reply(texts.GONE.format(self._name(seat)), target=board.ALL)
            case SeatReturned():
                pass  # announced with the record of the seat

    def _near_the_end(
        self, event: events.TokenRevealed | events.LastRoundBegan | events.GameEnded
    ) -> Iterator[Word]:
        match event:
            case events.TokenRevealed(token):
                self._actor = LORENZO
                yield board.reply(texts.TURN.format(LORENZO), LORENZO, board.OTHERS)
                action, colour = ACTIONS[token]
                command = "NOTIFY_LORENZO_ACTION"
                self._last = [
                    Lorenzo(command=command, action=action, colour=colour, target=board.ALL)
                ]
            case events.LastRoundBegan():
                last = board.in_order(self._after)[-1]
                if self._after.turn not in (None, last):  # otherwise no other player moves again
                    yield board.reply(texts.LAST_ROUND, target=board.ALL)
            case events.GameEnded(winners, ending):
                yield from self._rest()
                yield from self._ended(winners, ending)

    def _ended(self, winners: tuple[Seat, ...], ending: Ending) -> Iterator[Word]:
        names, order = self._match.names, board.in_order(self._after)
        won = tuple(names[seat] for seat in winners)
        scores = Scores(
            command="NOTIFY_SCORES",
            points=tuple(sum(p.amount for p in points(self._after, seat)) for seat in order),
            names=tuple(names[seat] for seat in order),
            winners=(LORENZO,) if not won and len(names) == 1 else won,
            target=board.ALL,
        )
        if not self._documented:
            yield scores
        if ending is not Ending.PLAYED_OUT:
            yield Word(command="USER_LEFT_GAME", sender=self._actor, target=board.OTHERS)
        yield Word(command="END_GAME", target=board.ALL)
        if self._documented:
            yield scores


def _faith(name: str, steps: int) -> Word:
    return Faith(command="NOTIFY_FAITHPATH_CURRENT", qty=steps, target=board.ALL, sender=name)
