"""JDK classes that every table of classes contains: boxes, lists, maps, arrays and enums."""

from collections.abc import Sequence
from hashlib import sha1

from ludoteca.protocols.contract import UnreadableError
from ludoteca.protocols.javastream import values

_WRITES = values.Flag.SERIALIZABLE | values.Flag.WRITES
_ENUM = values.Flag.SERIALIZABLE | values.Flag.ENUM
_PUBLIC_ARRAY = 0x411  # public final abstract


def _box(
    name: str, uid: int, code: str, parent: values.ClassDesc | None = None
) -> values.ClassDesc:
    return values.ClassDesc(
        f"java.lang.{name}", uid, fields=(values.Field(code, "value"),), parent=parent
    )


NUMBER = values.ClassDesc("java.lang.Number", -8742448824652078965)
BOOLEAN = _box("Boolean", -3665804199014368530, "Z")
CHARACTER = _box("Character", 3786198910865385080, "C")
BYTE = _box("Byte", -7183698231559129828, "B", NUMBER)
SHORT = _box("Short", 7515723908773894738, "S", NUMBER)
INTEGER = _box("Integer", 1360826667806852920, "I", NUMBER)
LONG = _box("Long", 4290774380558885855, "J", NUMBER)
FLOAT = _box("Float", -2671257302660747028, "F", NUMBER)
DOUBLE = _box("Double", -9172774392245257468, "D", NUMBER)

ARRAY_LIST = values.ClassDesc(
    "java.util.ArrayList", 8683452581122892189, _WRITES, (values.Field("I", "size"),)
)
LINKED_LIST = values.ClassDesc("java.util.LinkedList", 876323262645176354, _WRITES)
COLL_SER = values.ClassDesc(
    "java.util.CollSer", 6309168927139932177, _WRITES, (values.Field("I", "tag"),)
)
HASH_MAP = values.ClassDesc(
    "java.util.HashMap",
    362498820763181265,
    _WRITES,
    (values.Field("F", "loadFactor"), values.Field("I", "threshold")),
)
LINKED_HASH_MAP = values.ClassDesc(
    "java.util.LinkedHashMap",
    3801124242820219131,
    fields=(values.Field("Z", "accessOrder"),),
    parent=HASH_MAP,
)
ENUM = values.ClassDesc("java.lang.Enum", 0, _ENUM)

BOXES = (BOOLEAN, CHARACTER, BYTE, SHORT, INTEGER, LONG, FLOAT, DOUBLE)
CLASSES = {
    desc.name: desc
    for desc in (*BOXES, ARRAY_LIST, LINKED_LIST, COLL_SER, HASH_MAP, LINKED_HASH_MAP)
}

# Tags of java.util.CollSer: 1 is a list, 3 a map, 4 a list that may contain nulls.
_IMMUTABLE_MAP = 3
_IMMUTABLE = (1, _IMMUTABLE_MAP, 4)


def enum_desc(name: str) -> values.ClassDesc:
    return values.ClassDesc(name, 0, _ENUM, parent=ENUM)


def array_desc(name: str) -> values.ClassDesc:
    """Return the class of an array of primitives or of a public class (`[[Ljava.lang.String;`)."""
    data = values.encode_utf(name)
    facts = len(data).to_bytes(2, "big") + data + values.I4.pack(_PUBLIC_ARRAY)
    digest = sha1(facts, usedforsecurity=False).digest()
    return values.ClassDesc(name, int.from_bytes(digest[:8], "little", signed=True))


def write_list(desc: values.ClassDesc, items: Sequence[values.Value]) -> values.Object:
    """Build an ArrayList or a LinkedList."""
    size = len(items)
    return values.Object(desc, [size] if desc.fields else [], [[values.I4.pack(size), *items]])


def write_map(
    desc: values.ClassDesc, pairs: Sequence[tuple[values.Value, values.Value]]
) -> values.Object:
    """Build a HashMap or a LinkedHashMap, at most three quarters full as in Java."""
    buckets = 16
    while buckets * 3 // 4 < len(pairs):
        buckets *= 2
    content: list[values.Content] = [values.I4.pack(buckets) + values.I4.pack(len(pairs))]
    for pair in pairs:
        content += pair
    ordered = [False] if desc is LINKED_HASH_MAP else []
    return values.Object(desc, [0.75, buckets * 3 // 4, *ordered], [content])


def is_map(value: values.Object) -> bool:
    """Return whether a collection is a map, whose items are alternating keys and values."""
    holders = value.desc.lineage
    if holders[0].name == COLL_SER.name:
        return value.fields[0] == _IMMUTABLE_MAP
    return holders[0].name == HASH_MAP.name


def read_items(value: values.Object) -> list[values.Content]:
    """Return the items of a collection. Raise if their number differs from the declared size."""
    holder = value.desc.lineage[0].name
    written = value.annotations[0]
    block = written[0] if written else None
    if not isinstance(block, bytes) or len(block) != (8 if holder == HASH_MAP.name else 4):
        raise UnreadableError("A collection does not say how many items it has.")
    if holder == COLL_SER.name and value.fields[0] not in _IMMUTABLE:
        raise UnreadableError(f"No list or map has the tag {value.fields[0]}.")
    (size,) = values.I4.unpack(block[-4:])
    if holder == ARRAY_LIST.name:
        size = value.fields[0]  # the block may hold its capacity
    if len(written) - 1 != size * (2 if holder == HASH_MAP.name else 1):
        raise UnreadableError("A collection has more or fewer items than it says.")
    return written[1:]
