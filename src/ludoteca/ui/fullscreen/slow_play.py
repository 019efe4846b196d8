"""Slow games: the move queued for the user's next turn, and vacations."""

import time
from functools import partial
from typing import TYPE_CHECKING

from ludoteca import messages
from ludoteca.client import Table
from ludoteca.games import Rules
from ludoteca.games.contract import Move, Seat
from ludoteca.ui.fullscreen import spans, texts
from ludoteca.ui.fullscreen.page import Dialog
from ludoteca.ui.fullscreen.spans import AtOnce, Choice, Span, button, rows, wrapped

if TYPE_CHECKING:
    from ludoteca.ui.fullscreen.session import Session


def is_slow(info: messages.TableInfo) -> bool:
    return info.clock is not None and info.clock.slow


class QueuedMove:
    """The move that the server keeps for the user's next turn at a table."""

    def __init__(self, session: "Session", table: Table) -> None:
        self._session = session
        self._table = table
        self._move: Move | None = None

    def may_queue(self) -> bool:
        """Return whether a move that is typed before the user's turn is queued."""
        return self._table.seat is not None and is_slow(self._table.info)

    def hear(self, kept: messages.MoveKept) -> str:
        """Apply a notice; return a text for the log, empty unless the server dropped the move."""
        self._move = kept.move
        return texts.DROPPED.format(why=kept.detail) if kept.code else ""

    def draw(self, rules: Rules | None, width: int) -> spans.Block:
        if self._move is None:
            return []
        written = rules.write_move(self._move) if rules else str(self._move)
        drop = messages.DropMove(table=self._table.number)
        choice = Choice("drop", "Drop the queued move", self._session.asks(drop), "d", minor=True)
        return rows([Span(texts.QUEUED.format(move=written)), button("drop", choice)], width)


def on_vacation(info: messages.TableInfo) -> dict[Seat, int]:
    """Return the seats whose clock is stopped by a vacation, and the end of each vacation."""
    seats = {Seat(seat): one.vacation for seat, one in enumerate(info.seats) if one}
    return {seat: until for seat, until in seats.items() if until}


def about_vacations(table: Table, names: tuple[str, ...], width: int) -> spans.Block:
    """Draw the players on vacation at a table."""
    lines: list[spans.Line] = []
    for seat, until in on_vacation(table.info).items():
        text = texts.ON_VACATION if seat == table.seat else texts.OTHER_ON_VACATION
        lines += wrapped(text.format(name=names[seat], until=_date(until)), width, spans.WARN)
    return lines


def vacation_key(session: "Session", says: str) -> Choice:
    """Return the key that opens the dialog about the user's vacation."""
    return Choice("vacation", says, partial(_open_vacation, session), "v")


async def _open_vacation(session: "Session") -> None:
    shown = await session.client.ask_for(messages.VacationShown, messages.AskVacation())
    _show_vacation(session, shown)


def _show_vacation(session: "Session", shown: messages.VacationShown) -> None:
    screen = session.screen
    choices = [Choice("back", "back", AtOnce(screen.close_dialog), "b")]
    longest = min(shown.left, shown.longest)
    if shown.until:
        text = texts.YOUR_VACATION.format(until=_date(shown.until))
        end = partial(_change_vacation, session, messages.EndVacation())
        choices.insert(0, Choice("end vacation", "end the vacation", end, "e", minor=True))
    else:
        text = texts.VACATION_LEFT.format(left=shown.left, days=shown.days)
        if longest:
            ask = AtOnce(partial(_ask_days, session, longest))
            choices.insert(0, Choice("go on vacation", "go on vacation", ask, "g", minor=True))
    screen.open_dialog(Dialog("Vacation", f"{text}\n\n{texts.VACATION}", choices))


def _ask_days(session: "Session", longest: int) -> None:
    def then(typed: str) -> spans.Act:
        return partial(_take_vacation, session, typed, longest)

    session.screen.ask_then(texts.DAYS.format(longest=longest), then)


async def _take_vacation(session: "Session", typed: str, longest: int) -> None:
    if typed.isascii() and typed.isdigit() and 0 < int(typed) <= longest:
        await _change_vacation(session, messages.TakeVacation(days=int(typed)))
    else:
        session.screen.message = texts.NO_DAYS.format(longest=longest)


async def _change_vacation(
    session: "Session", request: messages.TakeVacation | messages.EndVacation
) -> None:
    _show_vacation(session, await session.client.ask_for(messages.VacationShown, request))


def _date(milliseconds: int) -> str:
    return time.strftime("%Y-%m-%d %H:%M", time.localtime(milliseconds / 1000))
