"""The command line of `ludoteca journal`."""

from ludoteca.cli.parser import Parser


def add_actions(journal: Parser) -> None:
    actions = journal.add_subparsers(dest="action", required=True, metavar="ACTION")
    check = actions.add_parser(
        "check",
        help="read everything and say whether it still is what was written",
        description="Read the whole journal, verify every checksum, and name what is damaged. "
        "Nothing is changed; a server may be running.",
        epilog="exit status: 0 nothing is damaged, 1 something is, 2 there is no journal to read",
    )
    check.add_argument("journal", help="the data folder of a server, a backup, or postgresql://…")
    copy = actions.add_parser(
        "copy",
        help="copy everything into another store, and compare",
        description="Copy a whole journal from a folder into a database, or back, or from one to "
        "another of its kind; read the copy, verify every checksum, and replay some tables at both "
        "ends. No server may be running on either. A copy that was interrupted is not used by a "
        "server: copy again.",
        epilog="exit status: 0 copied, 1 copied with what was damaged before, 2 not copied. "
        "example: ludoteca journal copy /srv/ludoteca postgresql://ludoteca@db/ludoteca",
    )
    copy.add_argument("source", metavar="FROM", help="a data folder, or postgresql://…")
    copy.add_argument("target", metavar="TO", help="an empty or new folder, or postgresql://…")
    compact = actions.add_parser(
        "compact",
        help="drop old chat that is never shown again",
        description="Drop all but the last 100 messages of every chat. Versions, moves and results "
        "stay. Servers may be running. A file keeps its size, and the space in it is "
        "used again. What is dropped cannot be brought back.",
        epilog="exit status: 0 compacted, 2 not compacted. "
        "example: ludoteca journal compact /srv/ludoteca",
    )
    compact.add_argument("journal", help="the data folder of a server, or postgresql://…")
    compact.add_argument(
        "--finished-games",
        action="store_true",
        help="also drop pauses, gifts of time and offers of seats from games that ended more than "
        "a day ago (nodes of an earlier release cannot read those games afterwards)",
    )
