"""What bots are called: chosen purely, from names that nobody known has."""

from collections.abc import Callable, Sequence
from itertools import chain, count, islice
from typing import NamedTuple

from ludoteca.core.tables.table import Table
from ludoteca.games import Seat
from ludoteca.messages import BOT_NAMES, BotSpeed, SeatTaken, key

STEP = 3
"""How many names further the bots of the next table begin, so that they are not always the same."""


def numbered(again: int, names: Sequence[str] = BOT_NAMES) -> Sequence[str]:
    """The names for bots where players have all names that were numbered less often."""
    return [f"{name}{again + 1}" for name in names] if again else names


def free_names(number: int, is_known: Callable[[str], bool]) -> tuple[str, ...]:
    """Names for the bots of a table, those to be taken first in front; none of a known person."""
    first = (number - 1) * STEP % len(BOT_NAMES)
    turned = (*BOT_NAMES[first:], *BOT_NAMES[:first])
    # Journals of old may know people by all of these names.
    names = chain.from_iterable(numbered(again, turned) for again in count())
    return tuple(islice((name for name in names if not is_known(name)), len(BOT_NAMES)))


class NewBot(NamedTuple):
    """A bot that is to sit down: its kind, the names it may have, the best in front, its speed."""

    kind: str
    names: Sequence[str]
    speed: BotSpeed = BotSpeed.QUICK

    def seated(self, table: Table, seat: Seat) -> SeatTaken:
        """The record that it has sat down on a seat."""
        return SeatTaken(seat, self.name_at(table), self.kind, speed=self.speed)

    def name_at(self, table: Table) -> str:
        """A name that nobody at the table has, nor its first letter, if that can be."""
        taken = {key(holder.name) for holder in table.holders if holder}
        letters = {name[0] for name in taken}
        free = [name for name in self.names if key(name) not in taken]
        return next((name for name in free if key(name)[0] not in letters), free[0])
