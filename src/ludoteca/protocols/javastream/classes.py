"""Values of a stream as Python's own things and back, by a closed table of classes.

Lists are lists, maps dicts and boxed numbers numbers, an array of bytes is bytes and a char a
string; objects are the structs and constants the members of enums that the table names.
"""

from collections.abc import Mapping
from enum import Enum as PythonEnum
from typing import Any

import msgspec

from ludoteca.protocols.contract import UnreadableError
from ludoteca.protocols.javastream import jdk, values
from ludoteca.protocols.javastream.codes import PRIMITIVES
from ludoteca.protocols.utf import sayable

DEEPEST = 100
LARGEST = 1 << 16
_UNFINISHED = object()
_LISTS = {"Ljava/util/LinkedList;": jdk.LINKED_LIST}
_MAPS = {"Ljava/util/LinkedHashMap;": jdk.LINKED_HASH_MAP}
_BOXES = {f"L{desc.name.replace('.', '/')};": desc for desc in jdk.BOXES}
_ANY_ARRAY = ("java.lang.Object", "java.lang.String")


class Classes:
    """A struct for each class, an enum for each enumeration; a few of the JDK are always known.

    The members of a struct have, as msgspec encodes them, the names of the fields of its class;
    those of an enum the names of its constants.
    """

    def __init__(
        self,
        structs: Mapping[type[msgspec.Struct], values.ClassDesc],
        enums: Mapping[type[PythonEnum], str],
    ) -> None:
        """Know these, and no others; two that differ in their fields may share a name."""
        self._descs: dict[str, list[values.ClassDesc]] = {}
        for desc in (*structs.values(), *jdk.CLASSES.values()):
            self._descs.setdefault(desc.name, []).append(desc)
        self._structs = {desc: struct for struct, desc in structs.items()}
        self._members = {struct: _members(struct, desc) for struct, desc in structs.items()}
        self._enums = {name: kind for kind, name in enums.items()}
        descs = {kind: jdk.enum_desc(name) for kind, name in enums.items()}
        self._constants = {m: values.Enum(descs[kind], m.name) for kind in enums for m in kind}
        self._arrays: dict[str, values.ClassDesc] = {}

    def known(self, desc: values.Desc) -> values.ClassDesc:
        """The class that we know by that name, the same to its last field."""
        name = desc.name if isinstance(desc, values.ClassDesc) else "of a proxy"
        if name not in self._descs:
            raise UnreadableError(f"The class {name} is not known here.")
        for known in self._descs[name]:
            if _same(desc, known):
                return known
        raise UnreadableError(f"The class {name} is another one here.")

    def known_array(self, desc: values.ClassDesc) -> str:
        """The type of the items in an array of this class, if we know it."""
        base = desc.name.lstrip("[")
        name = base[1:-1] if base[:1] == "L" else base
        if not any(name in names for names in (PRIMITIVES, _ANY_ARRAY, self._descs, self._enums)):
            raise UnreadableError(f"The class {name} is not known here.")
        return desc.name[1:]

    def struct(self, known: values.ClassDesc) -> type[msgspec.Struct] | None:
        """The struct of a class, unless it is one of the JDK."""
        return self._structs.get(known)

    def member(self, constant: values.Enum) -> PythonEnum:
        """The member of an enum that stands for this constant."""
        enum = self._enums.get(constant.desc.name)
        if enum is None or constant.constant not in enum.__members__:
            raise UnreadableError(f"{constant.desc.name} has no {constant.constant[:100]} here.")
        return enum[constant.constant]

    def constant(self, member: PythonEnum) -> values.Enum:
        """The constant that a member of an enum stands for, always the same one."""
        return self._constants[member]

    def members(
        self, struct: type[msgspec.Struct]
    ) -> tuple[values.ClassDesc, list[tuple[str, str]]]:
        """The class of a struct; the names of its members with their types, as they are written."""
        return self._members[struct]

    def array(self, name: str) -> values.ClassDesc:
        """The class of an array, always the same one."""
        return self._arrays.setdefault(name, jdk.array_desc(name))


def fields_of(desc: values.Desc) -> list[values.Field]:
    """The fields of an object of this class, in the order in which they are written."""
    return [field for holder in desc.lineage for field in holder.fields]


def _members(
    struct: type[msgspec.Struct], desc: values.ClassDesc
) -> tuple[values.ClassDesc, list[tuple[str, str]]]:
    names = {member.encode_name: member.name for member in msgspec.structs.fields(struct)}
    fields = fields_of(desc)
    if sorted(names) != sorted(field.name for field in fields):
        raise ValueError(f"{struct.__name__} and {desc.name} have different fields.")
    return desc, [(names[field.name], field.type) for field in fields]


def _same(found: values.Desc | None, known: values.Desc | None) -> bool:
    if not isinstance(found, values.ClassDesc) or not isinstance(known, values.ClassDesc):
        return found is known
    facts = (found.name, found.uid, found.flags, found.fields)
    expected = (known.name, known.uid, known.flags, known.fields)
    return facts == expected and _same(found.parent, known.parent)


def from_java(classes: Classes, value: values.Content) -> Any:
    """The thing that a value says; an UnreadableError if it says none that the table knows."""
    return _Reading(classes).thing(value)


