"""Distributed garbage collection: which programs hold which objects, and until when.

A lease belongs to a program. It renews everything that it holds with one word, which lists nothing
(Java's `dirty` with an empty array, at half the time that it was granted).
"""

from collections.abc import Iterable
from struct import Struct as Packing
from typing import Any, NamedTuple

from msgspec import Struct

from ludoteca.protocols.contract import UnreadableError
from ludoteca.protocols.javastream import ClassDesc, Classes, Content, Field, from_java, to_java
from ludoteca.protocols.jrmp.methods import Interface, JavaType

_ID = Packing(">qiqh")
DGC_ID = _ID.pack(2, 0, 0, 0)


class Uid(Struct, frozen=True):
    """An id that is unique on one machine."""

    count: int
    time: int
    unique: int


class ObjectId(Struct, frozen=True, rename="camel"):
    """The id of an object, as an object."""

    obj_num: int
    space: Uid


class VmId(Struct, frozen=True):
    """One running program, which may hold objects."""

    addr: bytes
    uid: Uid


class Lease(Struct, frozen=True):
    """For how many milliseconds a program holds objects."""

    value: int
    vmid: VmId | None


def _desc(name: str, uid: int, *fields: Field) -> ClassDesc:
    return ClassDesc(f"java.rmi.{name}", uid, fields=fields)


_CLASSES = Classes(
    {
        Uid: _desc(
            "server.UID", 1086053664494604050, Field("S", "count"), Field("J", "time"),
            Field("I", "unique"),
        ),
        ObjectId: _desc(
            "server.ObjID", -6386392263968365220, Field("J", "objNum"),
            Field("Ljava/rmi/server/UID;", "space"),
        ),
        VmId: _desc(
            "dgc.VMID", -538642295484486218, Field("[B", "addr"),
            Field("Ljava/rmi/server/UID;", "uid"),
        ),
        Lease: _desc(
            "dgc.Lease", -5713411624328831948, Field("J", "value"),
            Field("Ljava/rmi/dgc/VMID;", "vmid"),
        ),
    },
    {},
)  # fmt: skip
_IDS = "[Ljava/rmi/server/ObjID;"


def _kind(struct: type[Struct]) -> JavaType:
    def read(value: Content) -> Any:
        thing = from_java(_CLASSES, value)
        if not isinstance(thing, struct):
            raise UnreadableError(f"Where a {struct.__name__} should be, there is something else.")
        return thing

    return JavaType(read, lambda thing: to_java(_CLASSES, thing))


def _read_ids(value: Content) -> list[bytes]:
    ids = from_java(_CLASSES, value)
    if not isinstance(ids, list) or not all(isinstance(each, ObjectId) for each in ids):
        raise UnreadableError("Where the ids of objects should be, there is something else.")
    return [_packed(each) for each in ids]


def _packed(each: ObjectId) -> bytes:
    return _ID.pack(each.obj_num, each.space.unique, each.space.time, each.space.count)


def _unpacked(id_: bytes) -> ObjectId:
    number, unique, time, count = _ID.unpack(id_)
    return ObjectId(number, Uid(count, time, unique))


DGC = Interface(
    "java.rmi.dgc.DGC",
    f"""\
clean ({_IDS}JLjava/rmi/dgc/VMID;Z)V
dirty ({_IDS}JLjava/rmi/dgc/Lease;)Ljava/rmi/dgc/Lease;""",
    {
        _IDS: JavaType(_read_ids, lambda ids: to_java(_CLASSES, [*map(_unpacked, ids)], _IDS)),
        "Ljava/rmi/dgc/VMID;": _kind(VmId),
        "Ljava/rmi/dgc/Lease;": _kind(Lease),
    },
    counted=-669196253586618813,
)


# Our objects and their holders

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
        """Forget an unexported object."""
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
        """Let leases expire that were not renewed in time; return how many."""
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
