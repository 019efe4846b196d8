"""Java object streams as data: nothing is ever imported or called because of their bytes."""

from ludoteca.wire.javastream import jdk
from ludoteca.wire.javastream.classes import Classes, from_java, to_java
from ludoteca.wire.javastream.codec import JavaCodec, begins_stream
from ludoteca.wire.javastream.codes import HEADER, Flag, Limits
from ludoteca.wire.javastream.reader import Reader
from ludoteca.wire.javastream.values import (
    Array,
    Class,
    ClassDesc,
    Content,
    Desc,
    Enum,
    Failure,
    Field,
    Object,
    ProxyDesc,
    Text,
    Value,
)
from ludoteca.wire.javastream.writer import Writer

__all__ = [
    "HEADER",
    "Array",
    "Class",
    "ClassDesc",
    "Classes",
    "Content",
    "Desc",
    "Enum",
    "Failure",
    "Field",
    "Flag",
    "JavaCodec",
    "Limits",
    "Object",
    "ProxyDesc",
    "Reader",
    "Text",
    "Value",
    "Writer",
    "begins_stream",
    "from_java",
    "jdk",
    "to_java",
]
