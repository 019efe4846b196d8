"""Distributed garbage collection: who still holds which objects, and for how long."""

from struct import Struct as Packing
from typing import Any

from msgspec import Struct

from ludoteca.protocols.dialect import UnreadableError
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
