"""Greedy evaluation of moves of Masters of Renaissance: the change each makes to the board.

A move is worth its points and a part of what it brings closer: the next card, future productions,
leaders in hand, the next pope tile. A leader is played as soon as possible, and discarded for faith
only after the main action if there is little hope of playing it.
"""

from collections.abc import Sequence
from typing import assert_never

from ludoteca.bots.renaissance.greedy.prospects import Prospects, faith_value, with_card
from ludoteca.games import Seat
from ludoteca.games.renaissance import (
    CARDS,
    GIVES,
    Ability,
    Board,
    BuyCard,
    ConvertMarble,
    DiscardLeader,
    DiscardResource,
    EndTurn,
    Goods,
    Marble,
    Move,
    MoveResources,
    PlaceResource,
    PlayLeader,
    Produce,
    Resource,
    ReturnLeader,
    SwapDepots,
    TakeBonus,
    TakeMarbles,
    View,
    board_of,
    run_of,
)
from ludoteca.games.renaissance.resources import NOTHING, goods

RIVALS = 0.7
"""Cost of giving all others one faith."""
FITTING = 0.01
"""Bonus for the best depot of a resource."""
FIRST, LAST = 100.0, -100.0
"""Free gains come before everything else, useless moves after it."""


def worth(view: View, seat: Seat, moves: Sequence[Move]) -> Sequence[float]:
    eye = Eye(view, seat)
    return [eye.value(move) for move in moves]


class Eye:
    """The position as one seat sees it, with intermediate results that its moves share."""

    def __init__(self, view: View, seat: Seat) -> None:
        self.view = view
        self.board = board_of(view.seats[seat])
        self.supply = self.board.supply()
        self.prospects = Prospects(view, self.board)
        self.before = self.prospects.goods(self.supply)

    def value(self, move: Move) -> float:  # noqa: C901 - one case a move
        """Return the value of a move."""
        match move:
            case ReturnLeader(leader):
                return -self.prospects.hope(leader, self.board)
            case TakeBonus(resource, depot) | PlaceResource(resource, depot):
                fits = depot == best_depot(self.board, resource)
                return self._goods(goods(resource)) + FITTING * fits
            case ConvertMarble(resource):
                return self._goods(self.view.taken.plus(goods(resource)))
            case DiscardResource(resource):
                return LAST - self._goods(goods(resource))
            case TakeMarbles():
                return self._market(move)
            case Produce():
                run = run_of(self.board, move)
                return self._goods(run.made.minus(run.price)) + self.faith(run.faith)
            case BuyCard(number, slot):
                card = CARDS[number]
                after = Prospects(self.view, with_card(self.board, card, slot))
                left = after.goods(self.supply.minus(self.board.price(card)))
                return self.prospects.card(card, slot) + left - self.before
            case PlayLeader():
                return FIRST
            case DiscardLeader(leader):
                return LAST + self.faith(1) - self.prospects.hope(leader, self.board)
            case EndTurn():
                return LAST
            case MoveResources() | SwapDepots():
                return 2 * LAST
            case _:
                assert_never(move)

    def _goods(self, more: Goods) -> float:
        return self.prospects.goods(self.supply.plus(more)) - self.before

    def faith(self, steps: int) -> float:
        """Return the value of advancing on the track."""
        space, tiles = self.board.faith, self.board.tiles
        return faith_value(space + steps, tiles) - faith_value(space, tiles)

    def _market(self, move: TakeMarbles) -> float:
        """Return the value of a line, as far as there is room for its resources."""
        kept, wasted = self.haul(move)
        red = self.view.market.line(move.way, move.index).count(Marble.RED)
        return self._goods(kept) + self.faith(red) - RIVALS * wasted

    def haul(self, move: TakeMarbles) -> tuple[Goods, int]:
        """Return the resources of a line that fit into the depots, and how many do not."""
        taken = self.taken(move)
        kept = self._kept(taken)
        return kept, len(taken) - kept.total()

    def taken(self, move: TakeMarbles) -> list[Resource]:
        marbles = self.view.market.line(move.way, move.index)
        taken = [GIVES[marble] for marble in marbles if marble in GIVES]
        if leaders := self.board.leaders(Ability.MARBLE):
            taken += [leaders[0].resource] * marbles.count(Marble.WHITE)
        return taken

    def _kept(self, taken: Sequence[Resource]) -> Goods:
        """Return the resources that fit, the most useful ones first."""
        board, kept = self.board, NOTHING
        for resource in sorted(taken, key=lambda r: (-self._goods(goods(r)), r)):
            depot = best_depot(board, resource)
            if depot is not None:
                board, kept = board.with_more(resource, depot), kept.plus(goods(resource))
        return kept


def best_depot(board: Board, resource: Resource) -> int | None:
    """Return the best depot for a resource: a leader's, otherwise the largest with room for it."""
    places = [d for d in range(len(board.depots)) if not board.why_not_store(resource, d)]
    depots = board.depots
    return max(places, key=lambda d: (depots[d].of_leader, depots[d].slots), default=None)
