"""Where the house is, and whether it answers."""

from collections.abc import Callable
from typing import NamedTuple, TypeVar

from ludoteca.clients.console.contact import Contact
from ludoteca.clients.console.endings import UnreachableError
from ludoteca.clients.console.person import LeftError, Person

HERE = "127.0.0.1"

# Document, "Connection Phase".
CLIENT = "Enter the client address: "
ADDRESS = "Enter the server address: "
PORT = "Enter the server port: "
BAD_PORT = "A port is a number from 1 to 65535."
SUCCESSFUL = "Connection Successful"
FAILED = "Connection Failed"

Word = TypeVar("Word")


class Place(NamedTuple):
    """Where a house is, and where it calls back, if it does that."""

    host: str
    port: int
    client: str = ""
    """Empty where the address will do by which we reach the house."""


class CallBackError(OSError):
    """A house is there and cannot call back: why."""


async def arrive(
    person: Person,
    usual: int,
    contact: Callable[[Place], Contact[Word]],
    *,
    called_back: bool = False,
) -> Contact[Word]:
    """Ask for the house and call it, until it answers; `usual` is its port as a rule."""
    nobody: UnreachableError | None = None
    while True:
        told = any(map(person.knows, ("client_address", "server", "port")))
        try:
            place = await _ask_place(person, usual, called_back=called_back)
        except LeftError:
            if nobody and person.screen.alone and not person.interrupted:
                raise nobody from None
            raise
        line = contact(place)
        try:
            await person.bide(line.open())
        except CallBackError as error:
            person.show(f"{FAILED}: {error}")
            nobody = UnreachableError(str(error))
            if told:
                raise nobody from None
        except (OSError, ValueError):  # a name may be none that can be looked up
            person.show(FAILED)
            where = f"{place.host}, port {place.port}"
            nobody = UnreachableError(f"nobody answers at {where}; `ludoteca serve` opens a house")
            if told:
                raise nobody from None
        else:
            person.show(SUCCESSFUL)
            return line


async def _ask_place(person: Person, usual: int, *, called_back: bool) -> Place:
    client = await person.ask(CLIENT, "client_address") if called_back else ""
    host = await person.ask(ADDRESS, "server") or HERE
    return Place(host, await _ask_port(person, usual), client)


async def _ask_port(person: Person, usual: int) -> int:
    while True:
        port = await person.ask(PORT, "port", lambda: (str(usual),)) or str(usual)
        if port.isascii() and port.isdigit() and len(port) < 6 and 0 < int(port) < 65536:
            return int(port)
        person.show(BAD_PORT)
