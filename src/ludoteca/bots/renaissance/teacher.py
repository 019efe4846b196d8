"""Explanations of moves in Masters of Renaissance, as separate effects with values."""

from collections.abc import Collection, Iterator, Sequence
from itertools import permutations
from typing import assert_never

from ludoteca.bots.renaissance import greedy
from ludoteca.games import Seat
from ludoteca.games.renaissance import (
    CARDS,
    LEADERS,
    Board,
    BuyCard,
    Card,
    ConvertMarble,
    DiscardLeader,
    DiscardResource,
    EndTurn,
    Event,
    Goods,
    Marble,
    Move,
    MoveResources,
    PlaceResource,
    PlayLeader,
    Produce,
    Resource,
    ReturnLeader,
    SwapDepots,
    TakeBonus,
    TakeMarbles,
    View,
    write_move,
)
from ludoteca.games.renaissance.board import SLOTS
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
from ludoteca.games.renaissance.resources import NOTHING, goods, say_goods, some
from ludoteca.messages import Reason

_SAID = {
    "least_hope": "it is the leader you are least likely to play",
    "fits": "depot {depot} is the best place for it",
    "wasted": "gives rivals {count} faith, as there is no room",
    "crowded": "fits only after you rearrange your depots",
    "faith": "gives {steps} faith",
    "points": "is worth {worth}",
    "engine": "lets you produce more",
    "covered": "covers a better production",
    "weak": "has a weak production",
    "leader_nearer": "brings one of your leaders closer",
    "leader_farther": "puts one of your leaders further out of reach",
    "paid": "costs {price}",
    "leader": "is worth {worth}, plus its ability",
    "given_up": "gives up the benefits of that leader",
    "affordable": "lets you buy card {card}",
    "nearer": "leaves you needing only {missing} more for card {card}",
    "spent": "spends resources that a card needs",
    "goods": "gives {goods}",
}


def write(move: Move) -> str:  # noqa: C901 - one case per move
    match move:
        case ReturnLeader(leader):
            return f"Return leader {leader}"
        case TakeBonus(resource, depot) | PlaceResource(resource, depot):
            return f"Put the {resource} into depot {depot + 1}"
        case TakeMarbles(way, index):
            return f"Take {way} {index + 1} of the market"
        case ConvertMarble(resource):
            return f"Turn the white marble into a {resource}"
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
    told = reason.values
    brought = say_goods(Goods(*(max(0, one) for one in told.get("goods", ()))))
    worth = _counted(told.get("points", 0), "point")
    price = _counted(told.get("count", 0), "resource")
    return _SAID[reason.kind].format(**{**told, "goods": brought, "worth": worth, "price": price})


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun if number == 1 else f'{noun}s'}"


def played(view: View, seat: Seat, events: Sequence[Event], moves: Sequence[Move]) -> Move | None:
    """Return the offered move that led to these events, regardless of its payment."""
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


def _move(event: Event) -> Move | None:  # noqa: C901 - one case per event
    """Return the move that led to an event, if the event fully determines the move."""
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
    """Return the offered production with the same price, output and faith as the event."""
    board = greedy.Eye(view, seat).board
    faith = sum(one.steps for one in events if isinstance(one, FaithGained) and seat in one.seats)
    wanted = board.value(event.payment), event.made, faith
    for move in moves:
        if isinstance(move, Produce):
            run = run_of(board, move)
            if (run.price, run.made, run.faith) == wanted:
                return move
    return None


ACTIONS = (TakeMarbles, BuyCard, Produce)
PLACING = (TakeBonus, PlaceResource, ConvertMarble, DiscardResource)
OBVIOUS: Collection[str] = {"paid"}
"""The payment for a card needs no mention."""

chance = greedy.chance  # part of a `Teacher`


def values(view: View, seat: Seat, moves: Sequence[Move]) -> Sequence[float]:
    """Return each move's change in points."""
    eye = greedy.Eye(view, seat)
    return [_value(eye, move) for move in moves]


def alternatives(move: Move, moves: Sequence[Move]) -> Sequence[Move]:
    """Return the moves of the same sort; if a leader is discarded, those that play or keep it."""
    for alike in (ACTIONS, PLACING, (ReturnLeader,)):
        if isinstance(move, alike):
            return [one for one in moves if isinstance(one, alike)]
    if isinstance(move, DiscardLeader):
        others = (move, PlayLeader(move.leader), EndTurn())
        return [one for one in moves if one in others]
    return [move]


