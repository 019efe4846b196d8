"""What a Java object stream holds, as plain data.

Null is None and strings are `str`; primitives are int, float and bool, a char its UTF-16 unit;
bytes are block data. Everything else has an identity, as in Java: what is reached twice is the same
value, and an object may reach itself.
"""

from enum import Enum as PythonEnum
from functools import cached_property
from struct import Struct as Packing
from typing import NamedTuple, TypeAlias

import msgspec

from ludoteca.protocols.javastream.codes import PRIMITIVES, Flag


class JavaText(str):
    """A string that was read: equal to others, but shared with none that is not the same one."""

    __slots__ = ()


class Field(NamedTuple):
    """A field of a class: a type code (`I`) or, for what is no primitive, a type (`[I`, `LA;`)."""

    type: str
    name: str


class ObjectPart(PythonEnum):
    """What in an object stands beside its runs of primitives."""

    VALUE = "a field that is no primitive"
    ANNOTATION = "what the class writes by itself"


Step: TypeAlias = Packing | ObjectPart


class _Node(msgspec.Struct, frozen=True, eq=False):
    """Something with an identity."""


class ClassDesc(_Node, frozen=True, eq=False, dict=True):
    """A class as a stream describes it."""

    name: str
    uid: int
    flags: int = Flag.SERIALIZABLE
    fields: tuple[Field, ...] = ()
    annotations: "tuple[Content, ...]" = ()
    parent: "Desc | None" = None

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """What is written of this class, without its parents, for each object."""
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
        """The classes that write something of an object, ancestors first."""
        above = self.parent.lineage if self.parent else ()
        if self.flags & Flag.EXTERNALIZABLE:
            above = ()
        return (*above, self) if self.steps else above


class ProxyDesc(_Node, frozen=True, eq=False, dict=True):
    """A class made while a program runs, which keeps the promises of some interfaces."""

    interfaces: tuple[str, ...]
    annotations: "tuple[Content, ...]" = ()
    parent: "Desc | None" = None

    @cached_property
    def lineage(self) -> tuple[ClassDesc, ...]:
        """The classes that write something of an object, ancestors first."""
        return self.parent.lineage if self.parent else ()


Desc: TypeAlias = ClassDesc | ProxyDesc


class Object(_Node, frozen=True, eq=False):
    """An object: the fields of all its classes, and what each class wrote that writes by itself."""

    desc: Desc
    fields: "list[Value]"
    annotations: "list[list[Content]]"

    def field(self, name: str) -> "Value":
        """The value of the field of this name in the youngest class that has one."""
        names = [field.name for holder in self.desc.lineage for field in holder.fields]
        return self.fields[len(names) - 1 - names[::-1].index(name)]


class Array(_Node, frozen=True, eq=False):
    """An array; one of bytes holds bytes."""

    desc: ClassDesc
    items: "list[Value] | bytes"


class Enum(_Node, frozen=True, eq=False):
    """A constant of an enumeration."""

    desc: ClassDesc
    constant: str


class Class(_Node, frozen=True, eq=False):
    """A class as a value."""

    desc: Desc


class Failure(_Node, frozen=True, eq=False):
    """Why the writer gave up what it was writing."""

    thrown: "Value"


Value: TypeAlias = str | bool | int | float | Object | Array | Enum | Class | Desc | None
Content: TypeAlias = Value | bytes | Failure
