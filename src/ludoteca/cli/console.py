"""`ludoteca console`: play on a server from the terminal."""

import asyncio
import os
import signal
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress

from ludoteca.cli.catalogue.games import add_our_games
from ludoteca.cli.complaint import Complaint
from ludoteca.games import ROWS, Game, load
from ludoteca.ui.console import (
    DONE,
    ENDED,
    INTERRUPTED,
    LOST,
    GivenUpError,
    LeftError,
    Screen,
    UnreachableError,
    User,
    choose_transport,
)

INSTALL = "pip install 'ludoteca[console]'"


def console(name: str | None, given: Mapping[str, str], *, rmi: bool, full: bool) -> int:
    """Play on a server until the user leaves; return the exit status."""
    if full:
        return _full_console(name, given, rmi=rmi)
    game = _find(name)
    if rmi and not game.console_by_rmi:
        raise Complaint(f"{game.rulebook.TITLE} can be played over TCP only: run without --rmi")
    return asyncio.run(_converse(game, given, rmi=rmi))


def _full_console(game: str | None, given: Mapping[str, str], *, rmi: bool) -> int:
    """Play in a full-screen terminal window; return the exit status."""
    from ludoteca.cli.extensions import load_games
    from ludoteca.cli.table import find_game
    from ludoteca.ui import colours

    load_games()
    if rmi:
        raise Complaint("--full uses the web port and cannot be combined with --rmi")
    if game is not None:
        find_game(game)
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise Complaint("--full needs a terminal")
    if os.environ.get("TERM") == "dumb":
        raise Complaint("this terminal does not support --full (TERM=dumb): run without --full")
    try:
        from ludoteca.ui.fullscreen.arrival import Welcome, play
        from ludoteca.ui.fullscreen.screen import Screen as FullScreen
    except ImportError as error:
        missing = str(error.name).partition(".")[0]
        raise Complaint(f"--full needs the package {missing}: run {INSTALL}") from None
    screen = FullScreen(Welcome(), coloured=colours(sys.stdout))
    try:
        status = asyncio.run(play(screen, given, game))
    except UnreachableError as error:
        raise Complaint(str(error)) from None
    if screen.farewell:
        print(screen.farewell)
    return status


def _find(name: str | None) -> Game:
    """Return the game with this name or, if None, the first game.

    Games from other packages are loaded only if the name is unknown.
    """
    add_our_games()
    if name is not None and name not in ROWS:
        from ludoteca.cli.extensions import load_games

        load_games()
    games = {row.name: row for row in ROWS.values() if row.console}
    if name is None:
        return next(iter(games.values()))
    if name not in games:
        raise Complaint(f"there is no game '{name}' (games: {', '.join(games)})")
    return games[name]


async def _converse(game: Game, given: Mapping[str, str], *, rmi: bool) -> int:
    with _screen() as screen:
        user = User(screen, given)
        with suppress(NotImplementedError):  # not available on every platform
            asyncio.get_running_loop().add_signal_handler(signal.SIGINT, user.break_off)
        try:
            remote = rmi or await choose_transport(user, remote=game.console_by_rmi)
            status = await _play(game, user, remote=remote)
        except LeftError:  # no game has started yet
            status = ENDED if screen.alone else DONE
        except UnreachableError as error:
            raise Complaint(str(error)) from None
        except GivenUpError as error:
            user.show(str(error))
            status = LOST
        return INTERRUPTED if user.interrupted else status


async def _play(game: Game, user: User, *, remote: bool) -> int:
    """Play a game, which is imported only here so that the first question appears without delay."""
    from ludoteca.cli.catalogue.dialects import add_our_dialects

    add_our_dialects()
    play = load(game.console)
    return await (play(user, remote=remote) if game.console_by_rmi else play(user))


@contextmanager
def _screen() -> Iterator[Screen]:
    """Yield the best screen available: a terminal with line editing, or plain lines."""
    if sys.stdin.isatty() and sys.stdout.isatty():
        try:
            from ludoteca.ui.console.terminal import Terminal, no_echo
        except ImportError:  # the `console` extra is not installed
            pass
        else:
            with no_echo():
                yield Terminal()
            return
    from ludoteca.ui.console.plain import Plain

    yield Plain(sys.stdin, sys.stdout)
