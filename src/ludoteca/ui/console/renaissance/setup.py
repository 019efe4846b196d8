"""Before the first turn: discard leaders, choose resources, wait for others."""

import asyncio
import re

from ludoteca.games.renaissance import Resource
from ludoteca.protocols.commands import texts as wire
from ludoteca.protocols.commands.ids import LEADER_IDS, LORENZO, RESOURCES, leader_of
from ludoteca.protocols.commands.words import Container, Numbered, Stored
from ludoteca.ui.console.renaissance import texts
from ludoteca.ui.console.renaissance.board import draw_leaders
from ludoteca.ui.console.renaissance.goods import listed, read_resource
from ludoteca.ui.console.renaissance.session import QUIET, RenaissanceSession
from ludoteca.ui.console.renaissance.state import KEPT, CommandsState

CHOSEN = ("ASK_SETUP_RESOURCES", "NOTIFY_GAME_STARTED", wire.WAIT, wire.SELECTED)
"""Messages that end a choice: the next one, the first turn, or nothing left to choose."""
_NUMBER = re.compile(r"(?:[a-z]+ +)?([0-9]{1,3})", re.IGNORECASE)


def number_in(line: str) -> int | None:
    """Return the number in a line, with or without a verb before it."""
    found = _NUMBER.fullmatch(line)
    return int(found[1]) if found else None


def hand_ids(state: CommandsState) -> list[str]:
    """Return the leaders in hand by the ids that are typed."""
    return [str(LEADER_IDS[number]) for number in state.own.hand]


def stored(command: str, resource: Resource, count: int, place: int | None) -> Stored:
    """Make the message that stores resources in a depot, or without a place in the strongbox."""
    where = "VAULT" if place is None else "DEPOSIT"
    container = Container(RESOURCES[resource], count)
    return Stored(command=command, container=container, destination=where, place=place or 0)


async def choose_leaders(session: RenaissanceSession) -> None:
    """Discard one of the dealt leaders."""
    state = session.state
    session.help = texts.LEADERS_HELP
    if not session.ahead:
        session.draw(["Your leaders:", *draw_leaders(state, session.width)])
    count = len(state.own.hand) - KEPT
    how = "a number" if count == 1 else f"for example {' '.join(hand_ids(state)[:2])}"
    question = texts.LEADERS.format(count=count, how=how)
    while True:
        line = await session.ask(question, hand_ids(state))
        first, *more = line.replace(",", " ").split() or [""]
        both = first.isdigit() and len(state.own.hand) > KEPT + 1
        session.ahead.extend(more[:1] if both else ())
        known = number_in(first if both else line)
        if leader_of(known) in state.own.hand:
            break
        session.complain(texts.BAD_LEADER.format(numbers=listed(hand_ids(state))))
    word = Numbered(command="DISCARD_LEADER", id=known)
    last = len(state.own.hand) == KEPT + 1
    await session.request(word, *(CHOSEN if last else ("DISCARD_OK",)))


async def choose_bonus(session: RenaissanceSession) -> None:
    session.help = texts.BONUS_HELP
    choices = [f"{resource} 3" for resource in Resource]
    count = session.state.bonus
    question = texts.BONUS.format(count=f"{count} resource{'s' * (count > 1)}")
    while True:
        name, _, place = (await session.ask(question, choices)).partition(" ")
        resource, depot = read_resource(name), number_in(place.strip())
        if resource is not None and depot is not None:
            break
        session.complain(texts.BAD_BONUS.format(resources=listed(Resource).capitalize()))
    await session.request(stored("SETUP_CONTAINER", resource, 1, depot), *CHOSEN)


async def wait(session: RenaissanceSession) -> None:
    """Wait while nothing is asked of this player."""
    session.help = texts.WAIT_HELP
    if session.state.turn == LORENZO:
        await asyncio.sleep(QUIET)  # Lorenzo moves almost at once
        return
    name = session.state.turn
    text = texts.WAIT_TURN.format(name=name) if name else texts.WAIT_SETUP
    await session.ask(text, takes=lambda _: False, ends=lambda: False)
