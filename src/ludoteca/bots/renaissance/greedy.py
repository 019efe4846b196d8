"""Greedy evaluation of moves in Masters of Renaissance, by each move's change to the board.

The value of a move is its points, plus a fraction of the value of everything it brings closer: the
next card, future productions, leaders in hand, the next pope tile. A leader is played as soon as
possible. It is discarded for faith only after the main action, and only if there is little hope of
playing it.
"""

from collections.abc import Sequence
from math import exp
from typing import assert_never

from msgspec.structs import replace

from ludoteca.games import Seat, renaissance
from ludoteca.games.renaissance.board import LAST_SPACE, SECTIONS, SLOTS, track_points
from ludoteca.games.renaissance.cards import DECKS
from ludoteca.games.renaissance.resources import NOTHING, goods
from ludoteca.games.renaissance.state import CARDS_TO_END

ENGINE = 0.4
"""Fraction of rounds in which a production runs."""
STEP = 0.8
"""Value of one faith, relative to a resource."""
MISSING = 1.0
"""Value that a card loses for each missing resource."""
SPARE = 0.3
"""Value of any resource, even if no card needs it."""
READY = 0.6
"""Fraction of a card's value that counts before the card is bought."""
CARDS_MISSING = (1.0, 0.6, 0.36, 0.22)
"""Probability of playing a leader, by the number of missing cards."""
RESOURCES_MISSING = (1.0, 0.8, 0.64, 0.51, 0.41, 0.33)
"""Probability of playing a leader, by the number of missing resources."""
ABILITY = 2.0
"""Value of a leader's ability, in addition to the points."""

_SMOOTH = [
    sum(track_points(space + step) for step in range(3)) / 3 for space in range(LAST_SPACE + 1)
]
"""Points of the faith track, interpolated so that every step counts."""


class Prospects:
    """The value of resources and cards to a board, given the cards on offer at its table."""

    def __init__(self, view: renaissance.View, board: renaissance.Board) -> None:
        most = max(sum(map(len, seen.slots)) for seen in view.seats)
        self.rounds = 0 if view.last_round else CARDS_TO_END - most
        self.board = board
        self.hopes = self._hopes(board)
        self.targets = [
            (READY * max(self.card(card, slot) for slot in slots), board.price(card))
            for card in (renaissance.CARDS[deck.top] for deck in view.decks if deck.top)
            if self.rounds and (slots := [s for s in range(SLOTS) if board.accepts(s, card)])
        ]

    def goods(self, held: renaissance.Goods) -> float:
        """Evaluate goods by the best card within reach, plus a little for every resource."""
        a, b, c, d = held
        best = 0.0
        for value, (w, x, y, z) in self.targets:
            missing = (
                (w - a if w > a else 0)
                + (x - b if x > b else 0)
                + (y - c if y > c else 0)
                + (z - d if z > d else 0)
            )  # unrolled, because it runs for every possible production
            best = max(best, value - MISSING * missing)
        return best + SPARE * (a + b + c + d)

    def card(self, card: renaissance.Card, slot: int) -> float:
        """Return the value of adding a card to a slot."""
        under = self.board.slots[slot]
        more = yield_of(card) - (yield_of(renaissance.CARDS[under[-1]]) if under else 0)
        hopes = self._hopes(with_card(self.board, card, slot)) - self.hopes
        return card.points + ENGINE * self.rounds * more + hopes

    def _hopes(self, board: renaissance.Board) -> float:
        return sum(self.hope(number, board) for number in board.hand)

    def hope(self, number: int, board: renaissance.Board) -> float:
        """Estimate the value of a leader in hand, discounted for its unmet requirements."""
        if not self.rounds:
            return 0
        leader = renaissance.LEADERS[number]
        cards = board.cards()
        short = sum(max(0, n) for n in leader.goods.minus(board.supply()))
        missing = 0
        for wanted in leader.cards:
            level = wanted.level or 1
            fitting = sum(c.colour is wanted.colour and c.level >= level for c in cards)
            missing += level * max(0, wanted.count - fitting)
        return (leader.points + ABILITY) * CARDS_MISSING[missing] * RESOURCES_MISSING[short]


