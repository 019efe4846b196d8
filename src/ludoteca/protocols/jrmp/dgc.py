"""Distributed garbage collection: the leases of client VMs on exported objects.

Leases belong to a VM. Halfway through the granted time, a Java VM renews all its leases with a
single `dirty` call with an empty array.
"""

from collections.abc import Iterable
from struct import Struct as Packing
from typing import NamedTuple

from msgspec import Struct

from ludoteca.protocols.contract import UnreadableError
from ludoteca.protocols.javastream import ClassDesc, Classes, Content, Field, from_java, to_java
from ludoteca.protocols.jrmp.objects import Interface, JavaType

_ID = Packing(">qiqh")
DGC_ID = _ID.pack(2, 0, 0, 0)


class Uid(Struct, frozen=True):
    """An identifier unique on one host."""

    count: int
    time: int
    unique: int


class ObjectId(Struct, frozen=True, rename="camel"):
    """Identifier of a remote object."""

    obj_num: int
    space: Uid


class VmId(Struct, frozen=True):
    """Identifier of a client's VM."""

    addr: bytes
    uid: Uid


class Lease(Struct, frozen=True):
    """A lease duration in milliseconds, and the VM it was granted to."""

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
    def read(value: Content) -> Struct:
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


# Exported objects and their holders

MOST_HOLDERS = 16
"""Maximum number of VMs that may hold one object. Usually a single client holds it."""


class _Hold(NamedTuple):
    """A VM's lease on an object."""

    number: int
    """Sequence number of the last call that listed the object."""
    until: float
    lapsed: bool = False
    """Whether the lease has expired; the VM's next renewal restores it."""


class Leases:
    """Exported objects and the VMs that hold them."""

    def __init__(self, term: float) -> None:
        """`term` is the longest lease granted, in seconds."""
        self.term = term
        self._holders: dict[bytes, dict[VmId, _Hold]] = {}
        self._objects: dict[VmId, set[bytes]] = {}
        self._free_since: dict[bytes, float] = {}
        """Time since which no VM has held or called an object."""

    def add(self, id_: bytes, now: float) -> None:
        """Register an exported object."""
        self._holders[id_] = {}
        self._free_since[id_] = now

    def remove(self, id_: bytes) -> None:
        """Forget an unexported object."""
        for holder in list(self._holders.get(id_, ())):
            self._drop(id_, holder)
        self._holders.pop(id_, None)
        self._free_since.pop(id_, None)

    def use(self, id_: bytes, now: float) -> None:
        """Record a call to an object: the caller has a reference even without a lease."""
        if id_ in self._free_since:
            self._free_since[id_] = now

    def hold(
        self, ids: Iterable[bytes], holder: VmId, number: int, seconds: float, now: float
    ) -> float:
        """Renew all leases of a VM and lease these objects to it; return the granted seconds."""
        granted = min(max(seconds, 0.0), self.term)
        for id_ in self._objects.get(holder, ()):
            held = self._holders[id_][holder]
            self._keep(id_, holder, held.number, max(held.until, now + granted))
        for id_ in ids:
            holders = self._holders.get(id_)
            if holders is None:
                continue
            if holder in holders:
                listed = max(holders[holder].number, number)
                self._keep(id_, holder, listed, holders[holder].until)
            elif self._has_room(id_):
                self._keep(id_, holder, number, now + granted)
        return granted

    def _keep(self, id_: bytes, holder: VmId, number: int, until: float) -> None:
        self._holders[id_][holder] = _Hold(number, until)
        self._objects.setdefault(holder, set()).add(id_)
        self._free_since.pop(id_, None)

    def _has_room(self, id_: bytes) -> bool:
        """Return whether one more VM may hold an object. Drop an expired lease if necessary."""
        holders = self._holders[id_]
        if len(holders) < MOST_HOLDERS:
            return True
        lapsed = next((holder for holder, held in holders.items() if held.lapsed), None)
        if lapsed is not None:
            self._drop(id_, lapsed)
        return lapsed is not None

    def let_go(self, ids: Iterable[bytes], holder: VmId, number: int, now: float) -> None:
        """Drop a VM's leases on these objects, except leases that a later call has renewed."""
        for id_ in ids:
            held = self._holders.get(id_, {}).get(holder)
            if held and held.number < number:
                self._drop(id_, holder)
                if not self.is_held(id_):
                    self._free_since[id_] = now

    def _drop(self, id_: bytes, holder: VmId) -> None:
        del self._holders[id_][holder]
        self._objects[holder].discard(id_)
        if not self._objects[holder]:
            del self._objects[holder]

    def is_held(self, id_: bytes) -> bool:
        """Return whether any VM holds an object."""
        return any(not held.lapsed for held in self._holders.get(id_, {}).values())

    def expire(self, now: float) -> int:
        """Expire leases that were not renewed in time; return their number."""
        count = 0
        for id_, holders in self._holders.items():
            late = [who for who, held in holders.items() if held.until <= now and not held.lapsed]
            for holder in late:
                holders[holder] = holders[holder]._replace(lapsed=True)
            if late and not self.is_held(id_):
                self._free_since[id_] = now
            count += len(late)
        return count

    def abandoned(self, since: float) -> list[bytes]:
        """Return the objects that no VM has held or called since this time."""
        return [id_ for id_, free in self._free_since.items() if free <= since]
