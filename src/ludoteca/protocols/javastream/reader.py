"""Decodes a Java object stream from chunks of any size.

The grammar is one generator per kind of value. A generator requests bytes by yielding their number,
and a nested value by yielding a table of the kinds allowed. It returns the value that it has read.

The generators are kept on an explicit stack. Thus reading resumes where it stopped, nothing is read
twice, and the cost does not depend on the nesting depth.
"""

from collections.abc import Callable, Generator, Iterator, Mapping
from struct import Struct as Packing
from typing import Any, TypeAlias

from ludoteca.protocols.contract import UnreadableError
from ludoteca.protocols.javastream import values

# Any: a request for bytes receives bytes, a request for kinds a value; the result depends on the
# kind.
Reading: TypeAlias = Generator["int | Kinds", Any, Any]
Kinds: TypeAlias = Mapping[int, Callable[["Handles"], Reading]]

NOTHING = object()
"""Result of reading something that is not a value."""
_END = object()
_UNFINISHED = object()


def unreadable(why: str) -> UnreadableError:
    """Return a fatal error: the rest of the stream cannot be trusted."""
    return UnreadableError(why, fatal=True)


class Handles:
    """The values read since the last reset, which later data can reference by number."""

    def __init__(self, limits: values.StreamLimits) -> None:
        self.limits = limits
        self.resets = 0
        """Consecutive resets since the last value."""
        self.forget()

    def forget(self) -> None:
        self._values: list[object] = []
        self._descs = 0
        self._bytes = 0

    def reset(self) -> None:
        """Forget all values. Raise after too many consecutive resets."""
        self.resets += 1
        if self.resets > self.limits.resets:
            raise unreadable(f"A stream has more than {self.limits.resets} resets in a row.")
        self.forget()

    def count(self, size: int) -> None:
        """Count the bytes of a message. Raise if too many accumulate without a reset."""
        self._bytes += size
        if self._bytes > self.limits.kept:
            raise unreadable(f"A stream has more than {self.limits.kept} bytes without a reset.")

    def add(self, value: object = _UNFINISHED) -> int:
        """Store a value and return its index; without a value, reserve an index for `finish`."""
        if len(self._values) == self.limits.handles:
            raise unreadable(f"A stream refers to more than {self.limits.handles} values.")
        self._values.append(value)
        return len(self._values) - 1

    def reserve_desc(self) -> int:
        """Reserve an index for an unfinished class descriptor."""
        self._descs += 1
        if self._descs > self.limits.descs:
            raise unreadable(f"A stream has more than {self.limits.descs} class descriptors.")
        return self.add()

    def finish(self, place: int, value: values.Content) -> None:
        """Make a reserved value available to references."""
        self._values[place] = value

    def get(self, handle: int) -> object:
        place = handle - values.FIRST_HANDLE
        if not 0 <= place < len(self._values):
            raise unreadable(f"Nothing has the handle {handle:#x}.")
        value = self._values[place]
        if value is _UNFINISHED:
            raise unreadable(f"The object with handle {handle:#x} is incomplete.")
        return value


class AbortError(Exception):
    """The writer aborted with this failure; partially read values are discarded."""

    def __init__(self, failure: values.Failure) -> None:
        self.failure = failure


def header(_handles: Handles) -> Reading:
    if (yield len(values.HEADER)) != values.HEADER:
        raise unreadable("A Java object stream begins with ac ed 00 05.")
    return NOTHING


def _null(_handles: Handles) -> Reading:
    yield 0
    return None


def _end(_handles: Handles) -> Reading:
    yield 0
    return _END


def _reset(handles: Handles) -> Reading:
    yield 0
    handles.reset()
    return NOTHING


def _reference(handles: Handles) -> Reading:
    return handles.get(_number(values.I4, (yield 4)))


def _block(_handles: Handles) -> Reading:
    return (yield _number(values.U1, (yield 1)))


def _long_block(handles: Handles) -> Reading:
    return (yield _size(_number(values.I4, (yield 4)), handles.limits.message, "bytes in a block"))


def _string(handles: Handles) -> Reading:
    text = values.JavaText((yield from _utf(handles.limits.text)))
    handles.add(text)
    return text


def _long_string(handles: Handles) -> Reading:
    size = _size(_number(values.I8, (yield 8)), handles.limits.text, "bytes in a string")
    text = values.JavaText(_text((yield size)))
    handles.add(text)
    return text


def _object(handles: Handles) -> Reading:
    desc = _desc((yield DESCS))
    if isinstance(desc, values.ClassDesc) and not _has_objects(desc):
        raise unreadable(f"There are no objects of the class {desc.name}.")
    made = values.Object(desc, [], [])
    handles.add(made)
    for ancestor in desc.lineage:
        for step in ancestor.steps:
            if step is values.ObjectPart.VALUE:
                made.fields.append((yield VALUES))
            elif step is values.ObjectPart.ANNOTATION:
                made.annotations.append([])
                yield from _contents(handles, made.annotations[-1])
            else:
                made.fields.extend(step.unpack((yield step.size)))
    return made


