"""Development cards, leader cards and Lorenzo's tokens, as tables of data."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Annotated, TypeAlias

from msgspec import Meta, Struct

from ludoteca.games.renaissance.resources import FAITH, Goods, Resource, read_goods, say_goods, some


class Colour(StrEnum):
    """Colours of development cards, in the order of their columns from the left."""

    GREEN = "green"
    BLUE = "blue"
    YELLOW = "yellow"
    PURPLE = "purple"


CardNumber: TypeAlias = Annotated[
    int, Meta(description="A development card, 1 to 48; 0 for none, or one that is face down.")
]


class Card(Struct, frozen=True):
    """A development card: cost, points and production."""

    number: int
    colour: Colour
    level: int
    points: int
    cost: Goods
    pays: Goods
    makes: Goods
    faith: int


LEVELS = (1, 2, 3)

# number | colour | level | points | cost | production pays | production makes
_TABLE = """
     1 | green  | 1 |  1 | 2 shield                       | 1 coin              | 1 faith
     2 | purple | 1 |  1 | 2 servant                      | 1 stone             | 1 faith
     3 | blue   | 1 |  1 | 2 coin                         | 1 shield            | 1 faith
     4 | yellow | 1 |  1 | 2 stone                        | 1 servant           | 1 faith
     5 | green  | 1 |  2 | 1 stone + 1 servant + 1 shield | 1 stone             | 1 servant
     6 | purple | 1 |  2 | 1 coin + 1 servant + 1 shield  | 1 coin              | 1 shield
     7 | blue   | 1 |  2 | 1 coin + 1 stone + 1 servant   | 1 servant           | 1 stone
     8 | yellow | 1 |  2 | 1 coin + 1 stone + 1 shield    | 1 shield            | 1 coin
     9 | green  | 1 |  3 | 3 shield                       | 2 servant           | 1 coin + 1 stone + 1 shield
    10 | purple | 1 |  3 | 3 servant                      | 2 coin              | 1 stone + 1 servant + 1 shield
    11 | blue   | 1 |  3 | 3 coin                         | 2 stone             | 1 coin + 1 servant + 1 shield
    12 | yellow | 1 |  3 | 3 stone                        | 2 shield            | 1 coin + 1 stone + 1 servant
    13 | green  | 1 |  4 | 2 coin + 2 shield              | 1 stone + 1 servant | 2 coin + 1 faith
    14 | purple | 1 |  4 | 2 stone + 2 servant            | 1 coin + 1 shield   | 2 stone + 1 faith
    15 | blue   | 1 |  4 | 2 coin + 2 servant             | 1 stone + 1 shield  | 2 servant + 1 faith
    16 | yellow | 1 |  4 | 2 stone + 2 shield             | 1 coin + 1 servant  | 2 shield + 1 faith
    17 | green  | 2 |  5 | 4 shield                       | 1 stone             | 2 faith
    18 | purple | 2 |  5 | 4 servant                      | 1 coin              | 2 faith
    19 | blue   | 2 |  5 | 4 coin                         | 1 servant           | 2 faith
    20 | yellow | 2 |  5 | 4 stone                        | 1 shield            | 2 faith
    21 | green  | 2 |  6 | 2 servant + 3 shield           | 1 servant + 1 shield | 3 stone
    22 | purple | 2 |  6 | 2 coin + 3 servant             | 1 coin + 1 servant  | 3 shield
    23 | blue   | 2 |  6 | 3 coin + 2 stone               | 1 coin + 1 stone    | 3 servant
    24 | yellow | 2 |  6 | 3 stone + 2 shield             | 1 stone + 1 shield  | 3 coin
    25 | green  | 2 |  7 | 5 shield                       | 2 coin              | 2 stone + 2 faith
    26 | purple | 2 |  7 | 5 servant                      | 2 stone             | 2 coin + 2 faith
    27 | blue   | 2 |  7 | 5 coin                         | 2 servant           | 2 shield + 2 faith
    28 | yellow | 2 |  7 | 5 stone                        | 2 shield            | 2 servant + 2 faith
    29 | green  | 2 |  8 | 3 coin + 3 shield              | 1 coin              | 2 shield + 1 faith
    30 | purple | 2 |  8 | 3 servant + 3 shield           | 1 stone             | 2 servant + 1 faith
    31 | blue   | 2 |  8 | 3 coin + 3 stone               | 1 servant           | 2 stone + 1 faith
    32 | yellow | 2 |  8 | 3 stone + 3 servant            | 1 shield            | 2 coin + 1 faith
    33 | green  | 3 |  9 | 6 shield                       | 2 coin              | 3 stone + 2 faith
    34 | purple | 3 |  9 | 6 servant                      | 2 stone             | 3 coin + 2 faith
    35 | blue   | 3 |  9 | 6 coin                         | 2 servant           | 3 shield + 2 faith
    36 | yellow | 3 |  9 | 6 stone                        | 2 shield            | 3 servant + 2 faith
    37 | green  | 3 | 10 | 2 servant + 5 shield           | 1 coin + 1 servant  | 2 stone + 2 shield + 1 faith
    38 | purple | 3 | 10 | 2 coin + 5 servant             | 1 stone + 1 shield  | 2 coin + 2 servant + 1 faith
    39 | blue   | 3 | 10 | 5 coin + 2 stone               | 1 coin + 1 shield   | 2 stone + 2 servant + 1 faith
    40 | yellow | 3 | 10 | 5 stone + 2 servant            | 1 stone + 1 servant | 2 coin + 2 shield + 1 faith
    41 | green  | 3 | 11 | 7 shield                       | 1 servant           | 1 coin + 3 faith
    42 | purple | 3 | 11 | 7 servant                      | 1 coin              | 1 stone + 3 faith
    43 | blue   | 3 | 11 | 7 coin                         | 1 stone             | 1 shield + 3 faith
    44 | yellow | 3 | 11 | 7 stone                        | 1 shield            | 1 servant + 3 faith
    45 | green  | 3 | 12 | 4 coin + 4 shield              | 1 stone             | 3 coin + 1 shield
    46 | purple | 3 | 12 | 4 servant + 4 shield           | 1 coin              | 3 stone + 1 servant
    47 | blue   | 3 | 12 | 4 coin + 4 stone               | 1 servant           | 1 coin + 3 shield
    48 | yellow | 3 | 12 | 4 stone + 4 servant            | 1 shield            | 1 stone + 3 servant
