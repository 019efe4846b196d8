"""Which protocol is spoken at a port, told from the answer to a line that any of them refuses."""

import asyncio

from ludoteca.games import ROWS, resolve
from ludoteca.protocols import UnreadableError
from ludoteca.protocols.dialects import DIALECTS, DialectRow
from ludoteca.protocols.encodings import ends_of

LINE = b"{}\n"
PAGE = "web"
_HTTP = b"HTTP/"
PATIENCE = 5.0
"""How many seconds the answer may take."""

OTHER = "{host}, port {port} is for clients of another protocol, {spoken} ({games})"
OF_THE_PAGE = "{host}, port {port} is for browsers and `ludoteca console --full`"
UNKNOWN = "{host}, port {port} answers, but does not understand this console"
RIGHT = "; this console plays {games} at port {port}, unless the server has another"


async def why_wrong_port(host: str, port: int, wanted: str) -> str:
    """Why a port is the wrong one for a protocol; empty if it is spoken there after all."""
    spoken = await protocol_at(host, port)
    if spoken == wanted:
        return ""
    text = {"": UNKNOWN, PAGE: OF_THE_PAGE}.get(spoken, OTHER)
    said = text.format(host=host, port=port, spoken=spoken, games=_games(spoken))
    return said + RIGHT.format(games=_games(wanted), port=DIALECTS[wanted].port)


def _games(protocol: str) -> str:
    """The games that are played over a protocol."""
    return " and ".join(row.rulebook.TITLE for row in ROWS.values() if protocol in row.protocols)


async def protocol_at(host: str, port: int) -> str:
    """The protocol at a port, `web` for that of the page; empty if it cannot be told.

    An OSError says that nothing listens there.
    """
    async with asyncio.timeout(PATIENCE):
        reader, writer = await asyncio.open_connection(host, port)
    try:
        writer.write(LINE)
        async with asyncio.timeout(PATIENCE):
            return protocol_of(await reader.readline())
    except (OSError, ValueError):  # no answer, or a line without an end
        return ""
    finally:
        writer.close()


def protocol_of(line: bytes) -> str:
    """The protocol whose server answers with this line; empty if it cannot be told."""
    if line.startswith(_HTTP):
        return PAGE
    return next((row.name for row in DIALECTS.values() if _is_of(row, line)), "")


def _is_of(row: DialectRow, line: bytes) -> bool:
    """Whether a client of this protocol can read a line, and its server would write it."""
    ends = ends_of(resolve(row.encodings))
    list(ends.server.feed(LINE))  # they learn the encoding from it
    word = next(iter(ends.client.feed(line)), None)
    if word is None or isinstance(word, UnreadableError):
        return False
    return ends.server.write(word) == line
