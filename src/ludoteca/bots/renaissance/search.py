"""The search for a turn: simulates the most promising turns, then repeatedly the better half.

The search converts a view to a table of integers, on which hidden cards are 0. For each sample, it
deals the hidden cards again, identically for all choices. It counts playouts instead of measuring
time, so that equal questions and seeds give equal answers; the deadline can only end a search
early.
"""

from collections.abc import Iterable, Iterator
from itertools import combinations
from time import monotonic
from typing import NamedTuple

from ludoteca.bots.contract import Budget, Question
from ludoteca.bots.renaissance import cells
from ludoteca.bots.renaissance.evaluation import AIMS, aim
from ludoteca.bots.renaissance.placing import NOWHERE, PLACES, PLAN, TAKEN, convert, plan_places
from ludoteca.bots.renaissance.playouts import ANY_TURN, Playout, prospect
from ludoteca.bots.renaissance.runs import (
    FIRST_BUY,
    FIRST_RUN,
    FOUND,
    PAIR_ONE,
    PAIR_OTHER,
    PAIRS,
    VALUES,
)
from ludoteca.bots.renaissance.table import (
    RESHUFFLE,
    TOKEN_COUNT,
    add_card,
    add_leader,
    make,
    room_in,
    store,
)
from ludoteca.bots.renaissance.turns import find_turns, leader_to_drop
from ludoteca.games import Chance, Dice, Seat, renaissance
from ludoteca.games.chance import drawn, shuffled
from ludoteca.games.renaissance.cards import deck_of
from ludoteca.games.renaissance.resources import LINES, RESOURCES

KEPT_LEADERS = 2
DECK_SIZE = 4
TILES = tuple(renaissance.PopeTile)


def read(view: renaissance.View) -> cells.Cells:
    """Convert a view to a table; during set-up, the first player is to move."""
    table = [0] * cells.TABLE_SIZE
    marbles = (*(marble for row in view.market.rows for marble in row), view.market.slide)
    table[: len(marbles)] = map(cells.MARBLE_KINDS.index, marbles)
    for place, deck in enumerate(view.decks):
        table[cells.LEFT + place] = deck.cards
        if deck.cards:
            table[cells.DECKS + DECK_SIZE * (place + 1) - deck.cards] = deck.top
    table[cells.TOKENS_LEFT], table[cells.CROSS] = view.tokens, view.cross
    table[cells.SEATS], table[cells.FIRST] = len(view.seats), view.first
    table[cells.TURN] = view.first if view.turn is None else view.turn
    table[cells.REPORTS], table[cells.LAST], table[cells.CHANCE] = (
        view.reports,
        int(view.last_round),
        1,
    )
    for seat, seen in enumerate(view.seats):
        _read_board(table, cells.BOARDS + cells.BOARD_SIZE * seat, seen)
    table[cells.WEIGHTS :] = cells.ALONE if len(view.seats) == 1 else cells.MATCH
    return table


def _read_board(table: cells.Cells, board: int, seen: renaissance.SeatView) -> None:
    for at in (
        *range(cells.DEPOT, cells.DEPOT + 5),
        *range(cells.MARBLE, cells.MARBLE + 2),
        *range(cells.POWER, cells.POWER + 2),
    ):
        table[board + at] = cells.NONE
    table[board + cells.DEPOTS] = cells.BASIC_DEPOTS
    for number in seen.played:
        add_leader(table, board, number - cells.FIRST_LEADER)
    for place, depot in enumerate(seen.depots):
        if depot.resource is not None and depot.count:
            store(table, board, RESOURCES.index(depot.resource), place, depot.count)
    for kind, count in enumerate(seen.strongbox):
        make(table, board, kind, count)
    for slot, cards in enumerate(seen.slots):
        for card in cards:
            add_card(table, board, card, slot)
    table[board + cells.FAITH], table[board + cells.AWAY] = seen.faith, int(seen.away)
    table[board + cells.TILE : board + cells.TILE + len(TILES)] = map(TILES.index, seen.tiles)
    table[board + cells.HAND : board + cells.HAND + len(seen.hand)] = seen.hand


