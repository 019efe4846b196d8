"""A turn: the menu of the six actions, each guided step by step."""

from collections.abc import Awaitable, Callable, Mapping, Sequence

from msgspec import Struct

from ludoteca.games.renaissance import CARDS, Ability, Board, Goods, Resource
from ludoteca.games.renaissance.resources import NOTHING, goods, some
from ludoteca.protocols.commands import Word
from ludoteca.protocols.commands.ids import CARD_IDS, RESOURCES, card_of, leader_of
from ludoteca.protocols.commands.words import (
    Action,
    Blanks,
    CardPurchase,
    Containers,
    Filled,
    Numbered,
    Slots,
)
from ludoteca.ui.console.renaissance import texts
from ludoteca.ui.console.renaissance.board import BASIC, draw_board, draw_leaders
from ludoteca.ui.console.renaissance.depots import rearrange
from ludoteca.ui.console.renaissance.goods import does, in_words, leader_name, listed, production
from ludoteca.ui.console.renaissance.goods import read_resource as read
from ludoteca.ui.console.renaissance.grid import draw_grid, within_reach
from ludoteca.ui.console.renaissance.marbles import PUSH, push
from ludoteca.ui.console.renaissance.market import draw_market
from ludoteca.ui.console.renaissance.one_line import answers_in
from ludoteca.ui.console.renaissance.paying import pay
from ludoteca.ui.console.renaissance.pushing import why_not_pushed
from ludoteca.ui.console.renaissance.session import CancelledError, RenaissanceSession
from ludoteca.ui.console.renaissance.setup import hand_ids, number_in


async def buy(session: RenaissanceSession, typed: str) -> None:
    """Choose a card and a slot, and pay."""
    card, slot = await _card(session, typed)
    if slot is None:
        slot = await _slot(session, card)
    price = await session.request(CardPurchase(command="BUY", card=card, slot=slot), "BUY_SLOT_OK")
    if isinstance(price, Containers):
        await pay(session, price.containers)


async def _card(session: RenaissanceSession, typed: str) -> tuple[int, int | None]:
    """Return the id of a card, and the slot if it was given too."""
    state = session.state
    if not typed:
        session.draw(draw_grid(state, session.width))
    near = [n for n in state.grid if n and within_reach(state.own, CARDS[n])]
    while True:
        typed = typed or await session.ask(texts.BUY_WHICH, [str(CARD_IDS[n]) for n in near])
        first, _, rest = typed.strip().partition(" ")
        card, slot = number_in(first), number_in(rest.strip())
        if card is not None and (slot is not None or not rest):
            return card, slot
        session.complain(texts.BAD_CARD)
        typed = ""


async def _slot(session: RenaissanceSession, known: int) -> int:
    """Return the slot for a card; ask only if there is a choice."""
    own, card = session.state.own, CARDS.get(card_of(known))
    fitting = [slot + 1 for slot in range(len(own.slots)) if card and own.accepts(slot, card)]
    if len(fitting) < 2 or card is None:
        return (fitting or [1])[0]
    where = "into a free one" if card.level == 1 else f"on top of level {card.level - 1}"
    slots = ", ".join(map(str, fitting))
    question = texts.BUY_SLOT.format(level=card.level, where=where, slots=slots, default=fitting[0])
    while True:
        slot = number_in(await session.ask(question, map(str, fitting)) or str(fitting[0]))
        if slot is not None:
            return slot
        session.complain(texts.BAD_SLOT)


PLAY, DISCARD = "play", "discard"


