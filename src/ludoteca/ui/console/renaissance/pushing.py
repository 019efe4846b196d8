"""Checks a whole push before it is sent: marbles cannot be put back afterwards."""

from collections import Counter
from collections.abc import Sequence

from ludoteca.games.renaissance import Ability, Board, Marble, Resource
from ludoteca.games.renaissance.resources import GIVES
from ludoteca.ui.console.renaissance import texts
from ludoteca.ui.console.renaissance.goods import read_resource
from ludoteca.ui.console.renaissance.market import gain
from ludoteca.ui.console.renaissance.one_line import read_line
from ludoteca.ui.console.renaissance.setup import number_in
from ludoteca.ui.console.renaissance.state import CommandsState
from ludoteca.ui.console.user import YES


def why_not_pushed(state: CommandsState, first: str, ahead: Sequence[str]) -> str:
    """Explain why the market does not give what the answers place; return "" if it does."""
    line = read_line(first)
    said = [answer for answer in ahead if answer not in YES]
    if line is None or not said:
        return ""
    marbles = state.market.line(*line)
    gives = {"line": f"{line[0].capitalize()} {line[1] + 1}", "goods": gain(state, *line)}
    whites = [read_resource(answer) for answer in said if " " not in answer]
    places = [answer.partition(" ") for answer in said if " " in answer]
    kinds = [leader.resource for leader in state.own.leaders(Ability.MARBLE)]
    count = marbles.count(Marble.WHITE)
    if why := _why_not_white(kinds, range(count if places else 0, count + 1), whites):
        return texts.NOT_WHITE.format(**gives, why=why)
    become = whites if len(kinds) > 1 else kinds * count
    given = Counter([*(GIVES[one] for one in marbles if one in GIVES), *become])
    board = state.own
    for name, _, place in places:
        resource = read_resource(name)
        if resource is None or not given[resource]:
            return texts.NOT_GIVEN.format(**gives, what=resource or name)
        given[resource] -= 1
        if (stored := _stored(board, resource, place)) is None:
            return texts.NOT_FITTING.format(what=resource, depot=place)
        board = stored
    return ""


def _why_not_white(
    kinds: Sequence[Resource], counts: range, whites: Sequence[Resource | None]
) -> str:
    """Explain why white marbles cannot become these resources; return "" if they can."""
    if len(kinds) < 2:
        return texts.NO_CHOICE if whites else ""
    right = len(whites) in counts and all(white in kinds for white in whites)
    return "" if right else texts.WHITE_OPEN.format(example=kinds[0])


def _stored(board: Board, resource: Resource, place: str) -> Board | None:
    """Return the board with a resource in a depot, 0 to discard it; None if it does not fit."""
    depot = number_in(place)
    if depot == 0:
        return board
    if depot is None or board.why_not_store(resource, depot - 1) is not None:
        return None
    return board.with_more(resource, depot - 1)
