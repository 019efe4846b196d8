"""Conversations of a few calls, for tests of the reader."""

from struct import pack

from ludoteca.protocols.jrmp import (
    DGC,
    DGC_ID,
    ID,
    NO_SUCH_OBJECT,
    REGISTRY,
    REGISTRY_ID,
    REMOTE,
    UID,
    Call,
    Interface,
    Lease,
    Method,
    Ref,
    Thrown,
    Uid,
    VmId,
    greeting,
    remote,
    write_call,
    write_exception,
    write_return,
)
from ludoteca.protocols.pipes import calls as pipes
from ludoteca.protocols.pipes.calls import INPUT, LOBBY
from ludoteca.protocols.prompts import calls as prompts
from ludoteca.protocols.requests import calls as requests
from ludoteca.protocols.requests.calls import HANDLER
from ludoteca.protocols.requests.words import LoginRequest
from ludoteca.protocols.updates import calls as updates
from ludoteca.protocols.updates.calls import SERVER
from ludoteca.protocols.updates.words import LivingRoomSelection, Nickname, Position

OURS = bytes(range(ID))
ANSWER = b"\1" * UID
CLIENT = Ref("127.0.0.1", 40000, b"\2" * ID, (REMOTE, "org.am21.networkRMI.IClientCallBack"))
FOUND = Ref("::1", 1099, OURS, (REMOTE, LOBBY.name), returned=True)
HOLDER = VmId(b"\3" * 8, Uid(1, 2, 3))
ODD = Interface(
    "odd.Odd",
    """\
all (BCDFIJSZLjava/lang/String;)D
mixed (ILjava/lang/String;ZLjava/lang/String;J)Ljava/lang/String;
texts ()[Ljava/lang/String;
other (Ljava/rmi/Remote;)Ljava/rmi/Remote;""",
    {"Ljava/rmi/Remote;": remote()},
)
INTERFACES = REGISTRY, DGC, LOBBY, INPUT, SERVER, HANDLER, ODD

CALLS = [
    Call(REGISTRY_ID, REGISTRY["lookup"], ("Welcome",)),
    Call(REGISTRY_ID, REGISTRY["list"], ()),
    Call(DGC_ID, DGC["dirty"], ([OURS, CLIENT.id], 7, Lease(600_000, HOLDER))),
    Call(DGC_ID, DGC["clean"], ([OURS], 8, HOLDER, False)),
    Call(OURS, LOBBY["connect"], ()),
    Call(OURS, INPUT["logIn"], ("alice", CLIENT)),
    Call(OURS, INPUT["logIn"], ("zoë \U0001f600 \0", CLIENT)),
    Call(OURS, INPUT["logIn"], (None, None)),
    Call(OURS, INPUT["selectCell"], (4, -1)),
    Call(OURS, INPUT["sendPrivateMessage"], ("hi", "bob", True)),
    Call(OURS, INPUT["sendPrivateMessage"], ("bob", "bob", False)),
    Call(OURS, INPUT["sendPublicMessage"], ("x" * 65_000, True)),
    Call(OURS, INPUT["exitGame"], ()),
    Call(OURS, SERVER["login"], (Nickname("alice"),)),
    Call(OURS, SERVER["selectFromLivingRoom"], (LivingRoomSelection((Position(4, 5),)),)),
    Call(OURS, HANDLER["receiveMessage"], (LoginRequest("alice"),)),
    Call(OURS, ODD["all"], (-1, 99, 1.5, 2.5, -3, 1 << 40, -5, True, "end")),
    Call(OURS, ODD["mixed"], (1, "two", False, "four", 5)),
    Call(OURS, ODD["other"], (FOUND,)),
]
RETURNS: list[tuple[Method, object]] = [
    (REGISTRY["lookup"], FOUND),
    (REGISTRY["list"], ["Welcome", "MyShelfie"]),
    (REGISTRY["unbind"], None),
    (DGC["dirty"], Lease(60_000, HOLDER)),
    (DGC["clean"], None),
    (LOBBY["connect"], {"root": "7f", "address": "127.0.0.1", "port": "1234"}),
    (INPUT["logIn"], True),
    (ODD["all"], 0.5),
    (ODD["mixed"], "x" * 70_000),
    (ODD["mixed"], "zoë"),
    (ODD["mixed"], None),
    (ODD["other"], None),
]
THROWN = Thrown(NO_SUCH_OBJECT, "gone")


def find(_: bytes, op: int, hash_: int) -> Method | Thrown:
    """Return any method of any interface, on any object."""
    found = (interface.find(op, hash_) for interface in INTERFACES)
    return next(filter(None, found), THROWN)


def written(call: Call) -> bytes:
    """Encode a call."""
    return write_call(*call)


ACKNOWLEDGED = b"\x54" + ANSWER
PING = b"\x52"
CALLING = (
    greeting("127.0.0.1")
    + PING
    + b"".join(written(call) + ACKNOWLEDGED for call in CALLS if len(written(call)) < 2000)
)
"""The bytes of one end in a whole conversation."""
ANSWERING = [write_return(method, value, ANSWER) for method, value in RETURNS]
ACCEPTED = b"\x4e" + pack(">H9si", 9, b"127.0.0.1", 40001)
THROWING = write_exception(THROWN, ANSWER)
PUBLISHED = (
    *(pipes.LOBBY, pipes.INPUT, pipes.CALLBACK),
    *(updates.ESTABLISHMENT, updates.SERVER, updates.CLIENT),
    *(prompts.SERVER, prompts.CLIENT),
    *(requests.LISTENER, requests.HANDLER, requests.CLIENT),
)
"""The methods of all remote interfaces."""
