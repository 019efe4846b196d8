"""Names and numbers of resources, cards, leaders and tokens in deployed clients.

Development cards are numbered by colour, then by level from 3 down to 1, then by descending points;
leaders are numbered by ability. The rules number cards and leaders differently. Only these tables
contain both numbers.
"""

from collections.abc import Mapping

from ludoteca.games.renaissance import CARDS, DECKS, LEADERS, Ability, Colour, Marble, Resource
from ludoteca.games.renaissance.cards import CROSS_STEPS, DISCARDS

FAITH = "FAITH"
BLANK = "BLANK"
LORENZO = "LORENZO"
NO_CARD = -1

RESOURCES: Mapping[Resource, str] = {
    Resource.COIN: "GOLD",
    Resource.SERVANT: "MINION",
    Resource.STONE: "STONE",
    Resource.SHIELD: "SHIELD",
}
MARBLES: Mapping[Marble, str] = {
    Marble.WHITE: BLANK,
    Marble.RED: FAITH,
    Marble.YELLOW: "GOLD",
    Marble.PURPLE: "MINION",
    Marble.GREY: "STONE",
    Marble.BLUE: "SHIELD",
}
COLOURS = tuple(Colour)
"""Colours in the order in which their cards are numbered."""

_IN_ORDER = sorted(CARDS.values(), key=lambda c: (COLOURS.index(c.colour), -c.level, -c.points))
CARD_IDS: Mapping[int, int] = {card.number: n for n, card in enumerate(_IN_ORDER, start=1)}
"""Id of each card, by its number in the rules."""

_DOES = {
    Ability.DISCOUNT: "MINION STONE GOLD SHIELD",
    Ability.DEPOT: "STONE MINION GOLD SHIELD",
    Ability.PRODUCTION: "SHIELD GOLD STONE MINION",
    Ability.MARBLE: "MINION SHIELD STONE GOLD",
}
_LEADERS = [(ability, word) for ability, words in _DOES.items() for word in words.split()]
"""Ability and resource of leaders 1 to 16."""
LEADER_IDS: Mapping[int, int] = {
    number: _LEADERS.index((leader.ability, RESOURCES[leader.resource])) + 1
    for number, leader in LEADERS.items()
}
"""Id of each leader, by its number in the rules."""

_CARDS = {known: number for number, known in CARD_IDS.items()}
_LEADER_CARDS = {known: number for number, known in LEADER_IDS.items()}
_RESOURCES = {word: resource for resource, word in RESOURCES.items()}

GRID = tuple(
    DECKS.index((colour, level)) for colour in COLOURS for level in sorted({1, 2, 3}, reverse=True)
)
"""Decks in grid order: by colour, each from level 3 down."""

ACTIONS: Mapping[int, tuple[int, str | None]] = {
    **{token: (COLOURS.index(colour) + 1, colour.name) for token, colour in DISCARDS.items()},
    **{token: (5 if steps == 2 else 6, None) for token, steps in CROSS_STEPS.items()},
}
"""Action number and colour of each of Lorenzo's tokens."""


def card_of(known: int | None) -> int:
    """Return the card number in the rules for an id, or 0 for an unknown id."""
    return _CARDS.get(known or 0, 0)


def leader_of(known: int | None) -> int:
    """Return the leader number in the rules for an id, or 0 for an unknown id."""
    return _LEADER_CARDS.get(known or 0, 0)


def resource_of(word: str | None) -> Resource | None:
    """Return the resource with this name, ignoring case; None for faith or an unknown name."""
    return _RESOURCES.get((word or "").upper())


def producing(played: tuple[int, ...]) -> list[int]:
    """Return the played leaders with a production, in order of play: those in slots 4 and 5."""
    return [number for number in played if LEADERS[number].ability is Ability.PRODUCTION]
