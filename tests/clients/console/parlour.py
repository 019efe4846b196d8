"""`ludoteca console` with small talk in the place of My Shelfie: whatever is typed is said again.

`arrive` calls a house, `wait` asks nothing until there are news, `quit` ends it; SIGUSR1 brings
news, SIGUSR2 overtakes what is asked.
"""

import asyncio
import signal
import sys
from functools import partial

from ludoteca.app import main
from ludoteca.clients.console.arrival import Place, arrive
from ludoteca.clients.console.contact import Contact
from ludoteca.clients.console.person import OvertakenError, Person
from ludoteca.clients.console.screen import Screen
from ludoteca.net import Link
from ludoteca.wire.pipes import client_lines
from ludoteca.wire.pipes.words import ServerWord

HALL = ("-m", "tests.clients.console.parlour")
PARLOUR = (*HALL, "--server", "127.0.0.1")
"""Who has said where the house is is not asked how to get there."""
QUESTION = "What do you say?"
WAITING = "There is silence."
NEWS = "It rains."
OVERTAKEN = "Never mind."
CHOICES = ("arrive", "quit", "quick")


async def play(person: Person, *, remote: bool) -> int:
    loop = asyncio.get_running_loop()
    news = asyncio.Event()

    def tell() -> None:
        person.show(NEWS)
        news.set()

    loop.add_signal_handler(signal.SIGUSR1, tell)
    loop.add_signal_handler(signal.SIGUSR2, person.overtake)
    person.screen.status = partial(status, person.screen)
    lines: list[Contact[ServerWord]] = []
    while True:
        person.settle()
        try:
            said = await person.ask(QUESTION, "name", lambda: CHOICES)
        except OvertakenError:
            person.show(OVERTAKEN)
            continue
        if said == "quit":
            for line in lines:
                await line.close()
            return 0
        if said == "wait":
            news.clear()
            person.show(WAITING)
            await person.bide(news.wait())
        elif said == "arrive":
            line = await arrive(person, 8080, partial(contact, person), called_back=remote)
            lines.append(line)
        else:
            person.show(f"You say {said!r}.")


def status(screen: Screen) -> str:
    return f"{screen.width} columns, {'colours' if screen.coloured else 'no colours'}"


def contact(person: Person, place: Place) -> Contact[ServerWord]:
    return Contact(
        person, lambda: Link.open(place.host, place.port, client_lines()), lambda _: None
    )


if __name__ == "__main__":
    sys.modules["ludoteca.clients.console.shelfie.playing"] = sys.modules[__name__]
    sys.exit(main(["console", *sys.argv[1:]]))
