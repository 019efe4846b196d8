"""A brute-force reference for purchases and productions."""

from collections import Counter
from collections.abc import Iterator
from itertools import chain, combinations, product
from typing import NamedTuple

from ludoteca.games import Seat
from ludoteca.games.renaissance import (
    Basic,
    BuyCard,
    LeaderPower,
    Payment,
    Produce,
    Resource,
    State,
)
from ludoteca.games.renaissance.resources import Goods
from tests.games.renaissance.laid import FACTS

KINDS = list(Resource)
CARDS = {fact["id"]: fact for fact in FACTS["development_cards"]}
LEADERS = {fact["id"]: fact for fact in FACTS["leader_cards"]}


class Purchase(NamedTuple):
    """The effect of a purchase, independent of the sources of its payment."""

    card: int
    slot: int
    price: tuple[int, ...]


class Production(NamedTuple):
    """The combined effect of productions, independent of the sources of their payment."""

    price: tuple[int, ...]
    made: tuple[int, ...]
    faith: int


class Power(NamedTuple):
    """A production with its choices, and its name in a move."""

    takes: Counter[str]
    makes: Counter[str]
    faith: int
    name: int | Basic | LeaderPower
    """A slot, the basic production or a leader."""


def purchases(state: State, seat: Seat) -> Iterator[tuple[BuyCard, Purchase]]:
    """Yield every card for every slot with every payment."""
    board = state.boards[seat]
    leaders = [LEADERS[number]["ability"] for number in board.played]
    for deck in state.decks:
        for number in deck[:1]:
            card = CARDS[number]
            less = Counter(a["resource"] for a in leaders if a["type"] == "discount")
            price = Counter(card["cost"]) - less
            for slot in range(3):
                below = [CARDS[n]["level"] for n in board.slots[slot]]
                if max(below, default=0) + 1 == card["level"]:
                    for payment in payments(state, seat, price):
                        effect = Purchase(number, slot, counted(price))
                        yield BuyCard(number, slot, payment), effect


def productions(state: State, seat: Seat) -> Iterator[tuple[Produce, Production]]:
    """Yield every set of powers with every choice and every payment."""
    board = state.boards[seat]
    sorts = [
        list(basic()),
        *[[of_card(slot, cards[-1])] for slot, cards in enumerate(board.slots) if cards],
        *[list(of_leader(n)) for n in board.played if _produces(n)],
    ]
    subsets = chain.from_iterable(combinations(sorts, n) for n in range(1, len(sorts) + 1))
    for powers in (powers for subset in subsets for powers in product(*subset)):
        price, made = Counter[str](), Counter[str]()
        for power in powers:
            price, made = price + power.takes, made + power.makes
        effect = Production(counted(price), counted(made), sum(power.faith for power in powers))
        names = [power.name for power in powers]
        for payment in payments(state, seat, price):
            move = Produce(
                payment,
                tuple(name for name in names if isinstance(name, int)),
                next((name for name in names if isinstance(name, Basic)), None),
                tuple(name for name in names if isinstance(name, LeaderPower)),
            )
            yield move, effect


def basic() -> Iterator[Power]:
    for one, other, made in product(KINDS, KINDS, KINDS):
        yield Power(Counter([one, other]), Counter([made]), 0, Basic((one, other), made))


def of_card(slot: int, number: int) -> Power:
    does = CARDS[number]["production"]
    return Power(Counter(does["input"]), Counter(does["output"]), does["faith"], slot)


def of_leader(number: int) -> Iterator[Power]:
    takes = LEADERS[number]["ability"]["input"]
    for made in KINDS:
        yield Power(Counter(takes), Counter([made]), 1, LeaderPower(number, made))


def _produces(number: int) -> bool:
    return bool(LEADERS[number]["ability"]["type"] == "extra_production")


def payments(state: State, seat: Seat, price: Counter[str]) -> Iterator[Payment]:
    """Yield every way to take exactly this from the depots and the strongbox."""
    board = state.boards[seat]
    for taken in product(*(range(depot.count + 1) for depot in board.depots)):
        owed = Counter({kind: price[kind] for kind in KINDS})
        for depot, count in zip(board.depots, taken, strict=True):
            if depot.resource is not None:
                owed[depot.resource] -= count
        in_the_box = dict(zip(KINDS, board.strongbox, strict=True))
        if all(0 <= owed[kind] <= in_the_box[kind] for kind in KINDS):
            yield Payment(taken, Goods(*(owed[kind] for kind in KINDS)))


def counted(things: Counter[str]) -> tuple[int, ...]:
    return tuple(things[kind] for kind in KINDS)