def _array(handles: Handles) -> Reading:
    desc = _desc((yield DESCS))
    if not isinstance(desc, values.ClassDesc) or not _is_array(desc):
        raise unreadable("The class of an array is no array.")
    kind = desc.name[1]
    count = _size(_number(values.I4, (yield 4)), handles.limits.elements, "items in an array")
    items: list[values.Value] | bytes = []
    if kind == "B":
        items = yield count
    elif kind in values.PRIMITIVES:
        run = Packing(f">{count}{values.PRIMITIVES[kind]}")
        items = [*run.unpack((yield run.size))]
    made = values.Array(desc, items)
    handles.add(made)
    if isinstance(items, list) and kind not in values.PRIMITIVES:
        for _ in range(count):
            items.append((yield VALUES))
    return made


def _enum(handles: Handles) -> Reading:
    desc = _desc((yield DESCS))
    if not isinstance(desc, values.ClassDesc) or not desc.flags & values.Flag.ENUM:
        raise unreadable("The class of an enum constant is no enum.")
    place = handles.add()
    made = values.Enum(desc, _string_of((yield TEXTS)))
    handles.finish(place, made)
    return made


def _class(handles: Handles) -> Reading:
    made = values.Class(_desc((yield DESCS)))
    handles.add(made)
    return made


def _exception(handles: Handles) -> Reading:
    handles.forget()
    thrown = yield VALUES
    handles.forget()
    raise AbortError(values.Failure(thrown))


def _class_desc(handles: Handles) -> Reading:
    name = yield from _utf(handles.limits.name)
    uid = _number(values.I8, (yield 8))
    place = handles.reserve_desc()
    flags = values.Flag(_number(values.U1, (yield 1)))
    count = _size(_number(values.U2, (yield 2)), handles.limits.elements, "fields in a class")
    fields: list[values.Field] = []
    for _ in range(count):
        field = yield from _field(handles.limits.name)
        fields.append(field)
    if why := _why_no_class(flags, fields):
        raise unreadable(f"The class {name} {why}.")
    annotations = yield from _contents(handles, [])
    parent = _parent((yield DESCS))
    made = values.ClassDesc(name, uid, flags, tuple(fields), tuple(annotations), parent)
    _ = made.lineage  # cached now: the parent's already is, so the recursion stays shallow
    handles.finish(place, made)
    return made


def _field(longest: int) -> Reading:
    code = chr(_number(values.U1, (yield 1)))
    name = yield from _utf(longest)
    if code in values.PRIMITIVES:
        return values.Field(code, name)
    kind = _string_of((yield TEXTS)) if code in ("L", "[") else ""
    if not kind.startswith(code):
        raise unreadable(f"The type of the field {name} is none.")
    return values.Field(kind, name)


def _proxy_class_desc(handles: Handles) -> Reading:
    place = handles.reserve_desc()
    count = _size(_number(values.I4, (yield 4)), handles.limits.elements, "interfaces in a class")
    interfaces: list[str] = []
    for _ in range(count):
        interface = yield from _utf(handles.limits.name)
        interfaces.append(interface)
    annotations = yield from _contents(handles, [])
    parent = _parent((yield DESCS))
    made = values.ProxyDesc(tuple(interfaces), tuple(annotations), parent)
    _ = made.lineage
    handles.finish(place, made)
    return made


def _contents(handles: Handles, contents: list[values.Content]) -> Reading:
    """Read contents into the list, up to the end of an annotation."""
    while (content := (yield ANNOTATIONS)) is not _END:
        _size(len(contents) + 1, handles.limits.elements, "items in an annotation")
        contents.append(content)
    return contents


def _utf(longest: int) -> Reading:
    size = _size(_number(values.U2, (yield 2)), longest, "bytes in a string")
    return _text((yield size))


def _number(packing: Packing, data: bytes) -> int:
    (number,) = packing.unpack(data)
    return int(number)


def _size(size: int, limit: int, what: str) -> int:
    if not 0 <= size <= limit:
        raise unreadable(f"There cannot be {size} {what}.")
    return size


def _text(data: bytes) -> str:
    try:
        return values.decode_utf(data)
    except ValueError as error:
        raise unreadable("A string is not in modified UTF-8.") from error


def _string_of(value: object) -> values.JavaText:
    if isinstance(value, values.JavaText):
        return value
    raise unreadable("A reference stands for a string and means something else.")


def _desc(value: object) -> values.Desc:
    if isinstance(value, values.Desc):
        return value
    raise unreadable("Where a class is described, there is something else.")


def _parent(value: object) -> values.Desc | None:
    return None if value is None else _desc(value)


