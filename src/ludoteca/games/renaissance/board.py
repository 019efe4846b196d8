"""A player board: warehouse, leader depots, strongbox and card slots, with the storage rules."""

from enum import StrEnum
from itertools import product
from typing import Annotated, NamedTuple, TypeAlias

from msgspec import Meta, Struct
from msgspec.structs import replace

from ludoteca.games.renaissance.cards import (
    CARDS,
    DEPOT_SLOTS,
    LEADERS,
    Ability,
    Card,
    CardNumber,
    Leader,
    LeaderNumber,
)
from ludoteca.games.renaissance.refusals import Reason
from ludoteca.games.renaissance.resources import NOTHING, Goods, Resource, some

LAST_SPACE = 24
_SCORES = {3: 1, 6: 2, 9: 4, 12: 6, 15: 9, 18: 12, 21: 16, 24: 20}


class Section(NamedTuple):
    """A section of the faith track, with its pope space and the points of its pope tile."""

    first: int
    pope: int
    points: int


SECTIONS = (Section(5, 8, 2), Section(12, 16, 3), Section(19, 24, 4))


class PopeTile(StrEnum):
    """State of a pope favour tile."""

    PENDING = "pending"
    KEPT = "kept"
    LOST = "lost"


def track_points(space: int) -> int:
    """Return the points of the last scoring space reached. Earlier spaces add nothing to them."""
    return max((points for at, points in _SCORES.items() if at <= space), default=0)


BASIC_DEPOTS = 3
SLOTS = 3
FACE_DOWN = 0
"""The number that stands for a card that the viewer may not see."""

DepotPlace: TypeAlias = Annotated[
    int,
    Meta(
        description="A depot: 0, 1 and 2 are those of the warehouse, for one, two and three "
        "resources; 3 and 4 those of leaders, in the order in which they were played."
    ),
]
SlotPlace: TypeAlias = Annotated[
    int, Meta(description="A slot for development cards: 0, 1 or 2, from the left.")
]


class Depot(Struct, frozen=True):
    """A depot: its resource, the number of units in it, and its capacity."""

    slots: int
    """Capacity."""
    resource: Resource | None = None
    count: int = 0
    of_leader: bool = False
    """Leader depots keep their resource when empty."""

    def with_count(self, count: int, resource: Resource) -> "Depot":
        kept = resource if count or self.of_leader else None
        return replace(self, count=count, resource=kept)


class Payment(Struct, frozen=True):
    """The sources from which a payment is taken."""

    depots: tuple[int, ...]
    """Number of resources taken from each depot."""
    strongbox: Goods = NOTHING


