"""The market: take marbles, store their resources, and rearrange depots."""

import re
from collections import Counter
from collections.abc import Sequence

from ludoteca.games.renaissance import Ability, Board, Marble, Resource
from ludoteca.games.renaissance.resources import GIVES, LINES, goods
from ludoteca.protocols.commands import words
from ludoteca.protocols.commands.ids import RESOURCES
from ludoteca.ui.console.renaissance import drawing, texts
from ludoteca.ui.console.renaissance.goods import in_words, listed, read_resource
from ludoteca.ui.console.renaissance.session import CancelledError, RenaissanceSession
from ludoteca.ui.console.renaissance.state import CommandsState
from ludoteca.ui.console.renaissance.typed import answer_in, answers_in, number_in, read_line
from ludoteca.ui.console.user import YES

_SWAP = re.compile(r"swap +([0-9]) +(?:and +)?([0-9])", re.IGNORECASE)
_MOVE = re.compile(r"move +(?:from +)?([0-9]) +(?:to +)?([0-9])", re.IGNORECASE)
_SOME = re.compile(r"move +([0-9]) +from +([0-9]) +to +([0-9])", re.IGNORECASE)


def stored(command: str, resource: Resource, count: int, place: int | None) -> words.Stored:
    """Return the message that stores resources in a depot or, if None, in the strongbox."""
    where = "VAULT" if place is None else "DEPOSIT"
    container = words.Container(RESOURCES[resource], count)
    return words.Stored(command=command, container=container, destination=where, place=place or 0)


def is_rearranging(typed: str) -> bool:
    """Return whether a line is a command for moving resources between depots."""
    return typed.lower().startswith(("swap", "move"))


def read_rearranging(typed: str, state: CommandsState) -> words.Moved | None:
    """Parse a line as the message that moves resources."""
    if found := _SWAP.fullmatch(typed.strip()):
        return words.Moved(command="SWITCH_DEPOSIT", source=int(found[1]), place=int(found[2]))
    command = "MANAGE_DEPOSIT"
    if found := _SOME.fullmatch(typed.strip()):
        count, source, target = map(int, found.groups())
        return words.Moved(command=command, qty=count, source=source, place=target)
    if found := _MOVE.fullmatch(typed.strip()):
        source, target = map(int, found.groups())
        depots = dict(enumerate(state.own.depots, start=1))
        count = depots[source].count if source in depots else 0
        return words.Moved(command=command, qty=count, source=source, place=target)
    return None


async def rearrange(session: RenaissanceSession, typed: str) -> None:
    """Swap two depots, or move resources from one to another."""
    if not typed:
        session.draw(drawing.draw_depots(session.state.own, session.width))
    while (word := read_rearranging(typed, session.state)) is None:
        if typed:
            session.show(texts.BAD_DEPOTS)
        typed = await session.ask(texts.DEPOTS_HOW, ("swap ", "move ")) or "?"
    if await session.request(word, "MANAGE_DEPOSIT_OK"):
        session.draw(drawing.draw_depots(session.state.own, session.width))


def why_not_pushed(state: CommandsState, first: str, ahead: Sequence[str]) -> str:
    """Explain why a market action typed in one line would fail; return "" if it would succeed."""
    line = read_line(first)
    said = [answer for answer in ahead if answer not in YES]
    if line is None or not said:
        return ""
    marbles = state.market.line(*line)
    gives = {"line": f"{line[0].capitalize()} {line[1] + 1}", "goods": drawing.gain(state, *line)}
    whites = [read_resource(answer) for answer in said if " " not in answer]
    places = [answer.partition(" ") for answer in said if " " in answer]
    kinds = [leader.resource for leader in state.own.leaders(Ability.MARBLE)]
    count = marbles.count(Marble.WHITE)
    if why := _why_not_white(kinds, range(count if places else 0, count + 1), whites):
        return texts.NOT_WHITE.format(**gives, why=why)
    become = whites if len(kinds) > 1 else kinds * count
    given = Counter([*(GIVES[one] for one in marbles if one in GIVES), *become])
    board = state.own
    for name, _, place in places:
        resource = read_resource(name)
        if resource is None or not given[resource]:
            return texts.NOT_GIVEN.format(**gives, what=resource or name)
        given[resource] -= 1
        if (filled := _stored(board, resource, place)) is None:
            return texts.NOT_FITTING.format(what=resource, depot=place)
        board = filled
    return ""


