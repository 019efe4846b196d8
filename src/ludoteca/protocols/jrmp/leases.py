"""Which of our objects are held, by whom and until when.

A lease belongs to a program: it renews everything that it holds with one word, which lists
nothing (Java's `dirty` with an empty array, at half the time that it was granted).
"""

from collections.abc import Iterable
from typing import NamedTuple

from ludoteca.protocols.jrmp.dgc import VmId

MOST_HOLDERS = 16
"""How many programs may hold one object; a client is one, and one more by mistake."""


class _Hold(NamedTuple):
    """One object in the hands of one program."""

    number: int
    """The number of the last word that listed it."""
    until: float
    lapsed: bool = False
    """Whether it was not renewed in time; the next renewal takes it up again."""


class Leases:
    """Every object that programs may hold, and those that do."""

    def __init__(self, term: float) -> None:
        """A lease lasts so many seconds, unless less is asked for."""
        self.term = term
        self._held: dict[bytes, dict[VmId, _Hold]] = {}
        """For each object its holders."""
        self._of: dict[VmId, set[bytes]] = {}
        """For each holder its objects."""
        self._free: dict[bytes, float] = {}
        """Since when no program has held an object."""

    def add(self, id_: bytes, now: float) -> None:
        """An object can be held from now on."""
        self._held[id_] = {}
        self._free[id_] = now

    def remove(self, id_: bytes) -> None:
        """An object is no more."""
        for holder in list(self._held.get(id_, ())):
            self._drop(id_, holder)
        self._held.pop(id_, None)
        self._free.pop(id_, None)

    def use(self, id_: bytes, now: float) -> None:
        """An object is called: a program has it, whether it says so or not."""
        if id_ in self._free:
            self._free[id_] = now

    def hold(
        self, ids: Iterable[bytes], holder: VmId, number: int, seconds: float, now: float
    ) -> float:
        """Renew all that a program holds, and add these; for how many seconds it may."""
        granted = min(max(seconds, 0.0), self.term)
        for id_ in self._of.get(holder, ()):
            held = self._held[id_][holder]
            self._keep(id_, holder, held.number, max(held.until, now + granted))
        for id_ in ids:
            holders = self._held.get(id_)
            if holders is None:
                continue
            if holder in holders:
                listed = max(holders[holder].number, number)
                self._keep(id_, holder, listed, holders[holder].until)
            elif self._has_room(id_):
                self._keep(id_, holder, number, now + granted)
        return granted

    def _keep(self, id_: bytes, holder: VmId, number: int, until: float) -> None:
        self._held[id_][holder] = _Hold(number, until)
        self._of.setdefault(holder, set()).add(id_)
        self._free.pop(id_, None)

    def _has_room(self, id_: bytes) -> bool:
        """Whether one more program may hold an object; one whose lease has lapsed makes room."""
        holders = self._held[id_]
        if len(holders) < MOST_HOLDERS:
            return True
        lapsed = next((holder for holder, held in holders.items() if held.lapsed), None)
        if lapsed is not None:
            self._drop(id_, lapsed)
        return lapsed is not None

    def let_go(self, ids: Iterable[bytes], holder: VmId, number: int, now: float) -> None:
        """A program does not hold these any more; a word that was overtaken does not count."""
        for id_ in ids:
            held = self._held.get(id_, {}).get(holder)
            if held and held.number < number:
                self._drop(id_, holder)
                if not self.is_held(id_):
                    self._free[id_] = now

    def _drop(self, id_: bytes, holder: VmId) -> None:
        del self._held[id_][holder]
        self._of[holder].discard(id_)
        if not self._of[holder]:
            del self._of[holder]

    def is_held(self, id_: bytes) -> bool:
        """Whether any program holds an object."""
        return any(not held.lapsed for held in self._held.get(id_, {}).values())

    def expire(self, now: float) -> int:
        """Let go whatever was not held anew in time; how many leases that were."""
        count = 0
        for id_, holders in self._held.items():
            late = [who for who, held in holders.items() if held.until <= now and not held.lapsed]
            for holder in late:
                holders[holder] = holders[holder]._replace(lapsed=True)
            if late and not self.is_held(id_):
                self._free[id_] = now
            count += len(late)
        return count

    def abandoned(self, since: float) -> list[bytes]:
        """The objects that no program has held or called since then."""
        return [id_ for id_, free in self._free.items() if free <= since]
