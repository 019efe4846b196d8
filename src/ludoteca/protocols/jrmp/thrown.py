"""Exceptions thrown by calls, as data."""

from typing import NamedTuple

from ludoteca.protocols.contract import UnreadableError
from ludoteca.protocols.javastream import ClassDesc, Content, Field, Flag, Object
from ludoteca.protocols.utf import sayable

_THROWABLE = ClassDesc(
    "java.lang.Throwable",
    -3042686055658047285,
    Flag.SERIALIZABLE | Flag.WRITES,
    (
        Field("Ljava/lang/Throwable;", "cause"),
        Field("Ljava/lang/String;", "detailMessage"),
        Field("[Ljava/lang/StackTraceElement;", "stackTrace"),
        Field("Ljava/util/List;", "suppressedExceptions"),
    ),
)
_EXCEPTION = ClassDesc("java.lang.Exception", -3387516993124229948, parent=_THROWABLE)
_IO = ClassDesc("java.io.IOException", 7818375828146090155, parent=_EXCEPTION)
_REMOTE = ClassDesc(
    "java.rmi.RemoteException",
    -5148567311918794206,
    fields=(Field("Ljava/lang/Throwable;", "detail"),),
    parent=_IO,
)
_KNOWN = {
    desc.name: desc
    for desc in (
        ClassDesc("java.rmi.NotBoundException", -1857741824849069317, parent=_EXCEPTION),
        ClassDesc("java.rmi.AccessException", 6314925228044966088, parent=_REMOTE),
        ClassDesc("java.rmi.NoSuchObjectException", 6619395951570472985, parent=_REMOTE),
        ClassDesc("java.rmi.UnmarshalException", 594380845140740218, parent=_REMOTE),
        ClassDesc("java.rmi.ServerException", -4775845313121906682, parent=_REMOTE),
    )
}
NOT_BOUND, ACCESS, NO_SUCH_OBJECT, UNMARSHAL, SERVER = _KNOWN


class Thrown(NamedTuple):
    """An exception: class name and message."""

    name: str
    message: str


def write_thrown(thrown: Thrown) -> Object:
    """Return the exception object; one of an unknown class becomes a ServerException."""
    if thrown.name not in _KNOWN:
        thrown = Thrown(SERVER, f"{thrown.name}: {thrown.message}")
    desc = _KNOWN[thrown.name]
    remote = [None] if _REMOTE in desc.lineage else []
    return Object(desc, [None, thrown.message, None, None, *remote], [[]])


def read_thrown(value: Content) -> Thrown:
    """Read an exception of any class."""
    if not isinstance(value, Object) or not isinstance(value.desc, ClassDesc):
        raise UnreadableError("What was thrown is no exception.")
    if not any(desc.name == _THROWABLE.name for desc in value.desc.lineage):
        raise UnreadableError("What was thrown is no exception.")
    try:
        message = value.field("detailMessage")
    except ValueError:
        message = None
    return Thrown(value.desc.name, sayable(message) if isinstance(message, str) else "")
