"""Rules of Masters of Renaissance on a table of integers, for searches."""

from ludoteca.bots.renaissance.cells import (
    ASKS_COLOUR,
    ASKS_GOODS,
    ASKS_SECOND,
    AWAY,
    BASIC_DEPOTS,
    BOARD_SIZE,
    BOARDS,
    BOX,
    CARD,
    CARDS_TO_END,
    CHANCE,
    COLOUR,
    COLOUR_OF,
    CONVERTS,
    COST,
    CROSS,
    DECKS,
    DEPOT,
    DEPOTS,
    DISCOUNT,
    DISCOUNTS,
    FAITH,
    FIRST,
    FIRST_LEADER,
    HAND,
    HAND_SIZE,
    HEIGHT,
    HELD,
    KEPT,
    KINDS,
    LAST,
    LAST_SPACE_OF_TRACK,
    LEADER_ABILITY,
    LEADER_KIND,
    LEADER_POINTS,
    LEFT,
    LEVEL_OF,
    LINE_LENGTH,
    LINE_START,
    LINE_STEP,
    LOST,
    MARBLE,
    MARKET,
    NONE,
    OVER,
    OWNED,
    POINTS_OF,
    POWER,
    PRODUCES,
    REPORTS,
    ROOM,
    SCORE,
    SEATS,
    SECOND,
    SECTION_COUNT,
    SECTION_FIRST,
    SECTION_POINTS,
    SECTION_POPE,
    SHELTERS,
    SLIDE,
    SUPPLY,
    TILE,
    TOKENS,
    TOKENS_LEFT,
    TRACK,
    TURN,
    WON,
    Cells,
)
from ludoteca.games.chance import LOW_32_BITS, MULTIPLIER

LAST_TOKEN_OF_COLOURS = 4
RESHUFFLE = 7
TOKEN_COUNT = 7
RESOURCES_A_POINT = 5
DECK_COUNT = 12


def below(table: Cells, n: int) -> int:
    """Draw an integer from 0 to n - 1 with the table's generator."""
    chance = table[CHANCE]
    chance = MULTIPLIER * (chance & LOW_32_BITS) + (chance >> 32)
    table[CHANCE] = chance
    return (chance & LOW_32_BITS) * n >> 32


def score(table: Cells, board: int) -> int:
    total = table[board + SCORE] + TRACK[table[board + FAITH]]
    for section in range(SECTION_COUNT):
        if table[board + TILE + section] == KEPT:
            total += SECTION_POINTS[section]
    return total + supply(table, board) // RESOURCES_A_POINT


def supply(table: Cells, board: int) -> int:
    at = board + SUPPLY
    return table[at] + table[at + 1] + table[at + 2] + table[at + 3]


def gain_faith(table: Cells, board: int, steps: int) -> None:
    """Move a marker; then check for reports and the end of the game."""
    if steps:
        table[board + FAITH] = min(LAST_SPACE_OF_TRACK, table[board + FAITH] + steps)
        report(table)


def others_gain_faith(table: Cells, board: int) -> None:
    """Move all other markers, or Lorenzo's cross in a solo game, by one space."""
    if table[SEATS] == 1:
        table[CROSS] = min(LAST_SPACE_OF_TRACK, table[CROSS] + 1)
    for seat in range(table[SEATS]):
        other = BOARDS + BOARD_SIZE * seat
        if other != board:
            table[other + FAITH] = min(LAST_SPACE_OF_TRACK, table[other + FAITH] + 1)
    report(table)


def report(table: Cells) -> None:
    """Hold any Vatican reports that are due, then check for the end of the game."""
    ahead = table[CROSS]
    for seat in range(table[SEATS]):
        ahead = max(ahead, table[BOARDS + BOARD_SIZE * seat + FAITH])
    while table[REPORTS] < SECTION_COUNT and ahead >= SECTION_POPE[table[REPORTS]]:
        section = table[REPORTS]
        for seat in range(table[SEATS]):
            board = BOARDS + BOARD_SIZE * seat
            inside = table[board + FAITH] >= SECTION_FIRST[section]
            table[board + TILE + section] = KEPT if inside else LOST
        table[REPORTS] = section + 1
    look_for_the_end(table)


