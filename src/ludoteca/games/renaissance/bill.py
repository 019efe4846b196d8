"""What a draft costs, what it brings, and what is still to be chosen."""

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
    """What a draft costs and brings, as far as it is chosen."""

    price: Goods
    paid: Goods
    owed: Goods
    gains: Goods
    faith: int
    left: Goods
    """The supply after it."""
    choices_in: int
    """How many resources that productions take are still to be chosen."""
    choices_out: int
    """How many resources that productions make are still to be chosen."""
    inputs: tuple[Resource, ...]
    """What may be chosen next for a production to take."""
    pay: tuple[Pay, ...]
    """From where one resource more may be paid."""
    ways: int
    """In how many ways the rest can be paid; if there is only one, the player need not be asked."""
    ready: bool
    """Whether it has become a move."""


def bill_of(state: State, draft: Draft) -> Bill:
    """What a draft that is not out of date costs and brings."""
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
