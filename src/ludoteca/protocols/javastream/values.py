"""The contents of a Java object stream, as plain data.

Null is None and strings are `str`; primitives are int, float and bool, a char its UTF-16 code unit;
bytes are block data. Everything else has identity, as in Java: values may be shared, and an object
may contain itself.
"""

from enum import Enum as PythonEnum
from functools import cached_property
from struct import Struct as Packing
from typing import NamedTuple, TypeAlias

import msgspec

from ludoteca.protocols.javastream.codes import PRIMITIVES, Flag


class JavaText(str):
    """A string read from a stream: equal to others, but with an identity of its own."""

    __slots__ = ()


class Field(NamedTuple):
    """A field of a class; `type` is a primitive code (`I`) or a type descriptor (`[I`, `LA;`)."""

    type: str
    name: str


class ObjectPart(PythonEnum):
    """Parts of an object other than runs of primitives."""

    VALUE = "a field that is no primitive"
    ANNOTATION = "what the class writes by itself"


Step: TypeAlias = Packing | ObjectPart


class _Node(msgspec.Struct, frozen=True, eq=False):
    """A value with identity."""


class ClassDesc(_Node, frozen=True, eq=False, dict=True):
    """A class descriptor."""

    name: str
    uid: int
    flags: int = Flag.SERIALIZABLE
    fields: tuple[Field, ...] = ()
    annotations: "tuple[Content, ...]" = ()
    parent: "Desc | None" = None

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """Parts written for each object of this class, without its parents."""
        if self.flags & Flag.EXTERNALIZABLE:
            return (ObjectPart.ANNOTATION,)
        if not self.flags & Flag.SERIALIZABLE:
            return ()
        steps: list[Step] = []
        run = ""
        for field in self.fields:
            if field.type in PRIMITIVES:
                run += PRIMITIVES[field.type]
                continue
            steps += [Packing(">" + run), ObjectPart.VALUE] if run else [ObjectPart.VALUE]
            run = ""
        if run:
            steps.append(Packing(">" + run))
        if self.flags & Flag.WRITES:
            steps.append(ObjectPart.ANNOTATION)
        return tuple(steps)

    @cached_property
    def lineage(self) -> "tuple[ClassDesc, ...]":
        """Classes that write part of an object, ancestors first."""
        above = self.parent.lineage if self.parent else ()
        if self.flags & Flag.EXTERNALIZABLE:
            above = ()
        return (*above, self) if self.steps else above


class ProxyDesc(_Node, frozen=True, eq=False, dict=True):
    """Descriptor of a dynamic proxy class, which implements interfaces at run time."""

    interfaces: tuple[str, ...]
    annotations: "tuple[Content, ...]" = ()
    parent: "Desc | None" = None

    @cached_property
    def lineage(self) -> tuple[ClassDesc, ...]:
        """Classes that write part of an object, ancestors first."""
        return self.parent.lineage if self.parent else ()


Desc: TypeAlias = ClassDesc | ProxyDesc


class Object(_Node, frozen=True, eq=False):
    """An object: the fields of all its classes, and the annotations of those that write one."""

    desc: Desc
    fields: "list[Value]"
    annotations: "list[list[Content]]"

    def field(self, name: str) -> "Value":
        """Return the value of a field, from the most derived class that has one of this name."""
        names = [field.name for holder in self.desc.lineage for field in holder.fields]
        return self.fields[len(names) - 1 - names[::-1].index(name)]


class Array(_Node, frozen=True, eq=False):
    """An array; a byte array holds bytes."""

    desc: ClassDesc
    items: "list[Value] | bytes"


class Enum(_Node, frozen=True, eq=False):
    """A constant of an enumeration."""

    desc: ClassDesc
    constant: str


class Class(_Node, frozen=True, eq=False):
    """A class object used as a value."""

    desc: Desc


class Failure(_Node, frozen=True, eq=False):
    """The exception that made the writer abort."""

    thrown: "Value"


Value: TypeAlias = str | bool | int | float | Object | Array | Enum | Class | Desc | None
Content: TypeAlias = Value | bytes | Failure
