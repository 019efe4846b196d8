"""Who plays, under the names that the client was told: they never change during a game."""

from collections.abc import Sequence

from ludoteca.games import Seat
from ludoteca.messages import HolderInfo, key
from ludoteca.wire.requests import texts


class Players:
    """The seats of a table: who holds them, who is here, and what the client calls them."""

    def __init__(self, seats: Sequence[HolderInfo | None], seat: Seat | None, name: str) -> None:
        self._holders = [holder.name if holder else "" for holder in seats]
        if seat is not None:
            self._holders[seat] = name  # to the letter as the client knows it
        self._away = {key(holder.name) for holder in seats if holder and not holder.here}
        self._away.discard(key(name))
        self._fixed: tuple[str, ...] = ()

    @property
    def told(self) -> tuple[str, ...]:
        """What the client calls each seat."""
        return self._fixed or tuple(
            name or texts.seat(seat) for seat, name in enumerate(self._holders)
        )

    def fix(self) -> None:
        """From now on the client calls everybody what they are called now."""
        self._fixed = self.told

    @property
    def here(self) -> tuple[str, ...]:
        """Who sits at the table and is here."""
        return tuple(name for name in self._holders if name and key(name) not in self._away)

    @property
    def awaited(self) -> tuple[str, ...]:
        """Who is away at a table where every seat is taken."""
        full = all(self._holders)
        return tuple(name for name in self._holders if full and key(name) in self._away)

    def sit(self, seat: Seat, name: str) -> None:
        """Somebody sits down; in a running game, under the name that the client knows."""
        self._holders[seat] = name
        self._away.discard(key(name))

    def free(self, seat: Seat) -> str:
        """Somebody stands up; their name."""
        name, self._holders[seat] = self._holders[seat], ""
        self._away.discard(key(name))
        return name

    def resize(self, seats: int) -> None:
        """There are more or fewer seats; who sits moves up."""
        sitting = [name for name in self._holders if name]
        self._holders = [*sitting, *[""] * (seats - len(sitting))]

    def present(self, name: str, *, here: bool) -> None:
        """Somebody drops, or comes back."""
        (self._away.discard if here else self._away.add)(key(name))

    def called(self, name: str) -> str:
        """What the client calls somebody."""
        for holder, told in zip(self._holders, self.told, strict=True):
            if key(holder) == key(name):
                return told
        return name

    def holder(self, told: str) -> str | None:
        """Who plays under a name that the client knows."""
        for holder, name in zip(self._holders, self.told, strict=True):
            if holder and key(told) in (key(name), key(holder)):
                return holder
        return None
