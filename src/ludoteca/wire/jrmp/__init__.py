"""The Java Remote Method Protocol as data: calls of remote objects, without any I/O.

Specified in docs/protocols/rmi.md.

- `caller`, `listener`: the two ends of a connection; `calls`: its messages as bytes
- `methods`, `thrown`, `stubs`: interfaces, exceptions, references and the registry, as values
- `dgc`, `leases`: which programs hold which objects, and until when
"""

from ludoteca.wire.jrmp.caller import Calling, acknowledgement, greeting
from ludoteca.wire.jrmp.calls import (
    LIMITS,
    MAGIC,
    UID,
    Call,
    Find,
    Returned,
    write_call,
    write_exception,
    write_return,
)
from ludoteca.wire.jrmp.dgc import DGC, DGC_ID, Lease, Uid, VmId
from ludoteca.wire.jrmp.leases import Leases
from ludoteca.wire.jrmp.listener import Listening
from ludoteca.wire.jrmp.methods import Interface, JavaType, Method, method_hash
from ludoteca.wire.jrmp.stubs import ID, REGISTRY, REGISTRY_ID, REMOTE, Ref, remote
from ludoteca.wire.jrmp.thrown import (
    ACCESS,
    NO_SUCH_OBJECT,
    NOT_BOUND,
    SERVER,
    UNMARSHAL,
    Thrown,
)

__all__ = [
    "ACCESS",
    "DGC",
    "DGC_ID",
    "ID",
    "LIMITS",
    "MAGIC",
    "NOT_BOUND",
    "NO_SUCH_OBJECT",
    "REGISTRY",
    "REGISTRY_ID",
    "REMOTE",
    "SERVER",
    "UID",
    "UNMARSHAL",
    "Call",
    "Calling",
    "Find",
    "Interface",
    "JavaType",
    "Lease",
    "Leases",
    "Listening",
    "Method",
    "Ref",
    "Returned",
    "Thrown",
    "Uid",
    "VmId",
    "acknowledgement",
    "greeting",
    "method_hash",
    "remote",
    "write_call",
    "write_exception",
    "write_return",
]
