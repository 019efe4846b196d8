"""Masters of Renaissance as a flat list of integers: its layout, and the card tables.

Resources are numbered 0 to 3 in the order of the rules. The number 4 stands for no resource or a
white marble, and 5 for the red marble. If the `bots` extra is installed, the functions on such
lists are also compiled unchanged: tuples of integers become arrays, and no number exceeds 63 bits.
"""

from typing import TypeAlias

from ludoteca.games.renaissance.board import LAST_SPACE, SECTIONS, track_points
from ludoteca.games.renaissance.cards import CARDS, LEADERS, Ability, Colour
from ludoteca.games.renaissance.resources import LINES, RESOURCES, Marble, Way

Cells: TypeAlias = list[int]
Table: TypeAlias = tuple[int, ...]

KINDS = 4
NONE = WHITE = 4
RED = 5

# The table: the market row by row, then the slide, then the decks. The remaining cards of a deck
# are at the end of its four places, the top one first.
MARKET, SLIDE = 0, 12
DECKS = 13
LEFT = DECKS + 48
TOKENS = LEFT + 12
TOKENS_LEFT, CROSS, SEATS, FIRST, TURN, REPORTS, LAST, OVER, WON, CHANCE, ROUNDS = range(
    TOKENS + 7, TOKENS + 18
)
BOARDS = ROUNDS + 1

# A board, as offsets from its first cell.
DEPOT = 0  # resource in each of five depots; leader depots last
HELD = 5  # number of resources in each depot
BOX = 10
HEIGHT = 14  # number of cards in each of three slots
CARD = 17  # three places for each slot, from the bottom up
FAITH = 26
TILE = 27
HAND = 30
COLOUR = 34  # number of cards of each colour
SECOND = 38  # number of level 2 cards of each colour
OWNED = 42
SCORE = 43  # points of cards and leaders
DISCOUNT = 44
MARBLE = 48  # resources that two leaders make of white marbles
POWER = 50  # inputs of the productions of two leaders
SUPPLY = 52
AWAY = 56
DEPOTS = 57  # number of depots
BOARD_SIZE = 58
WEIGHTS = BOARDS + 4 * BOARD_SIZE
"""Offset of the evaluation weights, after the boards."""

PENDING, KEPT, LOST = range(3)
HAND_SIZE = 4
BASIC_DEPOTS = 3
SLOTS = 3
ROOM = (1, 2, 3, 2, 2)
"""Capacity of each depot."""
CARDS_TO_END = 7
LAST_SPACE_OF_TRACK = LAST_SPACE

COLOURS = tuple(Colour)
ABILITIES = tuple(Ability)
DISCOUNTS, SHELTERS, CONVERTS, PRODUCES = range(4)
MARBLE_KINDS = (Marble.YELLOW, Marble.GREY, Marble.PURPLE, Marble.BLUE, Marble.WHITE, Marble.RED)

# Lines of the market: number of marbles, first cell, and step to the next cell.
LINE_LENGTH = tuple(4 if way == Way.ROW else 3 for way, _ in LINES)
LINE_START = tuple(4 * index if way == Way.ROW else index for way, index in LINES)
LINE_STEP = tuple(1 if way == Way.ROW else 4 for way, _ in LINES)
LINE_COUNT = len(LINES)

_cards = [None, *CARDS.values()]
COST = tuple(n for card in _cards for n in (card.cost if card else (0,) * KINDS))
PAYS = tuple(n for card in _cards for n in (card.pays if card else (0,) * KINDS))
MAKES = tuple(n for card in _cards for n in (card.makes if card else (0,) * KINDS))
BLESSES = tuple(card.faith if card else 0 for card in _cards)
POINTS_OF = tuple(card.points if card else 0 for card in _cards)
LEVEL_OF = tuple(card.level if card else 0 for card in _cards)
COLOUR_OF = tuple(COLOURS.index(card.colour) if card else 0 for card in _cards)

FIRST_LEADER = min(LEADERS)
_leaders = [LEADERS[number] for number in sorted(LEADERS)]
LEADER_POINTS = tuple(leader.points for leader in _leaders)
LEADER_ABILITY = tuple(ABILITIES.index(leader.ability) for leader in _leaders)
LEADER_KIND = tuple(RESOURCES.index(leader.resource) for leader in _leaders)
ASKS_GOODS = tuple(n for leader in _leaders for n in leader.goods)
ASKS_COLOUR = tuple(
    sum(w.count for w in leader.cards if w.colour == colour and w.level is None)
    for leader in _leaders
    for colour in COLOURS
)
ASKS_SECOND = tuple(
    sum(w.count for w in leader.cards if w.colour == colour and w.level == 2)
    for leader in _leaders
    for colour in COLOURS
)

TRACK = tuple(map(track_points, range(LAST_SPACE + 1)))
SECTION_FIRST = tuple(section.first for section in SECTIONS)
SECTION_POPE = tuple(section.pope for section in SECTIONS)
SECTION_POINTS = tuple(section.points for section in SECTIONS)
SECTION_COUNT = len(SECTIONS)

# Weights of the evaluation, in thousandths; times are in tenths of rounds. They were tuned by
# playing bots with different weights against each other, or against Lorenzo (see `docs/bots.md`).
NEAR_STEPS, HOPE_STEPS, SHORT_STEPS = 9, 5, 6
POINT, CARD_VALUE, TRACK_VALUE, TILE_SAFE, TILE_STEP, TILE_FAR = range(6)
ENGINE, BUSY_ENGINE, MAKING, PAYING, BLESSING, SPARE, SECOND_TARGET = range(6, 13)
EMPTY = 13  # by depot
SLACK, DISCARD, RIVALS, AHEAD = range(16, 20)
ABILITY = 20  # by ability
CARD_TIME, STEP_TIME, CROSS_TIME = range(24, 27)
NEAR = 27  # by resources missing
HOPE = NEAR + NEAR_STEPS  # by cards missing
SHORT = HOPE + HOPE_STEPS  # by resources missing
READY = SHORT + SHORT_STEPS
WEIGHT_COUNT = READY + 1

MATCH = (
    *(681, 375, 490, 950, 72, 1),
    *(292, 101, 273, 241, 469, 360, 146),
    *(401, 237, 173, 32, 400, 1252, 3479),
    *(846, 58, 683, 264),
    *(9, 1, 17),
    *(438, 193, 96, 76, 57, 68, 71, 61, 45),
    *(610, 348, 244, 178, 61),
    *(1489, 1434, 176, 253, 322, 210),
    821,
)
"""Weights for games against other players."""
ALONE = (
    *(186, 278, 1864, 3152, 496, 12),
    *(496, 26, 22, 199, 1894, 51, 305),
    *(256, 117, 84, 26, 578, 459, 2695),
    *(71, 38, 103, 359),
    *(33, 9, 4),
    *(495, 144, 90, 87, 55, 59, 81, 75, 56),
    *(1236, 563, 636, 139, 211),
    *(1156, 791, 1156, 264, 477, 274),
    347,
)
"""Weights for games against Lorenzo."""

TABLE_SIZE = WEIGHTS + WEIGHT_COUNT


def memory(size: int) -> Cells:
    """Return zeroed memory; the compiled version returns an array."""
    return [0] * size


def copy(into: Cells, source: Cells) -> None:
    """Copy a table; the compiled version is a loop."""
    into[:] = source
