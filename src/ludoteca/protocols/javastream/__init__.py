"""Java object streams as data; decoding never imports or calls anything.

- `values`: contents of a stream, type codes, limits, text encoding; `jdk`: JDK classes
- `reader`, `writer`: decode and encode values; `classes`: converts values to Python and back
"""

from ludoteca.protocols.javastream import jdk
from ludoteca.protocols.javastream.classes import Classes, from_java, to_java
from ludoteca.protocols.javastream.reader import JavaReader
from ludoteca.protocols.javastream.values import (
    HEADER,
    Array,
    Class,
    ClassDesc,
    Content,
    Desc,
    Enum,
    Failure,
    Field,
    Flag,
    JavaText,
    Object,
    ProxyDesc,
    StreamLimits,
    Value,
)
from ludoteca.protocols.javastream.writer import JavaWriter

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
    "JavaReader",
    "JavaText",
    "JavaWriter",
    "Object",
    "ProxyDesc",
    "StreamLimits",
    "Value",
    "from_java",
    "jdk",
    "to_java",
]
