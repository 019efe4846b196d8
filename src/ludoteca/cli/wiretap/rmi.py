"""Java RMI through the wiretap: calls, results and callbacks.

A client calls a remote object at the address in the object's stub. The wiretap therefore rewrites
stubs to name its own ports, which forward to the object.
"""

import asyncio
import re
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from importlib import import_module
from typing import NamedTuple

from ludoteca.cli.wiretap import CHUNK, CLIENT, HERE, SERVER, TROUBLE, Proxy, Show, reset
from ludoteca.games import load
from ludoteca.protocols import SendBytes, UnreadableError, jrmp
from ludoteca.protocols.dialects import DIALECTS
from ludoteca.protocols.javastream import StreamLimits

WHOLE = 0.05
"""Seconds without data after which a message is forwarded even if it seems unfinished."""
_PING_ACK = b"S"
_MARKS = (
    b"\0\x0aUnicastRef",
    b"\0\x0bUnicastRef2\0",
    b"t\0\x04portt",
    b"t\0\x07addresst",
    b"rmi://",
)
"""Byte sequences that precede addresses in stubs and in the texts of `pipes`."""
_ADDRESS = re.compile(
    rb"w(?P<size>.)(?P<stub>\0\x0aUnicastRef|\0\x0bUnicastRef2\0)"
    rb"|(?P<key>t\0\x04portt|t\0\x07addresst)|(?P<path>t)(?=..rmi://)",
    re.DOTALL,
)
_PATH_PORT = re.compile(rb"(?<=:)[0-9]{1,5}(?=/)")

PortFor = Callable[[int], Awaitable[int]]
"""Returns the wiretap's port that forwards to a port on the other side."""


class RmiObjects:
    """Interfaces of the remote objects seen so far."""

    def __init__(self) -> None:
        self._interfaces: Mapping[str, jrmp.Interface] = {
            each.name: each for each in (jrmp.REGISTRY, jrmp.DGC, *_published())
        }
        self._kept: dict[bytes, tuple[str, ...]] = {}

    def learn(self, thing: object) -> None:
        """If a passed value is a remote object, remember its interfaces."""
        if isinstance(thing, jrmp.Ref):
            self._kept[thing.id] = thing.interfaces

    def find(self, target: bytes, op: int, hash_: int) -> jrmp.Method | jrmp.Thrown:
        """Find the method of a call; if the object is unknown, search all interfaces."""
        names = [name for name in self._kept.get(target, ()) if name in self._interfaces]
        for name in names or self._interfaces:
            if method := self._interfaces[name].find(op, hash_):
                return method
        return jrmp.Thrown(jrmp.NO_SUCH_OBJECT, "a call to an unknown method")


def _published() -> Iterator[jrmp.Interface]:
    """Yield the interfaces of all protocols with remote calls."""
    for row in DIALECTS.values():
        if row.offer:
            module = vars(import_module(load(row.serve).__module__))
            yield from (each for each in module.values() if isinstance(each, jrmp.Interface))


class RmiConversation:
    """Calls and answers on one connection."""

    def __init__(self, objects: RmiObjects) -> None:
        self._objects = objects
        self._listening = jrmp.Listening(("", 0), objects.find, StreamLimits())
        self._calling = jrmp.Calling(StreamLimits())
        self._open: jrmp.Method | None = None
        self._pings = 0

    def called(self, data: bytes) -> Iterator[str]:
        """Yield the calls that this data completes."""
        self._listening.feed(data)
        while (item := self._listening.next()) is not None:
            if isinstance(item, jrmp.Call):
                self._open = item.method
                self._calling.await_return(item.method)
                for argument in item.arguments:
                    self._objects.learn(argument)
                yield f"{item.method.name}({', '.join(map(_in_words, item.arguments))})"
            elif isinstance(item, SendBytes):  # the answer of our own protocol engine
                self._pings += item.data == _PING_ACK
            else:
                raise UnreadableError("this call cannot be read")

    def answered(self, data: bytes) -> Iterator[str]:
        """If this data completes the open call's result, yield a description of the result."""
        while self._pings and data.startswith(_PING_ACK):
            self._pings -= 1
            data = data[1:]
        ended = self._calling.feed(data) if data else None
        if ended is None:
            return
        name = self._open.name if self._open else "?"
        self._open = None
        if isinstance(ended, jrmp.Returned):
            self._objects.learn(ended.value)
            value = "" if ended.value is None else f" {_in_words(ended.value)}"
            yield f"{name} returns{value}"
        else:
            yield f"{name} throws {ended.name}: {ended.message}"


def _in_words(thing: object) -> str:
    if isinstance(thing, jrmp.Ref):
        name = next((one for one in thing.interfaces[::-1] if one != "java.rmi.Remote"), "object")
        return f"<{name.rpartition('.')[2]} at {thing.host}:{thing.port}>"
    if isinstance(thing, jrmp.Lease):
        return f"<lease of {thing.value // 1000} s>"
    if isinstance(thing, list) and thing and isinstance(thing[0], bytes):
        return f"<ids: {', '.join(each.hex()[:8] for each in thing)}>"
    return repr(thing)


