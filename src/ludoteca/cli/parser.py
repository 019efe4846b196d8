"""The command line and its error messages.

This module imports only what every command needs, so that help appears immediately.
"""

import argparse
import re
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import NoReturn, TypeAlias

from ludoteca import __version__
from ludoteca.cli.complaint import one_line
from ludoteca.ops.settings import CONFIG, SETTINGS

BAD_USAGE = 2
MOST_GAMES = 1_000_000
MOST_RECORDS = 1_000_000
BOTS = (
    "uniform (random), novice, greedy (smart), thoughtful, master or grandmaster, if the game "
    "has them"
)
UNKNOWN = re.compile(r"argument (?P<what>[A-Z]+): invalid choice: (?P<word>.*) \(choose", re.DOTALL)
"""Matches argparse's message about an unknown command, which lists all commands."""


class Parser(argparse.ArgumentParser):
    """An argument parser that reports errors in one line and adds some arguments on demand."""

    complete: Callable[["Parser"], None] | None = None
    """Adds arguments whose modules are slow to import.

    Called once; it may set another function that adds more.
    """

    # One signature instead of argparse's overloads.
    def parse_known_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: argparse.Namespace | None = None
    ) -> tuple[argparse.Namespace, list[str]]:
        while self.complete is not None:
            complete, self.complete = self.complete, None
            complete(self)
        given, unknown = super().parse_known_args(args, namespace)
        if unknown:  # the command's own parser reports these, because its help lists the flags
            self.error(f"unrecognized arguments: {' '.join(unknown)}")
        return given, unknown

    def error(self, message: str) -> NoReturn:
        """Print the error and a hint to use the help, and exit."""
        if found := UNKNOWN.match(message):
            message = f"there is no {found['what'].lower()} {found['word']}"
        self.exit(BAD_USAGE, f"{self.prog}: {one_line(message)} (see {self.prog} --help)\n")


def whole_number(least: int, most: int) -> "argparse._ActionType":
    """Return a function that parses whole numbers within bounds."""

    def read(text: str) -> int:
        digits = text.removeprefix("-")
        if not digits.isascii() or not digits.isdigit():
            raise argparse.ArgumentTypeError(f"'{text}' is not a whole number")
        if len(digits) > 20 or not least <= int(text) <= most:
            raise argparse.ArgumentTypeError(f"{text} is not between {least} and {most}")
        return int(text)

    return read


Commands: TypeAlias = "argparse._SubParsersAction[Parser]"  # noqa: SLF001 - it has no other name


def _later(function: str) -> Callable[[Parser], None]:
    """Return a function that imports `subparsers` and adds a command's arguments."""

    def complete(parser: Parser) -> None:
        getattr(import_module("ludoteca.cli.subparsers"), function)(parser)

    return complete


def parser() -> Parser:
    top = Parser(
        prog="ludoteca",
        description="A server for playing board games with friends and bots.",
        epilog="`ludoteca play --help` lists the games.",
    )
    top.add_argument("--version", action="version", version=f"ludoteca {__version__}")
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")
    _add_serve(commands)
    _add_play(commands)
    _add_console(commands)
    _add_simulate(commands)
    _add_arena(commands)
    _add_bot(commands)
    _add_replay(commands)
    _add_score(commands)
    _add_wiretap(commands)
    _add_journal(commands)
    _add_admin(commands)
    _add_cluster(commands)
    return top


def _add_serve(commands: Commands) -> None:
    serve = commands.add_parser(
        "serve",
        help="start the server: a web page to play on, and protocols for other clients",
        description="Start the server. Standard output lists the open ports, then says 'ready'; "
        "logs go to standard error.",
        epilog="Each setting can be a flag, an environment variable or a key in the file (data, "
        "log_level, …): flags override variables, and variables override the file.",
    )
    serve.add_argument(
        "--config", metavar="FILE", help=f"a TOML file with any of these settings ({CONFIG})"
    )
    serve.add_argument(
        "--open", action="store_true", help="open the page in the browser once the server is ready"
    )
    serve.complete = add_settings


def add_settings(serve: Parser, without: Sequence[str] = ()) -> None:
    """Add the server's settings, except `without`, and the settings of all protocols."""
    from ludoteca.cli.extensions import load_dialects
    from ludoteca.protocols.dialects import dialect_settings

    load_dialects()
    for title, settings in (("settings", SETTINGS), ("protocols", dialect_settings())):
        group = serve.add_argument_group(title)
        for setting in settings:
            if setting.name in without:
                continue
            group.add_argument(
                setting.flag,
                metavar=setting.kind.metavar,
                action="append" if setting.kind.several else "store",
                help=f"{setting.help} ({setting.variable}; default: {setting.default})",
            )


