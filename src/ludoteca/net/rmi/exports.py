"""Objects of ours that others can call."""

from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias

from ludoteca.protocols.jrmp import REMOTE, Interface, Ref, Thrown


class CallOrigin(NamedTuple):
    """From which address a client calls, and at which of our addresses it finds us."""

    address: str
    host: str
    port: int


CallHandler: TypeAlias = Callable[[str, tuple[Any, ...], CallOrigin], Any]
"""Does what a method is called for, and returns its value, at once or to be awaited."""


class Export(NamedTuple):
    """An object of ours: its methods, and who may call them."""

    id: bytes
    interface: Interface
    handle: CallHandler
    owner: str = ""
    """The only address that may call it; without one, every address may."""
    collected: Callable[[], None] | None = None
    """Called when nobody holds it any more; an object without this is never collected."""

    def ref(self, host: str, port: int, *, returned: bool) -> Ref:
        """Its stub for others."""
        return Ref(host, port, self.id, (REMOTE, self.interface.name), returned)


class ThrownError(Exception):
    """What a call throws, at either end."""

    def __init__(self, name: str, message: str) -> None:
        super().__init__(f"{name}: {message}")
        self.thrown = Thrown(name, message)
