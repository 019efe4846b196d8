"""Encoding of Masters of Renaissance.

Resources, marbles and phases are numbered from 1 in the order of the rules; cards and leaders have
their own numbers; 0 is none. See `docs/bots.md`.
"""

from collections.abc import Hashable, Sequence
from itertools import combinations_with_replacement, product
from typing import assert_never

from ludoteca.games import Seat, renaissance
from ludoteca.games.renaissance.board import BASIC_DEPOTS, SLOTS
from ludoteca.games.renaissance.production import BASIC_INPUTS
from ludoteca.games.renaissance.resources import LINES, RESOURCES
from ludoteca.games.renaissance.rules import LEADERS_KEPT
from ludoteca.games.renaissance.view import SeatView
from ludoteca.games.seating import playing_order

LEADERS_DEALT = 4
_MARBLES, _PHASES, _TILES = (
    tuple(renaissance.Marble),
    tuple(renaissance.Phase),
    tuple(renaissance.PopeTile),
)
_DEPOTS = BASIC_DEPOTS + LEADERS_KEPT


def _productions() -> list[Hashable]:
    """List every set of powers with every choice of inputs and outputs."""
    inputs = [None, *combinations_with_replacement(RESOURCES, BASIC_INPUTS)]
    return [
        (renaissance.Produce, slots, leaders, pays, makes)
        for slots in _subsets(SLOTS)
        for leaders in _subsets(LEADERS_KEPT)
        for pays in inputs
        for makes in combinations_with_replacement(RESOURCES, len(leaders) + (pays is not None))
        if slots or leaders or pays
    ]


def _subsets(size: int) -> list[tuple[int, ...]]:
    return [tuple(place for place in range(size) if bits >> place & 1) for bits in range(1 << size)]


ACTIONS: Sequence[Hashable] = [
    *product([renaissance.ReturnLeader], range(LEADERS_DEALT)),
    *product([renaissance.TakeBonus], RESOURCES, range(BASIC_DEPOTS)),
    *((renaissance.TakeMarbles, *line) for line in LINES),
    *product([renaissance.ConvertMarble], RESOURCES),
    *product([renaissance.PlaceResource], RESOURCES, range(_DEPOTS)),
    *product([renaissance.DiscardResource], RESOURCES),
    *product([renaissance.BuyCard], range(len(renaissance.DECKS)), range(SLOTS)),
    *_productions(),
    *product([renaissance.PlayLeader, renaissance.DiscardLeader], range(LEADERS_KEPT)),
    (renaissance.EndTurn,),
]
"""All actions.

Leaders are identified by their place in the hand, cards by their deck, powers by their slot or
their place in the order played.
"""


def action(view: renaissance.View, seat: Seat, move: renaissance.Move) -> Hashable:
    """Return the action that stands for a move, ignoring its payment."""
    own = view.seats[seat]
    match move:
        case (
            renaissance.ReturnLeader(leader)
            | renaissance.PlayLeader(leader)
            | renaissance.DiscardLeader(leader)
        ):
            return type(move), own.hand.index(leader)
        case renaissance.TakeBonus(resource, depot) | renaissance.PlaceResource(resource, depot):
            return type(move), resource, depot
        case renaissance.ConvertMarble(resource) | renaissance.DiscardResource(resource):
            return type(move), resource
        case renaissance.TakeMarbles(way, index):
            return renaissance.TakeMarbles, way, index
        case renaissance.BuyCard(card, slot):
            return renaissance.BuyCard, [deck.top for deck in view.decks].index(card), slot
        case renaissance.Produce(_, slots, basic, powers):
            able = [
                n
                for n in own.played
                if renaissance.LEADERS[n].ability == renaissance.Ability.PRODUCTION
            ]
            leaders = tuple(able.index(power.leader) for power in powers)
            makes = (*([basic.makes] if basic else []), *(power.makes for power in powers))
            return renaissance.Produce, slots, leaders, basic.pays if basic else None, makes
        case renaissance.EndTurn():
            return (renaissance.EndTurn,)
        case renaissance.MoveResources() | renaissance.SwapDepots():
            raise ValueError("rearranging is never offered")
        case _:
            assert_never(move)


def observe(view: renaissance.View, seat: Seat) -> list[int]:
    """Encode the market, decks, hand, boards (the seat's own first) and turn."""
    market = [marble for row in view.market.rows for marble in row]
    seen = [_MARBLES.index(marble) + 1 for marble in (*market, view.market.slide)]
    for deck in view.decks:
        seen += [deck.top, deck.cards]
    seen += _padded(view.seats[seat].hand, LEADERS_DEALT)
    order = playing_order(seat, len(view.seats))
    for other in order:
        seen += _board(view.seats[other])
    return [
        *seen,
        _PHASES.index(view.phase) + 1,
        0 if view.turn is None else order.index(view.turn) + 1,
        order.index(view.first) + 1,
        *view.taken,
        view.whites,
        view.reports,
        view.tokens,
        view.cross,
        int(view.last_round),
    ]


def _board(board: SeatView) -> list[int]:
    seen = [len(board.hand), *_padded(board.played, LEADERS_KEPT)]
    depots = [(depot.resource, depot.count) for depot in board.depots]
    for resource, count in [*depots, *[(None, 0)] * _DEPOTS][:_DEPOTS]:
        seen += [RESOURCES.index(resource) + 1 if resource else 0, count]
    for slot in board.slots:
        seen += _padded(slot, SLOTS)
    tiles = [_TILES.index(tile) + 1 for tile in board.tiles]
    return [*seen, *board.strongbox, board.faith, *tiles, board.bonus]


def _padded(numbers: Sequence[int], size: int) -> list[int]:
    return [*numbers, *[0] * size][:size]
