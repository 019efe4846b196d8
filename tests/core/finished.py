"""Helpers that play games to their end, for tests of finished games."""

from typing import Any

from msgspec import Raw, json

from ludoteca.games import Dice
from ludoteca.messages import (
    AbsenceRule,
    JoinTable,
    OpenTable,
    Play,
    Refused,
    Resign,
    TableShown,
)
from tests.core.local import LocalClient, LocalServer, keeper_of, mover_of, played


async def sit_down(clients: list[LocalClient], game: str, **options: Any) -> TableShown:
    """Seat these guests at a new table, start the game and return the first guest's view."""
    shown = await clients[0].ask(OpenTable(game=game, seats=len(clients), **options))
    assert isinstance(shown, TableShown)
    for client in clients[1:]:
        await client.ask(JoinTable(code=shown.info.code))
    return shown


async def play_to_the_end(server: LocalServer, clients: list[LocalClient], number: int) -> None:
    """Play random moves until the game is over."""
    dice = Dice(7)
    while True:
        table = keeper_of(server.dispatcher, number).table
        movers = table.rules.seats_to_move(table.state)
        if not movers:
            return
        seat = min(movers)
        move = Raw(json.encode(table.rules.sample(table.state, seat, dice)))
        assert not isinstance(await clients[seat].ask(Play(table=number, move=move)), Refused)


async def resigned_game(server: LocalServer, table: int) -> None:
    """Play one move of a game, and end it."""
    clients = [await server.enter(f"{name}{table}") for name in ("Anna", "Bruno")]
    await sit_down(clients, "shelfie", absence=AbsenceRule.FORFEIT)
    mover, other = mover_of(clients, table)
    await played(mover, table)
    await other.ask(Resign(table=table))
