"""What a board of Masters of Renaissance may still become: cards, productions, leaders, faith."""

from collections.abc import Sequence

from msgspec.structs import replace

from ludoteca.games.renaissance import CARDS, LEADERS, Board, Card, Goods, PopeTile, View
from ludoteca.games.renaissance.board import SLOTS
from ludoteca.games.renaissance.faith import LAST_SPACE, SECTIONS, track_points
from ludoteca.games.renaissance.state import CARDS_TO_END

ENGINE = 0.4
"""The part of a round in which a production runs."""
STEP = 0.8
"""A step of faith, against a resource."""
MISSING = 1.0
"""What a card is worth less for each resource that it still takes."""
SPARE = 0.3
"""A resource, whatever it may be good for."""
READY = 0.6
"""The part of its worth that a card has before it is bought."""
CARDS_MISSING = (1.0, 0.6, 0.36, 0.22)
"""The part of a leader that there is hope for, by the cards that it still asks for."""
RESOURCES_MISSING = (1.0, 0.8, 0.64, 0.51, 0.41, 0.33)
"""The same, by resources."""
ABILITY = 2.0
"""What a leader is good for, besides its points."""

_SMOOTH = [
    sum(track_points(space + step) for step in range(3)) / 3 for space in range(LAST_SPACE + 1)
]
"""The points of the faith track, so that a step between two of its scores counts as well."""


class Prospects:
    """What this board may become at this table."""

    def __init__(self, view: View, board: Board) -> None:
        most = max(sum(map(len, seen.slots)) for seen in view.seats)
        self.rounds = 0 if view.last_round else CARDS_TO_END - most
        self.board = board
        self.hopes = self._hopes(board)
        self.targets = [
            (READY * max(self.card(card, slot) for slot in slots), board.price(card))
            for card in (CARDS[deck.top] for deck in view.decks if deck.top)
            if self.rounds and (slots := [s for s in range(SLOTS) if board.accepts(s, card)])
        ]

    def goods(self, held: Goods) -> float:
        """What holding these goods is worth: the nearest good card, and something for the rest."""
        a, b, c, d = held
        best = 0.0
        for worth, (w, x, y, z) in self.targets:
            missing = (
                (w - a if w > a else 0)
                + (x - b if x > b else 0)
                + (y - c if y > c else 0)
                + (z - d if z > d else 0)
            )  # spelt out: this is asked for every production there is
            best = max(best, worth - MISSING * missing)
        return best + SPARE * (a + b + c + d)

    def card(self, card: Card, slot: int) -> float:
        """What it is worth to have a card in a slot."""
        under = self.board.slots[slot]
        more = yield_of(card) - (yield_of(CARDS[under[-1]]) if under else 0)
        hopes = self._hopes(with_card(self.board, card, slot)) - self.hopes
        return card.points + ENGINE * self.rounds * more + hopes

    def _hopes(self, board: Board) -> float:
        return sum(self.hope(number, board) for number in board.hand)

    def hope(self, number: int, board: Board) -> float:
        """What a leader in the hand may bring: less for everything that it still asks for."""
        if not self.rounds:
            return 0
        leader, cards = LEADERS[number], board.cards()
        short = sum(max(0, n) for n in leader.goods.minus(board.supply()))
        missing = 0
        for wanted in leader.cards:
            level = wanted.level or 1
            fitting = sum(c.colour is wanted.colour and c.level >= level for c in cards)
            missing += level * max(0, wanted.count - fitting)
        return (leader.points + ABILITY) * CARDS_MISSING[missing] * RESOURCES_MISSING[short]


def faith_value(space: int, tiles: Sequence[PopeTile]) -> float:
    """What a place on the track is worth: its points, and pope tiles as far as it is near them."""
    total = _SMOOTH[min(space, LAST_SPACE)]
    for section, tile in zip(SECTIONS, tiles, strict=True):
        if tile is PopeTile.PENDING:
            total += section.points * min(1, space / section.first)
    return total


def yield_of(card: Card) -> float:
    """What a production brings in each time, in resources."""
    return card.makes.total() - card.pays.total() + STEP * card.faith


def with_card(board: Board, card: Card, slot: int) -> Board:
    """The board with a card more."""
    slots = list(board.slots)
    slots[slot] = (*slots[slot], card.number)
    return replace(board, slots=tuple(slots))
