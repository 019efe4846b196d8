"""The command line of `ludoteca admin`."""

import argparse
import re

from ludoteca.cli.parser import Commands, Parser, whole_number

UNITS = {"s": 1, "m": 60, "h": 3600, "d": 86_400, "": 1}
MOST_SHOWN = 1000
MOST_TABLES = 999_999_999


def span(text: str) -> float:
    """Return the seconds in a duration such as `90`, `30m`, `2h` or `7d`."""
    found = re.fullmatch(r"(\d{1,9})([smhd]?)", text)
    if found is None:
        raise argparse.ArgumentTypeError(f"'{text}' is not a time like 90, 30m, 2h or 7d")
    return int(found[1]) * UNITS[found[2]]


def add_orders(admin: Parser) -> None:
    orders = admin.add_subparsers(dest="order", required=True, metavar="ORDER")
    _order(orders, "who", "who is connected: from where, over which protocol, at which tables")
    _order(orders, "tables", "the live tables, also the private ones")
    _at_table(_order(orders, "table", "one table: its seats, and who is away or watches"))
    _at_table(_action(orders, "close", "close a table; a running game is abandoned"))
    seat = _at_seat(_action(orders, "seat", "give a seat to a player, also one that another holds"))
    _named(seat)
    _at_seat(_action(orders, "unseat", "take the player from a seat"))
    _named(
        _action(
            orders, "release", "let an absent player without a secret enter anew, from anywhere"
        )
    )
    _named(_action(orders, "kick", "disconnect a player, who may come back"))
    mute = _named(_action(orders, "mute", "let a player send no messages"))
    _named(_action(orders, "unmute", "let a player send messages again"))
    ban = _on(_action(orders, "ban", "keep a name, an address or a range of addresses out"))
    _on(_action(orders, "unban", "end a ban"))
    for lasting in (mute, ban):
        lasting.add_argument(
            "--for",
            dest="span",
            type=span,
            metavar="TIME",
            help="how long: 90 (seconds), 30m, 2h or 7d (default: for good)",
        )
    _order(orders, "bans", "the bans and mutes in force")
    announce = _order(orders, "announce", "tell something to everybody who is connected")
    announce.add_argument(
        "text", nargs="+", metavar="TEXT", help="what to say, at most 500 characters"
    )
    drain = _action(
        orders, "drain", "begin no new games, and stop when those being played are over"
    )
    drain.add_argument(
        "--within",
        type=span,
        metavar="TIME",
        help="wait no longer than this: 90 (seconds), 30m, 2h or 7d; then stop all the same, and "
        "games that are not over go on after the restart (default: wait until all are over)",
    )
    _action(orders, "undrain", "begin new games again")
    _order(orders, "limits", "the limits in force")
    for name, about in (
        ("reports", "what players have reported, with the talk it is about, the newest first"),
        ("log", "what operators and owners of tables have done, the newest first"),
    ):
        _order(orders, name, about).add_argument(
            "--count",
            type=whole_number(1, MOST_SHOWN),
            default=50,
            metavar="N",
            help="how many at most (default: 50)",
        )
    _order(orders, "secret", "show the secret of the operator's page")


def _order(orders: Commands, name: str, about: str) -> Parser:
    order = orders.add_parser(name, help=about, description=f"{about[0].upper()}{about[1:]}.")
    order.add_argument("--json", action="store_true", help="print JSON, for programs")
    return order


def _action(orders: Commands, name: str, about: str) -> Parser:
    order = _order(orders, name, about)
    order.add_argument("--why", default="", metavar="TEXT", help="the reason, which the log keeps")
    return order


def _at_table(order: Parser) -> Parser:
    order.add_argument(
        "table", type=whole_number(1, MOST_TABLES), metavar="N", help="the number of the table"
    )
    return order


def _at_seat(order: Parser) -> Parser:
    _at_table(order).add_argument(
        "seat", type=whole_number(1, 99), metavar="SEAT", help="which seat, from 1"
    )
    return order


def _named(order: Parser) -> Parser:
    order.add_argument("name", metavar="NAME", help="the name of the player")
    return order


def _on(order: Parser) -> Parser:
    order.add_argument("target", metavar="WHOM", help="a name, an address or a range (10.0.0.0/8)")
    order.add_argument(
        "--name", dest="by_name", action="store_true", help="WHOM is a name in any case"
    )
    return order
