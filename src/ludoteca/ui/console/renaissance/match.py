"""A match: the choices before the first turn, and the six actions of a turn."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence

from msgspec import Struct

from ludoteca.games.renaissance import CARDS, Ability, Board, Goods, Resource
from ludoteca.games.renaissance.resources import NOTHING, goods, some
from ludoteca.protocols.commands import Word, ids, words
from ludoteca.protocols.commands import texts as wire
from ludoteca.ui.commands import help_text
from ludoteca.ui.console.renaissance import drawing, texts
from ludoteca.ui.console.renaissance.goods import (
    does,
    in_words,
    leader_name,
    listed,
    production,
    read_resource,
)
from ludoteca.ui.console.renaissance.market import PUSH, push, rearrange, stored, why_not_pushed
from ludoteca.ui.console.renaissance.session import QUIET, CancelledError, RenaissanceSession
from ludoteca.ui.console.renaissance.state import KEPT, CommandsState
from ludoteca.ui.console.renaissance.typed import answer_in, answers_in, number_in

CHOSEN = ("ASK_SETUP_RESOURCES", "NOTIFY_GAME_STARTED", wire.WAIT, wire.SELECTED)
"""Messages that end a choice: the next choice, the first turn, or the end of all choices."""


def hand_ids(state: CommandsState) -> list[str]:
    """Return the leaders in hand as the ids that users type."""
    return [str(ids.LEADER_IDS[number]) for number in state.own.hand]


async def choose_leaders(session: RenaissanceSession) -> None:
    """Ask for one of the dealt leaders and return it."""
    state = session.state
    session.help = texts.LEADERS_HELP
    if not session.ahead:
        session.draw(["Your leaders:", *drawing.draw_leaders(state, session.width)])
    count = len(state.own.hand) - KEPT
    how = "a number" if count == 1 else f"for example {' '.join(hand_ids(state)[:2])}"
    question = texts.LEADERS.format(count=count, how=how)
    while True:
        line = await session.ask(question, hand_ids(state))
        first, *more = line.replace(",", " ").split() or [""]
        both = first.isdigit() and len(state.own.hand) > KEPT + 1
        session.ahead.extend(more[:1] if both else ())
        known = number_in(first if both else line)
        if ids.leader_of(known) in state.own.hand:
            break
        session.complain(texts.BAD_LEADER.format(numbers=listed(hand_ids(state))))
    word = words.Numbered(command="DISCARD_LEADER", id=known)
    last = len(state.own.hand) == KEPT + 1
    await session.request(word, *(CHOSEN if last else ("DISCARD_OK",)))


async def choose_bonus(session: RenaissanceSession) -> None:
    session.help = texts.BONUS_HELP
    choices = [f"{resource} 3" for resource in Resource]
    count = session.state.bonus
    question = texts.BONUS.format(count=f"{count} resource{'s' * (count > 1)}")
    while True:
        name, _, place = answer_in(await session.ask(question, choices)).partition(" ")
        resource, depot = read_resource(name), number_in(place.strip())
        if resource is not None and depot is not None:
            break
        session.complain(texts.BAD_BONUS.format(resources=listed(Resource).capitalize()))
    await session.request(stored("SETUP_CONTAINER", resource, 1, depot), *CHOSEN)


async def wait(session: RenaissanceSession) -> None:
    """Wait while the server expects nothing from this player."""
    session.help = texts.WAIT_HELP
    if session.state.turn == ids.LORENZO:
        await asyncio.sleep(QUIET)  # Lorenzo moves almost immediately
        return
    name = session.state.turn
    text = texts.WAIT_TURN.format(name=name) if name else texts.WAIT_SETUP
    await session.ask(text, takes=lambda _: False, ends=lambda: False)


class Part(Struct, frozen=True):
    """Resources paid from a depot (`place`, counted from 1), or from the strongbox (None)."""

    resource: Resource
    count: int
    place: int | None


def ways_to_pay(board: Board, resource: Resource, count: int) -> list[tuple[Part, ...]]:
    """Return every way to pay, starting with those that use depots before the strongbox."""
    held: list[tuple[int | None, int]] = [
        (place, depot.count)
        for place, depot in enumerate(board.depots, start=1)
        if depot.resource is resource and depot.count
    ]
    held.append((None, board.strongbox.of(resource)))
    return [
        tuple(Part(resource, n, place) for (place, _), n in zip(held, counts, strict=True) if n)
        for counts in _splits([most for _, most in held], count)
    ]


def _splits(most: Sequence[int], total: int) -> Iterator[tuple[int, ...]]:
    """Yield the ways to take a total from stocks of these sizes, using earlier stocks first."""
    if not most:
        if not total:
            yield ()
        return
    for taken in range(min(most[0], total), -1, -1):
        for rest in _splits(most[1:], total - taken):
            yield (taken, *rest)


def write_way(way: Sequence[Part]) -> str:
    return listed(
        f"{part.count} from " + (f"depot {part.place}" if part.place else "the strongbox")
        for part in way
    )


async def pay(session: RenaissanceSession, price: Sequence[words.Container]) -> None:
    """Pay the price that the server set.

    If the player cancels, send an incomplete payment, which the server rejects without changing
    anything.
    """
    try:
        parts = await _chosen(session, price)
    except CancelledError:
        await session.request(Word(command="DONE"), "SHOW_TURN_HELP", muted=True)
        session.show(texts.DROPPED)
        return
    for part in parts:
        word = stored("SEND_CONTAINER", part.resource, part.count, part.place)
        if not await session.request(word, "REMOVE_CONTAINER_OK"):
            break
    await session.request(Word(command="DONE"), "BUY_OK", "PRODUCE_OK")


async def _chosen(session: RenaissanceSession, price: Sequence[words.Container]) -> list[Part]:
    parts: list[Part] = []
    for owed in price:
        resource = ids.resource_of(owed.resource)
        if resource is not None:
            ways = ways_to_pay(session.state.own, resource, owed.qty)
            parts += await _way(session, resource, owed.qty, ways)
    return parts


async def _way(
    session: RenaissanceSession, resource: Resource, count: int, ways: list[tuple[Part, ...]]
) -> tuple[Part, ...]:
    if len(ways) < 2:
        return ways[0] if ways else ()
    if session.pays_from:
        return ways[-1 if session.pays_from == "strongbox" else 0]
    shown = "\n".join(f"  {n}  {write_way(way)}" for n, way in enumerate(ways, start=1))
    question = f"{shown}\n{texts.PAY.format(resource=resource.capitalize(), count=count)}"
    while True:
        typed = await session.ask(question, [str(n + 1) for n in range(len(ways))]) or "1"
        if typed.isascii() and typed.isdigit() and 0 < int(typed[:4]) <= len(ways):
            return ways[int(typed) - 1]
        session.complain(texts.BAD_PAY.format(most=len(ways)))


async def buy(session: RenaissanceSession, typed: str) -> None:
    """Let the user choose a card and a slot, and pay."""
    card, slot = await _card(session, typed)
    if slot is None:
        slot = await _slot(session, card)
    price = await session.request(
        words.CardPurchase(command="BUY", card=card, slot=slot), "BUY_SLOT_OK"
    )
    if isinstance(price, words.Containers):
        await pay(session, price.containers)


async def _card(session: RenaissanceSession, typed: str) -> tuple[int, int | None]:
    """Ask for a card; return its id, and the slot if one was typed."""
    state = session.state
    if not typed:
        session.draw(drawing.draw_grid(state, session.width))
    near = [n for n in state.grid if n and drawing.within_reach(state.own, CARDS[n])]
    while True:
        typed = typed or await session.ask(texts.BUY_WHICH, [str(ids.CARD_IDS[n]) for n in near])
        first, _, rest = typed.strip().partition(" ")
        card, slot = number_in(first), number_in(rest.strip())
        if card is not None and (slot is not None or not rest):
            return card, slot
        session.complain(texts.BAD_CARD)
        typed = ""


async def _slot(session: RenaissanceSession, known: int) -> int:
    """Return the slot for a card; ask only if several slots fit."""
    own, card = session.state.own, CARDS.get(ids.card_of(known))
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
    """Let the user play or discard a leader."""
    hand = hand_ids(session.state)
    if not hand:
        session.show(texts.NO_LEADERS)
        return
    if not typed:
        session.draw(drawing.draw_leaders(session.state, session.width))
    while True:
        verb, known = typed.lower().split(" ")[0], number_in(typed)
        if verb in (PLAY, DISCARD) and known is not None:
            break
        if typed:
            session.complain(texts.BAD_LEADER_ACTION.format(numbers=listed(hand)))
        choices = [f"{one} {card}" for one in (PLAY, DISCARD) for card in hand]
        typed = await session.ask(texts.LEADER_WHICH, choices) or "?"
    if verb == PLAY:
        await session.request(words.Numbered(command="ACTIVATE_LEADER", id=known), "ACTIVATE_OK")
        return
    if (leader := ids.leader_of(known)) in session.state.own.hand and not await session.agrees(
        texts.SURE_DISCARD.format(leader=leader_name(leader))
    ):
        raise CancelledError
    await session.request(words.Numbered(command="DISCARD_LEADER", id=known), "DISCARD_OK")


class SlotProduction(Struct, frozen=True):
    """A production and its slot number."""

    slot: int
    text: str
    takes: Goods = NOTHING
    gives: Goods = NOTHING
    faith: int = 0
    inputs: int = 0
    """Number of resources to pay that the player chooses."""
    outputs: int = 0
    """Number of produced resources that the player chooses."""


def powers_of(board: Board) -> list[SlotProduction]:
    powers = [SlotProduction(0, drawing.BASIC, inputs=2, outputs=1)]
    for slot, cards in enumerate(board.slots, start=1):
        if cards:
            card = CARDS[cards[-1]]
            powers.append(SlotProduction(slot, production(card), card.pays, card.makes, card.faith))
    for slot, leader in enumerate(board.leaders(Ability.PRODUCTION), start=len(board.slots) + 1):
        takes = some(leader.resource, 1)
        powers.append(SlotProduction(slot, does(leader), takes, faith=1, outputs=1))
    return powers


def draw_powers(board: Board) -> list[str]:
    """Draw the productions, and mark each one that the player could pay for by itself."""
    lines = ["Productions (* you can pay it)"]
    for power in powers_of(board):
        held = board.supply()
        mark = "*" if held.covers(power.takes) and held.total() >= power.inputs else " "
        lines.append(f"  {power.slot} {mark} {power.text}")
    return lines


async def produce(session: RenaissanceSession, typed: str) -> None:
    """Let the user choose productions and their resources, show the balance, and pay."""
    powers = await _powers(session, typed)
    chosen = {power.slot: await _choices(session, power) for power in powers if power.outputs}
    if not await session.agrees(_balance(session.state.own, powers, chosen)):
        raise CancelledError
    answer = await session.request(
        words.Slots(command="PRODUCE", slots=tuple(power.slot for power in powers)),
        "START_FILL",
        "PRODUCTION_PRICE",
    )
    while isinstance(answer, words.Blanks):
        filled = tuple(ids.RESOURCES[one] for one in chosen.get(answer.slot, ()))
        word = words.Filled(command="FILL_QM", resources=filled)
        answer = await session.request(word, "START_FILL", "PRODUCTION_PRICE")
    if isinstance(answer, words.Containers):
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
    """Ask for the resources that the player chooses: first the inputs, then the output."""
    takes: list[Resource] = []
    while len(takes) < power.inputs:
        line = await session.ask(texts.GIVE_TWO, (f"{r} {r}" for r in Resource))
        named = [read_resource(one) for one in line.replace(",", " ").split()]
        takes = [one for one in named if one is not None]
        if len(takes) != power.inputs or None in named:
            session.complain(texts.BAD_TWO)
            takes = []
    while True:
        gives = read_resource(await session.ask(texts.MAKE_ONE.format(slot=power.slot), Resource))
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


# The protocol's document, "Turn phase": the six actions by their numbers.
ACTIONS: Mapping[int, Doing] = {1: buy, 2: produce, PUSH: push, 4: lead, 5: rearrange, 6: end}
VERBS: Mapping[str, int] = {"buy": 1, "produce": 2, "end": 6}
"""Numbers of actions by verb; the text after a verb answers the action's first question."""
PHRASES: Mapping[str, int] = {
    "market": 3,
    "row": 3,
    "column": 3,
    "play": 4,
    "discard": 4,
    "swap": 5,
    "move": 5,
}
"""Numbers of actions by a word with which the answer to the action's first question begins."""
CHOICES = (*map(str, ACTIONS), *VERBS, *PHRASES)


def read_action(line: str) -> tuple[int, str] | None:
    """Parse the number of an action and, if present, the answer to its first question."""
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
    session.help = texts.HELP_TURN.format(moves=help_text("renaissance", commands=()))
    if session.is_new("turn"):
        session.show(f"\n{texts.MENU}")
    if session.seen_turn != state.turns:
        session.seen_turn = state.turns
        session.draw(drawing.draw_market(state), drawing.draw_board(state, session.width))
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
    if await session.request(words.Action(command="ACTION_REQUEST", n=number), "REPLY") is None:
        return
    try:
        await ACTIONS[number](session, first)
    except CancelledError:
        session.show(texts.CANCELLED)
