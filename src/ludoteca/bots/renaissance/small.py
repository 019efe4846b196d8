"""The small moves of a turn of Masters of Renaissance, which follow from its action."""

from ludoteca.bots.contract import Question
from ludoteca.bots.renaissance.cells import (
    BASIC_DEPOTS,
    BOARD_SIZE,
    BOARDS,
    DEPOTS,
    HELD,
    KINDS,
    MARBLE,
    ROOM,
    memory,
)
from ludoteca.bots.renaissance.placing import NOWHERE, PLACES, PLAN, TAKEN, convert, plan_places
from ludoteca.bots.renaissance.prospects import AIMS, aim
from ludoteca.bots.renaissance.reading import read
from ludoteca.bots.renaissance.table import room_in
from ludoteca.bots.renaissance.turns import leader_to_drop
from ludoteca.games import Seat
from ludoteca.games.renaissance import (
    ConvertMarble,
    DiscardLeader,
    DiscardResource,
    EndTurn,
    Move,
    Phase,
    PlaceResource,
    PlayLeader,
    View,
)
from ludoteca.games.renaissance.resources import RESOURCES


def small_move(question: Question) -> Move | None:
    """The move that needs no search; None where the action of a turn is to be chosen."""
    view: View = question.view
    playing = (move for move in question.moves if isinstance(move, PlayLeader))
    if leader := next(playing, None):
        return leader
    if view.phase == Phase.PLACING:
        return _placing(view, question.seat)
    if view.phase == Phase.ACTED:
        dropped = leader_to_drop(read(view), question.seat)
        return DiscardLeader(dropped) if dropped else EndTurn()
    return None


def _placing(view: View, seat: Seat) -> Move:
    table, aims, places = read(view), memory(AIMS), memory(PLACES)
    board = BOARDS + BOARD_SIZE * seat
    aim(table, aims)
    places[TAKEN : TAKEN + KINDS] = view.taken
    if view.whites:
        firsts = convert(table, seat, view.whites, places, aims)
        return ConvertMarble(RESOURCES[table[board + MARBLE + (not firsts)]])
    plan_places(table, seat, places, aims)
    waiting = [kind for kind in range(KINDS) if view.taken[kind]]
    for kind in waiting:
        for depot in range(BASIC_DEPOTS, table[board + DEPOTS]):
            if room_in(table, board, kind, depot):
                return PlaceResource(RESOURCES[kind], depot)
        depot = places[PLAN + kind]
        if depot != NOWHERE and table[board + HELD + depot] < ROOM[depot]:
            return PlaceResource(RESOURCES[kind], depot)
    return DiscardResource(RESOURCES[waiting[0]])
