"""docs/protocols/rmi.md: its bytes are the ones we write and read."""

from itertools import pairwise
from typing import NamedTuple

import pytest

from ludoteca.protocols.contract import SendBytes
from ludoteca.protocols.jrmp import (
    ID,
    REGISTRY,
    REGISTRY_ID,
    REMOTE,
    Calling,
    Interface,
    Listening,
    Ref,
    acknowledgement,
    greeting,
    write_call,
    write_return,
)
from ludoteca.protocols.pipes import calls as pipes
from ludoteca.protocols.prompts import calls as prompts
from ludoteca.protocols.requests import calls as requests
from ludoteca.protocols.updates import calls as updates
from tests.pages import DOCS, outdated, record, written
from tests.protocols.jrmp.methods import method_table
from tests.protocols.jrmp.samples import PUBLISHED

PAGE = DOCS / "protocols" / "rmi.md"
LOBBY = bytes.fromhex("c0ffee00c0ffee00") + bytes(range(14))
STUB = Ref("127.0.0.1", 1099, LOBBY, (REMOTE, pipes.LOBBY.name), returned=True)
UID = bytes.fromhex("0123456789abcdef0123456789ab")
NAMES: dict[str, tuple[str, Interface]] = {
    pipes.NAME: ("pipes", pipes.LOBBY),
    updates.NAME: ("updates", updates.ESTABLISHMENT),
    prompts.NAME: ("prompts", prompts.SERVER),
    requests.NAME: ("requests", requests.LISTENER),
}
SHOWN = 24


class Piece(NamedTuple):
    """Some bytes, their sender and their meaning."""

    who: str
    data: bytes
    meaning: str


def cut(who: str, data: bytes, *pieces: tuple[int, str]) -> list[Piece]:
    """Cut bytes into pieces of these sizes; the last piece holds the rest."""
    ends = [0]
    for size, _ in pieces:
        ends.append(ends[-1] + size if size else len(data))
    assert ends[-1] == len(data)
    return [
        Piece(who, data[start:end], meaning)
        for (start, end), (_, meaning) in zip(pairwise(ends), pieces, strict=True)
    ]


def lookup() -> list[Piece]:
    hello = greeting("127.0.0.1")
    listening = Listening(("127.0.0.1", 40001), lambda *head: REGISTRY.find(*head[1:]))  # type: ignore[arg-type]
    listening.feed(hello)
    accepted = listening.next()
    assert isinstance(accepted, SendBytes)
    call = write_call(REGISTRY_ID, REGISTRY["lookup"], ("Welcome",))
    answer = write_return(REGISTRY["lookup"], STUB, UID)
    calling = Calling()
    calling.await_return(REGISTRY["lookup"])
    ended = calling.feed(accepted.data + answer)
    assert ended
    assert ended == (STUB, UID)
    return [
        *cut("client", hello, (4, "`JRMI`"), (2, "version 2"), (1, "a stream of calls"),
             (11, "the address of the client, `127.0.0.1`,"), (0, "and its port, if any")),
        *cut("server", accepted.data, (1, "accepted: the client connects"),
             (11, "from `127.0.0.1`,"), (0, "port 40001")),
        *cut("client", call, (1, "a call:"), (4, "the header of an object stream"),
             (2, "a block of 34 bytes:"), (ID, "the registry's id is 0"),
             (4, "its operation 2, `lookup`"), (8, "the hash of its interface"),
             (3, "a string of 7 bytes:"), (0, "`Welcome`")),
        *cut("server", answer, (1, "an answer:"), (4, "the header of an object stream"),
             (2, "a block of 15 bytes:"), (1, "normal return;"), (14, "the id of the answer"),
             (1, "an object,"), (1, "of a proxy class"), (4, "for two interfaces:"),
             (17, "`java.rmi.Remote`"), (27, "`org.am21.networkRMI.Lobby`,"),
             (2, "null annotation;"), (81, "it is a `java.lang.reflect.Proxy`"),
             (3, "null annotation, no superclass;"),
             (62, "its handler is a `RemoteObjectInvocationHandler`"),
             (45, "a subclass of `RemoteObject`, which writes itself"),
             (2, "a block of 50 bytes:"), (12, "`UnicastRef`:"),
             (11, "the object is at `127.0.0.1`,"), (4, "port 1099,"), (ID, "its id,"),
             (1, "the recipient acknowledges it;"), (0, "the end")),
        *cut("client", acknowledgement(UID), (1, "objects received"), (0, "in the answer")),
    ]  # fmt: skip


def call() -> list[Piece]:
    method = pipes.INPUT["sendPublicMessage"]
    data = write_call(LOBBY, method, ("ciao", True))
    answer = write_return(method, True, UID)
    return [
        *cut("client", b"\x52", (0, "ping (before a connection is reused)")),
        *cut("server", b"\x53", (0, "ping acknowledgement")),
        *cut("client", data, (1, "a call:"), (4, "the header of an object stream"),
             (2, "a block of 34 bytes:"), (ID, "the id of the object"),
             (4, "no operation number"),
             (8, "the hash of `sendPublicMessage(Ljava/lang/String;Z)Z`"),
             (3, "a string of 4 bytes:"), (4, "`ciao`"), (2, "a block of one byte:"), (0, "true")),
        *cut("server", answer, (1, "an answer:"), (4, "the header of an object stream"),
             (2, "a block of 16 bytes:"), (1, "normal return;"), (14, "the id of the answer"),
             (0, "true")),
    ]  # fmt: skip


def table(pieces: list[Piece]) -> str:
    rows = ["| who | bytes | meaning |", "|---|---|---|"]
    said = ""
    for who, data, meaning in pieces:
        shown = data[:SHOWN].hex(" ") + (" …" if len(data) > SHOWN else "")
        rows.append(f"| {who if who != said else ''} | `{shown}` | {meaning} |")
        said = who
    return "\n".join(rows)


def names() -> str:
    rows = ["| name | protocol | interface |", "|---|---|---|"]
    rows += [
        f"| `{name}` | [{protocol}]({protocol}.md) | `{interface.name}` |"
        for name, (protocol, interface) in NAMES.items()
    ]
    return "\n".join(rows)


def hashes() -> str:
    return method_table(*PUBLISHED)


PARTS = {
    "names": names,
    "lookup": lambda: table(lookup()),
    "call": lambda: table(call()),
    "hashes": hashes,
}


@pytest.mark.parametrize("part", PARTS)
def test_generated_sections_are_current(part: str) -> None:
    record(PAGE, {part: PARTS[part]})
    assert written(PAGE, part) == PARTS[part](), outdated(__file__)
