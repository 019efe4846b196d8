"""The state of a match that deployed programs keep, built from differences alone.

A difference that does not fit is an error: a negative deposit, a card that is not on display, an
unknown name.
"""

from collections import Counter
from itertools import pairwise
from typing import Any

from ludoteca.protocols.commands import Word
from ludoteca.protocols.commands.words import (
    CardPurchase,
    Container,
    Deposit,
    Faith,
    Favours,
    GameSetup,
    LeaderHand,
    Lorenzo,
    MarketLine,
    Numbered,
    Replaced,
    Scores,
    Slot,
    Stored,
)

SIZES = (1, 2, 3)


class Board:
    """The board of one player, as a program draws it."""

    def __init__(self) -> None:
        self.deposits: list[tuple[str | None, int]] = [(None, 0)] * 3
        self.sizes = [*SIZES]
        self.vault: Counter[str] = Counter()
        self.slots: list[list[int]] = [[], [], []]
        self.leaders: list[int] = []
        self.productions = 0
        self.faith = 0
        self.favours = 0

    def held(self) -> Counter[str]:
        total = Counter(self.vault)
        for resource, count in self.deposits:
            if resource:
                total[resource] += count
        return total

    def store(self, place: int, change: Container, *, added: bool) -> None:
        resource, count = self.deposits[place]
        if not change.qty:
            return
        assert resource in (None, change.resource)
        count += change.qty if added else -change.qty
        assert 0 <= count <= self.sizes[place]
        kept = change.resource if count or place >= len(SIZES) else None
        self.deposits[place] = (kept, count)

    def bank(self, change: Container, *, added: bool) -> None:
        assert change.resource
        self.vault[change.resource] += change.qty if added else -change.qty
        assert self.vault[change.resource] >= 0


class Picture:
    """The state of a match as one program sees it."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.boards: dict[str, Board] = {}
        self.grid: list[int] = []
        self.market: list[str] = []
        self.hand: list[int] = []
        self.scores: Scores | None = None
        self.over = False

    def draw(self, heard: Word) -> None:  # noqa: C901 - one case a word
        """Apply a word to the state."""
        if board := self.boards.get(heard.sender or ""):
            self._draw_on(board, heard)
        match heard:
            case GameSetup(grid=grid, names=names, market=market):
                assert self.name in names
                self.boards = {name: Board() for name in names}
                self.grid = list(grid)
                self.market = [str(marble.resource) for marble in market]
                assert (len(self.grid), len(self.market)) == (12, 13)
            case LeaderHand(cards=cards):
                self.hand = list(cards)
            case Numbered(command="DISCARD_OK", id=card):
                assert heard.sender == self.name
                self.hand.remove(card or 0)
            case Replaced(old=old, new=new):
                self.grid[self.grid.index(old)] = new
            case Favours(favours=favours):
                for one, points in zip(self.boards.values(), favours, strict=True):
                    one.favours += points
            case Lorenzo(action=action, colour=colour):
                assert (colour is not None) == (action <= 4)
            case Scores():
                self.scores = heard
            case Word(command="END_GAME"):
                self.over = True

    def _draw_on(self, board: Board, heard: Word) -> None:  # noqa: C901 - the same
        match heard:
            case Numbered(command="ACTIVATE_OK", id=card):
                board.leaders.append(card or 0)
                if heard.sender == self.name:
                    self.hand.remove(card or 0)
            case Stored(command="NOTIFY_DEPOSIT_UPDATE", container=change, place=place):
                assert change is not None
                board.store((place or 0) - 1, change, added=bool(heard.added))
            case Stored(command="NOTIFY_VAULT_UPDATE", container=change):
                assert change is not None
                board.bank(change, added=bool(heard.added))
            case CardPurchase(command="BUY_OK", card=card, slot=slot):
                board.slots[(slot or 0) - 1].append(card or 0)
            case Deposit(slots=slots, resource=resource):
                board.deposits.append((resource, 0))
                board.sizes.append(slots)
            case Slot():
                board.productions += 1
            case MarketLine(selection=way, num=num):
                self._push(str(way), (num or 0) - 1)
            case Faith(command="NOTIFY_FAITHPATH_CURRENT", qty=steps):
                board.faith = min(24, board.faith + steps)
            case Faith(qty=steps):
                for other in self.boards.values():
                    other.faith = min(24, other.faith + steps * (other is not board))

    def _push(self, way: str, index: int) -> None:
        """Push the extra marble into the market, which is held column by column."""
        cells = range(3 * index, 3 * index + 3) if way == "COLUMN" else range(index, 12, 3)
        line = [*cells, 12]
        first = self.market[line[0]]
        for here, there in pairwise(line):
            self.market[here] = self.market[there]
        self.market[12] = first

    def sketch(self) -> dict[str, Any]:
        """Return the boards in a form that can be compared."""
        return {
            name: (
                [(r if n else None, n) for r, n in board.deposits],
                +board.vault,
                board.slots,
                board.leaders,
                board.faith,
                board.favours,
            )
            for name, board in self.boards.items()
        }
