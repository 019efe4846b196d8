"""Converts a view to a table of integers; hidden cards are 0 until they are dealt at random."""

from ludoteca.bots.renaissance.cells import (
    AWAY,
    BASIC_DEPOTS,
    BOARD_SIZE,
    BOARDS,
    CROSS,
    DECKS,
    DEPOT,
    DEPOTS,
    FAITH,
    FIRST,
    FIRST_LEADER,
    HAND,
    LAST,
    LEFT,
    LUCK,
    MARBLE,
    MARBLE_KINDS,
    NONE,
    POWER,
    REPORTS,
    SEATS,
    TABLE_SIZE,
    TILE,
    TOKENS,
    TOKENS_LEFT,
    TURN,
    WEIGHTS,
    Cells,
)
from ludoteca.bots.renaissance.runs import FIRST_BUY, FIRST_RUN, PAIR_ONE, PAIR_OTHER, PAIRS
from ludoteca.bots.renaissance.table import (
    RESHUFFLE,
    TOKEN_COUNT,
    add_card,
    add_leader,
    make,
    store,
)
from ludoteca.bots.renaissance.weights import ALONE, MATCH
from ludoteca.games import Chance
from ludoteca.games.chance import drawn, shuffled
from ludoteca.games.renaissance import (
    CARDS,
    LEADERS,
    Ability,
    BuyCard,
    Move,
    PopeTile,
    Produce,
    SeatView,
    TakeMarbles,
    View,
)
from ludoteca.games.renaissance.cards import deck_of
from ludoteca.games.renaissance.resources import LINES, RESOURCES

KEPT_LEADERS = 2
DECK_SIZE = 4
TILES = tuple(PopeTile)


def read(view: View) -> Cells:
    """Convert a view; during set-up, the first player is to move."""
    table = [0] * TABLE_SIZE
    marbles = (*(marble for row in view.market.rows for marble in row), view.market.slide)
    table[: len(marbles)] = map(MARBLE_KINDS.index, marbles)
    for place, deck in enumerate(view.decks):
        table[LEFT + place] = deck.cards
        if deck.cards:
            table[DECKS + DECK_SIZE * (place + 1) - deck.cards] = deck.top
    table[TOKENS_LEFT], table[CROSS] = view.tokens, view.cross
    table[SEATS], table[FIRST] = len(view.seats), view.first
    table[TURN] = view.first if view.turn is None else view.turn
    table[REPORTS], table[LAST], table[LUCK] = view.reports, int(view.last_round), 1
    for seat, seen in enumerate(view.seats):
        _read_board(table, BOARDS + BOARD_SIZE * seat, seen)
    table[WEIGHTS:] = ALONE if len(view.seats) == 1 else MATCH
    return table


def _read_board(table: Cells, board: int, seen: SeatView) -> None:
    for at in (*range(DEPOT, DEPOT + 5), *range(MARBLE, MARBLE + 2), *range(POWER, POWER + 2)):
        table[board + at] = NONE
    table[board + DEPOTS] = BASIC_DEPOTS
    for number in seen.played:
        add_leader(table, board, number - FIRST_LEADER)
    for place, depot in enumerate(seen.depots):
        if depot.resource is not None and depot.count:
            store(table, board, RESOURCES.index(depot.resource), place, depot.count)
    for kind, count in enumerate(seen.strongbox):
        make(table, board, kind, count)
    for slot, cards in enumerate(seen.slots):
        for card in cards:
            add_card(table, board, card, slot)
    table[board + FAITH], table[board + AWAY] = seen.faith, int(seen.away)
    table[board + TILE : board + TILE + len(TILES)] = map(TILES.index, seen.tiles)
    table[board + HAND : board + HAND + len(seen.hand)] = seen.hand


def deal(table: Cells, view: View, chance: Chance) -> Cells:
    """Deal the hidden cards at random, consistently with the view."""
    dealt = table[:]
    owned = {card for seen in view.seats for slot in seen.slots for card in slot}
    for place, deck in enumerate(view.decks):
        if deck.cards > 1:
            cards = [
                number
                for number, card in CARDS.items()
                if deck_of(card) == place and number != deck.top and number not in owned
            ]
            at = DECKS + DECK_SIZE * (place + 1)
            dealt[at - deck.cards + 1 : at] = drawn(cards, deck.cards - 1, chance)
    known = {n for seen in view.seats for n in (*seen.hand, *seen.played)}
    leaders = list(shuffled([n for n in LEADERS if n not in known], chance))
    for seat, seen in enumerate(view.seats):
        hand = BOARDS + BOARD_SIZE * seat + HAND
        for place, number in enumerate(seen.hand):
            if number not in LEADERS:
                dealt[hand + place] = leaders.pop() if place < KEPT_LEADERS else 0
    if view.tokens:
        # The token that triggers the reshuffle is always among the remaining ones.
        others = drawn(range(1, RESHUFFLE), view.tokens - 1, chance)
        at = TOKENS + TOKEN_COUNT
        dealt[at - view.tokens : at] = shuffled([*others, RESHUFFLE], chance)
    dealt[LUCK] = 1 + chance.below(2**29)
    return dealt


def turn_number(view: View, move: Move) -> int | None:
    """Return the number of the turn that a move begins; None if it is not an action."""
    match move:
        case TakeMarbles(way, index):
            return LINES.index((way, index))
        case BuyCard(card, slot):
            return FIRST_BUY + 3 * deck_of(CARDS[card]) + slot
        case Produce(_, slots, basic, leaders):
            seen = view.seats[view.turn or 0]
            order = [n for n in seen.played if LEADERS[n].ability == Ability.PRODUCTION]
            made = [*([basic.makes] if basic else []), *(power.makes for power in leaders)]
            pair = 0
            if basic:
                one, other = map(RESOURCES.index, basic.pays)
                pair = list(zip(PAIR_ONE, PAIR_OTHER, strict=True)).index((one, other))
            digits = [*map(RESOURCES.index, made), NONE, NONE, NONE][:3]
            number = digits[0] + 5 * (digits[1] + 5 * digits[2])
            used = sum(1 << order.index(power.leader) for power in leaders)
            return FIRST_RUN + sum(1 << s for s in slots) + 8 * (used + 4 * (pair + PAIRS * number))
        case _:
            return None
