"""Drafts: a purchase or a set of productions in preparation, with choices and payment.

Nothing is paid or produced until the finished draft is played as one move, so discarding a draft
changes nothing. A draft is valid only for one turn of its owner. `Bill` lists the draft's cost and
yield.
"""

from typing import TypeAlias, assert_never

from msgspec import Struct
from msgspec.structs import replace

from ludoteca.games.contract import Refusal, Seat, snake
from ludoteca.games.renaissance.board import Board, Depot, DepotPlace, Payment, SlotPlace
from ludoteca.games.renaissance.cards import CARDS, CardNumber, LeaderNumber
from ludoteca.games.renaissance.moves import Basic, BuyCard, LeaderPower, Produce
from ludoteca.games.renaissance.production import BASIC_INPUTS, Run, run_of, why_not_choose
from ludoteca.games.renaissance.refusals import Reason, no
from ludoteca.games.renaissance.resources import NOTHING, RESOURCES, Goods, Resource, goods, some
from ludoteca.games.renaissance.rules import why_not_buy, why_not_in_phase, why_not_now
from ludoteca.games.renaissance.state import State


class Draft(Struct, frozen=True):
    """The choices so far (a card for a slot, or productions), and the payment so far."""

    seat: Seat
    turn: int
    card: CardNumber | None = None
    slot: SlotPlace = 0
    slots: tuple[SlotPlace, ...] = ()
    basic: bool = False
    leaders: tuple[LeaderNumber, ...] = ()
    inputs: tuple[Resource, ...] = ()
    """Chosen inputs of the basic production."""
    outputs: tuple[Resource, ...] = ()
    """Chosen outputs: of the basic production first, then of the leaders in order."""
    depots: tuple[int, ...] = ()
    """Number of resources paid so far from each depot."""
    strongbox: Goods = NOTHING
    """Resources paid so far from the strongbox."""
    held: tuple[Depot, ...] = ()
    played: tuple[LeaderNumber, ...] = ()
    """`held` and `played` are the depots and leaders on which the draft is based.

    If they change, the draft is out of date.
    """


class ChooseCard(Struct, frozen=True, tag_field="step", tag=snake):
    """Start buying a card for a slot."""

    card: CardNumber
    slot: SlotPlace


class UseSlot(Struct, frozen=True, tag_field="step", tag=snake):
    """Add the production of the top card of a slot."""

    slot: SlotPlace


class UseBasic(Struct, frozen=True, tag_field="step", tag=snake):
    """Add the basic production."""


class UseLeader(Struct, frozen=True, tag_field="step", tag=snake):
    """Add the production of a played leader."""

    leader: LeaderNumber


class ChooseInput(Struct, frozen=True, tag_field="step", tag=snake):
    """Choose the next resource that the basic production takes."""

    resource: Resource


class ChooseOutput(Struct, frozen=True, tag_field="step", tag=snake):
    """Choose the next resource to produce: first by the basic production, then by leaders."""

    resource: Resource


class Pay(Struct, frozen=True, tag_field="step", tag=snake):
    """Pay resources from a depot or, if no depot is given, from the strongbox."""

    resource: Resource
    depot: DepotPlace | None = None
    count: int = 1


class PayTheRest(Struct, frozen=True, tag_field="step", tag=snake):
    """Pay the rest of the price with the default payment."""


class StartOver(Struct, frozen=True, tag_field="step", tag=snake):
    """Discard all choices and payments."""


Step: TypeAlias = (
    ChooseCard
    | UseSlot
    | UseBasic
    | UseLeader
    | ChooseInput
    | ChooseOutput
    | Pay
    | PayTheRest
    | StartOver
)


def begin(state: State, seat: Seat) -> Draft | Refusal:
    reason = why_not_now(state, seat) or why_not_in_phase(state.phase, BuyCard(0, 0))
    if reason:
        return no(reason)
    return _blank(state, seat)


def _blank(state: State, seat: Seat) -> Draft:
    board = state.boards[seat]
    nothing = (0,) * len(board.depots)
    return Draft(seat, state.turns, depots=nothing, held=board.depots, played=board.played)


def step(state: State, draft: Draft, step: Step) -> Draft | Refusal:  # noqa: C901, PLR0912
    if reason := why_not_draft(state, draft):
        return no(reason)
    board = state.boards[draft.seat]
    blank = _blank(state, draft.seat)
    # Adding a production discards a chosen card, earlier choices and payments.
    powers = replace(blank, slots=draft.slots, basic=draft.basic, leaders=draft.leaders)
    match step:
        case ChooseCard(card, slot):
            reason = why_not_buy(state, board, card, slot)
            return no(reason) if reason else replace(blank, card=card, slot=slot)
        case UseSlot(slot):
            return _chosen(board, replace(powers, slots=(*draft.slots, slot)))
        case UseBasic():
            if draft.basic:
                return no(Reason.POWER_TWICE)
            return _chosen(board, replace(powers, basic=True))
        case UseLeader(leader):
            return _chosen(board, replace(powers, leaders=(*draft.leaders, leader)))
        case ChooseInput(resource):
            if not open_choices(draft)[0]:
                return no(Reason.NOTHING_TO_CHOOSE)
            return _chosen(board, replace(draft, inputs=(*draft.inputs, resource)))
        case ChooseOutput(resource):
            if not open_choices(draft)[1]:
                return no(Reason.NOTHING_TO_CHOOSE)
            return replace(draft, outputs=(*draft.outputs, resource))
        case Pay():
            return _paid(board, draft, step)
        case PayTheRest():
            return _all_paid(board, draft)
        case StartOver():
            return blank
        case _:
            assert_never(step)


