"""My Shelfie at the console, over the `pipes` protocol, in the phases of its document.

The console uses frames or calls, like deployed programs. Messages caused by a request precede its
answer, so they are shown before the next question.
"""

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable, Iterator, Mapping
from functools import partial

from ludoteca.net import Link, LostError
from ludoteca.protocols import UnreadableError
from ludoteca.protocols.pipes import client_frames
from ludoteca.protocols.pipes.words import ExitGame, ServerWord, Word
from ludoteca.ui.console import DONE, ENDED, connecting
from ludoteca.ui.console.connection import ConsoleConnection, MessageLink
from ludoteca.ui.console.shelfie import lobby, match, texts
from ludoteca.ui.console.shelfie.session import ShelfieSession
from ludoteca.ui.console.shelfie.state import ClientPhase
from ludoteca.ui.console.user import LeftError, OvertakenError, User

DIALOGUES: Mapping[ClientPhase, Callable[[ShelfieSession], Awaitable[bool | None]]] = {
    ClientPhase.LOGIN: lobby.log_in,
    ClientPhase.MENU: lobby.choose,
    ClientPhase.WAITING: lobby.wait,
    ClientPhase.PLAYING: match.play_on,
}
"""Dialogue for each phase; the session ends if it returns True."""
SILENCE = 30.0
"""Seconds of silence allowed to the server, which sends a ping every ten seconds after login."""
GOODBYE = 2.0
"""Seconds to wait for the answer to the last request."""


async def run(session: ShelfieSession) -> ClientPhase:
    """Run dialogues until the user leaves; return the phase in which the user left."""
    while True:
        session.user.settle()
        phase = session.state.phase
        try:
            if session.connection.lost:
                await lobby.reconnect(session)
                session.user.drop_typed()
            elif await DIALOGUES[phase](session):
                return ClientPhase.MENU
        except OvertakenError:
            same = phase is session.state.phase is ClientPhase.PLAYING
            if same and not session.connection.lost and not session.state.over:
                session.show(texts.TURN_LOST)
        except LostError:  # or no answer in time, which is handled in the same way
            await session.connection.close()
        except LeftError:
            await _say_goodbye(session)
            return phase


async def close_when_silent(session: ShelfieSession, timeout: float = SILENCE) -> None:
    """Close the connection after the server has been silent for too long."""
    while True:
        await asyncio.sleep(timeout / 10)
        logged_in = session.state.phase is not ClientPhase.LOGIN and not session.connection.lost
        if logged_in and time.monotonic() - session.heard_at > timeout:
            await session.connection.close()


async def _say_goodbye(session: ShelfieSession) -> None:
    with contextlib.suppress(LostError, LeftError):
        await session.request(ExitGame(), GOODBYE)


LONGEST_FIRST = 0x20
"""Upper bound on the first byte from a `pipes` server, which starts a frame's length."""


class CheckedFrames:
    """A frame codec that checks, by the first byte, whether the server uses this protocol."""

    def __init__(self) -> None:
        self._frames = client_frames()
        self._right: bool | None = None

    def feed(self, data: bytes) -> Iterator[ServerWord | UnreadableError]:
        """Yield the messages that this data completes; anything but `pipes` frames is fatal."""
        if self._right is None and data:
            self._right = data[0] < LONGEST_FIRST
            if not self._right:
                yield UnreadableError("another protocol", fatal=True)
        if self._right:
            yield from self._frames.feed(data)

    def write(self, word: Word) -> bytes:
        return self._frames.write(word)


async def open_tcp(address: connecting.ServerAddress) -> MessageLink[Word]:
    return await Link.open(address.host, address.port, CheckedFrames())


def rmi_opener() -> Callable[[connecting.ServerAddress], Awaitable[MessageLink[Word]]]:
    """Return the function that opens RMI connections; its module is imported only when used."""
    from ludoteca.ui.console.shelfie.remote import RemoteLink  # noqa: PLC0415

    return RemoteLink.open


PROTOCOL, PORT, RMI_PORT = "pipes", 8080, 1099


async def play(user: User, *, remote: bool) -> int:
    """Play until the user leaves; return the exit status."""
    return await connecting.play_at_the_right_port(user, partial(_play, user, remote=remote))


async def _play(user: User, *, remote: bool) -> int:
    session = ShelfieSession(user)
    open_link = rmi_opener() if remote else open_tcp

    def connection_to(address: connecting.ServerAddress) -> ConsoleConnection[Word]:
        wrong = (
            None
            if remote
            else partial(connecting.why_wrong_port, address.host, address.port, PROTOCOL)
        )
        return ConsoleConnection(user, lambda: open_link(address), session.hear, wrong)

    port = RMI_PORT if remote else PORT
    session.connection = await connecting.connect(user, port, connection_to, called_back=remote)
    watching = asyncio.create_task(close_when_silent(session))
    try:
        phase = await run(session)
    finally:
        watching.cancel()
        await session.connection.close()
    return ENDED if user.screen.alone and phase is not ClientPhase.MENU else DONE