def look_for_the_end(table: Cells) -> None:
    """Begin the last round if a board meets the end condition; a solo game ends immediately."""
    reached = False
    for seat in range(table[SEATS]):
        board = BOARDS + BOARD_SIZE * seat
        if table[board + OWNED] >= CARDS_TO_END or table[board + FAITH] == LAST_SPACE_OF_TRACK:
            reached = True
    if table[SEATS] > 1:
        if reached:
            table[LAST] = 1
    elif not table[OVER]:
        if reached:
            table[OVER] = table[WON] = 1
        elif table[CROSS] == LAST_SPACE_OF_TRACK:
            table[OVER] = 1
        for colour in range(KINDS):
            at = LEFT + 3 * colour
            if not table[at] + table[at + 1] + table[at + 2]:
                table[OVER] = 1


def push(table: Cells, line: int) -> None:
    """Push the marble on the slide into a line of the market."""
    at, step = MARKET + LINE_START[line], LINE_STEP[line]
    out = table[at]
    for _ in range(LINE_LENGTH[line] - 1):
        table[at] = table[at + step]
        at += step
    table[at] = table[SLIDE]
    table[SLIDE] = out


def pay(table: Cells, board: int, kind: int, count: int) -> None:
    """Pay from the depots, basic ones first, then from the strongbox."""
    table[board + SUPPLY + kind] -= count
    for depot in range(table[board + DEPOTS]):
        if count and table[board + DEPOT + depot] == kind:
            taken = min(count, table[board + HELD + depot])
            table[board + HELD + depot] -= taken
            count -= taken
            if depot < BASIC_DEPOTS and not table[board + HELD + depot]:
                table[board + DEPOT + depot] = NONE
    table[board + BOX + kind] -= count


def store(table: Cells, board: int, kind: int, depot: int, count: int) -> None:
    table[board + DEPOT + depot] = kind
    table[board + HELD + depot] += count
    table[board + SUPPLY + kind] += count


def room_in(table: Cells, board: int, kind: int, depot: int) -> int:
    """Return how many more of a resource fit into a depot that is assigned to it."""
    if table[board + DEPOT + depot] != kind:
        return 0
    return ROOM[depot] - table[board + HELD + depot]


def top(table: Cells, deck: int) -> int:
    """Return the top card of a deck, or 0 if the deck is empty."""
    left = table[LEFT + deck]
    return table[DECKS + 4 * deck + 4 - left] if left else 0


def price(table: Cells, board: int, card: int, kind: int) -> int:
    """Return the number of a resource that a card costs this board."""
    cost = COST[KINDS * card + kind]
    return max(0, cost - table[board + DISCOUNT + kind]) if cost else 0


def affords(table: Cells, board: int, card: int) -> bool:
    for kind in range(KINDS):
        if price(table, board, card, kind) > table[board + SUPPLY + kind]:
            return False
    return True


def buy(table: Cells, board: int, deck: int, slot: int) -> None:
    card = top(table, deck)
    for kind in range(KINDS):
        pay(table, board, kind, price(table, board, card, kind))
    table[LEFT + deck] -= 1
    add_card(table, board, card, slot)
    look_for_the_end(table)


def add_card(table: Cells, board: int, card: int, slot: int) -> None:
    level = table[board + HEIGHT + slot]
    table[board + CARD + 3 * slot + level] = card
    table[board + HEIGHT + slot] = level + 1
    table[board + COLOUR + COLOUR_OF[card]] += 1
    if LEVEL_OF[card] == 2:
        table[board + SECOND + COLOUR_OF[card]] += 1
    table[board + OWNED] += 1
    table[board + SCORE] += POINTS_OF[card]


