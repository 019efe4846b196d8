"""Which of our objects are held, by whom and until when."""

from collections.abc import Iterable

from ludoteca.wire.jrmp.dgc import VmId

MOST_HOLDERS = 16
"""So many programs may hold one object; those of one client are one, and one more by mistake."""


class Leases:
    """Every object that somebody may hold, and those who do."""

    def __init__(self, term: float) -> None:
        """Nothing is held; a lease lasts so many seconds, unless less is asked for."""
        self.term = term
        self._held: dict[bytes, dict[VmId, tuple[int, float]]] = {}
        """For each object its holders: the number of their last word, and until when they hold."""
        self._free: dict[bytes, float] = {}
        """Since when an object is held by nobody."""

    def add(self, id_: bytes, now: float) -> None:
        """An object can be held from now on."""
        self._held[id_] = {}
        self._free[id_] = now

    def remove(self, id_: bytes) -> None:
        """An object is no more."""
        self._held.pop(id_, None)
        self._free.pop(id_, None)

    def use(self, id_: bytes, now: float) -> None:
        """An object is called: somebody has it, whether they say so or not."""
        if id_ in self._free:
            self._free[id_] = now

    def hold(
        self, ids: Iterable[bytes], holder: VmId, number: int, seconds: float, now: float
    ) -> float:
        """Somebody holds objects; for how many seconds they may."""
        granted = min(max(seconds, 0.0), self.term)
        for id_ in ids:
            holders = self._held.get(id_)
            if holders is None or (holder not in holders and len(holders) == MOST_HOLDERS):
                continue
            if holder not in holders or holders[holder][0] < number:
                holders[holder] = number, now + granted
                self._free.pop(id_, None)
        return granted

    def let_go(self, ids: Iterable[bytes], holder: VmId, number: int, now: float) -> None:
        """Somebody does not hold objects any more; a word that was overtaken does not count."""
        for id_ in ids:
            holders = self._held.get(id_, {})
            if holder in holders and holders[holder][0] < number:
                del holders[holder]
                if not holders:
                    self._free[id_] = now

    def is_held(self, id_: bytes) -> bool:
        """Whether anybody holds an object."""
        return bool(self._held.get(id_))

    def expire(self, now: float) -> int:
        """Let go whatever was not held anew in time; how many leases that were."""
        count = 0
        for id_, holders in self._held.items():
            late = [holder for holder, (_, until) in holders.items() if until <= now]
            for holder in late:
                del holders[holder]
            if late and not holders:
                self._free[id_] = now
            count += len(late)
        return count

    def abandoned(self, since: float) -> list[bytes]:
        """The objects that nobody has held or called since then."""
        return [id_ for id_, free in self._free.items() if free <= since]
