"""Converts stream values to Python objects and back, using a closed table of classes.

Lists, maps and boxed numbers become lists, dicts and numbers; a byte array becomes bytes, and a
char becomes a string. The table maps other classes to structs, and enumerations to enums.
"""

from collections.abc import Iterable, Mapping
from enum import Enum as PythonEnum

import msgspec

from ludoteca.protocols.contract import UnreadableError
from ludoteca.protocols.javastream import jdk, values
from ludoteca.protocols.javastream.values import PRIMITIVES

DEEPEST = 100
LARGEST = 1 << 16
_UNFINISHED = object()
_LISTS = {"Ljava/util/LinkedList;": jdk.LINKED_LIST}
_MAPS = {"Ljava/util/LinkedHashMap;": jdk.LINKED_HASH_MAP}
_BOXES = {f"L{desc.name.replace('.', '/')};": desc for desc in jdk.BOXES}
_ANY_ARRAY = ("java.lang.Object", "java.lang.String")


class Classes:
    """The known classes: a struct per Java class, an enum per enumeration, and some JDK classes.

    The encoded field names of a struct are the field names of its class. The member names of an
    enum are the names of its constants.
    """

    def __init__(
        self,
        structs: Mapping[type[msgspec.Struct], values.ClassDesc],
        enums: Mapping[type[PythonEnum], str],
    ) -> None:
        """Accept only these classes. Classes with different fields may have the same name."""
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
        """Return the known class with this name and exactly these fields."""
        name = desc.name if isinstance(desc, values.ClassDesc) else "of a proxy"
        if name not in self._descs:
            raise UnreadableError(f"The class {name} is not known here.")
        for known in self._descs[name]:
            if _same(desc, known):
                return known
        raise UnreadableError(f"The class {name} is another one here.")

    def known_array(self, desc: values.ClassDesc) -> str:
        """Return the item type of an array class; raise UnreadableError if it is unknown."""
        base = desc.name.lstrip("[")
        name = base[1:-1] if base[:1] == "L" else base
        if not any(name in names for names in (PRIMITIVES, _ANY_ARRAY, self._descs, self._enums)):
            raise UnreadableError(f"The class {name} is not known here.")
        return desc.name[1:]

    def struct(self, known: values.ClassDesc) -> type[msgspec.Struct] | None:
        """Return the struct for a class, or None for a JDK class."""
        return self._structs.get(known)

    def member(self, constant: values.Enum) -> PythonEnum:
        enum = self._enums.get(constant.desc.name)
        if enum is None or constant.constant not in enum.__members__:
            raise UnreadableError(f"{constant.desc.name} has no {constant.constant[:100]} here.")
        return enum[constant.constant]

    def constant(self, member: PythonEnum) -> values.Enum:
        """Return the constant for an enum member; repeated calls return the same object."""
        return self._constants[member]

    def members(
        self, struct: type[msgspec.Struct]
    ) -> tuple[values.ClassDesc, list[tuple[str, str]]]:
        """Return a struct's class, and the struct's members with their types in writing order."""
        return self._members[struct]

    def array(self, name: str) -> values.ClassDesc:
        """Return the class of an array; repeated calls return the same object."""
        return self._arrays.setdefault(name, jdk.array_desc(name))


def fields_of(desc: values.Desc) -> list[values.Field]:
    """List the fields in an object of this class, in writing order."""
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


def from_java(classes: Classes, value: values.Content) -> object:
    """Convert a value to Python; raise UnreadableError if its class is not in the table."""
    return _Reading(classes).thing(value)


def to_java(classes: Classes, thing: object, kind: str = "") -> values.Value:
    """Convert a Python object to a value for a field of this type."""
    if thing is None:
        return None
    if kind in PRIMITIVES:
        return _primitive(thing)
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
            assert isinstance(thing, msgspec.Struct)
            desc, members = classes.members(type(thing))
            fields = [to_java(classes, getattr(thing, name), type_) for name, type_ in members]
            return values.Object(desc, fields, [])


def _array(classes: Classes, thing: object, kind: str) -> values.Array:
    assert isinstance(thing, Iterable)
    if kind == "[B":
        return values.Array(classes.array(kind), bytes(thing))
    items = [to_java(classes, item, kind[1:]) for item in thing]
    return values.Array(classes.array(kind.replace("/", ".")), items)


def _box(kind: str, thing: object) -> values.Object:
    return values.Object(_BOXES[kind], [_primitive(thing)], [])


def _primitive(thing: object) -> values.Value:
    """Convert a number, or a character to its code."""
    if isinstance(thing, str):
        return ord(thing)
    assert isinstance(thing, int | float)
    return thing


def _usual_box(thing: float) -> str:
    if isinstance(thing, bool):
        return "Ljava/lang/Boolean;"
    if isinstance(thing, float):
        return "Ljava/lang/Double;"
    return "Ljava/lang/Integer;" if -(1 << 31) <= thing < 1 << 31 else "Ljava/lang/Long;"


class _Reading:
    """Converts one value. A shared part is converted once, but counted at each occurrence."""

    def __init__(self, classes: Classes) -> None:
        self._classes = classes
        self._made: dict[int, tuple[object, int]] = {}
        self._depth = 0
        self._count = 0

    def thing(self, value: values.Content) -> object:
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
        """Count values as if none were shared, to bound the cost of walking through the result."""
        self._count += count
        if self._count > LARGEST:
            raise UnreadableError(f"A value holds more than {LARGEST} others.")

    def _once(self, value: str | values.Object | values.Array) -> object:
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

    def _new(self, value: str | values.Object | values.Array) -> object:
        if isinstance(value, str):
            return values.sayable(value)
        return self._array(value) if isinstance(value, values.Array) else self._object(value)

    def _array(self, value: values.Array) -> object:
        kind = self._classes.known_array(value.desc)
        if isinstance(value.items, bytes):
            return value.items
        return [self._field(kind, item) for item in value.items]

    def _object(self, value: values.Object) -> object:
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

    def _field(self, kind: str, value: values.Content) -> object:
        return self.thing(chr(value) if kind == "C" and isinstance(value, int) else value)

    def _key(self, value: values.Content) -> object:
        """Convert a map key, which must be cheap to compare."""
        if isinstance(value, values.Array) or (
            isinstance(value, values.Object) and not _is_flat(value)
        ):
            raise UnreadableError("A key of a map is neither text, number, constant nor flat.")
        return self.thing(value)


def _is_flat(value: values.Object) -> bool:
    """Return whether all fields of an object are primitives."""
    steps = (step for holder in value.desc.lineage for step in holder.steps)
    return not any(isinstance(step, values.ObjectPart) for step in steps)
