"""Offered moves: complete, playable, and together covering every useful effect.

Two kinds of playable moves are not offered: moves that only rearrange depots, because they make no
progress by themselves, and moves whose payment or free choices are no better than those of an
offered move. `canonical` maps every playable move to its offered equivalent.
"""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from ludoteca.games.contract import Chance, Refusal, Seat
from ludoteca.games.renaissance import moves
from ludoteca.games.renaissance.board import SLOTS, Board
from ludoteca.games.renaissance.cards import CARDS, LEADERS, Ability
from ludoteca.games.renaissance.production import all_productions, offered_form, produce
from ludoteca.games.renaissance.refusals import no
from ludoteca.games.renaissance.resources import LINES, RESOURCES, Resource
from ludoteca.games.renaissance.rules import LEADERS_KEPT, why_not_now
from ludoteca.games.renaissance.state import Phase, State

DISCARDS_ARE_RARE = 8
_SETTING = moves.ReturnLeader | moves.TakeBonus
_PLACING = moves.ConvertMarble | moves.PlaceResource


def legal_moves(state: State, seat: Seat) -> Iterator[moves.Move]:
    if why_not_now(state, seat):
        return
    board = state.boards[seat]
    match state.phase:
        case Phase.SETUP:
            yield from _setting_up(board)
        case Phase.PLACING:
            yield from _placing(state, board)
        case Phase.ACTING:
            yield from (moves.TakeMarbles(way, index) for way, index in LINES)
            yield from _buys(state, board)
            yield from all_productions(board)
            yield from _leader_actions(board)
        case Phase.ACTED:
            yield from _leader_actions(board)
            yield moves.EndTurn()


def canonical(state: State, seat: Seat, move: moves.Move) -> moves.Move | None:
    """Return the offered equivalent of a playable move; None if it only rearranges depots."""
    if not 0 <= seat < state.seats:
        return move
    board = state.boards[seat]
    match move:
        case moves.MoveResources() | moves.SwapDepots():
            return None
        case moves.BuyCard(card) if card in CARDS:
            return replace(move, payment=board.usual_payment(board.price(CARDS[card])))
        case moves.Produce():
            return offered_form(board, move)
        case _:
            return move


def _setting_up(board: Board) -> Iterator[moves.Move]:
    if len(board.hand) > LEADERS_KEPT:
        yield from map(moves.ReturnLeader, _known(board))
    else:
        yield from (moves.TakeBonus(r, d) for r in RESOURCES for d in _depots_for(board, r))


def _depots_for(board: Board, resource: Resource) -> Iterator[int]:
    return (d for d in range(len(board.depots)) if not board.why_not_store(resource, d))


def _placing(state: State, board: Board) -> Iterator[moves.Move]:
    if state.whites:
        yield from (
            moves.ConvertMarble(leader.resource) for leader in board.leaders(Ability.MARBLE)
        )
        return
    for resource, _ in state.taken.each():
        yield from (moves.PlaceResource(resource, depot) for depot in _depots_for(board, resource))
        yield moves.DiscardResource(resource)


def _buys(state: State, board: Board) -> Iterator[moves.BuyCard]:
    supply = board.supply()
    for deck in state.decks:
        if deck:
            card = CARDS[deck[0]]
            price = board.price(card)
            if supply.covers(price):
                slots = (slot for slot in range(SLOTS) if board.accepts(slot, card))
                payment = board.usual_payment(price)
                yield from (moves.BuyCard(card.number, slot, payment) for slot in slots)


def _known(board: Board) -> list[int]:
    """Return the leaders in hand that are not face down."""
    return [number for number in board.hand if number in LEADERS]


def _leader_actions(board: Board) -> Iterator[moves.Move]:
    cards, supply = board.cards(), board.supply()
    for number in _known(board):
        if LEADERS[number].is_met_by(cards, supply):
            yield moves.PlayLeader(number)
        yield moves.DiscardLeader(number)


def sample(state: State, seat: Seat, chance: Chance) -> moves.Move | Refusal:
    """Return a random offered move: first choose a kind of move, then a move of that kind.

    Discards, which players rarely choose, have a probability of 1 in `DISCARDS_ARE_RARE`, so that
    random games make progress.
    """
    if reason := why_not_now(state, seat):
        return no(reason)
    board = state.boards[seat]
    if state.phase == Phase.ACTING:
        actions = [*_leader_actions(board)]
        sorts: list[Sequence[moves.Move]] = [
            [moves.TakeMarbles(way, index) for way, index in LINES],
            [*_buys(state, board)],
            [move for move in (_random_production(board, chance),) if move],
        ]
    else:
        actions = [*legal_moves(state, seat)]
        sorts = [
            [move for move in actions if isinstance(move, moves.EndTurn | _SETTING | _PLACING)]
        ]
    discards = [
        move for move in actions if isinstance(move, moves.DiscardLeader | moves.DiscardResource)
    ]
    sorts.append([move for move in actions if isinstance(move, moves.PlayLeader)])
    useful = [sort for sort in sorts if sort]
    if not useful or (discards and chance.below(DISCARDS_ARE_RARE) == 0):
        return _one_of(discards, chance)
    return _one_of(useful[chance.below(len(useful))], chance)


def _one_of(offered: Sequence[moves.Move], chance: Chance) -> moves.Move:
    return offered[chance.below(len(offered))]


def _random_production(board: Board, chance: Chance) -> moves.Produce | None:
    """Combine affordable productions in random order.

    The first affordable production is always included, and each later one with probability 1/2.
    """
    slots = [slot for slot in range(SLOTS) if board.slots[slot]]
    leaders = [leader.number for leader in board.leaders(Ability.PRODUCTION)]
    pays = tuple(RESOURCES[chance.below(4)] for _ in range(2))
    powers: list[tuple[str, int]] = [("slot", s) for s in slots]
    powers += [("leader", n) for n in leaders]
    powers.append(("basic", 0))
    chosen: list[tuple[str, int]] = []
    found = None
    while powers:
        power = powers.pop(chance.below(len(powers)))
        if found and chance.below(2):
            continue
        tried = [*chosen, power]
        some_leaders = [n for sort, n in tried if sort == "leader"]
        basic = pays if ("basic", 0) in tried else None
        makes = [RESOURCES[chance.below(4)] for _ in range(len(some_leaders) + (basic is not None))]
        move = produce(
            board, [n for sort, n in tried if sort == "slot"], basic, some_leaders, makes
        )
        if move:
            chosen, found = tried, move
    return found