def producer(table: Cells, board: int, slot: int) -> int:
    """Return the top card of a slot, or 0 if the slot is empty."""
    height = table[board + HEIGHT + slot]
    return table[board + CARD + 3 * slot + height - 1] if height else 0


def make(table: Cells, board: int, kind: int, count: int) -> None:
    """Put produced resources into the strongbox."""
    table[board + BOX + kind] += count
    table[board + SUPPLY + kind] += count


def is_met(table: Cells, board: int, leader: int) -> bool:
    """Return whether a board meets a leader's requirement."""
    for kind in range(KINDS):
        at = KINDS * leader + kind
        if table[board + SUPPLY + kind] < ASKS_GOODS[at]:
            return False
        if table[board + COLOUR + kind] < ASKS_COLOUR[at]:
            return False
        if table[board + SECOND + kind] < ASKS_SECOND[at]:
            return False
    return True


def play_leaders(table: Cells, board: int) -> None:
    """Play every leader in hand that can be played."""
    for place in range(HAND_SIZE):
        number = table[board + HAND + place]
        if number and is_met(table, board, number - FIRST_LEADER):
            table[board + HAND + place] = 0
            add_leader(table, board, number - FIRST_LEADER)


def add_leader(table: Cells, board: int, leader: int) -> None:
    """Add the points and the ability of a leader."""
    ability, kind = LEADER_ABILITY[leader], LEADER_KIND[leader]
    table[board + SCORE] += LEADER_POINTS[leader]
    if ability == DISCOUNTS:
        table[board + DISCOUNT + kind] += 1
    elif ability == SHELTERS:
        depot = table[board + DEPOTS]
        table[board + DEPOT + depot] = kind
        table[board + HELD + depot] = 0
        table[board + DEPOTS] = depot + 1
    elif ability == CONVERTS:
        second = table[board + MARBLE] != NONE
        table[board + MARBLE + second] = kind
    elif ability == PRODUCES:
        second = table[board + POWER] != NONE
        table[board + POWER + second] = kind


def end_turn(table: Cells) -> None:
    """Pass the turn, skipping absent seats."""
    while True:
        if table[SEATS] == 1:
            lorenzo(table)
        elif table[LAST] and (table[TURN] + 1) % table[SEATS] == table[FIRST]:
            table[OVER] = 1
        if table[OVER]:
            return
        table[TURN] = (table[TURN] + 1) % table[SEATS]
        if table[SEATS] == 1 or not table[BOARDS + BOARD_SIZE * table[TURN] + AWAY]:
            return


def lorenzo(table: Cells) -> None:
    """Draw one of Lorenzo's tokens and apply it."""
    token = table[TOKENS + TOKEN_COUNT - table[TOKENS_LEFT]]
    table[TOKENS_LEFT] -= 1
    if token <= LAST_TOKEN_OF_COLOURS:
        for _ in range(2):
            remove_card(table, token - 1)
        return
    table[CROSS] = min(LAST_SPACE_OF_TRACK, table[CROSS] + (1 if token == RESHUFFLE else 2))
    report(table)
    if token == RESHUFFLE and not table[OVER]:
        shuffle_tokens(table)


def shuffle_tokens(table: Cells) -> None:
    for place in range(TOKEN_COUNT):
        table[TOKENS + place] = place + 1
    for place in range(TOKEN_COUNT - 1, 0, -1):
        other = below(table, place + 1)
        token = table[TOKENS + place]
        table[TOKENS + place] = table[TOKENS + other]
        table[TOKENS + other] = token
    table[TOKENS_LEFT] = TOKEN_COUNT


def remove_card(table: Cells, colour: int) -> None:
    """Remove the lowest card of a colour."""
    for level in range(3):
        at = LEFT + 3 * colour + level
        if table[at]:
            if not table[OVER]:
                table[at] -= 1
                look_for_the_end(table)
            return
