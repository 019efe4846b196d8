"""The Java Remote Method Protocol (JRMP) as data, without I/O.

Specified in docs/protocols/rmi.md.

- `sides`: both sides of a connection; `calls`: encodes and decodes messages
- `objects`: interfaces, references, the registry and exceptions, as values
- `dgc`: distributed garbage collection
"""

from ludoteca.protocols.jrmp.calls import (
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
from ludoteca.protocols.jrmp.dgc import DGC, DGC_ID, Lease, Leases, Uid, VmId
from ludoteca.protocols.jrmp.objects import (
    ACCESS,
    ID,
    NO_SUCH_OBJECT,
    NOT_BOUND,
    REGISTRY,
    REGISTRY_ID,
    REMOTE,
    SERVER,
    UNMARSHAL,
    Interface,
    JavaType,
    Method,
    Ref,
    Thrown,
    method_hash,
    remote,
)
from ludoteca.protocols.jrmp.sides import Calling, Listening, acknowledgement, greeting

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
