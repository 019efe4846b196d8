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
        raise argparse.ArgumentTypeError(f"'{text}' is not a duration such as 90, 30m, 2h or 7d")
    return int(found[1]) * UNITS[found[2]]


def add_orders(admin: Parser) -> None:
    orders = admin.add_subparsers(dest="order", required=True, metavar="ORDER")
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
        orders, "drain", "start no new games, and stop the server when the running games are over"
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
        ("log", "list actions of operators and table owners, newest first"),
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
    order = orders.add_parser(name, help=about, description=f"{about[0].upper()}{about[1:]}.")
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
