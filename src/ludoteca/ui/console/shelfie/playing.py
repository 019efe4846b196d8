"""My Shelfie at the console, over the pipes protocol: phase by phase as its document has it.

It speaks in frames or in calls, as deployed programs do: there every message comes before the
answer that it belongs to, so that what is shown is complete when the next question is asked.
"""

import asyncio
from functools import partial

from ludoteca.protocols.pipes.words import Word
from ludoteca.ui.console import DONE, ENDED
from ludoteca.ui.console.connecting import ServerAddress, connect, play_at_the_right_port
from ludoteca.ui.console.connection import ConsoleConnection
from ludoteca.ui.console.probing import why_wrong_port
from ludoteca.ui.console.shelfie.loop import close_when_silent, run
from ludoteca.ui.console.shelfie.session import ShelfieSession
from ludoteca.ui.console.shelfie.state import ClientPhase
from ludoteca.ui.console.shelfie.transports import open_tcp, rmi_opener
from ludoteca.ui.console.user import User

PROTOCOL, PORT, RMI_PORT = "pipes", 8080, 1099


async def play(user: User, *, remote: bool) -> int:
    """Play until the user leaves; the exit status."""
    return await play_at_the_right_port(user, partial(_play, user, remote=remote))


async def _play(user: User, *, remote: bool) -> int:
    session = ShelfieSession(user)
    open_link = rmi_opener() if remote else open_tcp

    def connection_to(address: ServerAddress) -> ConsoleConnection[Word]:
        wrong = None if remote else partial(why_wrong_port, address.host, address.port, PROTOCOL)
        return ConsoleConnection(user, lambda: open_link(address), session.hear, wrong)

    port = RMI_PORT if remote else PORT
    session.connection = await connect(user, port, connection_to, called_back=remote)
    watching = asyncio.create_task(close_when_silent(session))
    try:
        phase = await run(session)
    finally:
        watching.cancel()
        await session.connection.close()
    return ENDED if user.screen.alone and phase is not ClientPhase.MENU else DONE
