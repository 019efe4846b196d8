"""The second action: let productions run."""

from collections.abc import Sequence

from msgspec import Struct

from ludoteca.games.renaissance import CARDS, Ability, Board, Goods, Resource
from ludoteca.games.renaissance.resources import NOTHING, goods, some
from ludoteca.protocols.commands.ids import RESOURCES
from ludoteca.protocols.commands.words import Blanks, Containers, Filled, Slots
from ludoteca.ui.console.renaissance import texts
from ludoteca.ui.console.renaissance.board import BASIC
from ludoteca.ui.console.renaissance.goods import does, in_words, listed, production
from ludoteca.ui.console.renaissance.goods import read_resource as read
from ludoteca.ui.console.renaissance.paying import pay
from ludoteca.ui.console.renaissance.session import CancelledError, RenaissanceSession


class SlotProduction(Struct, frozen=True):
    """A production by the number of its slot."""

    slot: int
    text: str
    takes: Goods = NOTHING
    gives: Goods = NOTHING
    faith: int = 0
    inputs: int = 0
    """How many resources of choice it takes."""
    outputs: int = 0
    """How many resources of choice it gives."""


def powers_of(board: Board) -> list[SlotProduction]:
    """Every production of a board."""
    powers = [SlotProduction(0, BASIC, inputs=2, outputs=1)]
    for slot, cards in enumerate(board.slots, start=1):
        if cards:
            card = CARDS[cards[-1]]
            powers.append(SlotProduction(slot, production(card), card.pays, card.makes, card.faith))
    for slot, leader in enumerate(board.leaders(Ability.PRODUCTION), start=len(board.slots) + 1):
        takes = some(leader.resource, 1)
        powers.append(SlotProduction(slot, does(leader), takes, faith=1, outputs=1))
    return powers


def draw_powers(board: Board) -> list[str]:
    """The productions, and which of them could be paid alone."""
    lines = ["Productions (* you can pay it)"]
    for power in powers_of(board):
        held = board.supply()
        mark = "*" if held.covers(power.takes) and held.total() >= power.inputs else " "
        lines.append(f"  {power.slot} {mark} {power.text}")
    return lines


async def produce(session: RenaissanceSession, typed: str) -> None:
    """Choose productions and what they take and give, look at the balance, and pay."""
    powers = await _powers(session, typed)
    chosen = {power.slot: await _choices(session, power) for power in powers if power.outputs}
    if not await session.agrees(_balance(session.state.own, powers, chosen)):
        raise CancelledError
    answer = await session.request(
        Slots(command="PRODUCE", slots=tuple(power.slot for power in powers)),
        "START_FILL",
        "PRODUCTION_PRICE",
    )
    while isinstance(answer, Blanks):
        filled = tuple(RESOURCES[one] for one in chosen.get(answer.slot, ()))
        word = Filled(command="FILL_QM", resources=filled)
        answer = await session.request(word, "START_FILL", "PRODUCTION_PRICE")
    if isinstance(answer, Containers):
        await pay(session, answer.containers)


async def _powers(session: RenaissanceSession, typed: str) -> list[SlotProduction]:
    known = {str(power.slot): power for power in powers_of(session.state.own)}
    if not typed:
        session.draw(draw_powers(session.state.own))
    while True:
        typed = typed or await session.ask(texts.PRODUCE_WHICH, known)
        slots = list(dict.fromkeys(typed.replace(",", " ").split()))
        if slots and all(slot in known for slot in slots):
            return [known[slot] for slot in sorted(slots)]
        session.complain(texts.BAD_SLOTS.format(slots=listed(known)))
        typed = ""


async def _choices(session: RenaissanceSession, power: SlotProduction) -> tuple[Resource, ...]:
    """The resources of choice: first those it takes, then those it gives."""
    takes: list[Resource] = []
    while len(takes) < power.inputs:
        line = await session.ask(texts.GIVE_TWO, (f"{r} {r}" for r in Resource))
        named = [read(one) for one in line.replace(",", " ").split()]
        takes = [one for one in named if one is not None]
        if len(takes) != power.inputs or None in named:
            session.complain(texts.BAD_TWO)
            takes = []
    while True:
        gives = read(await session.ask(texts.MAKE_ONE.format(slot=power.slot), Resource))
        if gives is not None:
            return (*takes, gives)
        session.complain(texts.BAD_ONE)


def _balance(
    board: Board, powers: Sequence[SlotProduction], chosen: dict[int, tuple[Resource, ...]]
) -> str:
    takes, gives, faith = NOTHING, NOTHING, 0
    for power in powers:
        named = chosen.get(power.slot, ())
        takes = takes.plus(power.takes).plus(goods(*named[: power.inputs]))
        gives = gives.plus(power.gives).plus(goods(*named[power.inputs :]))
        faith += power.faith
    held = in_words(board.supply())
    return texts.BALANCE.format(takes=in_words(takes), gives=in_words(gives, faith), held=held)