def _why_not_white(
    kinds: Sequence[Resource], counts: range, whites: Sequence[Resource | None]
) -> str:
    """Explain why white marbles cannot become these resources; return "" if they can."""
    if len(kinds) < 2:
        return texts.NO_CHOICE if whites else ""
    right = len(whites) in counts and all(white in kinds for white in whites)
    return "" if right else texts.WHITE_OPEN.format(example=kinds[0])


def _stored(board: Board, resource: Resource, place: str) -> Board | None:
    """Return the board with a resource in a depot (0 discards it), or None if it does not fit."""
    depot = number_in(place)
    if depot == 0:
        return board
    if depot is None or board.why_not_store(resource, depot - 1) is not None:
        return None
    return board.with_more(resource, depot - 1)


PUSH = 3
"""Number of the market action."""
NEXT = ("ASK_MULTIPLE_CONVERSION", "ASK_MARKET_DEST", "MARKET_OK", "END_GAME")


async def push(session: RenaissanceSession, typed: str) -> None:
    """Let the user choose a row or column of the market, see its resources, and take them."""
    if not typed:
        session.draw(drawing.draw_market(session.state))
    while (line := read_line(typed)) is None:
        if typed:
            session.complain(texts.BAD_PUSH)
        answer = await session.ask(texts.PUSH_WHICH, (f"{way} {n + 1}" for way, n in LINES))
        typed = _with_places(session, answer or "?")
    way, index = line
    named = f"{way.capitalize()} {index + 1}"
    question = texts.PUSH.format(line=named, goods=drawing.gain(session.state, way, index))
    if not await session.agrees(question):
        raise CancelledError
    word = words.MarketLine(command="PICK_FROM_MARKET", selection=way.name, num=index + 1)
    await session.request(word, *NEXT)


def _with_places(session: RenaissanceSession, typed: str) -> str:
    """Return the row or column; if the whole action was typed, queue the answers that follow."""
    first, ahead, _ = answers_in(PUSH, typed, session.state)
    if refusal := why_not_pushed(session.state, first, ahead):
        session.show(refusal)
        return ""
    session.ahead.extend(ahead)
    return first


async def convert(session: RenaissanceSession) -> None:
    """Ask which resource a white marble becomes."""
    state = session.state
    choices = listed(state.conversions, last="or")
    question = texts.CONVERT.format(count=state.whites, choices=choices)
    while True:
        resource = read_resource(answer_in(await session.ask(question, state.conversions)))
        if resource is not None:
            break
        session.complain(texts.BAD_CONVERT.format(choices=choices))
    await session.request(
        words.Converted(command="CONVERSION", resource=RESOURCES[resource]), *NEXT
    )


def fitting(board: Board, resource: Resource) -> list[int]:
    """Return the depots with room for one more of a resource, counted from 1."""
    places = range(len(board.depots))
    return [place + 1 for place in places if board.why_not_store(resource, place) is None]


async def place(session: RenaissanceSession) -> None:
    """Let the user store or discard a resource, or make room first."""
    state = session.state
    if not session.ahead:
        session.draw(drawing.draw_depots(state.own, session.width))
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
        resource, depot = _chosen(answer_in(typed), first)
        if resource not in state.waiting or depot is None:
            session.complain(texts.BAD_PLACE)
        elif depot and not fitting(state.own, resource):
            session.complain(texts.PLACE_NOWHERE.format(resource=resource, others=others))
        else:
            await session.request(stored("SEND_DEPOSIT_ID", resource, 1, depot), *NEXT)
            return


def _chosen(typed: str, first: Resource) -> tuple[Resource | None, int | None]:
    """Parse a resource and a depot; the resource defaults to `first`."""
    name, _, depot = typed.strip().rpartition(" ")
    return read_resource(name) if name else first, number_in(depot)
