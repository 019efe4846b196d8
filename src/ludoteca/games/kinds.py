"""The types of a game's values, by which they are read from JSON and described."""

from collections.abc import Callable
from typing import Any, NamedTuple, get_args, get_type_hints

from ludoteca.games.contract import Refusal, Rules


class Kinds(NamedTuple):
    """One type for each sort of value: a class, or a union; Any where a game does not say."""

    options: Any
    move: Any
    step: Any
    draft: Any
    events: Any
    view: Any
    guide: Any


def kinds_of(rules: Rules) -> Kinds:
    """The types of the values of a game."""
    event: Any = rules.EVENTS
    return Kinds(
        options=rules.OPTIONS,
        move=rules.MOVES,
        step=rules.STEPS,
        draft=_made(rules.begin),
        events=tuple[event, ...],
        view=_made(rules.view),
        guide=_made(rules.guide),
    )


def _made(function: Callable[..., Any]) -> Any:
    """What a function of the rules returns, as it says, unless it refuses."""
    returned = get_type_hints(function).get("return", Any)
    kinds = [kind for kind in get_args(returned) or (returned,) if kind is not Refusal]
    return kinds[0] if len(kinds) == 1 else returned