def faith_value(space: int, tiles: Sequence[renaissance.PopeTile]) -> float:
    """Evaluate a position on the track: its points, and pope tiles by distance."""
    total = _SMOOTH[min(space, LAST_SPACE)]
    for section, tile in zip(SECTIONS, tiles, strict=True):
        if tile is renaissance.PopeTile.PENDING:
            total += section.points * min(1, space / section.first)
    return total


def yield_of(card: renaissance.Card) -> float:
    """Return the net output of a production, in resources."""
    return card.makes.total() - card.pays.total() + STEP * card.faith


def with_card(board: renaissance.Board, card: renaissance.Card, slot: int) -> renaissance.Board:
    slots = list(board.slots)
    slots[slot] = (*slots[slot], card.number)
    return replace(board, slots=tuple(slots))


SURE, UNSURE = 3.0, 0.5
"""Leads in points that make one seat e times as likely to win as another.

The first applies in the last round; the second is added for every card still needed to trigger that
round.
"""
STEEP, EVEN = 10.0, 0.1
"""Steepness of the winning probability against Lorenzo, and the lead at which it is one half."""
OF_A_COLOUR = 12


def chance(view: renaissance.View, seat: Seat) -> float:
    """Estimate the probability that a seat wins, from what the owner of the view can know."""
    if view.outcome:
        winners = view.outcome.winners
        return 1 / len(winners) if seat in winners else 0.0
    if len(view.seats) == 1:
        return 1 / (1 + exp(-STEEP * (_lead_over_lorenzo(view) - EVEN)))
    standing = [_standing(view, Seat(s)) for s in range(len(view.seats))]
    best = max(standing)
    lead = SURE + UNSURE * rounds_left(view)
    likely = [exp((each - best) / lead) for each in standing]
    return likely[seat] / sum(likely)


def rounds_left(view: renaissance.View) -> int:
    """Return the number of cards that a board still needs to trigger the last round."""
    most = max(sum(map(len, seen.slots)) for seen in view.seats)
    return 0 if view.last_round else CARDS_TO_END - most


def _standing(view: renaissance.View, seat: Seat) -> float:
    """Add up a seat's points, pope tiles within reach and expected production."""
    seen = view.seats[seat]
    points = renaissance.points(view, seat)
    earned = sum(point.amount for point in points) - track_points(seen.faith)
    engine = sum(yield_of(renaissance.CARDS[slot[-1]]) for slot in seen.slots if slot)
    return earned + faith_value(seen.faith, seen.tiles) + ENGINE * rounds_left(view) * engine


def _lead_over_lorenzo(view: renaissance.View) -> float:
    """Return the seat's progress towards winning minus Lorenzo's, as a fraction."""
    own = view.seats[0]
    mine = max(sum(map(len, own.slots)) / CARDS_TO_END, own.faith / LAST_SPACE)
    left = dict.fromkeys(renaissance.Colour, 0)
    for (colour, _), deck in zip(DECKS, view.decks, strict=True):
        left[colour] += deck.cards
    his = max(view.cross / LAST_SPACE, 1 - min(left.values()) / OF_A_COLOUR)
    return mine - his


RIVALS = 0.7
"""Cost of giving one faith to all other seats."""
FITTING = 0.01
"""Bonus for the best depot of a resource."""
FIRST, LAST = 100.0, -100.0
"""Values that put free gains before all other moves, and useless moves after them."""


def evaluate(
    view: renaissance.View, seat: Seat, moves: Sequence[renaissance.Move]
) -> Sequence[float]:
    eye = Eye(view, seat)
    return [eye.value(move) for move in moves]


