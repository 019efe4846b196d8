"""The command line of `ludoteca bot`."""

from ludoteca.cli.parser import Parser, whole_number

SERVER = "http://127.0.0.1:8000"
MOST_TABLES = 50
MOST_GAMES = 1_000_000


def describe(bot: Parser) -> None:
    bot.description = (
        "Let your own bot play on a server. It opens a table and waits for players, or joins "
        "one as the flags say, and plays table after table. It reconnects when the connection is "
        "lost. docs/clients.md explains how to write a bot."
    )
    bot.epilog = (
        "exit status: 0 all games played, or interrupted; 2 it cannot play. "
        "example: ludoteca bot my_bot.py --name Robot --against novice --games 10"
    )
    bot.add_argument(
        "file",
        metavar="FILE",
        help="Python file with a function choose(view, moves, chance), or a class Bot with one",
    )
    bot.add_argument(
        "--server", default=SERVER, metavar="URL", help=f"address of the server (default: {SERVER})"
    )
    bot.add_argument(
        "--name",
        required=True,
        help="name of the bot, or NAME#SECRET to protect it; everyone sees that it is a bot",
    )
    bot.add_argument("--game", help="game to play (default: GAME in the file)")
    where = bot.add_mutually_exclusive_group()
    where.add_argument(
        "--open",
        type=whole_number(1, 99),
        metavar="N",
        help="open tables for this many players (default: 2)",
    )
    where.add_argument("--join", action="store_true", help="join any listed table with a free seat")
    where.add_argument(
        "--table", type=whole_number(1, 999_999_999), metavar="N", help="play at this table"
    )
    where.add_argument("--code", help="play at the table with this code")
    bot.add_argument(
        "--against", metavar="BOT", help="seat this bot of the server at the tables it opens"
    )
    bot.add_argument(
        "--tables",
        type=whole_number(1, MOST_TABLES),
        default=1,
        metavar="N",
        help="number of tables to play at simultaneously (default: 1)",
    )
    bot.add_argument(
        "--games",
        type=whole_number(1, MOST_GAMES),
        metavar="N",
        help="stop after this many games (default: never; 1 with --table or --code)",
    )
    bot.add_argument(
        "--seed",
        type=whole_number(0, 2**64),
        metavar="N",
        help="random seed (default: a new one each time)",
    )
    bot.add_argument(
        "--strict",
        action="store_true",
        help="stop if the bot fails or chooses a move that was not offered, instead of playing "
        "the first offered move",
    )
    bot.add_argument("--moves", action="store_true", help="print every move it plays")