def deal(table: cells.Cells, view: renaissance.View, chance: Chance) -> cells.Cells:
    """Deal the hidden cards at random, consistently with the view."""
    dealt = table[:]
    owned = {card for seen in view.seats for slot in seen.slots for card in slot}
    for place, deck in enumerate(view.decks):
        if deck.cards > 1:
            cards = [
                number
                for number, card in renaissance.CARDS.items()
                if deck_of(card) == place and number != deck.top and number not in owned
            ]
            at = cells.DECKS + DECK_SIZE * (place + 1)
            dealt[at - deck.cards + 1 : at] = drawn(cards, deck.cards - 1, chance)
    known = {n for seen in view.seats for n in (*seen.hand, *seen.played)}
    leaders = list(shuffled([n for n in renaissance.LEADERS if n not in known], chance))
    for seat, seen in enumerate(view.seats):
        hand = cells.BOARDS + cells.BOARD_SIZE * seat + cells.HAND
        for place, number in enumerate(seen.hand):
            if number not in renaissance.LEADERS:
                dealt[hand + place] = leaders.pop() if place < KEPT_LEADERS else 0
    if view.tokens:
        # The token that triggers the reshuffle is always among the remaining ones.
        others = drawn(range(1, RESHUFFLE), view.tokens - 1, chance)
        at = cells.TOKENS + TOKEN_COUNT
        dealt[at - view.tokens : at] = shuffled([*others, RESHUFFLE], chance)
    dealt[cells.CHANCE] = 1 + chance.below(2**29)
    return dealt


def turn_number(view: renaissance.View, move: renaissance.Move) -> int | None:
    """Return the number of the turn that a move begins; None if the move is not an action."""
    match move:
        case renaissance.TakeMarbles(way, index):
            return LINES.index((way, index))
        case renaissance.BuyCard(card, slot):
            return FIRST_BUY + 3 * deck_of(renaissance.CARDS[card]) + slot
        case renaissance.Produce(_, slots, basic, leaders):
            seen = view.seats[view.turn or 0]
            order = [
                n
                for n in seen.played
                if renaissance.LEADERS[n].ability == renaissance.Ability.PRODUCTION
            ]
            made = [*([basic.makes] if basic else []), *(power.makes for power in leaders)]
            pair = 0
            if basic:
                one, other = map(RESOURCES.index, basic.pays)
                pair = list(zip(PAIR_ONE, PAIR_OTHER, strict=True)).index((one, other))
            digits = [*map(RESOURCES.index, made), cells.NONE, cells.NONE, cells.NONE][:3]
            number = digits[0] + 5 * (digits[1] + 5 * digits[2])
            used = sum(1 << order.index(power.leader) for power in leaders)
            return FIRST_RUN + sum(1 << s for s in slots) + 8 * (used + 4 * (pair + PAIRS * number))
        case _:
            return None


def small_move(question: Question) -> renaissance.Move | None:
    """Return a move that needs no search; None if the action of the turn must be chosen."""
    view: renaissance.View = question.view
    playing = (move for move in question.moves if isinstance(move, renaissance.PlayLeader))
    if leader := next(playing, None):
        return leader
    if view.phase == renaissance.Phase.PLACING:
        return _placing(view, question.seat)
    if view.phase == renaissance.Phase.ACTED:
        dropped = leader_to_drop(read(view), question.seat)
        return renaissance.DiscardLeader(dropped) if dropped else renaissance.EndTurn()
    return None


