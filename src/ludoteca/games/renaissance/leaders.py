"""The sixteen leader cards: four abilities, each for four resources."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

from ludoteca.games.renaissance.cards import Card, Colour
from ludoteca.games.renaissance.resources import Goods, Resource, say_goods, some

DEPOT_SLOTS = 2

LeaderNumber: TypeAlias = Annotated[
    int, Meta(description="A leader card, 49 to 64; 0 for one that is face down.")
]


class Ability(StrEnum):
    """What a leader does, once played."""

    DISCOUNT = "discount"
    DEPOT = "depot"
    MARBLE = "marble"
    PRODUCTION = "production"


class Wanted(Struct, frozen=True):
    """Development cards that a leader asks for; a level of None is any level."""

    colour: Colour
    count: int
    level: int | None = None


class Leader(Struct, frozen=True):
    """A leader card: its requirement is only looked at, never paid."""

    number: int
    points: int
    ability: Ability
    resource: Resource
    cards: tuple[Wanted, ...] = ()
    goods: Goods = Goods()

    def is_met_by(self, cards: Sequence[Card], held: Goods) -> bool:
        """Whether these cards, covered ones included, and these goods meet the requirement."""
        # Rulings R6 and R7: the level is exact, and a card may count for several leaders.
        return held.covers(self.goods) and all(
            sum(c.colour == w.colour and w.level in (None, c.level) for c in cards) >= w.count
            for w in self.cards
        )


_COIN, _STONE, _SERVANT, _SHIELD = Resource
_GREEN, _BLUE, _YELLOW, _PURPLE = Colour


def say_needs(leader: Leader) -> str:
    """What a leader asks for, in words: `2 green cards + 1 blue card of level 2`."""
    cards = [
        f"{wanted.count} {wanted.colour} card{'s' * (wanted.count > 1)}"
        + f" of level {wanted.level}" * (wanted.level is not None)
        for wanted in leader.cards
    ]
    return " + ".join(filter(None, [*cards, say_goods(leader.goods)]))


def _discount(number: int, one: Colour, other: Colour, resource: Resource) -> Leader:
    return Leader(number, 2, Ability.DISCOUNT, resource, (Wanted(one, 1), Wanted(other, 1)))


def _depot(number: int, owned: Resource, resource: Resource) -> Leader:
    return Leader(number, 3, Ability.DEPOT, resource, goods=some(owned, 5))


def _marble(number: int, two: Colour, one: Colour, resource: Resource) -> Leader:
    return Leader(number, 5, Ability.MARBLE, resource, (Wanted(two, 2), Wanted(one, 1)))


def _production(number: int, colour: Colour, resource: Resource) -> Leader:
    return Leader(number, 4, Ability.PRODUCTION, resource, (Wanted(colour, 1, level=2),))


_CARDS = (
    _discount(49, _YELLOW, _GREEN, _SERVANT),
    _discount(50, _BLUE, _PURPLE, _SHIELD),
    _discount(51, _GREEN, _BLUE, _STONE),
    _discount(52, _YELLOW, _PURPLE, _COIN),
    _depot(53, _COIN, _STONE),
    _depot(54, _STONE, _SERVANT),
    _depot(55, _SERVANT, _SHIELD),
    _depot(56, _SHIELD, _COIN),
    _marble(57, _YELLOW, _BLUE, _SERVANT),
    _marble(58, _GREEN, _PURPLE, _SHIELD),
    _marble(59, _BLUE, _YELLOW, _STONE),
    _marble(60, _PURPLE, _GREEN, _COIN),
    _production(61, _YELLOW, _SHIELD),
    _production(62, _BLUE, _SERVANT),
    _production(63, _PURPLE, _STONE),
    _production(64, _GREEN, _COIN),
)
LEADERS: Mapping[int, Leader] = {leader.number: leader for leader in _CARDS}