async def lead(session: RenaissanceSession, typed: str) -> None:
    """Play or discard a leader from the hand."""
    ids = hand_ids(session.state)
    if not ids:
        session.show(texts.NO_LEADERS)
        return
    if not typed:
        session.draw(draw_leaders(session.state, session.width))
    while True:
        verb, known = typed.lower().split(" ")[0], number_in(typed)
        if verb in (PLAY, DISCARD) and known is not None:
            break
        if typed:
            session.complain(texts.BAD_LEADER_ACTION.format(numbers=listed(ids)))
        choices = [f"{one} {card}" for one in (PLAY, DISCARD) for card in ids]
        typed = await session.ask(texts.LEADER_WHICH, choices) or "?"
    if verb == PLAY:
        await session.request(Numbered(command="ACTIVATE_LEADER", id=known), "ACTIVATE_OK")
        return
    if (leader := leader_of(known)) in session.state.own.hand and not await session.agrees(
        texts.SURE_DISCARD.format(leader=leader_name(leader))
    ):
        raise CancelledError
    await session.request(Numbered(command="DISCARD_LEADER", id=known), "DISCARD_OK")


class SlotProduction(Struct, frozen=True):
    """A production by the number of its slot."""

    slot: int
    text: str
    takes: Goods = NOTHING
    gives: Goods = NOTHING
    faith: int = 0
    inputs: int = 0
    """Number of resources of choice it takes."""
    outputs: int = 0
    """Number of resources of choice it gives."""


def powers_of(board: Board) -> list[SlotProduction]:
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
    """Draw the productions, and mark those that could be paid alone."""
    lines = ["Productions (* you can pay it)"]
    for power in powers_of(board):
        held = board.supply()
        mark = "*" if held.covers(power.takes) and held.total() >= power.inputs else " "
        lines.append(f"  {power.slot} {mark} {power.text}")
    return lines


async def produce(session: RenaissanceSession, typed: str) -> None:
    """Choose productions and their resources, show the balance, and pay."""
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
    """Ask for the resources of choice: first its inputs, then its outputs."""
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


Doing = Callable[[RenaissanceSession, str], Awaitable[None]]


async def end(session: RenaissanceSession, _: str) -> None:
    await session.request(Word(command="END_TURN"), "REPLY")


# Document, "Turn phase": the six actions by their numbers.
ACTIONS: Mapping[int, Doing] = {1: buy, 2: produce, PUSH: push, 4: lead, 5: rearrange, 6: end}
VERBS: Mapping[str, int] = {"buy": 1, "produce": 2, "end": 6}
"""Verbs for an action; the rest of the line is the first answer."""
PHRASES: Mapping[str, int] = {
    "market": 3,
    "row": 3,
    "column": 3,
    "play": 4,
    "discard": 4,
    "swap": 5,
    "move": 5,
}
"""Words that begin a first answer."""
CHOICES = (*map(str, ACTIONS), *VERBS, *PHRASES)


def read_action(line: str) -> tuple[int, str] | None:
    """Read an action and, if given, the answer to its first question."""
    first, _, rest = line.strip().partition(" ")
    verb = first.lower()
    if verb in PHRASES:
        return PHRASES[verb], line.strip()
    if verb in VERBS:
        return VERBS[verb], rest.strip()
    if len(verb) == 1 and verb in "123456":
        return int(verb), rest.strip()
    return None


async def take_turn(session: RenaissanceSession) -> None:
    """Run one action of a turn."""
    state = session.state
    session.help = texts.HELP_TURN
    if session.is_new("turn"):
        session.show(f"\n{texts.MENU}")
    if session.seen_turn != state.turns:
        session.seen_turn = state.turns
        session.draw(draw_market(state), draw_board(state, session.width))
    session.ahead.clear()
    options = texts.MENU_ACTED if state.acted else texts.MENU_FREE
    line = await session.ask(texts.TURN.format(options=options), CHOICES)
    if (chosen := read_action(line)) is None:
        session.show(texts.BAD_MENU)
        return
    number, typed = chosen
    first, ahead, session.pays_from = answers_in(number, typed, state)
    if number == PUSH and (refusal := why_not_pushed(state, first, ahead)):
        session.show(refusal)
        return
    session.ahead.extend(ahead)
    if await session.request(Action(command="ACTION_REQUEST", n=number), "REPLY") is None:
        return
    try:
        await ACTIONS[number](session, first)
    except CancelledError:
        session.show(texts.CANCELLED)