class Eye:
    """The position as one seat sees it, with intermediate results that all its moves share."""

    def __init__(self, view: renaissance.View, seat: Seat) -> None:
        self.view = view
        self.board = renaissance.board_of(view.seats[seat])
        self.supply = self.board.supply()
        self.prospects = Prospects(view, self.board)
        self.before = self.prospects.goods(self.supply)

    def value(self, move: renaissance.Move) -> float:  # noqa: C901 - one case per move
        match move:
            case renaissance.ReturnLeader(leader):
                return -self.prospects.hope(leader, self.board)
            case renaissance.TakeBonus(resource, depot) | renaissance.PlaceResource(
                resource, depot
            ):
                fits = depot == best_depot(self.board, resource)
                return self._goods(goods(resource)) + FITTING * fits
            case renaissance.ConvertMarble(resource):
                return self._goods(self.view.taken.plus(goods(resource)))
            case renaissance.DiscardResource(resource):
                return LAST - self._goods(goods(resource))
            case renaissance.TakeMarbles():
                return self._market(move)
            case renaissance.Produce():
                run = renaissance.run_of(self.board, move)
                return self._goods(run.made.minus(run.price)) + self.faith(run.faith)
            case renaissance.BuyCard(number, slot):
                card = renaissance.CARDS[number]
                after = Prospects(self.view, with_card(self.board, card, slot))
                left = after.goods(self.supply.minus(self.board.price(card)))
                return self.prospects.card(card, slot) + left - self.before
            case renaissance.PlayLeader():
                return FIRST
            case renaissance.DiscardLeader(leader):
                return LAST + self.faith(1) - self.prospects.hope(leader, self.board)
            case renaissance.EndTurn():
                return LAST
            case renaissance.MoveResources() | renaissance.SwapDepots():
                return 2 * LAST
            case _:
                assert_never(move)

    def _goods(self, more: renaissance.Goods) -> float:
        return self.prospects.goods(self.supply.plus(more)) - self.before

    def faith(self, steps: int) -> float:
        space, tiles = self.board.faith, self.board.tiles
        return faith_value(space + steps, tiles) - faith_value(space, tiles)

    def _market(self, move: renaissance.TakeMarbles) -> float:
        """Return the value of a line, counting only resources for which there is room."""
        kept, wasted = self.haul(move)
        red = self.view.market.line(move.way, move.index).count(renaissance.Marble.RED)
        return self._goods(kept) + self.faith(red) - RIVALS * wasted

    def haul(self, move: renaissance.TakeMarbles) -> tuple[renaissance.Goods, int]:
        """Return the resources of a line that fit into the depots, and the number that do not."""
        taken = self.taken(move)
        kept = self._kept(taken)
        return kept, len(taken) - kept.total()

    def taken(self, move: renaissance.TakeMarbles) -> list[renaissance.Resource]:
        marbles = self.view.market.line(move.way, move.index)
        taken = [renaissance.GIVES[marble] for marble in marbles if marble in renaissance.GIVES]
        if leaders := self.board.leaders(renaissance.Ability.MARBLE):
            taken += [leaders[0].resource] * marbles.count(renaissance.Marble.WHITE)
        return taken

    def _kept(self, taken: Sequence[renaissance.Resource]) -> renaissance.Goods:
        """Return the resources that fit, the most useful ones first."""
        board, kept = self.board, NOTHING
        for resource in sorted(taken, key=lambda r: (-self._goods(goods(r)), r)):
            depot = best_depot(board, resource)
            if depot is not None:
                board, kept = board.with_more(resource, depot), kept.plus(goods(resource))
        return kept


def best_depot(board: renaissance.Board, resource: renaissance.Resource) -> int | None:
    """Return the best depot for a resource: a leader's, otherwise the largest with room for it."""
    places = [d for d in range(len(board.depots)) if not board.why_not_store(resource, d)]
    depots = board.depots
    return max(places, key=lambda d: (depots[d].of_leader, depots[d].slots), default=None)
