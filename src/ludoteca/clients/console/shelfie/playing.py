"""My Shelfie at the console, over the pipes protocol: phase by phase as its document has it.

It speaks in frames or in calls, as deployed programs do: there every message comes before the
answer that it belongs to, so that what is shown is complete when the next question is asked.
"""

import asyncio
from collections.abc import Awaitable, Callable

from ludoteca.clients.console import DONE, ENDED
from ludoteca.clients.console.arrival import Place, arrive
from ludoteca.clients.console.contact import Contact, Line
from ludoteca.clients.console.person import Person
from ludoteca.clients.console.shelfie.door import Door
from ludoteca.clients.console.shelfie.picture import Phase
from ludoteca.clients.console.shelfie.stay import mind_silence, stay
from ludoteca.clients.console.shelfie.visit import StrangerError, Visit
from ludoteca.net import Link
from ludoteca.wire.pipes.words import Word

PORT, RMI_PORT = 8080, 1099
UNREACHED = 2


async def play(person: Person, *, remote: bool) -> int:
    """Play until the person leaves; how it ended, as an exit status."""
    visit = Visit(person)
    call = _calling() if remote else _by_tcp

    def contact(place: Place) -> Contact[Word]:
        return Contact(person, lambda: call(place), visit.hear)

    port = RMI_PORT if remote else PORT
    visit.contact = await arrive(person, port, contact, called_back=remote)
    minding = asyncio.create_task(mind_silence(visit))
    try:
        phase = await stay(visit)
    except StrangerError as error:
        visit.show(str(error))
        return UNREACHED
    finally:
        minding.cancel()
        await visit.contact.close()
    return ENDED if person.screen.alone and phase is not Phase.MENU else DONE


async def _by_tcp(place: Place) -> Line[Word]:
    return await Link.open(place.host, place.port, Door())


def _calling() -> Callable[[Place], Awaitable[Line[Word]]]:
    """The way by calls, imported only by those who go it."""
    from ludoteca.clients.console.shelfie.remote import RemoteLink  # noqa: PLC0415

    return RemoteLink.open
