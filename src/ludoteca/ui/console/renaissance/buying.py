"""The first action: buy a card."""

from ludoteca.games.renaissance import CARDS
from ludoteca.protocols.commands.ids import CARD_IDS, card_of
from ludoteca.protocols.commands.words import CardPurchase, Containers
from ludoteca.ui.console.renaissance import texts
from ludoteca.ui.console.renaissance.grid import draw_grid, within_reach
from ludoteca.ui.console.renaissance.paying import pay
from ludoteca.ui.console.renaissance.session import RenaissanceSession
from ludoteca.ui.console.renaissance.setup import number_in


async def buy(session: RenaissanceSession, typed: str) -> None:
    """Choose a card and a slot, and pay."""
    card, slot = await _card(session, typed)
    if slot is None:
        slot = await _slot(session, card)
    price = await session.request(CardPurchase(command="BUY", card=card, slot=slot), "BUY_SLOT_OK")
    if isinstance(price, Containers):
        await pay(session, price.containers)


async def _card(session: RenaissanceSession, typed: str) -> tuple[int, int | None]:
    """The id of a card, and a slot if that was said with it."""
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
    """The slot for a card; only asked where there is a choice."""
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
