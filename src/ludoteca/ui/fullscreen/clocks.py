"""The time that the seats of a table have left, as it runs."""

import time
from collections.abc import Sequence

from ludoteca.ui.draw import clock


class Clocks:
    """What was told last, and when."""

    def __init__(self) -> None:
        self._left: tuple[int, ...] = ()
        self._running: tuple[int, ...] = ()
        self._since = 0.0

    def set(self, left: Sequence[int], running: Sequence[int]) -> None:
        """Milliseconds of each seat from now on; nothing changes if none are told."""
        if left:
            self._left, self._running, self._since = tuple(left), tuple(running), time.monotonic()

    def run(self, seats: Sequence[int]) -> None:
        """The clocks of these seats run."""
        self._running = tuple(seats)

    def shown(self, names: Sequence[str]) -> str:
        """The time of all seats; nothing where there are no clocks."""
        passed = time.monotonic() - self._since
        return "".join(
            f" · {name} {clock(left / 1000 - passed * (seat in self._running))}"
            for seat, (name, left) in enumerate(zip(names, self._left, strict=False))
        )