def _placing(view: renaissance.View, seat: Seat) -> renaissance.Move:
    table, aims, places = read(view), cells.memory(AIMS), cells.memory(PLACES)
    board = cells.BOARDS + cells.BOARD_SIZE * seat
    aim(table, aims)
    places[TAKEN : TAKEN + cells.KINDS] = view.taken
    if view.whites:
        firsts = convert(table, seat, view.whites, places, aims)
        return renaissance.ConvertMarble(RESOURCES[table[board + cells.MARBLE + (not firsts)]])
    plan_places(table, seat, places, aims)
    waiting = [kind for kind in range(cells.KINDS) if view.taken[kind]]
    for kind in waiting:
        for depot in range(cells.BASIC_DEPOTS, table[board + cells.DEPOTS]):
            if room_in(table, board, kind, depot):
                return renaissance.PlaceResource(RESOURCES[kind], depot)
        depot = places[PLAN + kind]
        if depot != NOWHERE and table[board + cells.HELD + depot] < cells.ROOM[depot]:
            return renaissance.PlaceResource(RESOURCES[kind], depot)
    return renaissance.DiscardResource(RESOURCES[waiting[0]])


class Effort(NamedTuple):
    """The extent of a search."""

    playouts: int
    width: int
    """Maximum number of choices."""
    turns: int
    """Number of turns simulated, counting all seats."""


class Option(NamedTuple):
    """A move to consider, the table before it, and the number of the turn that the move begins."""

    move: renaissance.Move
    table: cells.Cells
    number: int = ANY_TURN


def search(
    question: Question, chance: Chance, budget: Budget, effort: Effort, playout: Playout
) -> renaissance.Move:
    """Return the move with the best simulated outcome."""
    if move := small_move(question):
        return move
    playouts = int(effort.playouts * budget.share)
    options = list(options_of(question))[: max(1, min(playouts, effort.width))]
    totals = dict.fromkeys(range(len(options)), 0)
    stages = (len(options) - 1).bit_length()
    while len(totals) > 1:
        for _ in range(max(1, playouts // (stages * len(totals)))):
            seed = chance.below(2**29)
            results: dict[int, int] = {}
            for place, total in totals.items():
                table = deal(options[place].table, question.view, Dice(seed))
                number = options[place].number
                results[place] = total + playout(table, question.seat, number, effort.turns)
                if monotonic() > budget.until:
                    return options[max(results, key=results.__getitem__)].move
            totals = results
        ranked = sorted(totals, key=totals.__getitem__, reverse=True)
        totals = {place: totals[place] for place in ranked[: (len(ranked) + 1) // 2]}
    return options[next(iter(totals))].move


def options_of(question: Question) -> Iterable[Option]:
    """Return the choices, the most promising first."""
    first = question.moves[0]
    table = read(question.view)
    if isinstance(first, renaissance.ReturnLeader | renaissance.TakeBonus):
        options = _hands if isinstance(first, renaissance.ReturnLeader) else _bonuses
        found = options(question, table)
        return sorted(found, key=lambda o: prospect(o.table, question.seat), reverse=True)
    return _turns(question, table)


def _hands(question: Question, table: cells.Cells) -> Iterator[Option]:
    at = cells.BOARDS + cells.BOARD_SIZE * question.seat + cells.HAND
    for kept in combinations([move.leader for move in question.moves], KEPT_LEADERS):
        changed = table[:]
        changed[at : at + cells.HAND_SIZE] = [*kept, 0, 0]
        yield Option(next(m for m in question.moves if m.leader not in kept), changed)


def _bonuses(question: Question, table: cells.Cells) -> Iterator[Option]:
    board = cells.BOARDS + cells.BOARD_SIZE * question.seat
    for move in question.moves:
        changed = table[:]
        store(changed, board, RESOURCES.index(move.resource), move.depot, 1)
        yield Option(move, changed)


def _turns(question: Question, table: cells.Cells) -> Iterator[Option]:
    offered = {turn_number(question.view, move): move for move in question.moves}
    found = cells.memory(FOUND)
    find_turns(table, question.seat, found)
    for place in sorted(range(found[0]), key=lambda place: -found[VALUES + place]):
        if found[1 + place] in offered:
            yield Option(offered[found[1 + place]], table, found[1 + place])
