"""Objects of ours that can be called."""

from collections.abc import Callable
from typing import Any, NamedTuple, TypeAlias

from ludoteca.wire.jrmp import REMOTE, Interface, Ref, Thrown


class Where(NamedTuple):
    """From which address somebody calls, and at which of our addresses."""

    address: str
    host: str
    port: int


Answering: TypeAlias = Callable[[str, tuple[Any, ...], Where], Any]
"""Does what a method is called for, and says what comes of it, at once or to be awaited."""


class Export(NamedTuple):
    """An object of ours: what can be called, and whose it is."""

    id: bytes
    interface: Interface
    answer: Answering
    owner: str = ""
    """The only address that may call it; nobody's are everybody's."""
    collected: Callable[[], None] | None = None
    """Told when nobody holds it any more; an object without this is never collected."""

    def ref(self, host: str, port: int, *, returned: bool) -> Ref:
        """The same for others, who find it here."""
        return Ref(host, port, self.id, (REMOTE, self.interface.name), returned)


class ThrownError(Exception):
    """What a call throws, at either end."""

    def __init__(self, name: str, message: str) -> None:
        super().__init__(f"{name}: {message}")
        self.thrown = Thrown(name, message)
