"""References to remote objects (stubs in a stream), and the registry that finds them by name."""

from struct import Struct as Packing
from typing import NamedTuple

from ludoteca.protocols.contract import UnreadableError
from ludoteca.protocols.javastream import ClassDesc, Content, Field, Flag, Object, ProxyDesc
from ludoteca.protocols.jrmp.methods import Interface, JavaType
from ludoteca.protocols.utf import decode_utf, encode_utf

ID = 22
"""Length in bytes of an object id."""
REMOTE = "java.rmi.Remote"
REF, REF_2 = b"\0\x0aUnicastRef", b"\0\x0bUnicastRef2\0"
"""Prefixes of an address; the second allows a socket factory, which we do not accept."""
_PROXY = ClassDesc(
    "java.lang.reflect.Proxy",
    -2222568056686623797,
    fields=(Field("Ljava/lang/reflect/InvocationHandler;", "h"),),
)
_REMOTE_OBJECT = ClassDesc(
    "java.rmi.server.RemoteObject", -3215090123894869218, Flag.SERIALIZABLE | Flag.WRITES
)
_HANDLER = ClassDesc("java.rmi.server.RemoteObjectInvocationHandler", 2, parent=_REMOTE_OBJECT)
_PLACE = Packing(f">i{ID}s?")


class Ref(NamedTuple):
    """A remote object: its address, id and interfaces."""

    host: str
    port: int
    id: bytes
    interfaces: tuple[str, ...]
    returned: bool = False
    """Whether it is in an answer, which the caller must acknowledge."""


def write_ref(ref: Ref) -> Object:
    """Return the stub for a remote object."""
    host = encode_utf(ref.host)
    place = _PLACE.pack(ref.port, ref.id, ref.returned)
    block = REF + len(host).to_bytes(2, "big") + host + place
    handler = Object(_HANDLER, [], [[block]])
    return Object(ProxyDesc(ref.interfaces, parent=_PROXY), [handler], [])


def read_ref(value: Content) -> Ref:
    """Return the remote object of a stub."""
    if not isinstance(value, Object) or not isinstance(value.desc, ProxyDesc):
        raise UnreadableError("Where a remote object should be, there is something else.")
    handler = value.fields[0] if value.fields else None
    if not isinstance(handler, Object) or [c.name for c in handler.desc.lineage] != [
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
    """Return the type of remote objects with one of these interfaces, or with any if empty."""

    def read(value: Content) -> Ref | None:
        if value is None:
            return None
        ref = read_ref(value)
        if interfaces and not set(interfaces) & set(ref.interfaces):
            raise UnreadableError(f"A remote object keeps no interface {interfaces[0]}.")
        return ref

    return JavaType(read, lambda ref: None if ref is None else write_ref(ref))


REGISTRY_ID = bytes(ID)


def _ignored(_: Content) -> None:
    """Ignore an object to bind: binding is refused."""


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