def _is_array(desc: values.ClassDesc) -> bool:
    return desc.name[:1] == "[" and desc.name[1:2] in {*values.PRIMITIVES, "L", "["}


def _has_objects(desc: values.ClassDesc) -> bool:
    known = desc.flags & (values.Flag.SERIALIZABLE | values.Flag.EXTERNALIZABLE)
    return bool(known) and not desc.flags & values.Flag.ENUM and not desc.name.startswith("[")


def _why_no_class(flags: values.Flag, fields: list[values.Field]) -> str | None:
    if not flags & values.Flag.EXTERNALIZABLE:
        return None
    if flags & values.Flag.SERIALIZABLE:
        return "is both serializable and externalizable"
    if not flags & values.Flag.BLOCKS:
        return "writes objects without an end"
    return "has fields that are never written" if fields else None


TEXTS: Kinds = {
    values.Code.REFERENCE: _reference,
    values.Code.STRING: _string,
    values.Code.LONG_STRING: _long_string,
}
DESCS: Kinds = {
    values.Code.NULL: _null,
    values.Code.REFERENCE: _reference,
    values.Code.CLASS_DESC: _class_desc,
    values.Code.PROXY_CLASS_DESC: _proxy_class_desc,
}
VALUES: Kinds = {
    **TEXTS,
    **DESCS,
    values.Code.OBJECT: _object,
    values.Code.ARRAY: _array,
    values.Code.ENUM: _enum,
    values.Code.CLASS: _class,
    values.Code.EXCEPTION: _exception,
}
CONTENTS: Kinds = {**VALUES, values.Code.BLOCK: _block, values.Code.LONG_BLOCK: _long_block}
ANNOTATIONS: Kinds = {**CONTENTS, values.Code.END_BLOCK: _end}
TOP: Kinds = {**CONTENTS, values.Code.RESET: _reset}


class JavaReader:
    """Decodes bytes into values. It keeps values that can be referenced until the next reset."""

    def __init__(self, limits: values.StreamLimits | None = None) -> None:
        self._limits = limits or values.StreamLimits()
        self._handles = Handles(self._limits)
        self._queue = bytearray()
        self._at = 0
        self._used = 0
        """Bytes read of the current value."""
        self._total = 0
        """Bytes of all earlier values."""
        self._error: UnreadableError | None = None
        self._stack: list[Reading] = [header(self._handles)]
        self._asked: int | Kinds = next(self._stack[0])

    def feed(self, data: bytes) -> Iterator[values.Content]:
        """Return the values that these bytes complete; iterating may raise UnreadableError."""
        if not self._error:
            self._queue += data
        return self._values()

    def rest(self) -> bytes:
        """Return and forget the bytes after the last value."""
        rest = bytes(self._queue[self._at :])
        self._queue.clear()
        self._at = 0
        return rest

    def _values(self) -> Iterator[values.Content]:
        if self._error:
            raise self._error
        try:
            while self._has_requested():
                value = self._go_on()
                if value is not NOTHING:
                    yield value
        except UnreadableError as error:
            self._error = error
            raise
        del self._queue[: self._at]
        self._at = 0

    def _has_requested(self) -> bool:
        size = self._asked if isinstance(self._asked, int) else 1
        if self._used + size > self._limits.message:
            raise unreadable(f"A message has more than {self._limits.message} bytes.")
        return len(self._queue) - self._at >= size

    def _take(self, size: int) -> bytes:
        data = bytes(self._queue[self._at : self._at + size])
        self._at += size
        self._used += size
        return data

    def _go_on(self) -> Any:
        """Satisfy the current request. Return a completed top-level value, or else NOTHING."""
        answer: Any = None
        if isinstance(self._asked, int):
            answer = self._take(self._asked)
        else:
            self._begin(self._take(1)[0], self._asked)
        while self._stack:
            try:
                self._asked = self._stack[-1].send(answer)
            except StopIteration as end:
                answer = end.value
                self._stack.pop()
            except AbortError as abort:
                answer = abort.failure
                self._stack.clear()
            else:
                return NOTHING
        self._finish()
        if answer is not NOTHING:
            self._handles.resets = 0
        return answer

    def _finish(self) -> None:
        """Count the bytes read and prepare for the next value."""
        self._handles.count(self._used)
        self._total += self._used
        most = self._limits.total
        if most and self._total > most:
            raise unreadable(f"A stream has more than {most} bytes.")
        self._asked = TOP
        self._used = 0

    def _begin(self, code: int, kinds: Kinds) -> None:
        if code not in kinds:
            raise unreadable(f"The code {code:#04x} cannot stand where it does.")
        if len(self._stack) == self._limits.depth:
            raise unreadable(f"Values stand more than {self._limits.depth} deep in values.")
        self._stack.append(kinds[code](self._handles))
