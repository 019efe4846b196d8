"""The closed table of the classes that both ends of a stream know."""

from collections.abc import Mapping
from enum import Enum as PythonEnum

import msgspec

from ludoteca.wire.dialect import UnreadableError
from ludoteca.wire.javastream import jdk
from ludoteca.wire.javastream.codes import PRIMITIVES
from ludoteca.wire.javastream.values import ClassDesc, Desc, Enum, Field

_ANY_ARRAY = ("java.lang.Object", "java.lang.String")


class Classes:
    """A struct for each class, an enum for each enumeration; a few of the JDK are always known.

    The members of a struct have, as msgspec encodes them, the names of the fields of its class;
    those of an enum the names of its constants.
    """

    def __init__(
        self,
        structs: Mapping[type[msgspec.Struct], ClassDesc],
        enums: Mapping[type[PythonEnum], str],
    ) -> None:
        """Know these, and no others."""
        self._descs = {desc.name: desc for desc in (*jdk.CLASSES.values(), *structs.values())}
        self._structs = {desc.name: struct for struct, desc in structs.items()}
        self._members = {struct: _members(struct, desc) for struct, desc in structs.items()}
        self._enums = {name: kind for kind, name in enums.items()}
        descs = {kind: jdk.enum_desc(name) for kind, name in enums.items()}
        self._constants = {m: Enum(descs[kind], m.name) for kind in enums for m in kind}
        self._arrays: dict[str, ClassDesc] = {}

    def known(self, desc: Desc) -> str:
        """The name of a class that is, to its last field, the one we know by that name."""
        name = desc.name if isinstance(desc, ClassDesc) else "of a proxy"
        known = self._descs.get(name)
        if known is None:
            raise UnreadableError(f"The class {name} is not known here.")
        if not _same(desc, known):
            raise UnreadableError(f"The class {name} is another one here.")
        return name

    def known_array(self, desc: ClassDesc) -> str:
        """The type of the items in an array of this class, if we know it."""
        base = desc.name.lstrip("[")
        name = base[1:-1] if base[:1] == "L" else base
        if not any(name in names for names in (PRIMITIVES, _ANY_ARRAY, self._descs, self._enums)):
            raise UnreadableError(f"The class {name} is not known here.")
        return desc.name[1:]

    def struct(self, name: str) -> type[msgspec.Struct] | None:
        """The struct of a class, unless it is one of the JDK."""
        return self._structs.get(name)

    def member(self, constant: Enum) -> PythonEnum:
        """The member of an enum that stands for this constant."""
        enum = self._enums.get(constant.desc.name)
        if enum is None or constant.constant not in enum.__members__:
            raise UnreadableError(f"{constant.desc.name} has no {constant.constant[:100]} here.")
        return enum[constant.constant]

    def constant(self, member: PythonEnum) -> Enum:
        """The constant that a member of an enum stands for, always the same one."""
        return self._constants[member]

    def members(self, struct: type[msgspec.Struct]) -> tuple[ClassDesc, list[tuple[str, str]]]:
        """The class of a struct; the names of its members with their types, as they are written."""
        return self._members[struct]

    def array(self, name: str) -> ClassDesc:
        """The class of an array, always the same one."""
        return self._arrays.setdefault(name, jdk.array_desc(name))


def fields_of(desc: Desc) -> list[Field]:
    """The fields of an object of this class, in the order in which they are written."""
    return [field for holder in desc.lineage for field in holder.fields]


def _members(
    struct: type[msgspec.Struct], desc: ClassDesc
) -> tuple[ClassDesc, list[tuple[str, str]]]:
    names = {member.encode_name: member.name for member in msgspec.structs.fields(struct)}
    fields = fields_of(desc)
    if sorted(names) != sorted(field.name for field in fields):
        raise ValueError(f"{struct.__name__} and {desc.name} have different fields.")
    return desc, [(names[field.name], field.type) for field in fields]


def _same(found: Desc | None, known: Desc | None) -> bool:
    if not isinstance(found, ClassDesc) or not isinstance(known, ClassDesc):
        return found is known
    facts = (found.name, found.uid, found.flags, found.fields)
    expected = (known.name, known.uid, known.flags, known.fields)
    return facts == expected and _same(found.parent, known.parent)