def finish(state: State, draft: Draft) -> BuyCard | Produce | Refusal:
    if reason := why_not_draft(state, draft):
        return no(reason)
    if reason := why_not_price(draft):
        return no(reason)
    if owed(state.boards[draft.seat], draft) != NOTHING:
        return no(Reason.NOT_PAID)
    # The choices and the payment are not judged again: `step` has judged them in this turn, and
    # `play` judges the move.
    if draft.card is not None:
        return BuyCard(draft.card, draft.slot, paid_in(draft))
    return replace(_productions(draft), payment=paid_in(draft))


def owed(board: Board, draft: Draft) -> Goods:
    """Return the unpaid part of the price of the choices so far."""
    return run_so_far(board, draft).price.minus(board.value(paid_in(draft)))


def paid_in(draft: Draft) -> Payment:
    return Payment(draft.depots, draft.strongbox)


def open_choices(draft: Draft) -> tuple[int, int]:
    """Return the number of inputs and of outputs still to be chosen."""
    inputs = BASIC_INPUTS * draft.basic - len(draft.inputs)
    return inputs, draft.basic + len(draft.leaders) - len(draft.outputs)


def run_so_far(board: Board, draft: Draft) -> Run:
    """Return the cost and yield of the choices so far."""
    if draft.card is not None:
        return Run(board.price(CARDS[draft.card]), NOTHING, 0)
    powers = run_of(board, replace(_productions(draft), basic=None))
    made = run_of(board, Produce(slots=draft.slots)).made
    return Run(
        powers.price.plus(goods(*draft.inputs)), made.plus(goods(*draft.outputs)), powers.faith
    )


def is_affordable(board: Board, draft: Draft) -> bool:
    """Return whether some choice of the open inputs makes the draft affordable."""
    supply, price = board.supply(), run_so_far(board, draft).price
    inputs, _ = open_choices(draft)
    return supply.covers(price) and supply.total() >= price.total() + inputs


def why_not_draft(state: State, draft: Draft) -> Reason | None:
    """Return why this draft is no longer valid; None if it still is."""
    if reason := why_not_now(state, draft.seat):
        return reason
    board = state.boards[draft.seat]
    if (draft.turn, draft.held, draft.played) != (state.turns, board.depots, board.played):
        return Reason.DRAFT_OUT_OF_DATE
    return why_not_in_phase(state.phase, BuyCard(0, 0))


def _chosen(board: Board, draft: Draft) -> Draft | Refusal:
    """Return the draft, or a refusal if its productions are invalid or its price unaffordable."""
    reason = why_not_choose(board, _productions(draft))
    if not reason and not board.supply().covers(run_so_far(board, draft).price):
        reason = Reason.CANNOT_AFFORD
    return no(reason) if reason else draft


def _productions(draft: Draft) -> Produce:
    """Return the productions chosen so far, with arbitrary values for open choices."""
    inputs = (*draft.inputs, *RESOURCES)[:BASIC_INPUTS]
    outputs = [*draft.outputs, *RESOURCES]
    basic = Basic((inputs[0], inputs[1]), outputs.pop(0)) if draft.basic else None
    leaders = zip(draft.leaders, outputs, strict=False)
    return Produce(None, draft.slots, basic, tuple(LeaderPower(n, made) for n, made in leaders))


def _paid(board: Board, draft: Draft, pay: Pay) -> Draft | Refusal:
    if reason := why_not_price(draft) or _why_not_there(board, draft, pay):
        return no(reason)
    if not 0 < pay.count <= owed(board, draft).of(pay.resource):
        return no(Reason.NOT_OWED)
    if pay.depot is None:
        return replace(draft, strongbox=draft.strongbox.plus(some(pay.resource, pay.count)))
    depots = list(draft.depots)
    depots[pay.depot] += pay.count
    return replace(draft, depots=tuple(depots))


def _why_not_there(board: Board, draft: Draft, pay: Pay) -> Reason | None:
    if pay.depot is None:
        left = board.strongbox.minus(draft.strongbox).of(pay.resource)
        return None if pay.count <= left else Reason.NOT_THERE
    if pay.depot not in range(len(board.depots)):
        return Reason.NO_SUCH_DEPOT
    depot = board.depots[pay.depot]
    left = depot.count - draft.depots[pay.depot]
    return None if depot.resource == pay.resource and pay.count <= left else Reason.NOT_THERE


def _all_paid(board: Board, draft: Draft) -> Draft | Refusal:
    if reason := why_not_price(draft):
        return no(reason)
    left = board.paid(paid_in(draft))
    rest = left.usual_payment(owed(board, draft))
    return replace(
        draft,
        depots=tuple(map(sum, zip(draft.depots, rest.depots, strict=True))),
        strongbox=draft.strongbox.plus(rest.strongbox),
    )


def why_not_price(draft: Draft) -> Reason | None:
    """Return why the price of this draft is not yet known; None if it is known."""
    if draft.card is not None:
        return None
    if not draft.slots and not draft.basic and not draft.leaders:
        return Reason.NOTHING_CHOSEN
    return Reason.CHOICE_OPEN if any(open_choices(draft)) else None


class Bill(Struct, frozen=True):
    """The cost and yield of the choices made so far in a draft."""

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
    """Number of ways to pay the rest. If there is only one, the player need not be asked."""
    ready: bool
    """Whether the draft is a complete move."""


def bill_of(state: State, draft: Draft) -> Bill:
    board = state.boards[draft.seat]
    run = run_so_far(board, draft)
    rest = owed(board, draft)
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
