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
        "in one folder, until interrupted. The nodes share all ports except those of Java RMI "
        "and one web port each. Standard output lists the ports, then says 'ready'. Nodes that "
        "end or stop answering are restarted.",
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
