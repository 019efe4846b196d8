"""What a seat sees, as a table of integers; what is hidden from it, drawn by chance."""

from collections.abc import Iterator, Sequence
from functools import cache

from ludoteca.bots.shelfie.tables import AWAY, SIZE, encoded
from ludoteca.games import Chance, Seat
from ludoteca.games.dice import seeded
from ludoteca.games.shelfie import PERSONAL_GOALS, TOKENS, TakeTiles, View, kind_of
from ludoteca.games.shelfie import bitboard as at
from ludoteca.games.shelfie.bitshelf import (
    ALL,
    FEWEST_TILES,
    SHELF_SIZE,
    WANTED,
    Ints,
    bit_on_shelf,
    rule_bits,
)
from ludoteca.games.shelfie.board import CELLS, bit_of, line_of
from ludoteca.games.shelfie.tiles import KINDS, Tile

_PLACE = {kind: place for place, kind in enumerate(KINDS)}


def table_of(view: View, seat: Seat) -> Ints:
    """The table as a seat sees it, before its move: personal goals of others are 0."""
    table, seats = [0] * SIZE, len(view.seats)
    table[at.BAG], table[at.SEATS], table[at.RULES] = at.WHOLE_BAG, seats, rule_bits(view.rules)
    table[at.FIRST], table[at.TURN], table[at.TURNS] = view.first, seat, view.turns
    table[at.FINISHER] = at.NOBODY
    for cell in CELLS[seats]:
        tile = view.board[cell.row][cell.column]
        if tile is not None:
            table[at.BOARD] |= 1 << bit_of(cell)
            table[bit_of(cell)] = _draw(table, tile)
    for place, (goal, left) in enumerate(view.common_goals.items()):
        table[at.COMMON + place] = goal
        table[at.TAKEN + place] = len(TOKENS[seats]) - len(left)
    for number, seen in enumerate(view.seats):
        table[AWAY] |= seen.away << number
        table[at.PERSONAL + number] = seen.goal or 0
        if seen.end_token:
            table[at.FINISHER] = number
        for place in range(2):
            goal = table[at.COMMON + place]
            got = seen.tokens.get(goal, 0)
            table[at.TOKENS + 4 * place + number] = got
            table[at.NEEDED + 4 * place + number] = FEWEST_TILES[0 if got else goal]
        shelf = at.SHELVES + SHELF_SIZE * number
        for row, tiles in enumerate(seen.shelf):
            for column, tile in enumerate(tiles):
                if tile is not None:
                    bit = bit_on_shelf(row, column)
                    table[shelf + _draw(table, tile)] |= bit
                    table[shelf + ALL] |= bit
    table[AWAY] &= ~(1 << seat)
    return table


def _draw(table: Ints, tile: Tile) -> int:
    """The kind of a tile, which is not in the bag."""
    kind = _PLACE[kind_of(tile)]
    table[at.BAG] += at.FROM_KIND[kind]
    return kind


def likely_goals(table: Ints, seat: int) -> list[int]:
    """How likely each personal goal is for a seat, by how well its shelf fits it; 0 is none."""
    shelf, weights = at.SHELVES + SHELF_SIZE * seat, [0]
    for goal in sorted(PERSONAL_GOALS):
        wanted = WANTED[ALL * (goal - 1) : ALL * goal]
        matches = sum(bool(table[shelf + kind] & cell) for kind, cell in enumerate(wanted))
        weights.append(0 if goal in known_goals(table) else 2**matches)
    return weights


def known_goals(table: Ints) -> Sequence[int]:
    """The personal goals that are seen."""
    return table[at.PERSONAL : at.PERSONAL + table[at.SEATS]]


def imagine(table: Ints, chance: Chance) -> Ints:
    """The table with what is hidden drawn: the goals of others, and the tiles to come."""
    imagined = table[:]
    imagined[at.LUCK] = seeded(chance.below(2**29))
    for seat in range(table[at.SEATS]):
        if not table[at.PERSONAL + seat]:
            weights = likely_goals(imagined, seat)
            place, goal = chance.below(sum(weights)), 0
            while place >= weights[goal]:
                place -= weights[goal]
                goal += 1
            imagined[at.PERSONAL + seat] = goal
    return imagined


def hands(table: Ints, chance: Chance) -> Iterator[tuple[Ints, int]]:
    """Tables with what is hidden drawn, each with its weight, for ever."""
    while True:
        yield imagine(table, chance), 1


def last_hands(table: Ints, chance: Chance) -> Iterator[tuple[Ints, int]]:
    """Tables as `hands` gives them, for the last round: each goal that one other can have, in turn.

    If nobody moves after this turn they come once, for nothing else is hidden that matters.
    """
    hidden = [seat for seat in range(table[at.SEATS]) if not table[at.PERSONAL + seat]]
    if len(hidden) != 1:
        yield from hands(table, chance)
        return
    weights = likely_goals(table, hidden[0])
    while True:
        for goal, weight in enumerate(weights):
            if weight:
                known = table[:]
                known[at.PERSONAL + hidden[0]] = goal
                yield imagine(known, chance), weight
        if (table[at.TURN] + 1) % table[at.SEATS] == table[at.FIRST]:
            return


@cache
def _code_of(cells: tuple[tuple[int, int], ...]) -> tuple[int, int]:
    """The first cell of a line and the way it is taken, as moves of tables have them."""
    bits = [bit_of(cell) for cell in line_of(cells)]
    first = min(bits)
    offsets = [bit - first for bit in bits]
    for way in range(6 * len(at.LENGTHS)):
        sort = way // 6
        known = at.OFFSETS[3 * way : 3 * way + at.LENGTHS[sort]]
        if way % 6 < at.ORDERS[sort] and list(known) == offsets:
            return first, way
    raise ValueError(f"{cells} are no line")


def code_of(move: TakeTiles) -> int:
    """A move as tables have it."""
    return encoded(*_code_of(move.cells), move.column)
