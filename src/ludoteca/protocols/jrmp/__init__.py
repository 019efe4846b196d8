"""The Java Remote Method Protocol (JRMP) as data, without any I/O.

Specified in docs/protocols/rmi.md.

- `ends`: both ends of a connection; `calls`: messages as bytes
- `methods`, `thrown`, `stubs`: interfaces, exceptions, references and the registry, as values
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
from ludoteca.protocols.jrmp.ends import Calling, Listening, acknowledgement, greeting
from ludoteca.protocols.jrmp.methods import Interface, JavaType, Method, method_hash
from ludoteca.protocols.jrmp.stubs import ID, REGISTRY, REGISTRY_ID, REMOTE, Ref, remote
from ludoteca.protocols.jrmp.thrown import (
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
