"""The fifth action: rearrange depots."""

import re

from ludoteca.protocols.commands.words import Moved
from ludoteca.ui.console.renaissance import texts
from ludoteca.ui.console.renaissance.board import draw_depots
from ludoteca.ui.console.renaissance.session import RenaissanceSession
from ludoteca.ui.console.renaissance.state import CommandsState

_SWAP = re.compile(r"swap +([0-9]) +(?:and +)?([0-9])", re.IGNORECASE)
_MOVE = re.compile(r"move +(?:from +)?([0-9]) +(?:to +)?([0-9])", re.IGNORECASE)
_SOME = re.compile(r"move +([0-9]) +from +([0-9]) +to +([0-9])", re.IGNORECASE)


def is_rearranging(typed: str) -> bool:
    """Return whether a line is about moving resources between depots."""
    return typed.lower().startswith(("swap", "move"))


def read_rearranging(typed: str, state: CommandsState) -> Moved | None:
    """Read a line into the message that moves the resources."""
    if found := _SWAP.fullmatch(typed.strip()):
        return Moved(command="SWITCH_DEPOSIT", source=int(found[1]), place=int(found[2]))
    command = "MANAGE_DEPOSIT"
    if found := _SOME.fullmatch(typed.strip()):
        count, source, target = map(int, found.groups())
        return Moved(command=command, qty=count, source=source, place=target)
    if found := _MOVE.fullmatch(typed.strip()):
        source, target = map(int, found.groups())
        depots = dict(enumerate(state.own.depots, start=1))
        count = depots[source].count if source in depots else 0
        return Moved(command=command, qty=count, source=source, place=target)
    return None


async def rearrange(session: RenaissanceSession, typed: str) -> None:
    """Swap two depots, or move resources from one to another."""
    if not typed:
        session.draw(draw_depots(session.state.own, session.width))
    while (word := read_rearranging(typed, session.state)) is None:
        if typed:
            session.show(texts.BAD_DEPOTS)
        typed = await session.ask(texts.DEPOTS_HOW, ("swap ", "move ")) or "?"
    if await session.request(word, "MANAGE_DEPOSIT_OK"):
        session.draw(draw_depots(session.state.own, session.width))
