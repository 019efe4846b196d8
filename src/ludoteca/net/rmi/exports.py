"""Exported objects, which clients can call."""

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from ludoteca.ops.meter import Meter
from ludoteca.protocols.jrmp import REMOTE, Interface, Ref, Thrown


class CallOrigin(NamedTuple):
    """Address of a caller, and the address at which it reached us."""

    address: str
    host: str
    port: int


CallHandler: TypeAlias = Callable[[str, tuple[object, ...], CallOrigin], object]
"""Handles a call; returns its value or an awaitable."""


class Export(NamedTuple):
    """An exported object: its methods and permitted callers."""

    id: bytes
    interface: Interface
    handle: CallHandler
    owner: str = ""
    """The only address that may call the object; if empty, every address may."""
    collected: Callable[[], None] | None = None
    """Called when no client holds the object any longer; if None, the object is never collected."""

    def ref(self, host: str, port: int, *, returned: bool) -> Ref:
        return Ref(host, port, self.id, (REMOTE, self.interface.name), returned)


class Accounting(NamedTuple):
    """Callbacks with which an endpoint counts and charges for its work."""

    expired: Callable[[int], None] = lambda _: None
    """Called with the number of leases that expired."""
    sent: Callable[[int], None] = lambda _: None
    """Called with the number of bytes of each write."""
    new_meter: Callable[[str, int], Meter] = lambda _address, _port: Meter()
    """Creates the meter for a connection to or from an address and port."""


class ThrownError(Exception):
    """An exception to throw to a remote caller, or thrown by a program that we called."""

    def __init__(self, name: str, message: str) -> None:
        super().__init__(f"{name}: {message}")
        self.thrown = Thrown(name, message)
