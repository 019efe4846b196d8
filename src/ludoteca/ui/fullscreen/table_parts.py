"""Parts of a table's page: the clocks, the waiting room and the final points."""

import time
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from ludoteca import messages
from ludoteca.client import Table
from ludoteca.messages.names import shown_code
from ludoteca.ui.draw import clock, columns, level_name
from ludoteca.ui.fullscreen import contract, spans, texts
from ludoteca.ui.fullscreen.contract import Sight
from ludoteca.ui.fullscreen.spans import button, line, rows, wrapped

if TYPE_CHECKING:
    from ludoteca.ui.fullscreen.session import Session


class Clocks:
    """The times last received for the clocks, and the moment at which they arrived."""

    def __init__(self) -> None:
        self.running = False
        self._left: tuple[int, ...] = ()
        self._since = 0.0

    def set(self, left: Sequence[int]) -> None:
        """Set the remaining milliseconds of each seat; keep the old times if `left` is empty."""
        if left:
            self._left = tuple(left)
            self._since = time.monotonic()

    def shown(self, names: Sequence[str], counting: Collection[int]) -> str:
        """Format the time left for each seat, where only the clocks of the seats `counting` run.

        Return "" if the table has no clocks.
        """
        passed = time.monotonic() - self._since if self.running else 0.0
        return "".join(
            f" · {name} {clock(left / 1000 - (passed if seat in counting else 0))}"
            for seat, (name, left) in enumerate(zip(names, self._left, strict=False))
        )


def waiting_room(session: "Session", table: Table, width: int) -> spans.Block:
    """Draw the seats and the actions available to the owner."""
    info = table.info
    lines = [line("Seats", spans.BOLD)]
    for seat, one in enumerate(info.seats):
        kind = f" ({level_name(one.kind)})" if one and one.kind else ""
        lines.append(line(f"  {seat + 1}  {f'{one.name}{kind}' if one else 'free'}"))
    lines.append(line())
    if info.code:
        lines += wrapped(texts.WAITING, width)
        lines += [
            line(f"  {shown_code(info.code)}", spans.BOLD),
            line(f"  {session.server}/t/{info.code}"),
            line(),
        ]
    if info.owner == session.client.name:
        lines += _bots(session, table, width)
    return lines


def _bots(session: "Session", table: Table, width: int) -> spans.Block:
    number = table.number
    bots = session.lobby.bots(table.info.game)
    seats = [
        button(
            level_name(bot),
            spans.Choice(
                f"bot {bot}",
                f"Add a bot: {level_name(bot)}",
                session.asks(messages.SeatBot(table=number, bot=bot)),
            ),
        )
        for bot in bots
    ]
    usual = session.lobby.usual_bot(table.info.game)
    start = spans.Choice(
        "start",
        f"Start now, with bots ({level_name(usual)}) in the free seats",
        session.asks(messages.StartTable(table=number, bot=usual)),
        "s",
    )
    return [
        *rows([spans.Span("Add a bot:", spans.DIM), *seats], width),
        [button("start now", start)],
    ]


def final_points(session: "Session", table: Table, sight: Sight, width: int) -> spans.Block:
    """Draw the points of all seats by source, and a choice for a rematch."""
    choices = [spans.Choice("lobby", "Go back to the lobby", spans.AtOnce(session.to_lobby), "l")]
    if table.seat is not None and not table.info.closed:
        again = spans.Choice(
            "rematch", "Play again, with the same players", session.rematch(table.number), "m"
        )
        choices.insert(0, again)
    buttons = rows((button(choice.name, choice) for choice in choices), width)
    return [line(_result(sight), spans.GOOD), *_counted(sight), *buttons, line()]


def _result(sight: Sight) -> str:
    outcome = contract.part(sight.view, "outcome")
    winners = contract.part(outcome, "winners") if outcome else None
    if winners is None:
        return "The table was closed."
    if not winners:
        return "The game is over. Nobody won."
    names = ["You" if seat == sight.seat else sight.names[seat] for seat in winners]
    verb = "have" if names == ["You"] or len(names) > 1 else "has"
    return f"The game is over. {' and '.join(names)} {verb} won!"


def _counted(sight: Sight) -> spans.Block:
    """Draw a row for each source of points and a row for the total."""
    if not sight.points:
        return []
    titles = [point.title for point in max(sight.points, key=len)]
    table = [["", *sight.names]]
    for place, title in enumerate(titles):
        amounts = (
            str(points[place].amount) if place < len(points) else "" for points in sight.points
        )
        table.append([title, *amounts])
    totals = ["Total", *(str(sight.total(seat)) for seat in range(len(sight.points)))]
    *lines, last = columns([*table, totals]).split("\n")
    return [*map(line, lines), line(last, spans.BOLD)]
