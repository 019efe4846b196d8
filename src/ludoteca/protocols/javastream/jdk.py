"""JDK classes that every table knows: boxes, lists, maps, arrays and enums."""

from collections.abc import Sequence
from hashlib import sha1

from ludoteca.protocols.contract import UnreadableError
from ludoteca.protocols.javastream.codes import I4, Flag
from ludoteca.protocols.javastream.values import ClassDesc, Content, Field, Object, Value
from ludoteca.protocols.utf import encode_utf

_WRITES = Flag.SERIALIZABLE | Flag.WRITES
_ENUM = Flag.SERIALIZABLE | Flag.ENUM
_PUBLIC_ARRAY = 0x411  # public final abstract


def _box(name: str, uid: int, code: str, parent: ClassDesc | None = None) -> ClassDesc:
    return ClassDesc(f"java.lang.{name}", uid, fields=(Field(code, "value"),), parent=parent)


NUMBER = ClassDesc("java.lang.Number", -8742448824652078965)
BOOLEAN = _box("Boolean", -3665804199014368530, "Z")
CHARACTER = _box("Character", 3786198910865385080, "C")
BYTE = _box("Byte", -7183698231559129828, "B", NUMBER)
SHORT = _box("Short", 7515723908773894738, "S", NUMBER)
INTEGER = _box("Integer", 1360826667806852920, "I", NUMBER)
LONG = _box("Long", 4290774380558885855, "J", NUMBER)
FLOAT = _box("Float", -2671257302660747028, "F", NUMBER)
DOUBLE = _box("Double", -9172774392245257468, "D", NUMBER)

ARRAY_LIST = ClassDesc("java.util.ArrayList", 8683452581122892189, _WRITES, (Field("I", "size"),))
LINKED_LIST = ClassDesc("java.util.LinkedList", 876323262645176354, _WRITES)
COLL_SER = ClassDesc("java.util.CollSer", 6309168927139932177, _WRITES, (Field("I", "tag"),))
HASH_MAP = ClassDesc(
    "java.util.HashMap",
    362498820763181265,
    _WRITES,
    (Field("F", "loadFactor"), Field("I", "threshold")),
)
LINKED_HASH_MAP = ClassDesc(
    "java.util.LinkedHashMap",
    3801124242820219131,
    fields=(Field("Z", "accessOrder"),),
    parent=HASH_MAP,
)
ENUM = ClassDesc("java.lang.Enum", 0, _ENUM)

BOXES = (BOOLEAN, CHARACTER, BYTE, SHORT, INTEGER, LONG, FLOAT, DOUBLE)
CLASSES = {
    desc.name: desc
    for desc in (*BOXES, ARRAY_LIST, LINKED_LIST, COLL_SER, HASH_MAP, LINKED_HASH_MAP)
}

_IMMUTABLE_MAP = 3
_IMMUTABLE = (1, _IMMUTABLE_MAP, 4)  # lists are 1, or 4 if they hold nulls


def enum_desc(name: str) -> ClassDesc:
    return ClassDesc(name, 0, _ENUM, parent=ENUM)


def array_desc(name: str) -> ClassDesc:
    """Return the class of an array of primitives or of a public class (`[[Ljava.lang.String;`)."""
    data = encode_utf(name)
    facts = len(data).to_bytes(2, "big") + data + I4.pack(_PUBLIC_ARRAY)
    digest = sha1(facts, usedforsecurity=False).digest()
    return ClassDesc(name, int.from_bytes(digest[:8], "little", signed=True))


def write_list(desc: ClassDesc, items: Sequence[Value]) -> Object:
    """Build an ArrayList or a LinkedList."""
    size = len(items)
    return Object(desc, [size] if desc.fields else [], [[I4.pack(size), *items]])


def write_map(desc: ClassDesc, pairs: Sequence[tuple[Value, Value]]) -> Object:
    """Build a HashMap or a LinkedHashMap, at most three quarters full as in Java."""
    buckets = 16
    while buckets * 3 // 4 < len(pairs):
        buckets *= 2
    content: list[Content] = [I4.pack(buckets) + I4.pack(len(pairs))]
    for pair in pairs:
        content += pair
    ordered = [False] if desc is LINKED_HASH_MAP else []
    return Object(desc, [0.75, buckets * 3 // 4, *ordered], [content])


def is_map(value: Object) -> bool:
    """Return whether a collection is a map, whose items alternate keys and values."""
    holders = value.desc.lineage
    if holders[0].name == COLL_SER.name:
        return value.fields[0] == _IMMUTABLE_MAP
    return holders[0].name == HASH_MAP.name


def read_items(value: Object) -> list[Content]:
    """Return the items of a collection; raise if their number is not the declared size."""
    holder, written = value.desc.lineage[0].name, value.annotations[0]
    block = written[0] if written else None
    if not isinstance(block, bytes) or len(block) != (8 if holder == HASH_MAP.name else 4):
        raise UnreadableError("A collection does not say how many items it has.")
    if holder == COLL_SER.name and value.fields[0] not in _IMMUTABLE:
        raise UnreadableError(f"No list or map has the tag {value.fields[0]}.")
    (size,) = I4.unpack(block[-4:])
    if holder == ARRAY_LIST.name:
        size = value.fields[0]  # the block may hold its capacity
    if len(written) - 1 != size * (2 if holder == HASH_MAP.name else 1):
        raise UnreadableError("A collection has more or fewer items than it says.")
    return written[1:]