def to_java(classes: Classes, thing: Any, kind: str = "") -> values.Value:
    """The value that says a thing, for a field of this type."""
    if thing is None or kind in PRIMITIVES:
        return ord(thing) if kind == "C" else thing
    if kind[:1] == "[":
        return _array(classes, thing, kind)
    if kind in _BOXES:
        return _box(kind, thing)
    match thing:
        case PythonEnum():
            return classes.constant(thing)
        case str():
            return thing
        case bool() | int() | float():
            return _box(_usual_box(thing), thing)
        case list() | tuple():
            items = [to_java(classes, item) for item in thing]
            return jdk.write_list(_LISTS.get(kind, jdk.ARRAY_LIST), items)
        case dict():
            pairs = [(to_java(classes, key), to_java(classes, thing[key])) for key in thing]
            return jdk.write_map(_MAPS.get(kind, jdk.HASH_MAP), pairs)
        case _:
            desc, members = classes.members(type(thing))
            fields = [to_java(classes, getattr(thing, name), type_) for name, type_ in members]
            return values.Object(desc, fields, [])


def _array(classes: Classes, thing: Any, kind: str) -> values.Array:
    if kind == "[B":
        return values.Array(classes.array(kind), bytes(thing))
    items = [to_java(classes, item, kind[1:]) for item in thing]
    return values.Array(classes.array(kind.replace("/", ".")), items)


def _box(kind: str, thing: Any) -> values.Object:
    return values.Object(
        _BOXES[kind], [ord(thing) if kind == "Ljava/lang/Character;" else thing], []
    )


def _usual_box(thing: float) -> str:
    if isinstance(thing, bool):
        return "Ljava/lang/Boolean;"
    if isinstance(thing, float):
        return "Ljava/lang/Double;"
    return "Ljava/lang/Integer;" if -(1 << 31) <= thing < 1 << 31 else "Ljava/lang/Long;"


class _Reading:
    """One value on its way: what it reaches twice is made once, but counts again."""

    def __init__(self, classes: Classes) -> None:
        self._classes = classes
        self._made: dict[int, tuple[Any, int]] = {}
        self._depth = self._count = 0

    def thing(self, value: values.Content) -> Any:
        self._more(1)
        match value:
            case None | bool() | int() | float():
                return value
            case values.Enum():
                return self._classes.member(value)
            case str() | values.Object() | values.Array():
                return self._once(value)
            case _:
                raise UnreadableError(f"A {type(value).__name__} stands where a value should.")

    def _more(self, count: int) -> None:
        """Count values as if none were shared, as often as a walk through the thing meets them."""
        self._count += count
        if self._count > LARGEST:
            raise UnreadableError(f"A value holds more than {LARGEST} others.")

    def _once(self, value: str | values.Object | values.Array) -> Any:
        made, size = self._made.get(id(value), (_UNFINISHED, 0))
        if size:
            self._more(size - 1)
            return made
        if id(value) in self._made:
            raise UnreadableError("A value holds itself.")
        if self._depth == DEEPEST:
            raise UnreadableError(f"Values stand more than {DEEPEST} deep in values.")
        self._made[id(value)] = _UNFINISHED, 0
        before = self._count - 1
        self._depth += 1
        made = self._new(value)
        self._depth -= 1
        self._made[id(value)] = made, self._count - before
        return made

    def _new(self, value: str | values.Object | values.Array) -> Any:
        if isinstance(value, str):
            return sayable(value)
        return self._array(value) if isinstance(value, values.Array) else self._object(value)

    def _array(self, value: values.Array) -> Any:
        kind = self._classes.known_array(value.desc)
        if isinstance(value.items, bytes):
            return value.items
        return [self._field(kind, item) for item in value.items]

    def _object(self, value: values.Object) -> Any:
        if struct := self._classes.struct(self._classes.known(value.desc)):
            return self._struct(value, struct)
        if not value.annotations:
            return self._field(fields_of(value.desc)[0].type, value.fields[0])
        items = jdk.read_items(value)
        if not jdk.is_map(value):
            return [self.thing(item) for item in items]
        return {self._key(items[i]): self.thing(items[i + 1]) for i in range(0, len(items) - 1, 2)}

    def _struct(self, value: values.Object, struct: type[msgspec.Struct]) -> msgspec.Struct:
        pairs = zip(fields_of(value.desc), value.fields, strict=True)
        members = {field.name: self._field(field.type, each) for field, each in pairs}
        try:
            return msgspec.convert(members, struct)
        except msgspec.ValidationError as error:
            raise UnreadableError(f"{struct.__name__}: {error}"[:200]) from error

    def _field(self, kind: str, value: values.Content) -> Any:
        return self.thing(chr(value) if kind == "C" and isinstance(value, int) else value)

    def _key(self, value: values.Content) -> Any:
        """A key, without anything inside that could take long to compare."""
        if isinstance(value, values.Array) or (
            isinstance(value, values.Object) and not _is_flat(value)
        ):
            raise UnreadableError("A key of a map is neither text, number, constant nor flat.")
        return self.thing(value)


def _is_flat(value: values.Object) -> bool:
    """Whether an object has no other fields than primitives."""
    steps = (step for holder in value.desc.lineage for step in holder.steps)
    return not any(isinstance(step, values.ObjectPart) for step in steps)
