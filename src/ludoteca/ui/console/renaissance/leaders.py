"""The fourth action: play a leader, or discard one."""

from ludoteca.protocols.commands.ids import leader_of
from ludoteca.protocols.commands.words import Numbered
from ludoteca.ui.console.renaissance import texts
from ludoteca.ui.console.renaissance.board import draw_leaders
from ludoteca.ui.console.renaissance.goods import leader_name, listed
from ludoteca.ui.console.renaissance.session import CancelledError, RenaissanceSession
from ludoteca.ui.console.renaissance.setup import hand_ids, number_in

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
