"""`ludoteca console --full`: play at a server in a full-screen terminal window."""

import asyncio
import os
import sys
from collections.abc import Mapping

from ludoteca.cli.complaint import Complaint
from ludoteca.cli.extensions import load_games
from ludoteca.cli.table import find_game
from ludoteca.ui import colours
from ludoteca.ui.console import UnreachableError

INSTALL = "pip install 'ludoteca[console]'"


def full_console(game: str | None, given: Mapping[str, str], *, rmi: bool) -> int:
    """Play until the user leaves; return the exit status."""
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
        from ludoteca.ui.fullscreen.screen import Screen
    except ImportError as error:
        missing = str(error.name).partition(".")[0]
        raise Complaint(f"--full needs the package {missing}: run {INSTALL}") from None
    screen = Screen(Welcome(), coloured=colours(sys.stdout))
    try:
        status = asyncio.run(play(screen, given, game))
    except UnreachableError as error:
        raise Complaint(str(error)) from None
    if screen.farewell:
        print(screen.farewell)
    return status
