"""`ludoteca console` with an echo in place of My Shelfie: it repeats every typed line.

`connect` connects to a server, `wait` waits for news without a question, `quit` ends the program.
SIGUSR1 sends news, SIGUSR2 withdraws the question.
"""

import asyncio
import signal
import sys
from functools import partial

from ludoteca.cli import main
from ludoteca.net import Link
from ludoteca.protocols.pipes import client_lines
from ludoteca.protocols.pipes.words import ServerWord
from ludoteca.ui.console.connecting import ServerAddress, connect
from ludoteca.ui.console.connection import ConsoleConnection
from ludoteca.ui.console.user import OvertakenError, Screen, User

ECHO = ("-m", "tests.ui.console.echo")
LOCAL_ECHO = (*ECHO, "--server", "127.0.0.1")
"""The program with its transport chosen: with `--server` it does not ask for one."""
QUESTION = "What do you say?"
WAITING = "There is silence."
NEWS = "It rains."
OVERTAKEN = "Never mind."
CHOICES = ("connect", "quit", "quick")


async def play(user: User, *, remote: bool) -> int:
    loop = asyncio.get_running_loop()
    news = asyncio.Event()

    def tell() -> None:
        user.show(NEWS)
        news.set()

    loop.add_signal_handler(signal.SIGUSR1, tell)
    loop.add_signal_handler(signal.SIGUSR2, user.overtake)
    user.screen.status = partial(status, user.screen)
    lines: list[ConsoleConnection[ServerWord]] = []
    while True:
        user.settle()
        try:
            said = await user.ask(QUESTION, "name", lambda: CHOICES)
        except OvertakenError:
            user.show(OVERTAKEN)
            continue
        if said == "quit":
            for line in lines:
                await line.close()
            return 0
        if said == "wait":
            news.clear()
            user.show(WAITING)
            await user.wait_for(news.wait())
        elif said == "connect":
            line = await connect(user, 8080, partial(connection, user), called_back=remote)
            lines.append(line)
        else:
            user.show(f"You say {said!r}.")


def status(screen: Screen) -> str:
    return f"{screen.width} columns, {'colours' if screen.coloured else 'no colours'}"


def connection(user: User, place: ServerAddress) -> ConsoleConnection[ServerWord]:
    return ConsoleConnection(
        user, lambda: Link.open(place.host, place.port, client_lines()), lambda _: None
    )


if __name__ == "__main__":
    sys.modules["ludoteca.ui.console.shelfie.playing"] = sys.modules[__name__]
    sys.exit(main(["console", *sys.argv[1:]]))
