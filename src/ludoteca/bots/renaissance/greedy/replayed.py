"""Which move of Masters of Renaissance has led to some events."""

from collections.abc import Sequence

from ludoteca.bots.renaissance.greedy import Eye
from ludoteca.games import Seat
from ludoteca.games.renaissance import (
    BuyCard,
    ConvertMarble,
    DiscardLeader,
    DiscardResource,
    EndTurn,
    Event,
    Move,
    MoveResources,
    PlaceResource,
    PlayLeader,
    Produce,
    ReturnLeader,
    SwapDepots,
    TakeBonus,
    TakeMarbles,
    View,
)
from ludoteca.games.renaissance.events import (
    BonusTaken,
    CardBought,
    DepotsSwapped,
    FaithGained,
    LeaderDiscarded,
    LeaderPlayed,
    LeaderReturned,
    MarbleConverted,
    MarblesTaken,
    Produced,
    ResourceDiscarded,
    ResourcePlaced,
    ResourcesMoved,
)
from ludoteca.games.renaissance.production import run_of


def played(view: View, seat: Seat, events: Sequence[Event], moves: Sequence[Move]) -> Move | None:
    """Which of the moves offered has led to these events; however it was paid."""
    for event in events:
        match event:
            case CardBought(card=card, slot=slot):
                bought = (one for one in moves if isinstance(one, BuyCard))
                return next((one for one in bought if (one.card, one.slot) == (card, slot)), None)
            case Produced():
                return _produced(view, seat, event, events, moves)
        if (move := _move(event)) is not None:
            return move if move in moves else None
    return EndTurn() if EndTurn() in moves else None


def _move(event: Event) -> Move | None:  # noqa: C901 - one case an event
    """The move of an event that tells all of it."""
    match event:
        case LeaderReturned(leader=leader):
            return ReturnLeader(leader)
        case BonusTaken(resource=resource, depot=depot):
            return TakeBonus(resource, depot)
        case MarblesTaken(way=way, index=index):
            return TakeMarbles(way, index)
        case MarbleConverted(resource=resource):
            return ConvertMarble(resource)
        case ResourcePlaced(resource=resource, depot=depot):
            return PlaceResource(resource, depot)
        case ResourceDiscarded(resource=resource):
            return DiscardResource(resource)
        case ResourcesMoved(source=source, target=target, count=count):
            return MoveResources(source, target, count)
        case DepotsSwapped(one=one, other=other):
            return SwapDepots(one, other)
        case LeaderPlayed(leader=leader):
            return PlayLeader(leader)
        case LeaderDiscarded(leader=leader):
            return DiscardLeader(leader)
        case _:
            return None


def _produced(
    view: View, seat: Seat, event: Produced, events: Sequence[Event], moves: Sequence[Move]
) -> Move | None:
    """A production with the same price, goods and faith."""
    board = Eye(view, seat).board
    faith = sum(one.steps for one in events if isinstance(one, FaithGained) and seat in one.seats)
    wanted = board.value(event.payment), event.made, faith
    for move in moves:
        if isinstance(move, Produce):
            run = run_of(board, move)
            if (run.price, run.made, run.faith) == wanted:
                return move
    return None
