"""`ludoteca console`: play at a house, from the terminal."""

import asyncio
import signal
import sys
from collections.abc import Iterator, Mapping
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
    UnreachableError,
    choose_way,
)

GAMES = ("shelfie", "renaissance")
REMOTE = ("shelfie",)
"""The games that have an RMI side."""


def console(game: str, given: Mapping[str, str], *, rmi: bool) -> int:
    """Play at a house until the person leaves; the exit status."""
    if game not in GAMES:
        raise Complaint(f"there is no game '{game}' (games: {', '.join(GAMES)})")
    if rmi and game not in REMOTE:
        raise Complaint("Masters of Renaissance is played by TCP alone, without --rmi")
    return asyncio.run(_converse(game, given, rmi=rmi))


async def _converse(game: str, given: Mapping[str, str], *, rmi: bool) -> int:
    with _screen() as screen:
        person = Person(screen, given)
        with suppress(NotImplementedError):  # not every system has signals
            asyncio.get_running_loop().add_signal_handler(signal.SIGINT, person.break_off)
        try:
            remote = rmi or await choose_way(person, remote=game in REMOTE)
            status = await _play(game, person, remote=remote)
        except LeftError:  # before there was anything to leave
            status = ENDED if screen.alone else DONE
        except UnreachableError as error:
            raise Complaint(str(error)) from None
        except GivenUpError as error:
            person.show(str(error))
            status = LOST
        return INTERRUPTED if person.interrupted else status


async def _play(game: str, person: Person, *, remote: bool) -> int:
    """Play one game, which is imported only now: the first question was there at once."""
    if game == "shelfie":
        from ludoteca.clients.console import shelfie  # noqa: PLC0415

        return await shelfie.play(person, remote=remote)
    from ludoteca.clients.console import renaissance  # noqa: PLC0415

    return await renaissance.play(person)


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
