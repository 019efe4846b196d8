"""Resources, cards and leaders abbreviated to two letters, in their colours."""

from collections.abc import Iterable

from ludoteca.games.renaissance import GIVES, Ability, Card, Goods, Leader, Marble, Resource
from ludoteca.games.renaissance.resources import say_goods
from ludoteca.ui.fullscreen.spans import DIM, Line, Span

CHOSEN = (*(f"in {resource}" for resource in Resource), "out coin", "confirm")
"""Choices to focus after a choice for the draft."""
CONVERSIONS = tuple(f"convert {resource}" for resource in Resource)
"""Choices to focus after taking white marbles that can be converted."""
PLACES = tuple(f"place {resource} {depot}" for resource in Resource for depot in range(1, 6))
"""Choices to focus when resources are to be placed."""
LEGEND = "co coin, st stone, se servant, sh shield, fa faith, wh white: nothing"
SIGNS = f"""# Signs of Masters of Renaissance
{LEGEND}
41 11p 7sh      card 41: 11 points, it costs 7 shields
L3 1se>1co 3fa  level 3; its production takes 1 servant, makes 1 coin and 3 faith
2any            2 resources of your choice
←1 ↑1           where the marble on the slide is pushed in
[st] [  ] (st)  a stone in a depot; a free place; a leader's depot, for stones
pope ?2 +2 -2   a pope tile of 2 points: still open, kept, lost
*  can be done now    +  is part of what you produce    ▸  is to move"""
STYLES = {
    "co": "fg:#f0c040",
    "st": "fg:#a8a8a8",
    "se": "fg:#b080e0",
    "sh": "fg:#50a0e0",
    "fa": "fg:#e85050",
    "wh": "fg:#f4f4f4",
}
CARD_STYLES = {
    "green": "fg:#60c060",
    "blue": "fg:#5090f0",
    "yellow": "fg:#e8e050",
    "purple": "fg:#c070f0",
}
_DOES = {
    Ability.DISCOUNT: "cards cost 1 {} less",
    Ability.DEPOT: "2 more places for {}s",
    Ability.MARBLE: "white marbles are {}s",
    Ability.PRODUCTION: "1 {} > any 1 + 1 faith",
}
_DOES_SHORT = {
    Ability.DISCOUNT: ("cards -1", ""),
    Ability.DEPOT: ("2 more places for ", ""),
    Ability.MARBLE: ("wh is 1", ""),
    Ability.PRODUCTION: ("1", ">1any 1fa"),
}


def short(resource: Resource) -> str:
    """Abbreviate a resource to two letters."""
    return resource[:2]


def marble(of: Marble) -> Span:
    """Name a marble by its resource."""
    text = {Marble.RED: "fa", Marble.WHITE: "wh"}.get(of) or short(GIVES[of])
    return Span(text, STYLES[text])


def goods(held: Goods, faith: int = 0, choices: int = 0, gap: str = " ") -> Line:
    """Format goods as `2co 1st`, followed by resources of choice and faith."""
    parts = [(count, short(resource)) for resource, count in held.each()]
    parts += [(choices, "any")] * bool(choices) + [(faith, "fa")] * bool(faith)
    spans: list[Span] = []
    for count, text in parts:
        spans += [Span(gap)] if spans else []
        spans.append(Span(f"{count}{text}", STYLES.get(text, "")))
    return spans or [Span("-", DIM)]


def in_words(held: Goods, faith: int = 0) -> str:
    return say_goods(held, faith) or "nothing"


def production(card: Card, gap: str = " ") -> Line:
    """Format the input and output of a card's production."""
    return [*goods(card.pays, gap=gap), Span(">"), *goods(card.makes, card.faith, gap=gap)]


def what(leader: Leader) -> str:
    """Describe a leader's ability in words."""
    return _DOES[leader.ability].format(leader.resource)


def does(leader: Leader) -> Line:
    """Abbreviate a leader's ability."""
    before, after = _DOES_SHORT[leader.ability]
    text = short(leader.resource)
    return [Span(before), Span(text, STYLES[text]), Span(after)]


def needs(leader: Leader) -> Line:
    """Abbreviate a leader's requirements."""
    spans = [Span(", needs")]
    for wanted in leader.cards:
        level = f" level {wanted.level}" if wanted.level else ""
        spans.append(Span(f" {wanted.count} {wanted.colour}{level}", CARD_STYLES[wanted.colour]))
    return [*spans, Span(" "), *goods(leader.goods)] if leader.goods.total() else spans


def points(number: int) -> str:
    return f"{number} point{'' if number == 1 else 's'}"


def listed(numbers: Iterable[int]) -> str:
    """Join the numbers of cards."""
    return " ".join(map(str, numbers)) or "-"
