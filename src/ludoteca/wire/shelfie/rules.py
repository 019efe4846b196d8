"""Which set of the rules of My Shelfie the texts of each protocol's clients state.

Tables are opened with the set of the protocol that opens them, so that what a client prints is what
is scored. The pages in `docs/protocols` go through the cards one by one.
"""

from collections.abc import Mapping

from msgspec import UNSET

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


def options_of(protocol: str, common_goals: int = USUAL_GOALS) -> Options:
    """The options of a table that is opened in this protocol: what is not as usual."""
    stated = STATED[protocol]
    return Options(
        common_goals=common_goals,  # type: ignore[arg-type] # the hall refuses what is none
        squares=UNSET if stated.squares == USUAL.squares else stated.squares,
        leftovers=UNSET if stated.leftovers == USUAL.leftovers else stated.leftovers,
    )


def difference(info: TableInfo, protocol: str) -> str:
    """A line about what a table plays otherwise than clients of this protocol print, if any."""
    played, stated = info.options.rules, STATED[protocol]
    squares = [_SQUARES[played.squares]] if played.squares != stated.squares else []
    leftovers = [_LEFTOVERS[played.leftovers]] if played.leftovers != stated.leftovers else []
    if not squares and not leftovers:
        return ""
    return f"Rules of this match: {'; '.join(squares + leftovers)}."


def has_two_goals(info: TableInfo) -> bool:
    """Whether this is My Shelfie with two common goals, for which every protocol has words."""
    return info.game == NAME and bool(info.options.common_goals == USUAL_GOALS)
