"""A whole session: one dialogue after the other, for the phase that the client is in."""

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable, Mapping

from ludoteca.net import LostError
from ludoteca.protocols.pipes.words import ExitGame
from ludoteca.ui.console.shelfie import texts
from ludoteca.ui.console.shelfie.gameplay import play_on
from ludoteca.ui.console.shelfie.menu import choose, log_in, reconnect, wait
from ludoteca.ui.console.shelfie.session import ShelfieSession
from ludoteca.ui.console.shelfie.state import ClientPhase
from ludoteca.ui.console.user import LeftError, OvertakenError

DIALOGUES: Mapping[ClientPhase, Callable[[ShelfieSession], Awaitable[bool | None]]] = {
    ClientPhase.LOGIN: log_in,
    ClientPhase.MENU: choose,
    ClientPhase.WAITING: wait,
    ClientPhase.PLAYING: play_on,
}
"""The dialogue of each phase; true ends the session."""
SILENCE = 30.0
"""How many seconds the server may be silent: after the login it sends a ping every ten."""
GOODBYE = 2.0
"""How many seconds the server has to answer the last request."""


async def run(session: ShelfieSession) -> ClientPhase:
    """Run dialogues until the user leaves; the phase in which that was."""
    while True:
        session.user.settle()
        phase = session.state.phase
        try:
            if session.connection.lost:
                await reconnect(session)
                session.user.drop_typed()
            elif await DIALOGUES[phase](session):
                return ClientPhase.MENU
        except OvertakenError:
            same = phase is session.state.phase is ClientPhase.PLAYING
            if same and not session.connection.lost and not session.state.over:
                session.show(texts.TURN_LOST)
        except LostError:  # or no answer, which is treated alike
            await session.connection.close()
        except LeftError:
            await _say_goodbye(session)
            return phase


async def close_when_silent(session: ShelfieSession, absence_policy: float = SILENCE) -> None:
    """Close a connection on which nothing arrives any more, though it looks open."""
    while True:
        await asyncio.sleep(absence_policy / 10)
        logged_in = session.state.phase is not ClientPhase.LOGIN and not session.connection.lost
        if logged_in and time.monotonic() - session.heard_at > absence_policy:
            await session.connection.close()


async def _say_goodbye(session: ShelfieSession) -> None:
    with contextlib.suppress(LostError, LeftError):
        await session.request(ExitGame(), GOODBYE)
