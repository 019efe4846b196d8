"""My Shelfie at the console, over the pipes protocol: phase by phase as its document has it.

It speaks in frames, as deployed programs do: there every message comes before the answer that it
belongs to, so that what is shown is complete when the next question is asked.
"""

import asyncio

from ludoteca.clients.console import DONE, ENDED
from ludoteca.clients.console.arrival import arrive
from ludoteca.clients.console.contact import Contact
from ludoteca.clients.console.person import Person
from ludoteca.clients.console.shelfie.door import Door
from ludoteca.clients.console.shelfie.picture import Phase
from ludoteca.clients.console.shelfie.stay import mind_silence, stay
from ludoteca.clients.console.shelfie.visit import StrangerError, Visit
from ludoteca.wire.pipes.words import Word

PORT = 8080
UNREACHED = 2


async def play(person: Person) -> int:
    """Play until the person leaves; how it ended, as an exit status."""
    visit = Visit(person)

    def contact(host: str, port: int) -> Contact[Word]:
        return Contact(person, host, port, Door, visit.hear)

    visit.contact = await arrive(person, PORT, contact)
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
