"""What a board of Masters of Renaissance may still become: cards, productions, leaders, faith."""

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
READY = 0.75
"""The part of its worth that a card has before it is bought."""
CHANCE_A_CARD = 0.6
"""How much of the hope for a leader is left for each card that it still asks for."""
CHANCE_A_RESOURCE = 0.8
"""The same for each resource."""
ABILITY = 2.0
"""What a leader is good for, besides its points."""


class Prospects:
    """What this board may become at this table."""

    def __init__(self, view: View, board: Board) -> None:
        """Look at the cards on offer that the board has a slot for."""
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

    def hope(self, number: int, board: Board | None = None) -> float:
        """What a leader in the hand may bring: less for everything that it still asks for."""
        if number not in LEADERS:
            return 0
        leader, board = LEADERS[number], board or self.board
        cards, supply = board.cards(), board.supply()
        missing = sum(
            max(
                0, w.count - sum(c.colour is w.colour and w.level in (None, c.level) for c in cards)
            )
            * (w.level or 1)
            for w in leader.cards
        )
        short = sum(max(0, asked - held) for asked, held in zip(leader.goods, supply, strict=True))
        met = not missing and not short
        if not self.rounds and not met:
            return 0
        worth = leader.points + ABILITY
        return worth * CHANCE_A_CARD**missing * CHANCE_A_RESOURCE**short

    def faith(self, space: int) -> float:
        """What a place on the faith track is worth: its points, and pope tiles it comes near."""
        space = min(space, LAST_SPACE)
        below, above = track_points(space - space % 3), track_points(space - space % 3 + 3)
        total = below + (above - below) * (space % 3) / 3
        for section, tile in zip(SECTIONS, self.board.tiles, strict=True):
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
