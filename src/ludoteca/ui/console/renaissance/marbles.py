"""The third action: take marbles from the market and store their resources."""

from ludoteca.games.renaissance import Board, Resource
from ludoteca.games.renaissance.resources import LINES, goods
from ludoteca.protocols.commands.ids import RESOURCES
from ludoteca.protocols.commands.words import Converted, MarketLine
from ludoteca.ui.console.renaissance import texts
from ludoteca.ui.console.renaissance.board import draw_depots
from ludoteca.ui.console.renaissance.depots import is_rearranging, rearrange
from ludoteca.ui.console.renaissance.goods import in_words, listed, read_resource
from ludoteca.ui.console.renaissance.market import draw_market, gain
from ludoteca.ui.console.renaissance.one_line import answers_in, read_line
from ludoteca.ui.console.renaissance.pushing import why_not_pushed
from ludoteca.ui.console.renaissance.session import CancelledError, RenaissanceSession
from ludoteca.ui.console.renaissance.setup import number_in, stored

PUSH = 3
"""Number of this action."""
NEXT = ("ASK_MULTIPLE_CONVERSION", "ASK_MARKET_DEST", "MARKET_OK", "END_GAME")


async def push(session: RenaissanceSession, typed: str) -> None:
    """Choose a line of the market, show its resources, and take it."""
    if not typed:
        session.draw(draw_market(session.state))
    while (line := read_line(typed)) is None:
        if typed:
            session.complain(texts.BAD_PUSH)
        answer = await session.ask(texts.PUSH_WHICH, (f"{way} {n + 1}" for way, n in LINES))
        typed = _with_places(session, answer or "?")
    way, index = line
    named = f"{way.capitalize()} {index + 1}"
    question = texts.PUSH.format(line=named, goods=gain(session.state, way, index))
    if not await session.agrees(question):
        raise CancelledError
    word = MarketLine(command="PICK_FROM_MARKET", selection=way.name, num=index + 1)
    await session.request(word, *NEXT)


def _with_places(session: RenaissanceSession, typed: str) -> str:
    """Return the line of the market; queue the remaining answers of a whole action."""
    first, ahead, _ = answers_in(PUSH, typed, session.state)
    if refusal := why_not_pushed(session.state, first, ahead):
        session.show(refusal)
        return ""
    session.ahead.extend(ahead)
    return first


async def convert(session: RenaissanceSession) -> None:
    """Choose the resource that a white marble becomes."""
    state = session.state
    choices = listed(state.conversions, last="or")
    question = texts.CONVERT.format(count=state.whites, choices=choices)
    while True:
        resource = read_resource(await session.ask(question, state.conversions))
        if resource is not None:
            break
        session.complain(texts.BAD_CONVERT.format(choices=choices))
    await session.request(Converted(command="CONVERSION", resource=RESOURCES[resource]), *NEXT)


def fitting(board: Board, resource: Resource) -> list[int]:
    """Return the depots that can take one more of a resource, counted from 1."""
    places = range(len(board.depots))
    return [place + 1 for place in places if board.why_not_store(resource, place) is None]


async def place(session: RenaissanceSession) -> None:
    """Store or discard a resource, or make room first."""
    state = session.state
    if not session.ahead:
        session.draw(draw_depots(state.own, session.width))
    first = state.waiting[0]
    depots = fitting(state.own, first)
    others = texts.LORENZO_GAINS if state.alone else texts.OTHERS_GAIN
    hints = {0: texts.PLACE_NOWHERE, 1: texts.PLACE_ONLY}
    hint = hints.get(len(depots), texts.PLACE_FITS).format(
        resource=first, depots=listed(map(str, depots), last="or"), others=others
    )
    question = texts.PLACE.format(waiting=in_words(goods(*state.waiting)), hint=hint)
    while True:
        typed = await session.ask(question, [*map(str, depots), "0", "move ", "swap "])
        if not typed and len(depots) == 1:
            typed = str(depots[0])
        if is_rearranging(typed):
            await rearrange(session, typed)
            return
        resource, depot = _chosen(typed, first)
        if resource not in state.waiting or depot is None:
            session.complain(texts.BAD_PLACE)
        elif depot and not fitting(state.own, resource):
            session.complain(texts.PLACE_NOWHERE.format(resource=resource, others=others))
        else:
            await session.request(stored("SEND_DEPOSIT_ID", resource, 1, depot), *NEXT)
            return


def _chosen(typed: str, first: Resource) -> tuple[Resource | None, int | None]:
    """Read a resource and a depot; without a resource, use the first."""
    name, _, depot = typed.strip().rpartition(" ")
    return read_resource(name) if name else first, number_in(depot)
