"""Arguments of the commands with many arguments; imported when such a command runs."""

import argparse
import os
import re

from ludoteca.cli.parser import (
    MOST_GAMES,
    Commands,
    Parser,
    add_game,
    add_json,
    add_settings,
    whole_number,
)
from ludoteca.ops.settings import CONFIG

MOST_ARENA_GAMES = 100_000
MOST_BOT_TABLES = 50
MOST_DAYS = 36_500
MOST_NODES = 64
MOST_SHOWN = 1000
MOST_TABLES = 999_999_999
SERVER = "http://127.0.0.1:8000"
UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86_400, "": 1}
FOLDER = "ludoteca-cluster"
OURS = ("data", "journal", "bus", "node", "reuse_port", "node_web", "admin_socket")
"""Settings that the cluster chooses for each node."""


def add_arena(arena: Parser) -> None:
    arena.description = (
        "Let bots play each other on all cores, every deal once from every seat, and show win "
        "rates, margins, thinking times and Elo ratings. The same seed gives the same games. "
        "An interrupt or SIGTERM shows the results so far. Bots print to standard error. example: "
        "ludoteca arena GAME --players greedy,uniform --games 200 --seed 1"
    )
    add_game(arena, seed_help="random seed for deals and bots (default: 0)")
    arena.add_argument(
        "--players",
        required=True,
        metavar="BOT,BOT,...",
        help="bots (uniform, novice, greedy and so on), or files such as my_bot.py with a function "
        "choose(view, moves, chance)",
    )
    arena.add_argument(
        "--seats",
        type=whole_number(1, 99),
        metavar="N",
        help="seats at a table (default: one per player); with fewer seats than players, every "
        "combination of N players plays: 2 makes a round robin",
    )
    arena.add_argument(
        "--games",
        type=whole_number(1, MOST_ARENA_GAMES),
        default=200,
        metavar="N",
        help="minimum number of games per table; every deal is played once from every seat "
        "(default: 200)",
    )
    arena.add_argument(
        "--budget",
        type=_share,
        default=1.0,
        metavar="SHARE",
        help="fraction of the usual number of positions that bots examine (default: 1)",
    )
    arena.add_argument(
        "--jobs",
        type=whole_number(1, 1024),
        default=os.cpu_count() or 1,
        metavar="N",
        help="number of processes (default: one per core); does not affect the results",
    )
    add_json(arena)
    arena.add_argument("--svg", metavar="FILE", help="write a chart of the win rates")
    arena.add_argument(
        "--save", metavar="DIR", help="save every game in this folder, for 'ludoteca replay'"
    )


def _share(text: str) -> float:
    try:
        share = float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"'{text}' is not a number") from None
    if not 0.001 <= share <= 100:
        raise argparse.ArgumentTypeError(f"{text} is not 0.001 to 100")
    return share


