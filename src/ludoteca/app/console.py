"""`ludoteca console`: play at a house, from the terminal."""

import asyncio
import signal
import sys
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager, suppress

from ludoteca.app.complaint import Complaint
from ludoteca.clients.console import (
    DONE,
    ENDED,
    INTERRUPTED,
    LOST,
    GivenUpError,
    LeftError,
    Person,
    Screen,
)
from ludoteca.clients.console.arrival import UnreachableError

GAMES = ("shelfie", "renaissance")


def console(game: str, given: Mapping[str, str], *, rmi: bool) -> int:
    """Play at a house until the person leaves; the exit status."""
    if game not in GAMES:
        raise Complaint(f"there is no game '{game}' (games: {', '.join(GAMES)})")
    if rmi:
        raise Complaint("RMI is not there yet: leave --rmi out to connect by TCP")
    return asyncio.run(_converse(_game(game), given))


def _game(name: str) -> Callable[[Person], Awaitable[int]]:
    if name == "shelfie":
        from ludoteca.clients.console.shelfie import play  # noqa: PLC0415 - only what is played
    else:
        from ludoteca.clients.console.renaissance import play  # noqa: PLC0415
    return play


async def _converse(play: Callable[[Person], Awaitable[int]], given: Mapping[str, str]) -> int:
    with _screen() as screen:
        person = Person(screen, given)
        with suppress(NotImplementedError):  # not every system has signals
            asyncio.get_running_loop().add_signal_handler(signal.SIGINT, person.break_off)
        try:
            status = await play(person)
        except LeftError:  # before there was anything to leave
            status = ENDED if screen.alone else DONE
        except UnreachableError as error:
            raise Complaint(f"{error}; `ludoteca serve` opens a house") from None
        except GivenUpError as error:
            person.show(str(error))
            status = LOST
        return INTERRUPTED if person.interrupted else status


@contextmanager
def _screen() -> Iterator[Screen]:
    """The best screen there is."""
    if sys.stdin.isatty() and sys.stdout.isatty():
        try:
            from ludoteca.clients.console.terminal import Terminal, no_echo  # noqa: PLC0415
        except ImportError:  # an extra that is not installed
            pass
        else:
            with no_echo():
                yield Terminal()
            return
    from ludoteca.clients.console.plain import Plain  # noqa: PLC0415

    yield Plain(sys.stdin, sys.stdout)