"""  # noqa: E501 - width of the longest row


def _read(line: str) -> Card:
    number, colour, level, points, cost, pays, makes = (cell.strip() for cell in line.split("|"))
    made, _, faith = makes.rpartition("+") if FAITH in makes else (makes, "", "0")
    return Card(
        int(number),
        Colour(colour),
        int(level),
        int(points),
        read_goods(cost),
        read_goods(pays),
        read_goods(made),
        int(faith.split()[0]),
    )


CARDS: Mapping[int, Card] = {card.number: card for card in map(_read, _TABLE.strip().splitlines())}

DECKS = tuple((colour, level) for colour in Colour for level in LEVELS)
"""The decks of the grid, column by column from the left, each from level 1 up."""


def deck_of(card: Card) -> int:
    """Return the index of a card's deck in `DECKS`."""
    return DECKS.index((card.colour, card.level))


DEPOT_SLOTS = 2

LeaderNumber: TypeAlias = Annotated[
    int, Meta(description="A leader card, 49 to 64; 0 for one that is face down.")
]


class Ability(StrEnum):
    """The effect of a played leader."""

    DISCOUNT = "discount"
    DEPOT = "depot"
    MARBLE = "marble"
    PRODUCTION = "production"


class Wanted(Struct, frozen=True):
    """Development cards that a leader requires; a level of None means any level."""

    colour: Colour
    count: int
    level: int | None = None


class Leader(Struct, frozen=True):
    """A leader card. Requirements are checked, not paid."""

    number: int
    points: int
    ability: Ability
    resource: Resource
    cards: tuple[Wanted, ...] = ()
    goods: Goods = Goods()

    def is_met_by(self, cards: Sequence[Card], held: Goods) -> bool:
        """Return whether these goods and cards, including covered cards, meet the requirement."""
        # Rulings R6 and R7: the level is exact, and a card may count for several leaders.
        return held.covers(self.goods) and all(
            sum(c.colour == w.colour and w.level in (None, c.level) for c in cards) >= w.count
            for w in self.cards
        )


_COIN, _STONE, _SERVANT, _SHIELD = Resource
_GREEN, _BLUE, _YELLOW, _PURPLE = Colour


def say_needs(leader: Leader) -> str:
    """Write the requirement of a leader, such as `2 green cards + 1 blue card of level 2`."""
    cards = [
        f"{wanted.count} {wanted.colour} card{'s' if wanted.count > 1 else ''}"
        + (f" of level {wanted.level}" if wanted.level is not None else "")
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


TokenNumber: TypeAlias = Annotated[
    int,
    Meta(
        description="A token of Lorenzo's. 1 to 4 remove two cards, green, blue, yellow, purple; "
        "5 and 6 move his cross by two; 7 by one, and shuffles. 0 for one that is face down."
    ),
]

DISCARDS: Mapping[int, Colour] = dict(enumerate(Colour, start=1))
"""Tokens that remove two development cards, with the colour of these cards."""
CROSS_STEPS: Mapping[int, int] = {5: 2, 6: 2, 7: 1}
"""Tokens that move the black cross, with the number of spaces that it moves."""
RESHUFFLE = 7
TOKENS = (*DISCARDS, *CROSS_STEPS)
