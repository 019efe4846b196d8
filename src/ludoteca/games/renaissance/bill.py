"""The cost and yield of a draft, and the choices still open."""

from msgspec import Struct

from ludoteca.games.contract import Refusal
from ludoteca.games.renaissance.draft import (
    ChooseInput,
    Draft,
    Pay,
    Step,
    finish,
    open_choices,
    owed,
    paid_in,
    run_so_far,
    step,
    why_not_price,
)
from ludoteca.games.renaissance.resources import RESOURCES, Goods, Resource
from ludoteca.games.renaissance.state import State


class Bill(Struct, frozen=True):
    """The cost and yield of a draft, as far as they are chosen."""

    price: Goods
    paid: Goods
    owed: Goods
    gains: Goods
    faith: int
    left: Goods
    """Resources left after paying and producing."""
    choices_in: int
    """Number of production inputs still to be chosen."""
    choices_out: int
    """Number of production outputs still to be chosen."""
    inputs: tuple[Resource, ...]
    """Resources that may be chosen as the next input."""
    pay: tuple[Pay, ...]
    """Places from which one more resource may be paid."""
    ways: int
    """Number of ways to pay the rest; if there is only one, the player need not be asked."""
    ready: bool
    """Whether the draft is a complete move."""


def bill_of(state: State, draft: Draft) -> Bill:
    board = state.boards[draft.seat]
    run, rest = run_so_far(board, draft), owed(board, draft)
    inputs, outputs = open_choices(draft)
    places = [
        *(Pay(depot.resource, n) for n, depot in enumerate(board.depots) if depot.resource),
        *(Pay(resource) for resource in RESOURCES),
    ]
    return Bill(
        price=run.price,
        paid=board.value(paid_in(draft)),
        owed=rest,
        gains=run.made,
        faith=run.faith,
        left=board.supply().minus(run.price).plus(run.made),
        choices_in=inputs,
        choices_out=outputs,
        inputs=tuple(r for r in RESOURCES if _goes(state, draft, ChooseInput(r))),
        pay=tuple(pay for pay in places if _goes(state, draft, pay)),
        ways=0 if why_not_price(draft) else board.paid(paid_in(draft)).ways_to_pay(rest),
        ready=not isinstance(finish(state, draft), Refusal),
    )


def _goes(state: State, draft: Draft, gesture: Step) -> bool:
    return not isinstance(step(state, draft, gesture), Refusal)
