"""A turn: the menu of the six actions, each guided step by step."""

from collections.abc import Awaitable, Callable, Mapping

from ludoteca.protocols.commands import Word
from ludoteca.protocols.commands.words import Action
from ludoteca.ui.console.renaissance import texts
from ludoteca.ui.console.renaissance.board import draw_board
from ludoteca.ui.console.renaissance.buying import buy
from ludoteca.ui.console.renaissance.depots import rearrange
from ludoteca.ui.console.renaissance.leaders import lead
from ludoteca.ui.console.renaissance.marbles import PUSH, push
from ludoteca.ui.console.renaissance.market import draw_market
from ludoteca.ui.console.renaissance.one_line import answers_in
from ludoteca.ui.console.renaissance.producing import produce
from ludoteca.ui.console.renaissance.pushing import why_not_pushed
from ludoteca.ui.console.renaissance.session import CancelledError, RenaissanceSession

Doing = Callable[[RenaissanceSession, str], Awaitable[None]]


async def end(session: RenaissanceSession, _: str) -> None:
    """End the turn."""
    await session.request(Word(command="END_TURN"), "REPLY")


# Document, "Turn phase": the six actions by their numbers.
ACTIONS: Mapping[int, Doing] = {1: buy, 2: produce, PUSH: push, 4: lead, 5: rearrange, 6: end}
VERBS: Mapping[str, int] = {"buy": 1, "produce": 2, "end": 6}
"""Words that stand for a number; what follows is the first answer."""
PHRASES: Mapping[str, int] = {
    "market": 3,
    "row": 3,
    "column": 3,
    "play": 4,
    "discard": 4,
    "swap": 5,
    "move": 5,
}
"""Words that are the beginning of a first answer."""
CHOICES = (*map(str, ACTIONS), *VERBS, *PHRASES)


def read_action(line: str) -> tuple[int, str] | None:
    """The action the user means, and the answer to its first question if it was given."""
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
    """Do one thing of a turn."""
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
