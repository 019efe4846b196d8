"""Chance that deals games of My Shelfie as they were recorded."""

from collections import deque
from collections.abc import Iterable, Mapping
from typing import Any

from ludoteca.games import Dice, shelfie
from ludoteca.games.shelfie.board import CELLS


class Rigged:
    """Chance that repeats what was recorded, and after that returns the first of everything."""

    def __init__(self) -> None:
        self.draws: deque[int] = deque()

    def below(self, n: int) -> int:
        return self.draws.popleft() % n if self.draws else 0

    def draw(self, pile: Iterable[Any], wanted: Iterable[Any]) -> None:
        left = list(pile)
        for thing in wanted:
            self.draws.append(left.index(thing))
            left.remove(thing)

    def fill(self, bag: Iterable[shelfie.Tile], kinds: Iterable[shelfie.Kind]) -> None:
        """Draw tiles of these kinds."""
        left = list(bag)
        for kind in kinds:
            place = next(i for i, tile in enumerate(left) if shelfie.kind_of(tile) is kind)
            self.draws.append(place)
            left.pop(place)

    def refill(
        self,
        state: shelfie.State,
        move: shelfie.TakeTiles,
        board: Mapping[shelfie.Cell, shelfie.Kind],
    ) -> None:
        """If this move refills the board, draw the tiles of the next board."""
        events = shelfie.play(state, state.turn, move, Dice(0))
        for event in events if isinstance(events, list) else ():
            if isinstance(event, shelfie.BoardFilled):
                empty = [cell for cell in CELLS[state.seats] if cell not in state.board]
                self.fill(state.bag, (board[cell] for cell in empty))
                return
            state = shelfie.apply(state, event)
