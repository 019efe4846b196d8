"""Resources, cards and leaders as text, for display and as input; colours only repeat the text."""

import re
from collections.abc import Iterable, Mapping
from textwrap import wrap

from ludoteca.games.renaissance import CARDS, LEADERS, Ability, Card, Goods, Leader, Resource
from ludoteca.games.renaissance.resources import RESOURCES, say_goods
from ludoteca.protocols.commands.ids import CARD_IDS, LEADER_IDS
from ludoteca.protocols.commands.ids import RESOURCES as ON_THE_WIRE
from ludoteca.ui.draw import Shades, counted, shaded

NONE = "nothing"
_DOES: Mapping[Ability, str] = {
    Ability.DISCOUNT: "cards cost 1 {} less",
    Ability.DEPOT: "a depot for 2 more {}s",
    Ability.MARBLE: "a white marble gives 1 {}",
    Ability.PRODUCTION: "produces: 1 {} > any 1 resource + 1 faith",
}


def read_resource(text: str) -> Resource | None:
    """Find a resource by its name, by its name in the protocol, or by a prefix of either."""
    typed = text.strip().lower()
    if not typed:
        return None
    names = [(r, name) for r in RESOURCES for name in (r.value, ON_THE_WIRE[r].lower())]
    meant = {r for r, name in names if name.startswith(typed.removesuffix("s") or typed)}
    return meant.pop() if len(meant) == 1 else None


def in_words(goods: Goods, faith: int = 0) -> str:
    return say_goods(goods, faith) or NONE


def production(card: Card) -> str:
    """Describe the input and output of a card's production."""
    return f"{in_words(card.pays)} > {in_words(card.makes, card.faith)}"


def does(leader: Leader) -> str:
    """Describe a leader's ability."""
    return _DOES[leader.ability].format(leader.resource)


def card_name(number: int) -> str:
    """Describe a card briefly, with the id that users type."""
    card = CARDS[number]
    return f"card {CARD_IDS[number]} ({card.colour}, level {card.level}, {points(card.points)})"


def leader_name(number: int) -> str:
    """Describe a leader briefly, with the id that users type."""
    leader = LEADERS[number]
    return f"leader {LEADER_IDS[number]} ({does(leader)}, {points(leader.points)})"


def points(count: int) -> str:
    return counted(count, "point")


def listed(things: Iterable[str], last: str = "and") -> str:
    """Join things as in a sentence: "a, b and c"."""
    *most, end = list(things) or [NONE]
    return f"{', '.join(most)} {last} {end}" if most else end


_SHADES: Shades = {
    "coin": (0xF0, 0xC0, 0x40),
    "stone": (0xA8, 0xA8, 0xA8),
    "servant": (0xB0, 0x80, 0xE0),
    "shield": (0x50, 0xA0, 0xE0),
    "faith": (0xE8, 0x50, 0x50),
    "white": (0xF4, 0xF4, 0xF4),
    "green": (0x60, 0xC0, 0x60),
    "blue": (0x50, 0x90, 0xF0),
    "yellow": (0xE8, 0xE0, 0x50),
    "purple": (0xC0, 0x70, 0xF0),
}
_WORD = re.compile(rf"\b({'|'.join(_SHADES)})(?=s?\b)")


def paint(text: str) -> str:
    """Colour the names of resources and cards."""
    return shaded(text, _WORD, _SHADES)


def fitted(text: str, width: int) -> str:
    """Wrap lines to a width, with an indent for continuation lines."""
    return "\n".join(_fitted(line, width) for line in text.split("\n"))


def _fitted(line: str, width: int) -> str:
    if len(line) <= width:
        return line
    indent = " " * (len(line) - len(line.lstrip()) + 2)
    return "\n".join(wrap(line, max(width, len(indent) + 1), subsequent_indent=indent))