def _add_play(commands: Commands) -> None:
    play = commands.add_parser(
        "play",
        help="play in the terminal against bots",
        description="Play in the terminal, in seat 1, against bots.",
    )
    add_game(
        play,
        seed_help="random seed, to repeat a game (default: a new one each time)",
        nargs="?",
        game_help="one of the games listed below (default: ask in a terminal)",
    )
    _add_size(play)
    play.add_argument(
        "--against",
        metavar="BOT",
        help=f"bot for the other seats: {BOTS} (default: ask in a terminal, otherwise greedy)",
    )
    play.add_argument(
        "--from",
        dest="position",
        metavar="FILE",
        help="begin with the position in this file, as copied from an analysis board",
    )


def _add_console(commands: Commands) -> None:
    console = commands.add_parser(
        "console",
        help="play on a server with others, in the terminal",
        description="Play on a server with others, in the terminal. The console asks for "
        "anything not given as a flag; without a terminal, it reads answers line by line from "
        "standard input.",
        epilog="exit status: 0 left normally, 1 standard input ended during a match, "
        "2 no server answered, 3 the connection was lost for good. "
        "example: ludoteca console --server 127.0.0.1 --port 8080 --name anna --create 2",
    )
    console.add_argument(
        "game", nargs="?", metavar="GAME", help="game to play (default: the first one listed below)"
    )
    console.complete = _list_consoles
    console.add_argument("--server", metavar="HOST", help="host of the server (Enter: 127.0.0.1)")
    console.add_argument(
        "--port",
        type=whole_number(1, 65535),
        metavar="PORT",
        help="port of the game on the server (Enter: the default port)",
    )
    console.add_argument("--name", metavar="NAME", help="your name, or NAME#SECRET to protect it")
    table = console.add_mutually_exclusive_group()
    table.add_argument(
        "--create", type=whole_number(1, 4), metavar="N", help="open a table for this many players"
    )
    table.add_argument(
        "--join", metavar="TABLE", help="join this table (name or number, as listed)"
    )
    console.add_argument(
        "--full",
        action="store_true",
        help="use the whole window for board, log and chat, over the web port (8000)",
    )
    console.add_argument(
        "--rmi", action="store_true", help="connect by RMI instead of TCP, if the game supports it"
    )
    console.add_argument(
        "--client-address",
        metavar="HOST",
        help="for RMI, address for the server's callbacks (Enter: the address it sees)",
    )


def _add_simulate(commands: Commands) -> None:
    simulate = commands.add_parser(
        "simulate",
        help="play many games with random moves or bots, and show statistics",
        description="Play games to the end, with random moves or bots. The same seed gives the "
        "same numbers on every machine.",
    )
    add_game(simulate, seed_help="random seed (default: 0)")
    _add_size(simulate)
    simulate.add_argument(
        "--bots",
        metavar="BOT,BOT,...",
        help=f"bots to play: {BOTS}; one for all seats, or one per seat (default: random moves)",
    )
    simulate.add_argument(
        "--games",
        type=whole_number(1, MOST_GAMES),
        default=1000,
        metavar="N",
        help="number of games (default: 1000)",
    )
    add_json(simulate)


def _add_arena(commands: Commands) -> None:
    arena = commands.add_parser("arena", help="let bots play each other and measure the results")
    arena.complete = _later("add_arena")


def _add_bot(commands: Commands) -> None:
    bot = commands.add_parser("bot", help="let your own bot play on a server")
    bot.complete = _later("add_bot")


def _add_replay(commands: Commands) -> None:
    replay = commands.add_parser(
        "replay",
        help="show a finished game move by move",
        description="Show a finished game that was downloaded from a server: step by step in a "
        "terminal, all at once elsewhere.",
    )
    replay.add_argument("file", metavar="FILE", help="a replay file, or - to read standard input")
    versions = whole_number(1, MOST_RECORDS)
    replay.add_argument(
        "--from",
        dest="first",
        type=versions,
        metavar="N",
        help="start at this step; step 1 lays the table",
    )
    replay.add_argument("--to", dest="last", type=versions, metavar="N", help="stop at this step")
    replay.add_argument(
        "--seat",
        type=whole_number(1, 99),
        metavar="N",
        help="show only what this seat saw (default: everything)",
    )
    replay.add_argument(
        "--moves-only", action="store_true", help="print the moves without drawings"
    )


def _list_consoles(console: Parser) -> None:
    """List the games that can be played in a terminal."""
    from ludoteca.cli.catalogue.games import add_our_games
    from ludoteca.games import ROWS

    add_our_games()
    games = [
        f"{name} (also by RMI)" if row.console_by_rmi else name
        for name, row in ROWS.items()
        if row.console
    ]
    console.epilog = f"games: {', '.join(games)}. {console.epilog}"


