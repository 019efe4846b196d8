"""Remote objects as data: interfaces, references, the registry and exceptions.

A type is either a primitive, which is packed into bytes, or a `JavaType`, which reads and writes
values in a Java object stream. Values of types that no method declares are never read.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from hashlib import sha1
from struct import Struct as Packing
from typing import Any, NamedTuple, TypeAlias

import msgspec

from ludoteca.protocols import javastream
from ludoteca.protocols.contract import UnreadableError
from ludoteca.protocols.javastream.values import PRIMITIVES, decode_utf, encode_utf, sayable

_TYPE = re.compile(r"\[*(?:[BCDFIJSZV]|L[^;]+;)")


class JavaType(NamedTuple):
    """Functions that read and write values of a type that is not a primitive."""

    read: Callable[[javastream.Content], object]
    """Converts a value; raises UnreadableError if it has another type."""
    write: Callable[[Any], javastream.Value]


Type: TypeAlias = Packing | JavaType


def _read_text(value: javastream.Content) -> str | None:
    if value is not None and not isinstance(value, str):
        raise UnreadableError("Where a text should be, there is something else.")
    return None if value is None else sayable(value)


def _read_texts(value: javastream.Content) -> list[str | None]:
    if not isinstance(value, javastream.Array) or value.desc.name != _TEXTS.name:
        raise UnreadableError("Where texts should be, there is something else.")
    return [_read_text(item) for item in value.items]


_TEXTS = javastream.jdk.array_desc("[Ljava.lang.String;")
TEXT = JavaType(_read_text, lambda text: text)
TEXTS = JavaType(_read_texts, lambda texts: javastream.Array(_TEXTS, list(texts)))

KINDS: Mapping[str, JavaType] = {"Ljava/lang/String;": TEXT, "[Ljava/lang/String;": TEXTS}
"""Types known to every interface, by descriptor."""


class Method(msgspec.Struct, frozen=True):
    """A method of a remote interface."""

    name: str
    parameters: tuple[Type, ...]
    result: Type | None
    hash: int
    op: int = -1
    """Operation number, in the two interfaces that number their methods (registry and DGC)."""
    descriptor: str = ""
    """Parameter and result types in Java's notation."""


class Interface:
    """The methods of a remote interface."""

    def __init__(
        self,
        name: str,
        methods: str,
        kinds: Mapping[str, JavaType] | None = None,
        counted: int | None = None,
    ) -> None:
        """`methods` has a line `name descriptor` for each method.

        `counted` is the interface's hash if calls identify its methods by number, or else None.
        """
        self.name = name
        types = {**KINDS, **(kinds or {})}
        self._by_key: dict[tuple[int, int], Method] = {}
        self._by_name: dict[str, Method] = {}
        for number, line in enumerate(methods.split("\n")):
            method, descriptor = line.split()
            *parameters, result = _types(descriptor, types)
            key = (-1, method_hash(method, descriptor)) if counted is None else (number, counted)
            given = tuple(parameter for parameter in parameters if parameter)
            made = Method(method, given, result, key[1], key[0], descriptor)
            self._by_key[key] = self._by_name[line] = made
            self._by_name.setdefault(method, made)

    def find(self, op: int, hash_: int) -> Method | None:
        """Return the method with this operation number and hash."""
        return self._by_key.get((op, hash_))

    def __iter__(self) -> Iterator[Method]:
        return iter(self._by_key.values())

    def __getitem__(self, name: str) -> Method:
        """Return the first method with this name, or the method with this `name descriptor`."""
        return self._by_name[name]


def method_hash(name: str, descriptor: str) -> int:
    """Compute the hash that identifies a method on the wire."""
    data = encode_utf(name + descriptor)
    digest = sha1(len(data).to_bytes(2, "big") + data, usedforsecurity=False).digest()
    return int.from_bytes(digest[:8], "little", signed=True)


def _types(descriptor: str, kinds: Mapping[str, JavaType]) -> Iterator[Type | None]:
    """Yield the parameter types in a descriptor, followed by the result type."""
    for name in _TYPE.findall(descriptor):
        if name in PRIMITIVES:
            yield Packing(">" + PRIMITIVES[name])
        else:
            yield None if name == "V" else kinds[name]


# References to remote objects (stubs in a stream), and the registry, which names remote objects

ID = 22
"""Length in bytes of an object id."""
REMOTE = "java.rmi.Remote"
REF = b"\0\x0aUnicastRef"
REF_2 = b"\0\x0bUnicastRef2\0"
"""Prefixes of an address. `REF_2` allows a socket factory, but this server accepts none."""
_PROXY = javastream.ClassDesc(
    "java.lang.reflect.Proxy",
    -2222568056686623797,
    fields=(javastream.Field("Ljava/lang/reflect/InvocationHandler;", "h"),),
)
_REMOTE_OBJECT = javastream.ClassDesc(
    "java.rmi.server.RemoteObject",
    -3215090123894869218,
    javastream.Flag.SERIALIZABLE | javastream.Flag.WRITES,
)
_HANDLER = javastream.ClassDesc(
    "java.rmi.server.RemoteObjectInvocationHandler", 2, parent=_REMOTE_OBJECT
)
_PLACE = Packing(f">i{ID}s?")


class Ref(NamedTuple):
    """A remote object: its address, id and interfaces."""

    host: str
    port: int
    id: bytes
    interfaces: tuple[str, ...]
    returned: bool = False
    """Whether the reference is part of an answer. The caller must acknowledge such an answer."""


def write_ref(ref: Ref) -> javastream.Object:
    """Return the stub for a remote object."""
    host = encode_utf(ref.host)
    place = _PLACE.pack(ref.port, ref.id, ref.returned)
    block = REF + len(host).to_bytes(2, "big") + host + place
    handler = javastream.Object(_HANDLER, [], [[block]])
    return javastream.Object(javastream.ProxyDesc(ref.interfaces, parent=_PROXY), [handler], [])