def reasons(view: View, seat: Seat, move: Move) -> Iterator[Reason]:  # noqa: C901, PLR0912 - one case per move
    """Yield the effects of a move; their values add up to the value of the move."""
    eye = greedy.Eye(view, seat)
    match move:
        case ReturnLeader(leader):
            yield Reason("least_hope", _value(eye, move), {"leader": leader})
        case TakeBonus(resource, depot) | PlaceResource(resource, depot):
            yield from _goods(eye, goods(resource))
            if depot == greedy.best_depot(eye.board, resource):
                yield Reason("fits", greedy.FITTING, {"depot": depot + 1})
        case ConvertMarble(resource):
            yield from _goods(eye, view.taken.plus(goods(resource)))
        case DiscardResource():
            yield Reason("wasted", -greedy.RIVALS, {"count": 1})
        case TakeMarbles():
            yield from _taken(eye, move)
        case Produce():
            run = run_of(eye.board, move)
            yield from _goods(eye, run.made.minus(run.price))
            yield from _faith(eye, run.faith)
        case BuyCard():
            yield from _bought(eye, move)
        case PlayLeader(leader):
            points = LEADERS[leader].points
            yield Reason("leader", _value(eye, move), {"leader": leader, "points": points})
        case DiscardLeader(leader):
            yield from _faith(eye, 1)
            if hope := eye.prospects.hope(leader, eye.board):
                yield Reason("given_up", -hope, {"leader": leader})
        case EndTurn() | MoveResources() | SwapDepots():
            return
        case _:
            assert_never(move)


def _value(eye: greedy.Eye, move: Move) -> float:
    """Return a move's change in value, always in points; `greedy` also uses values for ordering."""
    match move:
        case DiscardResource():
            return -greedy.RIVALS
        case PlayLeader(leader):
            gained = LEADERS[leader].points + greedy.ABILITY
            return gained - eye.prospects.hope(leader, eye.board)
        case DiscardLeader(leader):
            return eye.faith(1) - eye.prospects.hope(leader, eye.board)
        case EndTurn() | MoveResources() | SwapDepots():
            return 0.0
        case _:
            return eye.value(move)


def _taken(eye: greedy.Eye, move: TakeMarbles) -> Iterator[Reason]:
    kept, wasted = eye.haul(move)
    yield from _goods(eye, kept)
    yield from _faith(eye, eye.view.market.line(move.way, move.index).count(Marble.RED))
    taken = eye.taken(move)
    lost = len(taken) - _most_kept(eye.board, taken)
    for kind, count in (("crowded", wasted - lost), ("wasted", lost)):
        if count:
            yield Reason(kind, -greedy.RIVALS * count, {"count": count})


def _most_kept(board: Board, taken: Sequence[Resource]) -> int:
    """Return the number of these resources that fit if the depots are arranged optimally."""
    wanted, stored, of_leaders = goods(*taken), board.stored(), NOTHING
    for depot in board.depots:
        if depot.of_leader and depot.resource is not None:
            of_leaders = of_leaders.plus(some(depot.resource, depot.slots))
    basic = [depot.slots for depot in board.depots if not depot.of_leader]
    rooms = (of_leaders.plus(Goods(*sizes)).minus(stored) for sizes in permutations([*basic, 0]))
    return max(sum(map(min, wanted, room)) for room in rooms if min(room) >= 0)


def _bought(eye: greedy.Eye, move: BuyCard) -> Iterator[Reason]:
    """Yield the effects of buying a card, including the loss of the resources paid."""
    card = CARDS[move.card]
    board = eye.board
    prospects = eye.prospects
    after = greedy.Prospects(eye.view, greedy.with_card(board, card, move.slot))
    told = {"card": card.number}
    yield Reason("points", float(card.points), {**told, "points": card.points})
    under = board.slots[move.slot]
    more = greedy.yield_of(card) - (greedy.yield_of(CARDS[under[-1]]) if under else 0)
    if engine := greedy.ENGINE * prospects.rounds * more:
        yield Reason("engine" if engine > 0 else "covered" if under else "weak", engine, told)
    if hopes := after.hopes - prospects.hopes:
        yield Reason("leader_nearer" if hopes > 0 else "leader_farther", hopes, told)
    price = board.price(card)
    paid = after.goods(eye.supply.minus(price)) - eye.before
    yield Reason("paid", paid, {"count": price.total()})


def _faith(eye: greedy.Eye, steps: int) -> Iterator[Reason]:
    if steps:
        yield Reason("faith", eye.faith(steps), {"steps": steps})


def _goods(eye: greedy.Eye, more: Goods) -> Iterator[Reason]:
    """Yield the benefit of more resources: the card that they bring within reach, if any."""
    held = eye.supply.plus(more)
    gained = eye.prospects.goods(held) - eye.before
    if not gained:
        return
    told: dict[str, object] = {"goods": list(more)}
    aim = _aim(eye, held)
    if gained < 0:
        yield Reason("spent", gained, told)
    elif aim is None:
        yield Reason("goods", gained, told)
    else:
        card, missing = aim
        kind = "nearer" if missing else "affordable"
        yield Reason(kind, gained, {**told, "card": card.number, "missing": missing})


def _aim(eye: greedy.Eye, held: Goods) -> tuple[Card, int] | None:
    """Return the card for which these goods are saved, and the number of missing resources."""
    best, aim = 0.0, None
    for card, (full, price) in zip(_on_offer(eye), eye.prospects.targets, strict=True):
        missing = sum(max(0, short) for short in price.minus(held))
        value = full - greedy.MISSING * missing
        if value > best:
            best, aim = value, (card, missing)
    return aim


def _on_offer(eye: greedy.Eye) -> list[Card]:
    """Return the cards on offer that fit a slot of the board."""
    tops = [CARDS[deck.top] for deck in eye.view.decks if deck.top and eye.prospects.rounds]
    return [card for card in tops if any(eye.board.accepts(slot, card) for slot in range(SLOTS))]
