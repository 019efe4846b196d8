"""Values of a stream as Python's own things, and back.

Lists are lists, maps dicts and boxed numbers numbers, an array of bytes is bytes and a char a
string; objects are the structs and constants the members of enums that a table of classes names.
"""

from enum import Enum as PythonEnum
from typing import Any

import msgspec

from ludoteca.wire.dialect import UnreadableError
from ludoteca.wire.javastream import jdk
from ludoteca.wire.javastream.classes import Classes, fields_of
from ludoteca.wire.javastream.codes import PRIMITIVES
from ludoteca.wire.javastream.values import Array, Content, Enum, Object, Part, Value

DEEPEST = 100
LARGEST = 1 << 16
_UNFINISHED = object()
_LISTS = {"Ljava/util/LinkedList;": jdk.LINKED_LIST}
_MAPS = {"Ljava/util/LinkedHashMap;": jdk.LINKED_HASH_MAP}
_BOXES = {f"L{desc.name.replace('.', '/')};": desc for desc in jdk.BOXES}


def from_java(classes: Classes, value: Content) -> Any:
    """The thing that a value says; an UnreadableError if it says none that the table knows."""
    return _Reading(classes).thing(value)


def to_java(classes: Classes, thing: Any, kind: str = "") -> Value:
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
            return Object(desc, fields, [])


def _array(classes: Classes, thing: Any, kind: str) -> Array:
    if kind == "[B":
        return Array(classes.array(kind), bytes(thing))
    items = [to_java(classes, item, kind[1:]) for item in thing]
    return Array(classes.array(kind.replace("/", ".")), items)


def _box(kind: str, thing: Any) -> Object:
    return Object(_BOXES[kind], [ord(thing) if kind == "Ljava/lang/Character;" else thing], [])


def _usual_box(thing: float) -> str:
    if isinstance(thing, bool):
        return "Ljava/lang/Boolean;"
    if isinstance(thing, float):
        return "Ljava/lang/Double;"
    return "Ljava/lang/Integer;" if -(1 << 31) <= thing < 1 << 31 else "Ljava/lang/Long;"


def _sayable(text: str) -> str:
    """The text with a mark of replacement for half a pair, which only Java can say."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


class _Reading:
    """One value on its way: what it reaches twice is made once, but counts again."""

    def __init__(self, classes: Classes) -> None:
        self._classes = classes
        self._made: dict[int, tuple[Any, int]] = {}
        self._depth = self._count = 0

    def thing(self, value: Content) -> Any:
        self._more(1)
        match value:
            case None | bool() | int() | float():
                return value
            case Enum():
                return self._classes.member(value)
            case str() | Object() | Array():
                return self._once(value)
            case _:
                raise UnreadableError(f"A {type(value).__name__} stands where a value should.")

    def _more(self, count: int) -> None:
        """Count values as if none were shared: whoever walks through the thing will meet them."""
        self._count += count
        if self._count > LARGEST:
            raise UnreadableError(f"A value holds more than {LARGEST} others.")

    def _once(self, value: str | Object | Array) -> Any:
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

    def _new(self, value: str | Object | Array) -> Any:
        if isinstance(value, str):
            return _sayable(value)
        return self._array(value) if isinstance(value, Array) else self._object(value)

    def _array(self, value: Array) -> Any:
        kind = self._classes.known_array(value.desc)
        if isinstance(value.items, bytes):
            return value.items
        return [self._field(kind, item) for item in value.items]

    def _object(self, value: Object) -> Any:
        name = self._classes.known(value.desc)
        if struct := self._classes.struct(name):
            return self._struct(value, struct)
        if not value.annotations:
            return self._field(fields_of(value.desc)[0].type, value.fields[0])
        items = jdk.read_items(value)
        if not jdk.is_map(value):
            return [self.thing(item) for item in items]
        return {self._key(items[i]): self.thing(items[i + 1]) for i in range(0, len(items) - 1, 2)}

    def _struct(self, value: Object, struct: type[msgspec.Struct]) -> msgspec.Struct:
        pairs = zip(fields_of(value.desc), value.fields, strict=True)
        members = {field.name: self._field(field.type, each) for field, each in pairs}
        try:
            return msgspec.convert(members, struct)
        except msgspec.ValidationError as error:
            raise UnreadableError(f"{struct.__name__}: {error}"[:200]) from error

    def _field(self, kind: str, value: Content) -> Any:
        return self.thing(chr(value) if kind == "C" and isinstance(value, int) else value)

    def _key(self, value: Content) -> Any:
        """A key, without anything inside that could take long to compare."""
        if isinstance(value, Array) or (
            isinstance(value, Object)
            and any(
                isinstance(step, Part) for holder in value.desc.lineage for step in holder.steps
            )
        ):
            raise UnreadableError("A key of a map is neither text, number, constant nor flat.")
        return self.thing(value)
