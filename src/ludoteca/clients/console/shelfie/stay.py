"""A whole visit: one dialogue after the other, whatever comes between."""

import asyncio
import contextlib
import time
from collections.abc import Awaitable, Callable, Mapping

from ludoteca.clients.console.person import LeftError, OvertakenError
from ludoteca.clients.console.shelfie import texts
from ludoteca.clients.console.shelfie.gameplay import play_on
from ludoteca.clients.console.shelfie.menu import choose, come_back, come_in, wait
from ludoteca.clients.console.shelfie.picture import Phase
from ludoteca.clients.console.shelfie.visit import StrangerError, Visit
from ludoteca.net import LostError
from ludoteca.wire.pipes.words import ExitGame

DIALOGUES: Mapping[Phase, Callable[[Visit], Awaitable[bool | None]]] = {
    Phase.OUTSIDE: come_in,
    Phase.MENU: choose,
    Phase.WAITING: wait,
    Phase.PLAYING: play_on,
}
"""What is talked about in each phase; true is the end of the visit."""
SILENCE = 30.0
"""How many seconds a house may be silent: whoever is in hears a ping every ten."""
GOODBYE = 2.0
"""How many seconds a house has to say goodbye."""


async def stay(visit: Visit) -> Phase:
    """Let the person do what they like until they go; where they were then."""
    while True:
        visit.person.settle()
        phase = visit.picture.phase
        try:
            if visit.stranger:
                raise StrangerError(visit.stranger)
            if visit.contact.lost:
                await come_back(visit)
            elif await DIALOGUES[phase](visit):
                return Phase.MENU
        except OvertakenError:
            same = phase is visit.picture.phase is Phase.PLAYING
            if same and not visit.contact.lost and not visit.picture.over:
                visit.show(texts.TURN_LOST)
        except LostError:  # or no answer: then it is as good as lost
            await visit.contact.close()
        except LeftError:
            await _say_goodbye(visit)
            return phase


async def mind_silence(visit: Visit, patience: float = SILENCE) -> None:
    """Hang up on a house that is not heard any more, though the line looks well."""
    while True:
        await asyncio.sleep(patience / 10)
        inside = visit.picture.phase is not Phase.OUTSIDE and not visit.contact.lost
        if inside and time.monotonic() - visit.heard_at > patience:
            await visit.contact.close()


async def _say_goodbye(visit: Visit) -> None:
    with contextlib.suppress(LostError, LeftError):
        await visit.asked(ExitGame(), GOODBYE)
