"""The command line of `ludoteca journal`."""

from ludoteca.cli.parser import Parser


def add_actions(journal: Parser) -> None:
    actions = journal.add_subparsers(dest="action", required=True, metavar="ACTION")
    check = actions.add_parser(
        "check",
        help="read everything and report damage",
        description="Read the whole journal, verify every checksum, and report damage. "
        "Nothing is changed; a server may be running.",
        epilog="exit status: 0 no damage, 1 damage found, 2 no readable journal",
    )
    check.add_argument("journal", help="data folder of a server, a backup, or postgresql://…")
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
        help="drop old chat that is never shown again",
        description="Drop all but the last 100 messages of every chat. Versions, moves and results "
        "stay. Servers may be running. A file keeps its size and reuses the free "
        "space. Dropped data cannot be restored.",
        epilog="exit status: 0 compacted, 2 not compacted. "
        "example: ludoteca journal compact /srv/ludoteca",
    )
    compact.add_argument("journal", help="data folder of a server, or postgresql://…")
    compact.add_argument(
        "--finished-games",
        action="store_true",
        help="also drop pauses, added time and seat offers from games that ended more than a day "
        "ago, and most records of tables closed before their game began (nodes of earlier releases "
        "cannot read those tables afterwards)",
    )