class Leg(NamedTuple):
    """Destination of one of the wiretap's ports."""

    host: str
    port: int
    back: bool = False
    """Whether the port leads to the client, for callbacks."""


class RmiWiretap(Proxy):
    """Shows a client's calls and the server's callbacks."""

    def __init__(self, host: str, port: int, show: Show) -> None:
        super().__init__(host, port, show)
        self._objects = RmiObjects()
        self._ports: dict[Leg, int] = {}

    async def join(
        self, name: str, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        """Connect a client to the server."""
        leg = Leg(self._host, self._port)
        self._ports[leg] = self.port
        await self._pass_on(leg, name, reader, writer)

    async def _pass_on(
        self, leg: Leg, name: str, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        try:
            answers, called = await asyncio.open_connection(leg.host, leg.port)
        except OSError as error:
            self.line(name, "--", f"{leg.host} {leg.port} cannot be reached: {error}", TROUBLE)
            reset(writer)
            return
        self.line(name, "--", "connected by the server" if leg.back else "connected", "")
        client = leg.host if leg.back else writer.get_extra_info("peername")[0]
        outside = (writer if leg.back else called).get_extra_info("sockname")[0]
        ports = {
            CLIENT: partial(self._port_for, client, outside, back=True),
            SERVER: partial(self._port_for, self._host, HERE, back=False),
        }
        caller, other = (SERVER, CLIENT) if leg.back else (CLIENT, SERVER)
        talk = RmiConversation(self._objects)
        try:
            await asyncio.gather(
                self._passed(reader, called, talk.called, self._shows(name, caller), ports[caller]),
                self._passed(
                    answers, writer, talk.answered, self._shows(name, other), ports[other]
                ),
            )
        finally:
            writer.close()
            called.close()

    def _shows(self, name: str, colour: str) -> Callable[[str], None]:
        return lambda text: self.line(name, "->" if colour == CLIENT else "<-", text, colour)

    async def _port_for(self, host: str, at: str, port: int, *, back: bool) -> int:
        leg = Leg(host, port, back)
        if leg not in self._ports:
            accept = partial(self.accept, partial(self._pass_on, leg))
            server = await asyncio.start_server(accept, at, 0)
            self._ports[leg] = server.sockets[0].getsockname()[1]
            self.servers.append(server)
        return self._ports[leg]

    async def _passed(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        read: Callable[[bytes], Iterator[str]],
        show: Callable[[str], None],
        port_for: PortFor,
    ) -> None:
        """Forward data with rewritten addresses, then the end, as a close or a reset."""
        try:
            while data := await reader.read(CHUNK):
                with suppress(TimeoutError):
                    while is_unfinished(data):
                        more = await asyncio.wait_for(reader.read(CHUNK), WHOLE)
                        if not more:
                            break
                        data += more
                try:
                    for text in read(data):
                        show(text)
                except UnreadableError as error:
                    show(f"? {error}: {data.hex(' ')}")
                writer.write(await changed(data, port_for))
                await writer.drain()
            show("closed")
            if writer.can_write_eof():
                writer.write_eof()
        except OSError:
            show("reset")
            reset(writer)


def is_unfinished(data: bytes) -> bool:
    """Return whether the data may end in the middle of an address."""
    if any(data.endswith(mark[:size]) for mark in _MARKS for size in range(2, len(mark) + 1)):
        return True
    found = list(_ADDRESS.finditer(data))
    return bool(found) and _end(data, found[-1]) > len(data)


def _end(data: bytes, found: re.Match[bytes]) -> int:
    """Return the end position of an address: after its string, or after a stub's host and port."""
    begin = found.end() + 2
    return begin + int.from_bytes(data[found.end() : begin], "big") + 4 * bool(found["stub"])


async def changed(data: bytes, port_for: PortFor) -> bytes:
    """Rewrite the addresses in this data."""
    out = bytearray()
    at = 0
    for found in _ADDRESS.finditer(data):
        begin, end = found.end() + 2, _end(data, found)
        if end > len(data):
            continue
        out += data[at : found.start()]
        at = end
        text = data[begin:end]
        if found["stub"]:
            port = await port_for(int.from_bytes(text[-4:], "big"))
            size = found["size"][0] - (len(text) - 4) + len(HERE)
            out += b"w" + bytes((size,)) + found["stub"] + _counted(HERE.encode())
            out += port.to_bytes(4, "big")
        elif found["key"]:
            other = str(await port_for(int(text))) if b"port" in found["key"] else HERE
            out += found["key"] + _counted(other.encode())
        elif named := _PATH_PORT.search(text):
            other_port = str(await port_for(int(named[0]))).encode()
            out += b"t" + _counted(_PATH_PORT.sub(other_port, text, count=1))
        else:
            out += data[found.start() : end]
    return bytes(out + data[at:])


def _counted(text: bytes) -> bytes:
    return len(text).to_bytes(2, "big") + text
