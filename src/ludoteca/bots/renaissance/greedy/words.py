"""Moves of Masters of Renaissance and what they change, in English."""

from typing import assert_never

from ludoteca.games.renaissance import (
    BuyCard,
    ConvertMarble,
    DiscardLeader,
    DiscardResource,
    EndTurn,
    Goods,
    Move,
    MoveResources,
    PlaceResource,
    PlayLeader,
    Produce,
    ReturnLeader,
    SwapDepots,
    TakeBonus,
    TakeMarbles,
    write_move,
)
from ludoteca.games.renaissance.resources import say_goods
from ludoteca.messages import Reason

_SAID = {
    "least_hope": "it is the leader you are least likely to play",
    "fits": "depot {depot} is the best place for it",
    "wasted": "gives rivals {count} faith, as there is no room",
    "crowded": "has room only once you rearrange your depots",
    "faith": "brings {steps} faith",
    "points": "is worth {points} points",
    "engine": "lets you produce more",
    "covered": "covers a better production",
    "weak": "has a production that brings little",
    "leader_nearer": "brings a leader in your hand nearer",
    "leader_farther": "takes a leader in your hand farther away",
    "paid": "costs {count} resources",
    "leader": "is worth {points} points and its ability",
    "given_up": "gives up what the leader may bring",
    "affordable": "lets you buy card {card}",
    "nearer": "leaves you needing only {missing} more for card {card}",
    "spent": "spends resources that a card needs",
    "goods": "brings {goods}",
}


def write(move: Move) -> str:  # noqa: C901 - one case a move
    """A move in words."""
    match move:
        case ReturnLeader(leader):
            return f"Give leader {leader} back"
        case TakeBonus(resource, depot) | PlaceResource(resource, depot):
            return f"Put the {resource} into depot {depot + 1}"
        case TakeMarbles(way, index):
            return f"Take {way} {index + 1} of the market"
        case ConvertMarble(resource):
            return f"Make a {resource} of the white marble"
        case DiscardResource(resource):
            return f"Discard the {resource}"
        case BuyCard(card, slot):
            return f"Buy card {card} for slot {slot + 1}"
        case Produce():
            return f"Produce ({write_move(move)})"
        case PlayLeader(leader):
            return f"Play leader {leader}"
        case DiscardLeader(leader):
            return f"Discard leader {leader}"
        case EndTurn():
            return "End your turn"
        case MoveResources() | SwapDepots():
            return f"Rearrange ({write_move(move)})"
        case _:
            assert_never(move)


def say(reason: Reason) -> str:
    """A reason in words."""
    told = reason.values
    brought = say_goods(Goods(*(max(0, one) for one in told.get("goods", ()))))
    return _SAID[reason.kind].format(**{**told, "goods": brought})