def read_ref(value: javastream.Content) -> Ref:
    """Return the remote object that a stub refers to."""
    if not isinstance(value, javastream.Object) or not isinstance(value.desc, javastream.ProxyDesc):
        raise UnreadableError("Where a remote object should be, there is something else.")
    handler = value.fields[0] if value.fields else None
    if not isinstance(handler, javastream.Object) or [c.name for c in handler.desc.lineage] != [
        _REMOTE_OBJECT.name
    ]:
        raise UnreadableError("A stub has no handler.")
    block = handler.annotations[0][0] if handler.annotations and handler.annotations[0] else None
    if not isinstance(block, bytes):
        raise UnreadableError("A stub does not say where its object is.")
    return _read_block(block, value.desc.interfaces)


def _read_block(block: bytes, interfaces: tuple[str, ...]) -> Ref:
    """Decode the address in a stub."""
    begin = len(REF_2) if block.startswith(REF_2) else len(REF)
    end = begin + 2 + int.from_bytes(block[begin : begin + 2], "big")
    if not block.startswith((REF, REF_2)) or len(block) != end + _PLACE.size:
        raise UnreadableError("A stub says in a strange way where its object is.")
    port, id_, returned = _PLACE.unpack(block[end:])
    if not 0 < port < 1 << 16:
        raise UnreadableError(f"There is no port {port}.")
    try:
        return Ref(decode_utf(block[begin + 2 : end]), port, id_, interfaces, returned)
    except ValueError as error:
        raise UnreadableError("A stub has a host in strange characters.") from error


def remote(*interfaces: str) -> JavaType:
    """Return the type for remote objects, or only for those with one of these interfaces."""

    def read(value: javastream.Content) -> Ref | None:
        if value is None:
            return None
        ref = read_ref(value)
        if interfaces and not set(interfaces) & set(ref.interfaces):
            raise UnreadableError(f"A remote object keeps no interface {interfaces[0]}.")
        return ref

    return JavaType(read, lambda ref: None if ref is None else write_ref(ref))


REGISTRY_ID = bytes(ID)


def _ignored(_: javastream.Content) -> None:
    """Ignore the object that a client asks to bind, since the server refuses to bind objects."""


REGISTRY = Interface(
    "java.rmi.registry.Registry",
    """\
bind (Ljava/lang/String;Ljava/lang/Object;)V
list ()[Ljava/lang/String;
lookup (Ljava/lang/String;)Ljava/rmi/Remote;
rebind (Ljava/lang/String;Ljava/lang/Object;)V
unbind (Ljava/lang/String;)V""",
    {"Ljava/rmi/Remote;": remote(), "Ljava/lang/Object;": JavaType(_ignored, remote().write)},
    counted=4905912898345647071,
)

# Exceptions

_THROWABLE = javastream.ClassDesc(
    "java.lang.Throwable",
    -3042686055658047285,
    javastream.Flag.SERIALIZABLE | javastream.Flag.WRITES,
    (
        javastream.Field("Ljava/lang/Throwable;", "cause"),
        javastream.Field("Ljava/lang/String;", "detailMessage"),
        javastream.Field("[Ljava/lang/StackTraceElement;", "stackTrace"),
        javastream.Field("Ljava/util/List;", "suppressedExceptions"),
    ),
)
_EXCEPTION = javastream.ClassDesc("java.lang.Exception", -3387516993124229948, parent=_THROWABLE)
_IO = javastream.ClassDesc("java.io.IOException", 7818375828146090155, parent=_EXCEPTION)
_REMOTE = javastream.ClassDesc(
    "java.rmi.RemoteException",
    -5148567311918794206,
    fields=(javastream.Field("Ljava/lang/Throwable;", "detail"),),
    parent=_IO,
)
_KNOWN = {
    desc.name: desc
    for desc in (
        javastream.ClassDesc("java.rmi.NotBoundException", -1857741824849069317, parent=_EXCEPTION),
        javastream.ClassDesc("java.rmi.AccessException", 6314925228044966088, parent=_REMOTE),
        javastream.ClassDesc("java.rmi.NoSuchObjectException", 6619395951570472985, parent=_REMOTE),
        javastream.ClassDesc("java.rmi.UnmarshalException", 594380845140740218, parent=_REMOTE),
        javastream.ClassDesc("java.rmi.ServerException", -4775845313121906682, parent=_REMOTE),
    )
}
NOT_BOUND, ACCESS, NO_SUCH_OBJECT, UNMARSHAL, SERVER = _KNOWN


class Thrown(NamedTuple):
    """An exception: class name and message."""

    name: str
    message: str


def write_thrown(thrown: Thrown) -> javastream.Object:
    """Return the exception as an object, as a ServerException unless its class is in `_KNOWN`."""
    if thrown.name not in _KNOWN:
        thrown = Thrown(SERVER, f"{thrown.name}: {thrown.message}")
    desc = _KNOWN[thrown.name]
    remote = [None] if _REMOTE in desc.lineage else []
    return javastream.Object(desc, [None, thrown.message, None, None, *remote], [[]])


def read_thrown(value: javastream.Content) -> Thrown:
    """Read an exception of any class."""
    if not isinstance(value, javastream.Object) or not isinstance(value.desc, javastream.ClassDesc):
        raise UnreadableError("The thrown object is not an exception.")
    if not any(desc.name == _THROWABLE.name for desc in value.desc.lineage):
        raise UnreadableError("The thrown object is not an exception.")
    try:
        message = value.field("detailMessage")
    except ValueError:
        message = None
    return Thrown(value.desc.name, sayable(message) if isinstance(message, str) else "")