def add_bot(bot: Parser) -> None:
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
        "--table", type=whole_number(1, MOST_TABLES), metavar="N", help="play at this table"
    )
    where.add_argument("--code", help="play at the table with this code")
    bot.add_argument(
        "--against", metavar="BOT", help="seat this bot of the server at the tables it opens"
    )
    bot.add_argument(
        "--tables",
        type=whole_number(1, MOST_BOT_TABLES),
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


def add_journal_actions(journal: Parser) -> None:
    actions = journal.add_subparsers(dest="action", required=True, metavar="ACTION")
    check = actions.add_parser(
        "check",
        help="read everything and report damage",
        description="Read the whole journal, verify every checksum, and report damage. "
        "Nothing is changed; a server may be running.",
        epilog="exit status: 0 no damage, 1 damage found, 2 no readable journal",
    )
    check.add_argument(
        "journal", metavar="JOURNAL", help="data folder of a server, a backup, or postgresql://…"
    )
    copy = actions.add_parser(
        "copy",
        help="copy a journal and compare both ends",
        description="Copy a whole journal between folders and databases, read the copy, verify "
        "every checksum, and replay some tables at both ends. No server may be running on either. "
        "Servers reject an interrupted copy: copy again.",
        epilog="exit status: 0 copied, 1 copied with existing damage, 2 not copied. "
        "example: ludoteca journal copy /srv/ludoteca postgresql://ludoteca@db/ludoteca",
    )
    copy.add_argument("source", metavar="FROM", help="a data folder, or postgresql://…")
    copy.add_argument("target", metavar="TO", help="an empty or new folder, or postgresql://…")
    compact = actions.add_parser(
        "compact",
        help="drop old chat and deleted accounts",
        description="Drop all but the last 100 messages of every chat, and everything about "
        "deleted accounts except their names. Versions, moves and results "
        "stay. Servers may be running. A file keeps its size and reuses the free "
        "space. Dropped data cannot be restored.",
        epilog="exit status: 0 compacted, 2 not compacted. "
        "example: ludoteca journal compact /srv/ludoteca",
    )
    compact.add_argument(
        "journal", metavar="JOURNAL", help="data folder of a server, or postgresql://…"
    )
    compact.add_argument(
        "--finished-games",
        action="store_true",
        help="also drop pauses, added time and seat offers from games that ended more than a day "
        "ago, and most records of tables closed before their game began (nodes of earlier releases "
        "cannot read those tables afterwards)",
    )
    compact.add_argument(
        "--older-than",
        type=whole_number(1, MOST_DAYS),
        metavar="DAYS",
        help="also drop chat messages and reports older than this, except the last of each chat "
        "and the last report",
    )
    rebuild = actions.add_parser(
        "rebuild",
        help="recompute ratings and statistics",
        description="Recompute the ratings and statistics of all players from the finished games, "
        "report each difference from those in the journal, and replace them. Moves and results "
        "stay. No server may be running.",
        epilog="exit status: 0 no difference, 1 differences found, 2 not rebuilt. "
        "example: ludoteca journal rebuild /srv/ludoteca",
    )
    rebuild.add_argument(
        "journal", metavar="JOURNAL", help="data folder of a server, or postgresql://…"
    )


def span(text: str) -> float:
    """Return the seconds in a duration such as `90`, `30m`, `2h` or `7d`."""
    found = re.fullmatch(r"(\d{1,9})([smhd]?)", text)
    if found is None:
        raise argparse.ArgumentTypeError(f"'{text}' is not a duration such as 90, 30m, 2h or 7d")
    return int(found[1]) * UNITS[found[2]]


def add_admin_orders(admin: Parser) -> None:
    orders = admin.add_subparsers(dest="order", required=True, metavar="COMMAND")
    _order(orders, "who", "list connected clients with their addresses, protocols and tables")
    _order(orders, "tables", "list live tables, including private ones")
    _at_table(_order(orders, "table", "show a table: seats, absent players and spectators"))
    _at_table(_action(orders, "close", "close a table; a running game is abandoned"))
    seat = _at_seat(
        _action(orders, "seat", "give a seat to a player, even if another player holds it")
    )
    _named(seat)
    _at_seat(_action(orders, "unseat", "remove the player from a seat"))
    _named(
        _action(
            orders,
            "release",
            "release an absent player's name and seats to the next login (names without a secret)",
        )
    )
    _named(_action(orders, "kick", "disconnect a player, who may reconnect"))
    mute = _named(_action(orders, "mute", "stop a player from sending messages"))
    _named(_action(orders, "unmute", "allow a player to send messages again"))
    ban = _on(_action(orders, "ban", "ban a name, an address or a range of addresses"))
    _on(_action(orders, "unban", "lift a ban"))
    for lasting in (mute, ban):
        lasting.add_argument(
            "--for",
            dest="span",
            type=span,
            metavar="TIME",
            help="duration: 90 (seconds), 30m, 2h or 7d (default: permanent)",
        )
    _order(orders, "bans", "list the bans and mutes in force")
    announce = _order(orders, "announce", "send an announcement to all connected players")
    announce.add_argument(
        "text", nargs="+", metavar="TEXT", help="text of the announcement, at most 500 characters"
    )
    drain = _action(
        orders, "drain", "start no new games, and shut down when the running games are over"
    )
    drain.add_argument(
        "--within",
        type=span,
        metavar="TIME",
        help="wait at most this long: 90 (seconds), 30m, 2h or 7d; unfinished games continue "
        "after the restart (default: wait until all are over)",
    )
    _action(orders, "undrain", "allow new games again")
    _order(orders, "limits", "list the rate limits in force")
    for name, about in (
        ("reports", "list players' reports with the reported messages, newest first"),
        ("log", "list actions by operators and table owners, newest first"),
    ):
        _order(orders, name, about).add_argument(
            "--count",
            type=whole_number(1, MOST_SHOWN),
            default=50,
            metavar="N",
            help="maximum number of entries (default: 50)",
        )
    _order(orders, "secret", "show the secret of the operator's page")


def _order(orders: Commands, name: str, about: str) -> Parser:
    order = orders.add_parser(
        name,
        help=about,
        description=f"{about[0].upper()}{about[1:]}.",
        epilog="--data, --config and --admin-socket come before the command: see "
        "`ludoteca admin --help`.",
    )
    order.add_argument("--json", action="store_true", help="print JSON")
    return order


def _action(orders: Commands, name: str, about: str) -> Parser:
    order = _order(orders, name, about)
    order.add_argument("--why", default="", metavar="TEXT", help="reason, recorded in the log")
    return order


def _at_table(order: Parser) -> Parser:
    order.add_argument(
        "table", type=whole_number(1, MOST_TABLES), metavar="N", help="number of the table"
    )
    return order


def _at_seat(order: Parser) -> Parser:
    _at_table(order).add_argument(
        "seat", type=whole_number(1, 99), metavar="SEAT", help="number of the seat, from 1"
    )
    return order


def _named(order: Parser) -> Parser:
    order.add_argument("name", metavar="NAME", help="name of the player")
    return order


def _on(order: Parser) -> Parser:
    order.add_argument("target", metavar="WHOM", help="a name, an address or a range (10.0.0.0/8)")
    order.add_argument(
        "--name",
        dest="by_name",
        action="store_true",
        help="treat WHOM as a name, even if it looks like an address",
    )
    return order


def add_cluster_actions(cluster: Parser) -> None:
    actions = cluster.add_subparsers(dest="action", required=True, metavar="ACTION")
    up = actions.add_parser(
        "up",
        help="start PostgreSQL, NATS and several nodes",
        description="Start PostgreSQL, NATS and several nodes of the server on this machine, all "
        "in one folder, until interrupted. The nodes share all ports except those of Java RMI "
        "and one web port each. Standard output lists the ports, then says 'ready'. Nodes that "
        "exit or stop responding are restarted.",
        epilog="The settings are those of `ludoteca serve`. node-1 logs to node-1.log in the "
        "folder. example: ludoteca cluster up --nodes 3 --data /srv/ludoteca --host 0.0.0.0",
    )
    up.add_argument(
        "--nodes",
        type=whole_number(1, MOST_NODES),
        default=3,
        metavar="N",
        help="number of nodes (default: 3)",
    )
    up.add_argument(
        "--node-web",
        default="0",
        metavar="PORT",
        help="web port of node-1 alone, for its /metrics; node-2 gets the next port, and so on "
        "(default: 0, any free ports; off for none)",
    )
    up.add_argument(
        "--config", metavar="FILE", help=f"a TOML file with any of these settings ({CONFIG})"
    )
    up.complete = lambda parser: add_settings(parser, OURS)
    status = actions.add_parser(
        "status", help="show the state of the nodes", description="Show the state of the nodes."
    )
    restart = actions.add_parser(
        "restart",
        help="restart all nodes one after the other, while games go on",
        description="Restart all nodes one after the other. Each node stops accepting clients, "
        "waits until the games of its clients are over, and restarts.",
    )
    restart.add_argument(
        "--within",
        type=span,
        default=span("10m"),
        metavar="TIME",
        help="let each node wait at most this long: 90 (seconds), 30m or 2h; unfinished games "
        "continue when their players reconnect (default: 10m)",
    )
    for each in (up, status, restart):
        each.add_argument(
            "--data", metavar="DIR", help=f"folder of the cluster (default: {FOLDER})"
        )
