"""The `ludoteca` command: runs a command, and reports errors in one sentence.

Each command imports its modules when it runs, so that help appears immediately.
"""

import argparse
import io
import os
import sys
from collections.abc import Sequence
from typing import Literal, TextIO

from ludoteca.cli.complaint import Complaint, one_line
from ludoteca.cli.parser import BAD_USAGE, parser

INTERRUPTED = 130


def run(arguments: argparse.Namespace) -> int:  # noqa: C901, PLR0912 - one case a command
    """Run a command and return its exit status."""
    if arguments.command not in ("console", "wiretap", "journal", "admin", "cluster"):
        from ludoteca.cli.extensions import load_games

        load_games()
    match arguments.command:
        case "console":
            from ludoteca.cli.console import console

            given = _given(arguments)
            remote = _is_remote(arguments)
            return console(arguments.game, given, rmi=remote, full=arguments.full)
        case "serve":
            from ludoteca.cli.serve import serve

            serve(vars(arguments))
        case "play":
            from ludoteca.cli.play import play

            play(arguments)
        case "simulate":
            from ludoteca.cli.simulate import simulate

            simulate(
                arguments.game,
                arguments.players,
                arguments.option,
                seed=arguments.seed or 0,
                games=arguments.games,
                bots=arguments.bots,
                as_json=arguments.json,
            )
        case "arena":
            from ludoteca.cli.arena import arena

            return arena(arguments)
        case "bot":
            from ludoteca.cli.bot import bot

            return bot(arguments)
        case "replay":
            from ludoteca.cli.replay import replay

            replay(
                arguments.file,
                arguments.first,
                arguments.last,
                arguments.seat,
                moves=arguments.moves_only,
            )
        case "score":
            _score(arguments)
        case "admin":
            from ludoteca.cli.admin import admin

            return admin(arguments)
        case "cluster":
            from ludoteca.cli.cluster import cluster

            return cluster(arguments)
        case "wiretap":
            from ludoteca.cli.wiretap import wiretap

            wiretap(arguments.port, arguments.host, arguments.dialect, arguments.listen)
        case "journal":
            from ludoteca.cli.journal import journal

            return journal(arguments)
    return 0


def _given(arguments: argparse.Namespace) -> dict[str, str]:
    """Return the answers given as flags, by the names of the console's questions."""
    flags = ("client_address", "server", "port", "name", "create", "join")
    given = {
        flag: str(said).encode("utf-8", "replace").decode()  # like typed text
        for flag in flags
        if (said := getattr(arguments, flag)) is not None
    }
    where = ["server", "port"]
    if _is_remote(arguments):
        where.append("client_address")
    if any(flag in given for flag in where):
        given = {**dict.fromkeys(where, ""), **given}
    return given


def _is_remote(arguments: argparse.Namespace) -> bool:
    """Return whether the server must call this machine back."""
    return bool(arguments.rmi or arguments.client_address is not None)


def _score(arguments: argparse.Namespace) -> None:
    """Print the points of a position."""
    from ludoteca.games import ROWS, load
    from ludoteca.ui import shown
    from ludoteca.ui.positions import BadPositionError

    try:
        text = load(ROWS[arguments.game].score).score(arguments)
    except BadPositionError as error:
        raise Complaint(str(error)) from None
    print(text if arguments.json else shown(arguments.game, text, sys.stdout))


def main(words: Sequence[str] | None = None) -> int:
    """Run the `ludoteca` command and return its exit status."""
    _have_streams()
    arguments = argparse.Namespace(command="")
    try:
        parser().parse_args(words, arguments)
        status = run(arguments)
        sys.stdout.flush()
    except Complaint as complaint:
        print(f"{_called(arguments)}: {one_line(str(complaint))}", file=sys.stderr)
        return BAD_USAGE
    except KeyboardInterrupt as interrupt:
        said = [f"{_called(arguments)}: {one_line(str(why))}" for why in interrupt.args]
        print(*said, sep="\n", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:  # the reader closed the pipe
        _write_nowhere()
    except OSError as error:
        _write_nowhere()
        print(f"{_called(arguments)}: cannot write: {error.strerror}", file=sys.stderr)
        return BAD_USAGE
    else:
        return status
    return 0


def _called(arguments: argparse.Namespace) -> str:
    return f"ludoteca {arguments.command}".strip()


def _have_streams() -> None:
    """Replace closed standard streams with the null device."""
    sys.stdin = sys.stdin or _null_device("r")
    sys.stdout = sys.stdout or _null_device("w")
    sys.stderr = sys.stderr or _null_device("w")
    for stream in (sys.stdin, sys.stdout):  # show undecodable text instead of failing
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _null_device(mode: Literal["r", "w"]) -> TextIO:
    return open(os.devnull, mode, encoding="utf-8")  # noqa: PTH123 - open until the end


def _write_nowhere() -> None:
    # Otherwise, the interpreter fails again on flushing standard output at exit.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
