"""The command line; what it does not understand is answered by one clear sentence.

Only what every command needs is imported here, so that help appears at once.
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
    "uniform (random), novice, greedy (smart), thoughtful, master or grandmaster, as far as there "
    "are"
)
UNKNOWN = re.compile(r"argument (?P<what>[A-Z]+): invalid choice: (?P<word>.*) \(choose", re.DOTALL)
"""What argparse says of a command that is none, with all that there are."""


class Parser(argparse.ArgumentParser):
    """A parser whose errors are one line, and which can be completed when it is used."""

    complete: Callable[["Parser"], None] | None = None
    """Adds what takes long to import; called once. It may leave another one to do the rest."""

    # The overloads of argparse in one: which namespace comes back follows from what is given.
    def parse_known_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: argparse.Namespace | None = None
    ) -> tuple[argparse.Namespace, list[str]]:
        """Complete this parser, and parse."""
        while self.complete is not None:
            complete, self.complete = self.complete, None
            complete(self)
        return super().parse_known_args(args, namespace)

    def error(self, message: str) -> NoReturn:
        """Print what is wrong and where to read more, and exit."""
        if found := UNKNOWN.match(message):
            message = f"there is no {found['what'].lower()} {found['word']}"
        self.exit(BAD_USAGE, f"{self.prog}: {one_line(message)} (see {self.prog} --help)\n")


def whole_number(least: int, most: int) -> "argparse._ActionType":
    """A reader of whole numbers within bounds."""

    def read(text: str) -> int:
        digits = text.removeprefix("-")
        if not digits.isascii() or not digits.isdigit():
            raise argparse.ArgumentTypeError(f"'{text}' is not a whole number")
        if len(digits) > 20 or not least <= int(text) <= most:
            raise argparse.ArgumentTypeError(f"{text} is not {least} to {most}")
        return int(text)

    return read


Commands: TypeAlias = "argparse._SubParsersAction[Parser]"  # noqa: SLF001 - it has no other name


def _later(module: str, function: str) -> Callable[[Parser], None]:
    """A function of a module that only one command needs, imported when that command is used."""

    def complete(parser: Parser) -> None:
        getattr(import_module(f"ludoteca.cli.{module}"), function)(parser)

    return complete


def parser() -> Parser:
    """The parser of all commands."""
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
    """Add the settings of the server but for some, and those of all dialects."""
    from ludoteca.cli.extensions import load_dialects  # noqa: PLC0415 - only this command needs it
    from ludoteca.protocols.dialects import dialect_settings  # noqa: PLC0415

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
    add_game(play, seed_help="repeat a game (default: a new one each time)")
    _add_size(play)
    play.add_argument(
        "--against",
        metavar="BOT",
        help=f"which bot plays the other seats: {BOTS} (default: asked for in a terminal, "
        "else greedy)",
    )


def _add_console(commands: Commands) -> None:
    console = commands.add_parser(
        "console",
        help="play on a server with others, in the terminal",
        description="Play on a server with others, in the terminal. The console asks for what no "
        "flag says; without a terminal, answers are read line by line from standard input.",
        epilog="exit status: 0 left as usual, 1 standard input ended in the middle of a match, "
        "2 no server answered, 3 the connection was lost for good. "
        "example: ludoteca console --server 127.0.0.1 --port 8080 --name anna --create 2",
    )
    console.add_argument(
        "game", nargs="?", metavar="GAME", help="which game (default: the first of the list below)"
    )
    console.complete = _list_consoles
    console.add_argument("--server", metavar="HOST", help="where the server is (Enter: 127.0.0.1)")
    console.add_argument(
        "--port",
        type=whole_number(1, 65535),
        metavar="PORT",
        help="the port of the game there (Enter: the default one)",
    )
    console.add_argument("--name", metavar="NAME", help="your name, or NAME#SECRET to protect it")
    table = console.add_mutually_exclusive_group()
    table.add_argument(
        "--create", type=whole_number(1, 4), metavar="N", help="open a table for this many players"
    )
    table.add_argument("--join", metavar="TABLE", help="join this table, as it is listed")
    console.add_argument(
        "--full",
        action="store_true",
        help="the whole window: board, log and chat at once, over the port of the page (8000)",
    )
    console.add_argument(
        "--rmi", action="store_true", help="connect by RMI instead of TCP, if the game supports it"
    )
    console.add_argument(
        "--client-address",
        metavar="HOST",
        help="for RMI, the address where the server calls back (Enter: the one it sees)",
    )


def _add_simulate(commands: Commands) -> None:
    simulate = commands.add_parser(
        "simulate",
        help="play many games, at random or by bots, and show statistics",
        description="Play games to the end, at random or by bots. The same seed gives the same "
        "numbers on every machine.",
    )
    add_game(simulate, seed_help="the seed of the random numbers (default: 0)")
    _add_size(simulate)
    simulate.add_argument(
        "--bots",
        metavar="BOT,BOT,...",
        help=f"which bots play, {BOTS}: one for all seats, or one for each "
        "(default: every move is drawn at random)",
    )
    simulate.add_argument(
        "--games",
        type=whole_number(1, MOST_GAMES),
        default=1000,
        metavar="N",
        help="how many games (default: 1000)",
    )
    add_json(simulate)


def _add_arena(commands: Commands) -> None:
    arena = commands.add_parser("arena", help="let bots play each other, and measure who wins")
    arena.complete = _later("arena.parser", "describe")


def _add_bot(commands: Commands) -> None:
    bot = commands.add_parser("bot", help="let a bot of your own play at a server")
    bot.complete = _later("bot.parser", "describe")


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
        "--from", dest="first", type=versions, metavar="N", help="start at this step"
    )
    replay.add_argument("--to", dest="last", type=versions, metavar="N", help="stop at this step")
    replay.add_argument(
        "--seat",
        type=whole_number(1, 99),
        metavar="N",
        help="show only what this seat saw (default: everything)",
    )
    replay.add_argument("--moves-only", action="store_true", help="without drawings")


def _list_consoles(console: Parser) -> None:
    """List the games that can be played in a terminal."""
    from ludoteca.cli.catalogue.games import add_our_games  # noqa: PLC0415 - only this command needs it
    from ludoteca.games import ROWS  # noqa: PLC0415

    add_our_games()
    games = [
        f"{name} (also by RMI)" if row.console_by_rmi else name
        for name, row in ROWS.items()
        if row.console
    ]
    console.epilog = f"games: {', '.join(games)}. {console.epilog}"


def _add_score(commands: Commands) -> None:
    score = commands.add_parser(
        "score", help="show what a position is worth", description="Show what a position is worth."
    )
    score.complete = _add_scores


def _add_scores(score: Parser) -> None:
    """Add the games that can score positions, each with its own arguments."""
    from ludoteca.cli.extensions import load_games  # noqa: PLC0415 - only this command needs it
    from ludoteca.games import ROWS, load  # noqa: PLC0415

    load_games()
    games = score.add_subparsers(dest="game", required=True, metavar="GAME")
    for name, row in ROWS.items():
        if row.score:
            game = games.add_parser(name, help=f"positions of {name}")
            game.complete = lambda game, score=row.score: load(score).describe(game)
            add_json(game)


def _add_wiretap(commands: Commands) -> None:
    wiretap = commands.add_parser(
        "wiretap",
        help="show the messages between a client and a server",
        description="For authors of clients: a proxy on a port of its own that passes every byte "
        "on unchanged and shows the messages of both sides, one per line. Anything else is shown "
        "in hex.",
        epilog="example: ludoteca wiretap 50010 --dialect prompts --listen 50000",
    )
    wiretap.add_argument(
        "port", type=whole_number(1, 65535), metavar="PORT", help="the port of the server"
    )
    wiretap.complete = _add_dialect
    wiretap.add_argument(
        "--host", default="127.0.0.1", help="the host of the server (default: 127.0.0.1)"
    )
    wiretap.add_argument(
        "--listen",
        type=whole_number(0, 65535),
        default=0,
        metavar="PORT",
        help="the port for clients (default: any free one)",
    )


def _add_journal(commands: Commands) -> None:
    journal = commands.add_parser(
        "journal",
        help="look after what a server has kept",
        description="Look after what a server has kept, in its data folder or in a database.",
    )
    journal.complete = _later("journal.parser", "add_actions")


def _add_admin(commands: Commands) -> None:
    admin = commands.add_parser(
        "admin",
        help="look after a server that runs on this machine",
        description="Look after a server that runs on this machine, over its local socket: see "
        "who is connected, close tables, mute and ban, announce, stop for maintenance.",
        epilog="exit status: 0 done, 1 the server has refused, 2 no server answers. "
        "example: ludoteca admin --data /srv/ludoteca ban 203.0.113.0/24 --for 7d --why spam",
    )
    for name, metavar, about in (
        ("config", "FILE", "the file with the settings of the server"),
        ("data", "DIR", "the folder of the server (default: ludoteca-data)"),
        ("admin-socket", "PATH", "its local socket (default: admin.sock in that folder)"),
    ):
        admin.add_argument(f"--{name}", metavar=metavar, help=about)
    admin.complete = _later("admin.parser", "add_orders")


def _add_cluster(commands: Commands) -> None:
    cluster = commands.add_parser(
        "cluster",
        help="run several nodes of the server on this machine",
        description="Run several nodes of the server on this machine, with PostgreSQL and NATS, to "
        "use all its processors or to try what `ludoteca serve --journal … --bus …` does on many.",
    )
    cluster.complete = _later("cluster.parser", "add_actions")


def _add_dialect(wiretap: Parser) -> None:
    """Add the choice between all dialects."""
    from ludoteca.cli.extensions import load_dialects  # noqa: PLC0415 - only this command needs it
    from ludoteca.protocols.dialects import DIALECTS  # noqa: PLC0415

    load_dialects()
    wiretap.add_argument(
        "--dialect",
        required=True,
        metavar="NAME",
        help=f"the protocol of that port: {', '.join(DIALECTS)}, web (the page) or rmi (calls of "
        "remote objects, and those back to the client)",
    )


def _add_size(command: Parser) -> None:
    command.add_argument(
        "--players",
        type=whole_number(1, 99),
        metavar="N",
        help="how many players (default: the fewest)",
    )


def add_game(command: Parser, seed_help: str) -> None:
    """Add the choice of a game, of its options and of a seed."""
    command.complete = _list_games
    command.add_argument("game", metavar="GAME", help="one of the games listed below")
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
    from ludoteca.cli.extensions import load_games  # noqa: PLC0415 - only these commands need games
    from ludoteca.cli.table import about  # noqa: PLC0415
    from ludoteca.games import GAMES  # noqa: PLC0415

    load_games()
    command.epilog = "games: " + "; ".join(map(about, GAMES.values()))


def add_json(command: argparse.ArgumentParser) -> None:
    """Add the choice of a report for programs."""
    command.add_argument("--json", action="store_true", help="print JSON, for programs")
