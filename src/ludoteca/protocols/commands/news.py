"""Events in a match as messages for one client.

Deployed clients keep their own copy of the table and receive only changes. The messages that
conclude a move (Lorenzo's action, the end of a production, the next question) follow the messages
about its effects.
"""

from collections.abc import Iterable, Iterator
from typing import assert_never

from ludoteca.games import Ending, Seat
from ludoteca.games.renaissance import Event, Payment, Phase, View, events, points
from ludoteca.games.renaissance.board import LAST_SPACE
from ludoteca.games.seating import SeatReturned, SeatsLeft, TurnPassed, TurnSkipped
from ludoteca.protocols.commands import ids, texts, views, words
from ludoteca.protocols.commands.session import CommandsMatch


class NewsWriter:
    """Writes the messages about one record for one client."""

    def __init__(
        self, before: View, after: View, match: CommandsMatch, *, documented: bool = False
    ) -> None:
        """If `documented`, send END_GAME before the scores; otherwise send it after them."""
        self._before = before
        self._after = after
        self._match = match
        self._documented = documented
        self._cross = before.cross
        self._faith = [own.faith for own in before.seats]
        self._last: list[words.Word] = []
        """Messages that follow everything else."""
        self._discarder: str | None = None
        """The player whose discarded resource gives faith to all other players."""
        self._actor = ids.LORENZO
        self._asked = False
        """Whether the next question, or the confirmation that none follows, is queued."""

    def write(self, happened: Iterable[Event]) -> Iterator[words.Word]:
        """Yield all messages about these events."""
        for event in happened:
            yield from self._of(event)
        yield from self._rest()

    def _rest(self) -> Iterator[words.Word]:
        yield from self._last
        self._last = []

    def _name(self, seat: Seat) -> str:
        self._actor = self._match.names[seat]
        return self._actor

    def _is_mine(self, seat: Seat) -> bool:
        return seat == self._match.seat

    def _only_mine(self, seat: Seat, text: str) -> str | None:
        return text if self._is_mine(seat) else None

    def _of(self, event: Event) -> Iterator[words.Word]:  # noqa: C901 - every event has its case
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
                pass  # sent with the whole table
            case events.TokensShuffled():
                pass
            case _:
                assert_never(event)

    # Before the first turn

    def _set_up(
        self, event: events.LeaderReturned | events.BonusTaken | events.GameBegan
    ) -> Iterator[words.Word]:
        match event:
            case events.LeaderReturned(seat, leader):
                if self._is_mine(seat):
                    yield self._discarded(leader)
                    self._leaders_chosen()
            case events.BonusTaken(seat, resource, depot):
                placed = views.in_deposit(self._name(seat), depot, resource, 1, added=True)
                if self._is_mine(seat):
                    yield from self._bonus_taken(placed)
                else:
                    yield placed
            case events.GameBegan():
                yield from self._rest()
                yield views.reply(texts.BEGUN, self._match.own)
                yield words.Word(command="NOTIFY_GAME_STARTED", target=views.ALL)
                yield from views.turn(self._after, self._match)

    def _discarded(self, leader: int) -> words.Word:
        known = ids.LEADER_IDS[leader]
        info = texts.DISCARDED.format(known)
        return words.Numbered(command="DISCARD_OK", id=known, info=info, sender=self._match.own)

    def _leaders_chosen(self) -> None:
        if len(self._after.seats[self._match.seat].hand) == views.LEADERS_KEPT and not self._asked:
            self._asked = True
            self._last.append(views.reply(texts.DISCARDED_BOTH, self._match.own))
            self._last += views.question(self._after, self._match)

    def _bonus_taken(self, placed: words.Word) -> Iterator[words.Word]:
        own = self._after.seats[self._match.seat]
        yield views.reply(texts.SELECT_ONE_MORE if own.bonus else texts.SELECTED, self._match.own)
        yield placed
        if not own.bonus:
            return
        command = "ASK_SETUP_RESOURCES"
        yield words.Numbered(command=command, id=own.bonus, sender=self._match.own)

    # The market

    def _picked(self, seat: Seat, way: str, number: int) -> Iterator[words.Word]:
        name = self._name(seat)
        if not self._is_mine(seat):
            yield views.reply(texts.EXTRACTED.format(name, way, number), name, views.OTHERS)
        yield words.MarketLine(
            command="PICK_FROM_MARKET", selection=way, num=number, target=views.ALL, sender=name
        )
        if self._is_mine(seat):
            self._explain(name)
        self._ask_next(seat)

    def _placed(
        self, event: events.MarbleConverted | events.ResourcePlaced | events.ResourceDiscarded
    ) -> Iterator[words.Word]:
        name = self._name(event.seat)
        if isinstance(event, events.ResourcePlaced):
            yield views.in_deposit(name, event.depot, event.resource, 1, added=True)
        if isinstance(event, events.ResourceDiscarded):
            self._discarder = name
        if isinstance(event, events.MarbleConverted) and self._is_mine(event.seat):
            self._explain(name)
        self._ask_next(event.seat)

    def _explain(self, name: str) -> None:
        """Explain how to discard a resource, before the first question about a resource."""
        if self._after.phase is Phase.PLACING and not self._after.whites:
            self._last.append(views.reply(texts.THROWING, name))

    def _ask_next(self, seat: Seat) -> None:
        """Queue the next question about resources, or confirm that no resource is left to place."""
        after = self._after
        if not self._is_mine(seat) or after.outcome or self._asked:
            return
        self._asked = True
        if after.phase is Phase.PLACING:
            self._last += views.question(after, self._match)
        else:
            self._last.append(words.Word(command="MARKET_OK", sender=self._match.own))

    def _rearranged(
        self, event: events.ResourcesMoved | events.DepotsSwapped
    ) -> Iterator[words.Word]:
        name = self._name(event.seat)
        depots = self._before.seats[event.seat].depots
        if isinstance(event, events.ResourcesMoved):
            yield from views.moved(name, depots, event.source, event.target, event.count)
        else:
            yield from views.swapped(name, depots, event.one, event.other)
        if self._is_mine(event.seat):
            yield words.Word(command="MANAGE_DEPOSIT_OK", sender=name)
            yield from views.question(self._after, self._match)

    # The other actions

    def _acted(
        self, event: events.CardBought | events.CardRemoved | events.Produced
    ) -> Iterator[words.Word]:
        match event:
            case events.CardBought(seat, card, slot, payment, beneath):
                yield from self._paid(seat, payment)
                info = self._only_mine(seat, texts.BOUGHT)
                yield views.bought(self._name(seat), card, slot, info)
                yield views.replaced(card, beneath)
            case events.CardRemoved(card, beneath):
                yield views.replaced(card, beneath)
            case events.Produced(seat, payment, made):
                name = self._name(seat)
                yield from views.in_vault(name, made, added=True)
                info = self._only_mine(seat, texts.PRODUCED)
                done = words.Word(command="PRODUCE_OK", info=info, target=views.ALL, sender=name)
                self._last += [*self._paid(seat, payment), done]

    def _paid(self, seat: Seat, payment: Payment) -> list[words.Word]:
        return views.paid(self._name(seat), self._before.seats[seat].depots, payment)

    def _of_leader(
        self, event: events.LeaderPlayed | events.LeaderDiscarded
    ) -> Iterator[words.Word]:
        name = self._name(event.seat)
        known = ids.LEADER_IDS[event.leader]
        if isinstance(event, events.LeaderPlayed):
            info = self._only_mine(event.seat, texts.ACTIVATED.format(known))
            yield words.Numbered(
                command="ACTIVATE_OK", id=known, info=info, target=views.ALL, sender=name
            )
            yield from views.powers(name, event.leader)
        elif self._is_mine(event.seat):
            yield self._discarded(event.leader)

    def _walked(
        self, event: events.FaithGained | events.CrossMoved | events.VaticanReport
    ) -> Iterator[words.Word]:
        match event:
            case events.VaticanReport(section):
                yield views.favours(self._after, section, self._actor)
            case events.FaithGained(seats, steps):
                walked = [(self._match.names[seat], self._walk(seat, steps)) for seat in seats]
                yield from self._report_faith(walked)
            case events.CrossMoved(steps):
                steps = min(steps, LAST_SPACE - self._cross)
                self._cross += steps
                yield from self._report_faith([(ids.LORENZO, steps)])

    def _walk(self, seat: Seat, steps: int) -> int:
        """Advance a marker, at most to the end of the track; return the steps it moved."""
        steps = min(steps, LAST_SPACE - self._faith[seat])
        self._faith[seat] += steps
        return steps

    def _report_faith(self, walked: list[tuple[str, int]]) -> Iterator[words.Word]:
        if gained := self._faith_of_others():
            yield gained
            return
        for name, steps in walked:
            if steps:
                yield _faith(name, steps)

    def _faith_of_others(self) -> words.Word | None:
        name = self._discarder
        self._discarder = None
        if name is None:
            return None
        return words.Faith(command="NOTIFY_FAITHPATH_OTHERS", qty=1, target=views.ALL, sender=name)

    # Turns and the end

    def _turned(
        self, event: TurnPassed | TurnSkipped | SeatsLeft | SeatReturned
    ) -> Iterator[words.Word]:
        match event:
            case TurnPassed():
                yield from self._rest()
                yield from views.turn(self._after, self._match)
            case TurnSkipped(seat):
                yield views.reply(texts.SKIPPED.format(self._name(seat)), target=views.ALL)
            case SeatsLeft(seats):
                for seat in seats:
                    yield views.reply(texts.GONE.format(self._name(seat)), target=views.ALL)
            case SeatReturned():
                pass  # announced with the seat's record

    def _near_the_end(
        self, event: events.TokenRevealed | events.LastRoundBegan | events.GameEnded
    ) -> Iterator[words.Word]:
        match event:
            case events.TokenRevealed(token):
                self._actor = ids.LORENZO
                yield views.reply(texts.TURN.format(ids.LORENZO), ids.LORENZO, views.OTHERS)
                action, colour = ids.ACTIONS[token]
                command = "NOTIFY_LORENZO_ACTION"
                self._last = [
                    words.Lorenzo(command=command, action=action, colour=colour, target=views.ALL)
                ]
            case events.LastRoundBegan():
                last = views.in_order(self._after)[-1]
                if self._after.turn not in (None, last):  # otherwise no other player moves again
                    yield views.reply(texts.LAST_ROUND, target=views.ALL)
            case events.GameEnded(winners, ending):
                yield from self._rest()
                yield from self._ended(winners, ending)

    def _ended(self, winners: tuple[Seat, ...], ending: Ending) -> Iterator[words.Word]:
        names = self._match.names
        order = views.in_order(self._after)
        won = tuple(names[seat] for seat in winners)
        scores = words.Scores(
            command="NOTIFY_SCORES",
            points=tuple(sum(p.amount for p in points(self._after, seat)) for seat in order),
            names=tuple(names[seat] for seat in order),
            winners=(ids.LORENZO,) if not won and len(names) == 1 else won,
            target=views.ALL,
        )
        if not self._documented:
            yield scores
        if ending is not Ending.PLAYED_OUT:
            yield words.Word(command="USER_LEFT_GAME", sender=self._actor, target=views.OTHERS)
        yield words.Word(command="END_GAME", target=views.ALL)
        if self._documented:
            yield scores


def _faith(name: str, steps: int) -> words.Word:
    return words.Faith(command="NOTIFY_FAITHPATH_CURRENT", qty=steps, target=views.ALL, sender=name)