def _add_score(commands: Commands) -> None:
    score = commands.add_parser("score", help="score a position", description="Score a position.")
    score.complete = _add_scores


def _add_scores(score: Parser) -> None:
    """Add the games whose positions can be scored, with their arguments."""
    from ludoteca.cli.extensions import load_games
    from ludoteca.games import ROWS, load

    load_games()
    games = score.add_subparsers(dest="game", required=True, metavar="GAME")
    for name, row in ROWS.items():
        if row.score:
            game = games.add_parser(name, help=f"positions of {row.rulebook.TITLE}")
            game.complete = lambda game, score=row.score: load(score).describe(game)
            add_json(game)


def _add_wiretap(commands: Commands) -> None:
    wiretap = commands.add_parser(
        "wiretap",
        help="show the messages between a client and a server",
        description="For client authors: a proxy that forwards every byte unchanged and shows the "
        "messages of both sides, one per line. Data that cannot be decoded is shown in hex.",
        epilog="example: ludoteca wiretap 50010 --dialect prompts --listen 50000",
    )
    wiretap.add_argument(
        "port", type=whole_number(1, 65535), metavar="PORT", help="port of the server"
    )
    wiretap.complete = _add_dialect
    wiretap.add_argument(
        "--host", default="127.0.0.1", help="host of the server (default: 127.0.0.1)"
    )
    wiretap.add_argument(
        "--listen",
        type=whole_number(0, 65535),
        default=0,
        metavar="PORT",
        help="port for clients (default: any free port)",
    )


def _add_journal(commands: Commands) -> None:
    journal = commands.add_parser(
        "journal",
        help="check, copy or compact the data of a server",
        description="Check, copy or compact the data of a server, in a folder or a database.",
    )
    journal.complete = _later("add_journal_actions")


def _add_admin(commands: Commands) -> None:
    admin = commands.add_parser(
        "admin",
        help="operate a server that runs on this machine",
        description="Operate a server that runs on this machine, over its local socket: list "
        "clients, close tables, mute and ban players, send announcements, stop for maintenance.",
        epilog="exit status: 0 done, 1 the server refused, 2 no server answered. "
        "example: ludoteca admin --data /srv/ludoteca ban 203.0.113.0/24 --for 7d --why spam",
    )
    for name, metavar, about in (
        ("config", "FILE", "file with the settings of the server"),
        ("data", "DIR", "data folder of the server (default: ludoteca-data)"),
        ("admin-socket", "PATH", "local socket of the server (default: admin.sock in that folder)"),
    ):
        admin.add_argument(f"--{name}", metavar=metavar, help=about)
    admin.complete = _later("add_admin_orders")


def _add_cluster(commands: Commands) -> None:
    cluster = commands.add_parser(
        "cluster",
        help="run several nodes of the server on this machine",
        description="Run several nodes of the server on this machine, with PostgreSQL and NATS, to "
        "use all its cores or to try out `ludoteca serve --journal … --bus …` before using several "
        "machines.",
    )
    cluster.complete = _later("add_cluster_actions")


def _add_dialect(wiretap: Parser) -> None:
    from ludoteca.cli.extensions import load_dialects
    from ludoteca.protocols.dialects import DIALECTS

    load_dialects()
    wiretap.add_argument(
        "--dialect",
        required=True,
        metavar="NAME",
        help=f"protocol of that port: {', '.join(DIALECTS)}, web (the page) or rmi (remote calls "
        "and callbacks)",
    )


def _add_size(command: Parser) -> None:
    command.add_argument(
        "--players",
        type=whole_number(1, 99),
        metavar="N",
        help="number of players (default: the minimum)",
    )


def add_game(
    command: Parser,
    seed_help: str,
    nargs: str | None = None,
    game_help: str = "one of the games listed below",
) -> None:
    command.complete = _list_games
    command.add_argument("game", nargs=nargs, metavar="GAME", help=game_help)
    command.add_argument("--seed", type=whole_number(0, 2**64), metavar="N", help=seed_help)
    command.add_argument(
        "--option",
        "-o",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="an option of the game, as listed below",
    )


def _list_games(command: Parser) -> None:
    """List the games, their numbers of players and their options."""
    from ludoteca.cli.extensions import load_games
    from ludoteca.cli.table import about
    from ludoteca.games import GAMES

    load_games()
    command.epilog = "games: " + "; ".join(map(about, GAMES.values()))


def add_json(command: argparse.ArgumentParser) -> None:
    command.add_argument("--json", action="store_true", help="print JSON, for programs")
