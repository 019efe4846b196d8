"""The command line of `ludoteca bot`."""

from ludoteca.cli.parser import Parser, whole_number

SERVER = "http://127.0.0.1:8000"
MOST_TABLES = 50
MOST_GAMES = 1_000_000


def describe(bot: Parser) -> None:
    bot.description = (
        "Let a bot of your own play at a server. It opens a table and waits for players, unless "
        "it is told to sit down at another one; after a game it goes on to the next. It comes back "
        "by itself when the connection is lost. docs/clients.md says how a bot is written."
    )
    bot.epilog = (
        "exit status: 0 played what was asked, or interrupted; 2 it cannot play. "
        "example: ludoteca bot my_bot.py --name Robot --against novice --games 10"
    )
    bot.add_argument(
        "file",
        metavar="FILE",
        help="a Python file with a function choose(view, moves, chance), or a class Bot with one",
    )
    bot.add_argument(
        "--server", default=SERVER, metavar="URL", help=f"where the server is (default: {SERVER})"
    )
    bot.add_argument(
        "--name",
        required=True,
        help="its name there, or NAME#SECRET to keep it; everybody sees that it is a bot",
    )
    bot.add_argument("--game", help="which game it plays (default: what GAME is in the file)")
    where = bot.add_mutually_exclusive_group()
    where.add_argument(
        "--open",
        type=whole_number(1, 99),
        metavar="N",
        help="open tables for so many players (default: 2)",
    )
    where.add_argument(
        "--join", action="store_true", help="sit down at any listed table with a free seat"
    )
    where.add_argument(
        "--table", type=whole_number(1, 999_999_999), metavar="N", help="play at this table"
    )
    where.add_argument("--code", help="play at the table that has this code")
    bot.add_argument(
        "--against", metavar="BOT", help="let bots of the server play at the tables it opens"
    )
    bot.add_argument(
        "--tables",
        type=whole_number(1, MOST_TABLES),
        default=1,
        metavar="N",
        help="at how many tables it plays at once (default: 1)",
    )
    bot.add_argument(
        "--games",
        type=whole_number(1, MOST_GAMES),
        metavar="N",
        help="stop after so many games (default: go on; one with --table or --code)",
    )
    bot.add_argument(
        "--seed",
        type=whole_number(0, 2**64),
        metavar="N",
        help="the seed of its chance (default: a new one each time)",
    )
    bot.add_argument(
        "--strict",
        action="store_true",
        help="stop when it fails or chooses what was not offered, instead of playing the first "
        "move that was",
    )
    bot.add_argument("--moves", action="store_true", help="show every move that it plays")
