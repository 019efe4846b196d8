"""Which set of the rules of My Shelfie the texts of each protocol's clients state.

Tables are opened with the set of the protocol that opens them, so that what a client prints is what
is scored. The pages in `docs/protocols` go through the cards one by one.
"""

from collections.abc import Mapping

from msgspec import Raw, json
from msgspec.structs import asdict

from ludoteca.games.shelfie import NAME, Leftovers, Options, RuleSet, Squares
from ludoteca.messages import TableInfo

USUAL, USUAL_GOALS = Options().rules, Options().common_goals
ANY_KIND = RuleSet(Squares.ANY_KIND, Leftovers.STAY)

STATED: Mapping[str, RuleSet] = {
    "pipes": ANY_KIND,
    "updates": ANY_KIND,
    "prompts": ANY_KIND,
    "requests": USUAL,
}
"""By the name of the protocol."""

_SQUARES: Mapping[Squares, str] = {
    Squares.ONE_KIND: "both squares of one kind",
    Squares.ANY_KIND: "squares of one kind or of two",
}
_LEFTOVERS: Mapping[Leftovers, str] = {
    Leftovers.STAY: "tiles left in the living room stay there at a refill",
    Leftovers.RETURN: "tiles left in the living room go back into the bag before a refill",
}


def options_of(protocol: str, common_goals: int = USUAL_GOALS) -> Raw:
    """The options of a table that is opened in this protocol: what is not as usual."""
    rules = asdict(STATED[protocol]).items()
    chosen = {name: rule for name, rule in rules if rule != getattr(USUAL, name)}
    if common_goals != USUAL_GOALS:
        chosen["common_goals"] = common_goals
    return Raw(json.encode(chosen))


def difference(info: TableInfo, protocol: str) -> str:
    """A line about what a table plays otherwise than clients of this protocol print, if any."""
    played, stated = json.decode(info.options, type=Options).rules, STATED[protocol]
    squares = [_SQUARES[played.squares]] if played.squares != stated.squares else []
    leftovers = [_LEFTOVERS[played.leftovers]] if played.leftovers != stated.leftovers else []
    if not squares and not leftovers:
        return ""
    return f"Rules of this match: {'; '.join(squares + leftovers)}."


def has_two_goals(info: TableInfo) -> bool:
    """Whether this is My Shelfie with two common goals, for which every protocol has words."""
    return info.game == NAME and json.decode(info.options, type=Options).common_goals == USUAL_GOALS
