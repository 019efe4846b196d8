"""The command line of `ludoteca cluster`."""

from ludoteca.cli.admin.parser import span
from ludoteca.cli.parser import Parser, add_settings, whole_number
from ludoteca.ops.settings import CONFIG

FOLDER = "ludoteca-cluster"
DOORS = ".doors"
"""Suffix of the files that list a node's ports; one exists per node that should be running."""
MOST_NODES = 64
OURS = ("data", "journal", "bus", "node", "reuse_port", "node_web", "admin_socket")
"""Settings that the cluster chooses for each node."""


def add_actions(cluster: Parser) -> None:
    actions = cluster.add_subparsers(dest="action", required=True, metavar="ACTION")
    up = actions.add_parser(
        "up",
        help="start PostgreSQL, NATS and several nodes",
        description="Start PostgreSQL, NATS and several nodes of the server on this machine, all "
        "in one folder, until interrupted. The nodes share all ports but those of Java RMI and "
        "one web port each. Standard output lists the ports, then says 'ready'. A node that ends "
        "is started again, and so is one that does not answer.",
        epilog="Every setting is that of `ludoteca serve`. The logs of node-1 are in node-1.log in "
        "the folder. example: ludoteca cluster up --nodes 3 --data /srv/ludoteca --host 0.0.0.0",
    )
    up.add_argument(
        "--nodes",
        type=whole_number(1, MOST_NODES),
        default=3,
        metavar="N",
        help="how many nodes (default: 3)",
    )
    up.add_argument(
        "--node-web",
        default="0",
        metavar="PORT",
        help="the web port that only node-1 listens at, for its /metrics; node-2 has the next one, "
        "and so on (default: 0, any free ones; off for none)",
    )
    up.add_argument(
        "--config", metavar="FILE", help=f"a TOML file with any of these settings ({CONFIG})"
    )
    up.complete = lambda parser: add_settings(parser, OURS)
    status = actions.add_parser(
        "status", help="show the nodes that run", description="Show the nodes that run."
    )
    restart = actions.add_parser(
        "restart",
        help="restart all nodes, one after the other, while games go on",
        description="Restart all nodes, one after the other: each accepts no new clients, ends "
        "when the games of those that it has are over, and is started again.",
    )
    restart.add_argument(
        "--within",
        type=span,
        default=span("10m"),
        metavar="TIME",
        help="let each wait no longer than this for its games: 90 (seconds), 30m or 2h; then it "
        "is restarted all the same, and they go on when their players are back (default: 10m)",
    )
    for each in (up, status, restart):
        each.add_argument("--data", metavar="DIR", help=f"the folder (default: {FOLDER})")
