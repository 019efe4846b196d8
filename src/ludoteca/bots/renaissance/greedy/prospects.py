"""What a board of Masters of Renaissance may still become: cards, productions, leaders, faith."""

from collections.abc import Sequence
from math import exp

from msgspec.structs import replace

from ludoteca.games import Seat
from ludoteca.games.renaissance import (
    CARDS,
    LEADERS,
    Board,
    Card,
    Colour,
    Goods,
    PopeTile,
    View,
    points,
)
from ludoteca.games.renaissance.board import LAST_SPACE, SECTIONS, SLOTS, track_points
from ludoteca.games.renaissance.cards import DECKS
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


SURE, UNSURE = 3.0, 0.5
"""The lead in points that makes one seat e times as likely to win as another: in the last round,
and what comes to it for every card that is missing for it."""
STEEP, EVEN = 10.0, 0.1
"""How fast a lead over Lorenzo becomes a win, and the lead with which either may win."""
OF_A_COLOUR = 12


def chance(view: View, seat: Seat) -> float:
    """How likely a seat is to win, as far as the eyes behind the view can know."""
    if view.outcome:
        winners = view.outcome.winners
        return 1 / len(winners) if seat in winners else 0.0
    if len(view.seats) == 1:
        return 1 / (1 + exp(-STEEP * (_lead_over_lorenzo(view) - EVEN)))
    standing = [_standing(view, Seat(s)) for s in range(len(view.seats))]
    best, lead = max(standing), SURE + UNSURE * rounds_left(view)
    likely = [exp((each - best) / lead) for each in standing]
    return likely[seat] / sum(likely)


def rounds_left(view: View) -> int:
    """How many cards are missing for the last round."""
    most = max(sum(map(len, seen.slots)) for seen in view.seats)
    return 0 if view.last_round else CARDS_TO_END - most


def _standing(view: View, seat: Seat) -> float:
    """The points of a seat, the pope tiles that it comes near to, and what it still produces."""
    seen = view.seats[seat]
    earned = sum(point.amount for point in points(view, seat)) - track_points(seen.faith)
    engine = sum(yield_of(CARDS[slot[-1]]) for slot in seen.slots if slot)
    return earned + faith_value(seen.faith, seen.tiles) + ENGINE * rounds_left(view) * engine


def _lead_over_lorenzo(view: View) -> float:
    """How much nearer the seat is to its end of the game than Lorenzo to his."""
    own = view.seats[0]
    mine = max(sum(map(len, own.slots)) / CARDS_TO_END, own.faith / LAST_SPACE)
    left = dict.fromkeys(Colour, 0)
    for (colour, _), deck in zip(DECKS, view.decks, strict=True):
        left[colour] += deck.cards
    his = max(view.cross / LAST_SPACE, 1 - min(left.values()) / OF_A_COLOUR)
    return mine - his