class Board(Struct, frozen=True):
    """Everything that belongs to one seat."""

    hand: tuple[LeaderNumber, ...] = ()
    """Leaders not yet played; face-down leaders are 0."""
    played: tuple[LeaderNumber, ...] = ()
    depots: tuple[Depot, ...] = (Depot(1), Depot(2), Depot(3))
    """The three basic depots, then leader depots in the order played."""
    strongbox: Goods = NOTHING
    slots: tuple[tuple[CardNumber, ...], ...] = ((),) * SLOTS
    """Development cards, the top one last."""
    faith: int = 0
    tiles: tuple[PopeTile, ...] = (PopeTile.PENDING,) * len(SECTIONS)
    bonus: int = 0
    """Number of starting resources still to be chosen."""

    def cards(self) -> list[Card]:
        """Return all development cards, including covered ones."""
        return [CARDS[number] for slot in self.slots for number in slot]

    def stored(self) -> Goods:
        total = NOTHING
        for depot in self.depots:
            if depot.resource is not None and depot.count:
                total = total.plus(some(depot.resource, depot.count))
        return total

    def supply(self) -> Goods:
        """Return the resources in the depots and the strongbox."""
        return self.stored().plus(self.strongbox)

    def leaders(self, ability: Ability) -> list[Leader]:
        """Return the played leaders with this ability, in the order played."""
        return [LEADERS[n] for n in self.played if LEADERS[n].ability == ability]

    def price(self, card: Card) -> Goods:
        """Return the price of a card, reduced by one for each discount that applies (R5)."""
        price = card.cost
        for leader in self.leaders(Ability.DISCOUNT):
            if price.of(leader.resource):
                price = price.minus(some(leader.resource, 1))
        return price

    def accepts(self, slot: int, card: Card) -> bool:
        """Return whether a slot accepts this card, which must be one level above its top card."""
        return len(self.slots[slot]) == card.level - 1

    def why_not_store(self, resource: Resource, depot: int, count: int = 1) -> Reason | None:
        if depot not in range(len(self.depots)):
            return Reason.NO_SUCH_DEPOT
        target = self.depots[depot]
        if target.resource not in (None, resource):
            return Reason.OTHER_RESOURCE_THERE
        if not target.of_leader and any(
            other.resource == resource and not other.of_leader
            for place, other in enumerate(self.depots)
            if place != depot
        ):
            return Reason.IN_ANOTHER_DEPOT
        return Reason.DEPOT_FULL if target.count + count > target.slots else None

    def with_more(self, resource: Resource, depot: int, count: int = 1) -> "Board":
        """Return the board with `count` resources added to a depot; negative counts remove them."""
        depots = list(self.depots)
        depots[depot] = depots[depot].with_count(depots[depot].count + count, resource)
        return replace(self, depots=tuple(depots))

    def moved(self, source: int, target: int, count: int) -> "Board":
        resource = self.depots[source].resource
        if resource is None:
            return self
        return self.with_more(resource, source, -count).with_more(resource, target, count)

    def swapped(self, one: int, other: int) -> "Board":
        """Return the board with two basic depots exchanged, even if the contents do not fit."""
        depots = list(self.depots)
        a, b = depots[one], depots[other]
        depots[one] = replace(a, resource=b.resource, count=b.count)
        depots[other] = replace(b, resource=a.resource, count=a.count)
        return replace(self, depots=tuple(depots))

    def value(self, payment: Payment) -> Goods:
        """Return the resources in a payment."""
        total = Goods(*payment.strongbox)
        for depot, count in zip(self.depots, payment.depots, strict=True):
            if depot.resource is not None and count:
                total = total.plus(some(depot.resource, count))
        return total

    def why_not_pay(self, price: Goods, payment: Payment | None) -> Reason | None:
        """Return why this payment, or the default, does not settle the price; None if it does."""
        if not self.supply().covers(price):
            return Reason.CANNOT_AFFORD
        if payment is None:
            return None
        if len(payment.depots) != len(self.depots):
            return Reason.NO_SUCH_DEPOT
        taken = zip(self.depots, payment.depots, strict=True)
        if not all(0 <= count <= depot.count for depot, count in taken):
            return Reason.NOT_THERE
        if min(payment.strongbox) < 0 or not self.strongbox.covers(payment.strongbox):
            return Reason.NOT_THERE
        return None if self.value(payment) == price else Reason.WRONG_PAYMENT

    def paid(self, payment: Payment) -> "Board":
        depots = tuple(
            depot.with_count(depot.count - count, depot.resource) if depot.resource else depot
            for depot, count in zip(self.depots, payment.depots, strict=True)
        )
        return replace(self, depots=depots, strongbox=self.strongbox.minus(payment.strongbox))

    def usual_payment(self, price: Goods) -> Payment:
        """Return the default payment: basic depots, then leader depots, then the strongbox.

        Only this payment is offered. Depots can be rearranged freely, so it is always best to empty
        them first: no other payment of the same price is better for the seat.
        """
        owed = dict(price.each())
        depots = []
        for depot in self.depots:
            count = min(depot.count, owed.get(depot.resource, 0)) if depot.resource else 0
            if depot.resource and count:
                owed[depot.resource] -= count
            depots.append(count)
        return Payment(tuple(depots), Goods(**{str(r): n for r, n in owed.items()}))

    def settled(self, price: Goods, payment: Payment | None) -> Payment:
        """Return the given payment or, without one, the default."""
        if payment is None:
            return self.usual_payment(price)
        return Payment(tuple(payment.depots), Goods(*payment.strongbox))

    def ways_to_pay(self, price: Goods) -> int:
        """Count the different ways to pay this price."""
        ways = 1
        for resource, count in price.each():
            depots = [depot.count for depot in self.depots if depot.resource == resource]
            taken = map(sum, product(*(range(held + 1) for held in depots)))
            ways *= sum(0 <= count - n <= self.strongbox.of(resource) for n in taken)
        return ways

    def with_leader(self, number: int) -> "Board":
        """Return the board after this leader is played, with the leader's depot, if it has one."""
        leader = LEADERS[number]
        board = replace(self, played=(*self.played, number))
        if leader.ability != Ability.DEPOT:
            return board
        depot = Depot(DEPOT_SLOTS, leader.resource, 0, of_leader=True)
        return replace(board, depots=(*board.depots, depot))


def without(hand: tuple[int, ...], number: int) -> tuple[int, ...]:
    """Return the hand without this leader, or without a face-down card that stands for it."""
    place = hand.index(number if number in hand else FACE_DOWN)
    return hand[:place] + hand[place + 1 :]
