"""Encodes values as a Java object stream."""

from collections.abc import Sequence
from itertools import islice
from struct import pack

from ludoteca.protocols.javastream import values

LONGEST_UTF = (1 << 16) - 1
LONGEST_BLOCK = (1 << 8) - 1


class JavaWriter:
    """Encodes values as bytes, without the stream header. Repeated values become references.

    Once `keep` values can be referenced, the writer resets the stream before the next value. If
    `keep` is 0, it does so before every value. It writes `annotation` for class descriptors that
    have no annotation of their own.
    """

    def __init__(self, keep: int = 1 << 15, annotation: Sequence[values.Content] = ()) -> None:
        self._keep = keep
        self._annotation = annotation
        self._torn = False  # writing a value failed halfway
        self._forget()

    def write(self, value: values.Content) -> bytes:
        self._out = bytearray()
        if len(self._kept) >= self._keep or self._torn:
            self._code(values.Code.RESET)
            self._forget()
        self._torn = True
        self._content(value)
        self._torn = False
        return bytes(self._out)

    def _forget(self) -> None:
        self._numbers: dict[int | str, int] = {}
        self._kept: list[values.Content] = []

    def _remember(self, value: values.Content) -> None:
        self._numbers[_identity(value)] = len(self._kept)
        self._kept.append(value)  # the reference prevents reuse of its id()

    def _content(self, value: values.Content) -> None:
        if isinstance(value, bytes):
            self._block(value)
        elif isinstance(value, values.Failure):
            self._code(values.Code.EXCEPTION)
            self._forget()
            self._content(value.thrown)
            self._forget()
        elif value is None:
            self._code(values.Code.NULL)
        elif (number := self._numbers.get(_identity(value))) is not None:
            self._code(values.Code.REFERENCE)
            self._out += values.I4.pack(values.FIRST_HANDLE + number)
        else:
            self._new(value)

    def _new(self, value: values.Content) -> None:
        match value:
            case str():
                self._string(value)
            case values.Object():
                self._object(value)
            case values.Array():
                self._array(value)
            case values.Enum():
                self._code(values.Code.ENUM)
                self._content(value.desc)
                self._remember(value)
                self._content(value.constant)
            case values.Class():
                self._code(values.Code.CLASS)
                self._content(value.desc)
                self._remember(value)
            case values.ClassDesc():
                self._class_desc(value)
            case values.ProxyDesc():
                self._proxy_class_desc(value)
            case _:
                raise TypeError(f"{type(value).__name__} is no value of a Java object stream.")

    def _string(self, value: str) -> None:
        self._remember(value)
        data = values.encode_utf(value)
        if len(data) <= LONGEST_UTF:
            self._code(values.Code.STRING)
            self._out += values.U2.pack(len(data))
        else:
            self._code(values.Code.LONG_STRING)
            self._out += values.I8.pack(len(data))
        self._out += data

    def _object(self, value: values.Object) -> None:
        self._code(values.Code.OBJECT)
        self._content(value.desc)
        self._remember(value)
        fields = iter(value.fields)
        annotations = iter(value.annotations)
        for ancestor in value.desc.lineage:
            for step in ancestor.steps:
                if step is values.ObjectPart.VALUE:
                    self._content(next(fields))
                elif step is values.ObjectPart.ANNOTATION:
                    self._contents(next(annotations))
                else:
                    self._out += step.pack(*islice(fields, len(step.format) - 1))

    def _array(self, value: values.Array) -> None:
        self._code(values.Code.ARRAY)
        self._content(value.desc)
        self._remember(value)
        self._out += values.I4.pack(len(value.items))
        if isinstance(value.items, bytes):
            self._out += value.items
        elif code := values.PRIMITIVES.get(value.desc.name[1]):
            self._out += pack(f">{len(value.items)}{code}", *value.items)
        else:
            for item in value.items:
                self._content(item)

    def _class_desc(self, value: values.ClassDesc) -> None:
        self._code(values.Code.CLASS_DESC)
        self._utf(value.name)
        self._out += values.I8.pack(value.uid)
        self._remember(value)
        self._out += values.U1.pack(value.flags) + values.U2.pack(len(value.fields))
        for field in value.fields:
            self._out += field.type[:1].encode()
            self._utf(field.name)
            if field.type not in values.PRIMITIVES:
                self._content(field.type)
        self._above(value)

    def _proxy_class_desc(self, value: values.ProxyDesc) -> None:
        self._code(values.Code.PROXY_CLASS_DESC)
        self._remember(value)
        self._out += values.I4.pack(len(value.interfaces))
        for interface in value.interfaces:
            self._utf(interface)
        self._above(value)

    def _above(self, desc: values.Desc) -> None:
        self._contents(desc.annotations or self._annotation)
        self._content(desc.parent)

    def _contents(self, contents: Sequence[values.Content]) -> None:
        for content in contents:
            self._content(content)
        self._code(values.Code.END_BLOCK)

    def _block(self, data: bytes) -> None:
        if len(data) <= LONGEST_BLOCK:
            self._code(values.Code.BLOCK)
            self._out += values.U1.pack(len(data))
        else:
            self._code(values.Code.LONG_BLOCK)
            self._out += values.I4.pack(len(data))
        self._out += data

    def _utf(self, text: str) -> None:
        data = values.encode_utf(text)
        self._out += values.U2.pack(len(data)) + data

    def _code(self, code: values.Code) -> None:
        self._out.append(code)


def _identity(value: values.Content) -> int | str:
    """Return the key of a value: a plain `str` itself, or the identity of any other value."""
    return value if isinstance(value, str) and not isinstance(value, values.JavaText) else id(value)
