"""Productions: the combined cost and yield of chosen powers."""

from collections.abc import Iterator, Sequence
from itertools import combinations, combinations_with_replacement

from msgspec import Struct
from msgspec.structs import replace

from ludoteca.games.renaissance.board import SLOTS, Board
from ludoteca.games.renaissance.cards import CARDS, LEADERS, Ability
from ludoteca.games.renaissance.moves import Basic, LeaderPower, Produce
from ludoteca.games.renaissance.refusals import Reason
from ludoteca.games.renaissance.resources import NOTHING, RESOURCES, Goods, Resource, goods, some

BASIC_INPUTS = 2


class Run(Struct, frozen=True):
    """The combined cost and yield of productions."""

    price: Goods
    made: Goods
    faith: int


def why_not_run(board: Board, move: Produce) -> Reason | None:
    if reason := why_not_choose(board, move):
        return reason
    return board.why_not_pay(run_of(board, move).price, move.payment)


def why_not_choose(board: Board, move: Produce) -> Reason | None:
    """Return why these productions cannot be chosen together; None if they can."""
    leaders = [power.leader for power in move.leaders]
    if not move.slots and not move.basic and not leaders:
        return Reason.NO_POWER  # ruling R12
    if len(set(move.slots)) < len(move.slots) or len(set(leaders)) < len(leaders):
        return Reason.POWER_TWICE
    known = [leader.number for leader in board.leaders(Ability.PRODUCTION)]
    if not all(leader in known for leader in leaders):
        return Reason.NO_SUCH_POWER
    if not all(slot in range(SLOTS) and board.slots[slot] for slot in move.slots):
        return Reason.NO_SUCH_POWER
    if move.basic and len(move.basic.pays) != BASIC_INPUTS:
        return Reason.BAD_CHOICE
    return None


def run_of(board: Board, move: Produce) -> Run:
    """Return the combined cost and yield; only the top card of a slot produces."""
    price, made, faith = NOTHING, NOTHING, 0
    for slot in move.slots:
        card = CARDS[board.slots[slot][-1]]
        price, made, faith = price.plus(card.pays), made.plus(card.makes), faith + card.faith
    if move.basic:
        price, made = price.plus(goods(*move.basic.pays)), made.plus(goods(move.basic.makes))
    for power in move.leaders:
        price = price.plus(some(LEADERS[power.leader].resource, 1))
        made, faith = made.plus(goods(power.makes)), faith + 1
    return Run(price, made, faith)


def produce(
    board: Board,
    slots: Sequence[int],
    pays: tuple[Resource, ...] | None,
    leaders: Sequence[int],
    makes: Sequence[Resource],
) -> Produce | None:
    """Return the move that runs these powers in canonical form, if the board can afford it.

    Slots and leaders are in board order, chosen inputs and outputs in resource order. All output
    goes into one strongbox, so it does not matter which power makes which resource. The payment is
    the default one.
    """
    out = sorted(makes, key=RESOURCES.index)
    basic = None
    if pays is not None:
        first, second = sorted(pays, key=RESOURCES.index)
        basic = Basic((first, second), out.pop(0))
    order = [n for n in board.played if n in leaders]
    powers = tuple(LeaderPower(n, made) for n, made in zip(order, out, strict=True))
    move = Produce(None, tuple(sorted(slots)), basic, powers)
    price = run_of(board, move).price
    if not board.supply().covers(price):
        return None
    return replace(move, payment=board.usual_payment(price))


def offered_form(board: Board, move: Produce) -> Produce:
    """Return the canonical form of this legal move, with the default payment."""
    pays = move.basic.pays if move.basic else None
    makes = [power.makes for power in move.leaders]
    makes += [move.basic.makes] if move.basic else []
    leaders = [power.leader for power in move.leaders]
    return produce(board, move.slots, pays, leaders, makes) or move


def all_productions(board: Board) -> Iterator[Produce]:
    """Yield every affordable set of powers, with each distinct choice of inputs and outputs."""
    slots = [slot for slot in range(SLOTS) if board.slots[slot]]
    leaders = [leader.number for leader in board.leaders(Ability.PRODUCTION)]
    inputs = [None, *combinations_with_replacement(RESOURCES, BASIC_INPUTS)]
    for chosen_slots in _subsets(slots):
        for chosen_leaders in _subsets(leaders):
            for pays in inputs:
                free = len(chosen_leaders) + (pays is not None)
                if not chosen_slots and not free:
                    continue
                for makes in combinations_with_replacement(RESOURCES, free):
                    move = produce(board, chosen_slots, pays, chosen_leaders, makes)
                    if move is None:
                        break
                    yield move


def _subsets(things: Sequence[int]) -> Iterator[tuple[int, ...]]:
    for size in range(len(things) + 1):
        yield from combinations(things, size)
