"""The market as a drawing, and the gain of each line."""

from collections import Counter

from ludoteca.games.renaissance import Ability, Marble, Way
from ludoteca.games.renaissance.resources import GIVES, goods, some
from ludoteca.ui.console.renaissance.goods import in_words
from ludoteca.ui.console.renaissance.state import CommandsState

_WIDTH = 9


def marble(one: Marble) -> str:
    """Name a marble by its resource."""
    return "faith" if one is Marble.RED else GIVES[one].value if one in GIVES else "white"


def draw_market(state: CommandsState) -> list[str]:
    """Draw the marbles, the numbers of the lines and the extra marble."""
    market = state.market
    lines = ["The market: row 1, 2 or 3, or column 1, 2, 3 or 4"]
    lines.append(f"      {''.join(f'{n:<{_WIDTH}}' for n in (1, 2, 3, 4))}".rstrip())
    for number, row in enumerate(market.rows, start=1):
        lines.append(f"   {number}  {''.join(f'{marble(m):<{_WIDTH}}' for m in row)}<--")
    lines.append(f"   extra marble: {marble(market.slide)}, which goes in where you push")
    return lines


def gain(state: CommandsState, way: Way, index: int) -> str:
    """Describe the gain of pushing a line now."""
    counts = Counter(state.market.line(way, index))
    found = goods(*(GIVES[one] for one in counts.elements() if one in GIVES))
    whites, kinds = counts[Marble.WHITE], state.own.leaders(Ability.MARBLE)
    if whites and len(kinds) == 1:
        found = found.plus(some(kinds[0].resource, whites))
    text = in_words(found, counts[Marble.RED])
    if not whites or len(kinds) == 1:
        return text
    if kinds:
        either = " or ".join(leader.resource for leader in kinds)
        return f"{text} + {whites} of your choice ({either})"
    return f"{text} (white gives nothing)"
