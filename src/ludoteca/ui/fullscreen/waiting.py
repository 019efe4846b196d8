"""A table before its start: who sits there, how others find it, and bots for free seats."""

from typing import TYPE_CHECKING

from ludoteca.client import Table
from ludoteca.messages import SeatBot, StartTable
from ludoteca.ui.draw import level_name
from ludoteca.ui.fullscreen import texts
from ludoteca.ui.fullscreen.spans import BOLD, DIM, Block, Choice, Span, button, line, rows, wrapped

if TYPE_CHECKING:
    from ludoteca.ui.fullscreen.session import Session


def waiting_room(session: "Session", table: Table, width: int) -> Block:
    """The seats, and what the owner can do."""
    info = table.info
    lines = [line("Seats", BOLD)]
    for seat, one in enumerate(info.seats):
        kind = f" ({level_name(one.kind)})" if one and one.kind else ""
        lines.append(line(f"  {seat + 1}  {f'{one.name}{kind}' if one else 'free'}"))
    lines.append(line())
    if info.code:
        lines += wrapped(texts.WAITING, width)
        lines += [line(f"  {info.code}", BOLD), line(f"  {session.server}/t/{info.code}"), line()]
    if info.owner == session.client.name:
        lines += _bots(session, table, width)
    return lines


def _bots(session: "Session", table: Table, width: int) -> Block:
    number = table.number
    bots = session.lobby.bots(table.info.game)
    seats = [
        button(
            level_name(bot),
            Choice(
                f"bot {bot}",
                f"Let a bot sit down: {level_name(bot)}",
                session.asks(SeatBot(table=number, bot=bot)),
            ),
        )
        for bot in bots
    ]
    usual = session.lobby.usual_bot(table.info.game)
    start = Choice(
        "start",
        f"Start now, with bots ({level_name(usual)}) on the free seats",
        session.asks(StartTable(table=number, bot=usual)),
        "s",
    )
    return [
        *rows([Span("Seat a bot:", DIM), *seats], width),
        [button("start now", start)],
    ]
