"""An RMI endpoint: exports objects, and calls objects of other programs."""

import asyncio
from collections.abc import Callable
from secrets import token_bytes
from typing import Any

from ludoteca.net.port import Peer, Port
from ludoteca.net.rmi.client_pool import ClientPool, RemoteObject
from ludoteca.net.rmi.exports import Accounting, CallHandler, CallOrigin, Export, ThrownError
from ludoteca.net.rmi.server_connection import FIRST_CALL, ServerConnection
from ludoteca.protocols import jrmp
from ludoteca.protocols.javastream import StreamLimits

TERM = 60.0
"""Seconds for which a lease on one of our objects lasts unless it is renewed."""
ABANDONED = 5
"""Number of lease terms without a holder or a call after which an object is collected."""
TIMEOUT = 30.0
"""Seconds for a call to complete."""
READ_ONLY = "This registry is read-only."


class Endpoint:
    """All exported objects and connections of a program."""

    def __init__(
        self,
        advertise: str = "",
        term: float = TERM,
        limits: StreamLimits = jrmp.LIMITS,
        accounting: Accounting | None = None,
    ) -> None:
        """`advertise` is the host named in stubs."""
        self.deadline = FIRST_CALL
        self.limits = limits
        self.closed = False
        self.accounting = accounting or Accounting()
        self.port = 0
        self._advertise = advertise
        self._leases = jrmp.Leases(term)
        self._pool = ClientPool(limits, self.accounting)
        self._names: dict[str, Export] = {}
        self._exports = {
            jrmp.REGISTRY_ID: Export(jrmp.REGISTRY_ID, jrmp.REGISTRY, self._answer_registry),
            jrmp.DGC_ID: Export(jrmp.DGC_ID, jrmp.DGC, self._answer_dgc),
        }
        self._connections: set[ServerConnection] = set()
        self._listener = Port(self.server_connection)
        self._sweeping: asyncio.TimerHandle | None = None

    # Exported objects

    def export(
        self,
        interface: jrmp.Interface,
        handle: CallHandler,
        owner: str = "",
        collected: Callable[[], None] | None = None,
    ) -> Export:
        """Make an object callable by clients that receive a stub of it."""
        export = Export(token_bytes(jrmp.ID), interface, handle, owner, collected)
        self._exports[export.id] = export
        if collected:
            self._leases.add(export.id, self._now())
        return export

    def withdraw(self, export: Export) -> None:
        """Unexport an object and release its names."""
        self._exports.pop(export.id, None)
        self._leases.remove(export.id)
        self._names = {name: each for name, each in self._names.items() if each is not export}

    def is_held(self, export: Export) -> bool:
        """Return whether any client holds a lease on an object that can be collected."""
        return self._leases.is_held(export.id)

    def bind(self, name: str, export: Export) -> None:
        """Bind a name in the registry; if the object has an owner, only that owner can find it."""
        self._names[name] = export

    def find(self, address: str, id_: bytes, op: int, hash_: int) -> jrmp.Method | jrmp.Thrown:
        """Return the method to call for a caller at this address, or the exception to throw."""
        export = self._exports.get(id_)
        if export is None or export.owner not in {"", address}:
            return jrmp.Thrown(jrmp.NO_SUCH_OBJECT, "no such object in table")
        method = export.interface.find(op, hash_)
        return method or jrmp.Thrown(jrmp.UNMARSHAL, f"{export.interface.name} has no such method.")

    def use(self, id_: bytes) -> Export:
        """Return the called object and record its use."""
        self._leases.use(id_, self._now())
        return self._exports[id_]

    def host(self, origin: CallOrigin) -> str:
        """Return the host in our stubs: as configured, or the address the caller connected to."""
        return self._advertise or origin.host

    def _answer_registry(
        self, method: str, arguments: tuple[object, ...], origin: CallOrigin
    ) -> list[str] | Export:
        if method == "list":
            return [name for name, export in self._names.items() if not export.owner]
        if method != "lookup":
            raise ThrownError(jrmp.ACCESS, READ_ONLY)
        name = str(arguments[0])
        export = self._names.get(name)
        if export is None or export.owner not in {"", origin.address}:
            raise ThrownError(jrmp.NOT_BOUND, name[:100])
        return export

    def _answer_dgc(
        self, method: str, arguments: tuple[object, ...], origin: CallOrigin
    ) -> jrmp.Lease | None:
        ids, number, holder, *_ = arguments
        assert isinstance(ids, list)
        assert isinstance(number, int)
        theirs = [id_ for id_ in ids if id_ in self._exports]
        theirs = [id_ for id_ in theirs if self._exports[id_].owner in {"", origin.address}]
        if method == "clean":
            assert isinstance(holder, jrmp.VmId)
            self._leases.let_go(theirs, holder, number, self._now())
            return None
        assert isinstance(holder, jrmp.Lease)
        if holder.vmid is None:
            return jrmp.Lease(round(self._leases.term * 1000), None)
        seconds = holder.value / 1000
        granted = self._leases.hold(theirs, holder.vmid, number, seconds, self._now())
        return jrmp.Lease(round(granted * 1000), holder.vmid)

    def _sweep(self) -> None:
        now = self._now()
        if late := self._leases.expire(now):
            self.accounting.expired(late)
        for id_ in self._leases.abandoned(now - ABANDONED * self._leases.term):
            export = self._exports[id_]
            self.withdraw(export)
            if export.collected:
                export.collected()
        for connection in list(self._connections):
            connection.close_if_idle()
        self._sweep_later()

    def _sweep_later(self) -> None:
        loop = asyncio.get_running_loop()
        self._sweeping = loop.call_later(min(self._leases.term / 4, 5.0), self._sweep)

    def _now(self) -> float:
        return asyncio.get_running_loop().time()

    # Incoming connections

    def server_connection(self, peer: Peer) -> ServerConnection:
        """Create the protocol of a connection on which a client will call."""
        if self._sweeping is None:
            self._sweep_later()
        return ServerConnection(self, peer, self._connections)

    async def listen(self, host: str, port: int) -> int:
        """Listen, and return the port."""
        self.port = await self._listener.open(host, port)
        return self.port

    # Remote objects

    async def call(
        self,
        ref: jrmp.Ref,
        method: jrmp.Method,
        *arguments: object,
        timeout: float | None = TIMEOUT,
    ) -> Any:
        """Call a remote object; raise ThrownError if it throws, LostError if there is no answer."""
        near = tuple(self._as_stub(each) for each in arguments)
        return await self._pool.call(ref, method, near, timeout)

    def _as_stub(self, argument: object) -> object:
        if not isinstance(argument, Export):
            return argument
        return argument.ref(self._advertise, self.port, returned=False)

    async def lookup(self, host: str, port: int, name: str) -> jrmp.Ref:
        """Look up a name in a registry; raise ThrownError if it is not bound."""
        registry = jrmp.Ref(host, port, jrmp.REGISTRY_ID, ())
        found: jrmp.Ref | None = await self.call(registry, jrmp.REGISTRY["lookup"], name)
        if found is None:
            raise ThrownError(jrmp.NOT_BOUND, name)
        return found

    def hold(self, ref: jrmp.Ref, gone: Callable[[], None]) -> RemoteObject:
        """Prepare to hold an object of another program; call `gone` when the object is lost."""
        return RemoteObject(self._pool, ref, gone)

    async def close(self) -> None:
        """Stop listening and close all connections immediately."""
        self.closed = True
        if self._sweeping:
            self._sweeping.cancel()
        await self._listener.close()
        for connection in list(self._connections):
            connection.abort()
        self._pool.close()
