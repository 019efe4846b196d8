"""Asking for a server's address and connecting to it."""

import asyncio
from collections.abc import Awaitable, Callable
from ssl import CERT_NONE, PROTOCOL_TLS_CLIENT, SSLContext
from typing import NamedTuple, TypeVar

from ludoteca.games import ROWS, load
from ludoteca.protocols import UnreadableError
from ludoteca.protocols.dialects import DIALECTS, DialectRow
from ludoteca.protocols.encodings import sides_of
from ludoteca.ui.console.connection import ConsoleConnection
from ludoteca.ui.console.user import LeftError, UnreachableError, User, WrongPortError
from ludoteca.ui.draw import harmless, wrapped

LINE = b"{   }\n"
"""Line as long as a TLS record's header, so that a TLS port does not wait for more bytes."""
PAGE = "web"
TLS = "TLS"
_HTTP = b"HTTP/"
TIMEOUT = 5.0
"""Seconds to wait for an answer."""

OTHER = "{host}, port {port} is for clients of another protocol, {spoken} ({games})"
OF_THE_PAGE = "{host}, port {port} is for browsers and `ludoteca console --full`"
OF_TLS = (
    "{host}, port {port} is a TLS port; only `ludoteca console --full` supports TLS, "
    "with the page's address (--server https://…)"
)
UNKNOWN = "{host}, port {port} answers, but does not understand this console"
RIGHT = "; this console plays {games} at port {port}, unless the server has another"


async def why_wrong_port(host: str, port: int, wanted: str) -> str:
    """Explain why a port does not serve a protocol; return "" if the port serves it."""
    spoken = await protocol_at(host, port)
    if spoken == wanted:
        return ""
    text = {"": UNKNOWN, PAGE: OF_THE_PAGE, TLS: OF_TLS}.get(spoken, OTHER)
    said = text.format(host=host, port=port, spoken=spoken, games=_games(spoken))
    return said + RIGHT.format(games=_games(wanted), port=DIALECTS[wanted].port)


def _games(protocol: str) -> str:
    return " and ".join(row.rulebook.TITLE for row in ROWS.values() if protocol in row.protocols)


async def protocol_at(host: str, port: int) -> str:
    """Return the protocol on a port: `web` for the page, `TLS` for any with TLS, "" if unknown.

    Raise OSError if nothing listens on the port.
    """
    return await _plain_protocol_at(host, port) or (TLS if await _has_tls(host, port) else "")


async def _plain_protocol_at(host: str, port: int) -> str:
    async with asyncio.timeout(TIMEOUT):
        reader, writer = await asyncio.open_connection(host, port)
    try:
        writer.write(LINE)
        async with asyncio.timeout(TIMEOUT):
            return protocol_of(await reader.readline())
    except (OSError, ValueError):  # no answer, or an unterminated line
        return ""
    finally:
        writer.close()


async def _has_tls(host: str, port: int) -> bool:
    context = SSLContext(PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = CERT_NONE  # nothing is sent; any certificate proves TLS
    try:
        async with asyncio.timeout(TIMEOUT):
            _, writer = await asyncio.open_connection(host, port, ssl=context)
    except OSError:  # includes TimeoutError and SSLError
        return False
    writer.transport.abort()  # a TLS connection closes only after an answer from the server
    return True


def protocol_of(line: bytes) -> str:
    """Return the protocol whose server answers with this line; "" if unknown."""
    if line.startswith(_HTTP):
        return PAGE
    return next((row.name for row in DIALECTS.values() if _is_of(row, line)), "")


def _is_of(row: DialectRow, line: bytes) -> bool:
    """Return whether a server of this protocol would write this line."""
    sides = sides_of(load(row.encodings))
    list(sides.server.feed(LINE))  # the server's first input selects the encoding
    word = next(iter(sides.client.feed(line)), None)
    if word is None or isinstance(word, UnreadableError):
        return False
    return sides.server.write(word) == line


HERE = "127.0.0.1"

# The protocol's document, "Connection Phase"; brackets contain the default for Enter.
CLIENT = "Enter the client address: [the one the server sees]"
ADDRESS = f"Enter the server address: [{HERE}]"
PORT = "Enter the server port: [{default}]"
BAD_PORT = "A port is a number from 1 to 65535."
SUCCESSFUL = "Connection Successful"
FAILED = "Connection Failed"

NO_SERVER = "no server at {host}, port {port}; `ludoteca serve` starts one"
LONGEST_HOST = 80

Word = TypeVar("Word")


class ServerAddress(NamedTuple):
    """Address of the server and, for callbacks, of the client."""

    host: str
    port: int
    client: str = ""
    """Address of the client; if empty, the address from which it connects."""


class CallBackError(OSError):
    """The server answers but cannot call back."""


class NoRmiError(OSError):
    """The program that listens on the port is not an RMI server."""


async def connect(
    user: User,
    default_port: int,
    connection_to: Callable[[ServerAddress], ConsoleConnection[Word]],
    *,
    called_back: bool = False,
) -> ConsoleConnection[Word]:
    """Ask for addresses until a server answers; return the connection to it."""
    failure: UnreachableError | None = None
    while True:
        given = any(map(user.knows, ("client_address", "server", "port")))
        try:
            address = await _ask_address(user, default_port, called_back=called_back)
        except LeftError:
            if failure and user.screen.alone and not user.interrupted:
                raise failure from None
            raise
        connection = connection_to(address)
        try:
            await user.wait_for(connection.open())
        except (CallBackError, NoRmiError) as error:
            user.show(f"{FAILED}: {error}")
            failure = UnreachableError(str(error))
            if given:
                raise failure from None
        except (OSError, ValueError):  # some host names cannot even be looked up
            user.show(FAILED)
            host = harmless(address.host[:LONGEST_HOST])
            failure = UnreachableError(NO_SERVER.format(host=host, port=address.port))
            if given:
                raise failure from None
            user.show(wrapped(f"There is {failure}.", user.screen.width))
        else:
            user.show(SUCCESSFUL)
            return connection


async def play_at_the_right_port(user: User, play: Callable[[], Awaitable[int]]) -> int:
    """Run `play`, which first connects; in a terminal, start over after a wrong port."""
    while True:
        try:
            return await play()
        except WrongPortError as error:
            if user.screen.alone:
                raise
            user.settle()
            user.show(wrapped(f"{FAILED}: {error}.", user.screen.width))


async def _ask_address(user: User, default_port: int, *, called_back: bool) -> ServerAddress:
    client = await user.ask(CLIENT, "client_address") if called_back else ""
    host = await user.ask(ADDRESS, "server") or HERE
    return ServerAddress(host, await _ask_port(user, default_port), client)


async def _ask_port(user: User, default: int) -> int:
    text = PORT.format(default=default)
    while True:
        port = await user.ask(text, "port", lambda: (str(default),)) or str(default)
        if port.isascii() and port.isdigit() and len(port) < 6 and 0 < int(port) < 65536:
            return int(port)
        user.show(BAD_PORT)
