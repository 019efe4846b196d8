"""The endpoint: objects of ours that others call, and objects of others that we call."""

import asyncio
from collections.abc import Callable
from secrets import token_bytes
from typing import Any

from ludoteca.net.port import Port
from ludoteca.net.rmi.called import Called
from ludoteca.net.rmi.client_pool import Lines
from ludoteca.net.rmi.exports import Answering, Export, ThrownError, Where
from ludoteca.net.rmi.held import Held
from ludoteca.wire.javastream import Limits
from ludoteca.wire.jrmp import (
    ACCESS,
    DGC,
    DGC_ID,
    ID,
    LIMITS,
    NO_SUCH_OBJECT,
    NOT_BOUND,
    REGISTRY,
    REGISTRY_ID,
    UNMARSHAL,
    Interface,
    Lease,
    Leases,
    Method,
    Ref,
    Thrown,
)

TERM = 60.0
"""For how many seconds others hold objects of ours, unless they hold them again."""
ABANDONED = 5
"""After so many terms without a holder and without a call an object is collected."""
PATIENCE = 30.0
"""How many seconds a call may take."""
READ_ONLY = "Names are given here by the house alone."


class Endpoint:
    """One for all connections of a program."""

    def __init__(
        self,
        advertise: str = "",
        term: float = TERM,
        limits: Limits = LIMITS,
        expired: Callable[[int], None] = lambda _: None,
    ) -> None:
        """Nothing can be called yet; our objects are said to be at `advertise`."""
        self.limits, self.closed = limits, False
        self.port = 0
        self._advertise, self._expired = advertise, expired
        self._leases = Leases(term)
        self._lines = Lines(limits)
        self._names: dict[str, Export] = {}
        self._exports = {
            REGISTRY_ID: Export(REGISTRY_ID, REGISTRY, self._answer_registry),
            DGC_ID: Export(DGC_ID, DGC, self._answer_dgc),
        }
        self._connections: set[Called] = set()
        self._listened = Port(self.caller)
        self._sweeping: asyncio.TimerHandle | None = None

    # Objects of ours

    def export(
        self,
        interface: Interface,
        answer: Answering,
        owner: str = "",
        collected: Callable[[], None] | None = None,
    ) -> Export:
        """An object that can be called from now on, by whoever is told of it."""
        export = Export(token_bytes(ID), interface, answer, owner, collected)
        self._exports[export.id] = export
        if collected:
            self._leases.add(export.id, self._now())
        return export

    def withdraw(self, export: Export) -> None:
        """It can be called no more, and its names are free."""
        self._exports.pop(export.id, None)
        self._leases.remove(export.id)
        self._names = {name: each for name, each in self._names.items() if each is not export}

    def is_held(self, export: Export) -> bool:
        """Whether anybody holds an object that can be collected."""
        return self._leases.is_held(export.id)

    def bind(self, name: str, export: Export) -> None:
        """Let others look an object up; one with an owner is found by them alone."""
        self._names[name] = export

    def find(self, address: str, id_: bytes, op: int, hash_: int) -> Method | Thrown:
        """The method that is called from an address."""
        export = self._exports.get(id_)
        if export is None or export.owner not in {"", address}:
            return Thrown(NO_SUCH_OBJECT, "no such object in table")
        method = export.interface.find(op, hash_)
        return method or Thrown(UNMARSHAL, f"{export.interface.name} has no such method.")

    def use(self, id_: bytes) -> Export:
        """The object that is called."""
        self._leases.use(id_, self._now())
        return self._exports[id_]

    def host(self, where: Where) -> str:
        """Where we say that our objects are: as it was told us, or where we were reached."""
        return self._advertise or where.host

    def _answer_registry(self, method: str, arguments: tuple[Any, ...], where: Where) -> Any:
        if method == "list":
            return [name for name, export in self._names.items() if not export.owner]
        if method != "lookup":
            raise ThrownError(ACCESS, READ_ONLY)
        export = self._names.get(arguments[0])
        if export is None or export.owner not in {"", where.address}:
            raise ThrownError(NOT_BOUND, str(arguments[0])[:100])
        return export

    def _answer_dgc(self, method: str, arguments: tuple[Any, ...], where: Where) -> Any:
        ids, number, holder, *_ = arguments
        theirs = [id_ for id_ in ids if id_ in self._exports]
        theirs = [id_ for id_ in theirs if self._exports[id_].owner in {"", where.address}]
        if method == "clean":
            self._leases.let_go(theirs, holder, number, self._now())
            return None
        if holder.vmid is None:
            return Lease(round(self._leases.term * 1000), None)
        seconds = holder.value / 1000
        granted = self._leases.hold(theirs, holder.vmid, number, seconds, self._now())
        return Lease(round(granted * 1000), holder.vmid)

    def _sweep(self) -> None:
        now = self._now()
        if late := self._leases.expire(now):
            self._expired(late)
        for id_ in self._leases.abandoned(now - ABANDONED * self._leases.term):
            export = self._exports[id_]
            self.withdraw(export)
            if export.collected:
                export.collected()
        for connection in list(self._connections):
            connection.mind()
        self._sweep_later()

    def _sweep_later(self) -> None:
        loop = asyncio.get_running_loop()
        self._sweeping = loop.call_later(min(self._leases.term / 4, 5.0), self._sweep)

    def _now(self) -> float:
        return asyncio.get_running_loop().time()

    # Connections of others

    def caller(self) -> Called:
        """The end of a connection on which somebody will call."""
        if self._sweeping is None:
            self._sweep_later()
        return Called(self, self._connections)

    async def listen(self, host: str, port: int) -> int:
        """Wait for connections, and say on which port."""
        self.port = await self._listened.open(host, port)
        return self.port

    # Objects of others

    async def call(
        self, ref: Ref, method: Method, *arguments: Any, patience: float | None = PATIENCE
    ) -> Any:
        """What a call comes to; a ThrownError if it throws, a LostError if nobody answers."""
        near = tuple(self._shown(each) for each in arguments)
        return await self._lines.call(ref, method, near, patience)

    def _shown(self, argument: Any) -> Any:
        if not isinstance(argument, Export):
            return argument
        return argument.ref(self._advertise, self.port, returned=False)

    async def lookup(self, host: str, port: int, name: str) -> Ref:
        """The object of this name in the registry there."""
        registry = Ref(host, port, REGISTRY_ID, ())
        found: Ref | None = await self.call(registry, REGISTRY["lookup"], name)
        if found is None:
            raise ThrownError(NOT_BOUND, name)
        return found

    def hold(self, ref: Ref, gone: Callable[[], None]) -> Held:
        """Hold an object of somebody else's, and learn when it is gone."""
        return Held(self._lines, ref, gone)

    async def close(self) -> None:
        """Hang up everywhere."""
        self.closed = True
        if self._sweeping:
            self._sweeping.cancel()
        await self._listened.close()
        for connection in list(self._connections):
            connection.abort()
        self._lines.close()
