"""Where the house is, and whether it answers."""

from collections.abc import Callable
from typing import TypeVar

from ludoteca.clients.console.contact import Contact
from ludoteca.clients.console.endings import UnreachableError
from ludoteca.clients.console.person import LeftError, Person

HERE = "127.0.0.1"

# Document, "Connection Phase".
ADDRESS = "Enter the server address: "
PORT = "Enter the server port: "
BAD_PORT = "A port is a number from 1 to 65535."
SUCCESSFUL = "Connection Successful"
FAILED = "Connection Failed"

Word = TypeVar("Word")


async def arrive(
    person: Person, usual: int, contact: Callable[[str, int], Contact[Word]]
) -> Contact[Word]:
    """Ask for the house and call it, until it answers; `usual` is its port as a rule."""
    nobody: UnreachableError | None = None
    while True:
        told = person.knows("server") or person.knows("port")
        try:
            host = await person.ask(ADDRESS, "server") or HERE
            port = await _ask_port(person, usual)
        except LeftError:
            if nobody and person.screen.alone and not person.interrupted:
                raise nobody from None
            raise
        line = contact(host, port)
        try:
            await person.bide(line.open())
        except (OSError, ValueError) as error:  # a name may be none that can be looked up
            person.show(FAILED)
            nobody = UnreachableError(f"nobody answers at {host}, port {port}")
            if told:
                raise nobody from error
        else:
            person.show(SUCCESSFUL)
            return line


async def _ask_port(person: Person, usual: int) -> int:
    while True:
        port = await person.ask(PORT, "port", lambda: (str(usual),)) or str(usual)
        if port.isascii() and port.isdigit() and len(port) < 6 and 0 < int(port) < 65536:
            return int(port)
        person.show(BAD_PORT)
