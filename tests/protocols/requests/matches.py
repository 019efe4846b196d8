"""Whole matches of `requests`, and their results."""

from ludoteca.core import Dispatcher
from ludoteca.games import Seat, shelfie
from ludoteca.protocols.requests.words import EndTurnNotify, LobbyInfoMessage
from tests.core.local import keeper_of
from tests.protocols.requests.programs import Program


def score(server: Dispatcher) -> dict[str, int]:
    """Return the points of all players, according to the rules."""
    table = keeper_of(server).table
    view = table.view(None)
    assert view is not None
    return {
        player.name: sum(point.amount for point in shelfie.points(view, Seat(seat)))
        for seat, player in enumerate(table.players)
        if player
    }


def winner(server: Dispatcher) -> str:
    table = keeper_of(server).table
    (seat,) = table.view(None).outcome.winners  # type: ignore[union-attr]
    player = table.players[seat]
    assert player
    return str(player.name)


async def sat_down(port: int, *programs: Program) -> None:
    for program in programs:
        await program.connect(port)
        await program.until(lambda p=program: bool(p.of(LobbyInfoMessage)))  # type: ignore[misc]


def finals(caller: Program) -> dict[str, int]:
    turns = caller.of(EndTurnNotify)
    return {turn.player: turn.points for turn in turns if turn.player == turn.next_player}
