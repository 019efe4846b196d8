"""A player board: warehouse, leader depots, strongbox, card slots, and the laws of storage."""

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
    """A section of the track and the points of its pope tile."""

    first: int
    pope: int
    points: int


SECTIONS = (Section(5, 8, 2), Section(12, 16, 3), Section(19, 24, 4))


class PopeTile(StrEnum):
    """What has become of a pope favour tile."""

    PENDING = "pending"
    KEPT = "kept"
    LOST = "lost"


def track_points(space: int) -> int:
    """The points of the last scoring space reached: totals, not steps."""
    return max((points for at, points in _SCORES.items() if at <= space), default=0)


BASIC_DEPOTS = 3
SLOTS = 3
FACE_DOWN = 0
"""The number of a card that the viewer may not see."""

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
    """A depot: how many of which resource lie there, and how many fit."""

    slots: int
    """How many fit."""
    resource: Resource | None = None
    count: int = 0
    of_leader: bool = False
    """A leader depot keeps its resource also when it is empty."""

    def with_count(self, count: int, resource: Resource) -> "Depot":
        """The depot with so many of a resource."""
        kept = resource if count or self.of_leader else None
        return replace(self, count=count, resource=kept)


class Payment(Struct, frozen=True):
    """Where a payment is taken from: so many from each depot, and these from the strongbox."""

    depots: tuple[int, ...]
    """How many are taken from each depot, as many numbers as there are depots."""
    strongbox: Goods = NOTHING


class Board(Struct, frozen=True):
    """Everything that belongs to one seat."""

    hand: tuple[LeaderNumber, ...] = ()
    """Leaders not played, face down ones as 0."""
    played: tuple[LeaderNumber, ...] = ()
    depots: tuple[Depot, ...] = (Depot(1), Depot(2), Depot(3))
    """The three basic depots, then those of leaders in the order they were played."""
    strongbox: Goods = NOTHING
    slots: tuple[tuple[CardNumber, ...], ...] = ((),) * SLOTS
    """Development cards, the top one last."""
    faith: int = 0
    tiles: tuple[PopeTile, ...] = (PopeTile.PENDING,) * len(SECTIONS)
    bonus: int = 0
    """Resources of the starting bonus still to be chosen."""

    def cards(self) -> list[Card]:
        """All development cards, covered ones included."""
        return [CARDS[number] for slot in self.slots for number in slot]

    def stored(self) -> Goods:
        """What lies in the depots."""
        total = NOTHING
        for depot in self.depots:
            if depot.resource is not None and depot.count:
                total = total.plus(some(depot.resource, depot.count))
        return total

    def supply(self) -> Goods:
        """Everything the seat holds, wherever it is."""
        return self.stored().plus(self.strongbox)

    def leaders(self, ability: Ability) -> list[Leader]:
        """The played leaders with this ability, in the order they were played."""
        return [LEADERS[n] for n in self.played if LEADERS[n].ability == ability]

    def price(self, card: Card) -> Goods:
        """What a card costs this seat: one less for each discount its cost contains (R5)."""
        price = card.cost
        for leader in self.leaders(Ability.DISCOUNT):
            if price.of(leader.resource):
                price = price.minus(some(leader.resource, 1))
        return price

    def accepts(self, slot: int, card: Card) -> bool:
        """Whether a slot takes this card: exactly one level above its top card."""
        return len(self.slots[slot]) == card.level - 1

    def why_not_store(self, resource: Resource, depot: int, count: int = 1) -> Reason | None:
        """Why so many of a resource cannot be put into a depot."""
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
        """The board with so many more, or less, of a resource in a depot."""
        depots = list(self.depots)
        depots[depot] = depots[depot].with_count(depots[depot].count + count, resource)
        return replace(self, depots=tuple(depots))

    def moved(self, source: int, target: int, count: int) -> "Board":
        """The board with so many resources of one depot in another."""
        resource = self.depots[source].resource
        if resource is None:
            return self
        return self.with_more(resource, source, -count).with_more(resource, target, count)

    def swapped(self, one: int, other: int) -> "Board":
        """The board with the contents of two basic depots exchanged, whether they fit or not."""
        depots = list(self.depots)
        a, b = depots[one], depots[other]
        depots[one] = replace(a, resource=b.resource, count=b.count)
        depots[other] = replace(b, resource=a.resource, count=a.count)
        return replace(self, depots=tuple(depots))

    def value(self, payment: Payment) -> Goods:
        """What a payment is worth in all."""
        total = Goods(*payment.strongbox)
        for depot, count in zip(self.depots, payment.depots, strict=True):
            if depot.resource is not None and count:
                total = total.plus(some(depot.resource, count))
        return total

    def why_not_pay(self, price: Goods, payment: Payment | None) -> Reason | None:
        """Why this payment, or the usual one, does not settle the price."""
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
        """The board after a payment."""
        depots = tuple(
            depot.with_count(depot.count - count, depot.resource) if depot.resource else depot
            for depot, count in zip(self.depots, payment.depots, strict=True)
        )
        return replace(self, depots=depots, strongbox=self.strongbox.minus(payment.strongbox))

    def usual_payment(self, price: Goods) -> Payment:
        """The payment that empties depots before the strongbox, and basic ones before leaders'.

        It is the one offered: with free rearranging, room in the depots is never worse than
        resources in them, so every other payment of the same price leaves the seat no better.
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
        """The payment as it was given, or the usual one."""
        if payment is None:
            return self.usual_payment(price)
        return Payment(tuple(payment.depots), Goods(*payment.strongbox))

    def ways_to_pay(self, price: Goods) -> int:
        """How many different payments settle the price."""
        ways = 1
        for resource, count in price.each():
            depots = [depot.count for depot in self.depots if depot.resource == resource]
            taken = map(sum, product(*(range(held + 1) for held in depots)))
            ways *= sum(0 <= count - n <= self.strongbox.of(resource) for n in taken)
        return ways

    def with_leader(self, number: int) -> "Board":
        """The board with one more leader played, and its depot if it brings one."""
        leader = LEADERS[number]
        board = replace(self, played=(*self.played, number))
        if leader.ability != Ability.DEPOT:
            return board
        depot = Depot(DEPOT_SLOTS, leader.resource, 0, of_leader=True)
        return replace(board, depots=(*board.depots, depot))


def without(hand: tuple[int, ...], number: int) -> tuple[int, ...]:
    """The hand without this leader, or without one of the face down cards it may be."""
    place = hand.index(number if number in hand else FACE_DOWN)
    return hand[:place] + hand[place + 1 :]
