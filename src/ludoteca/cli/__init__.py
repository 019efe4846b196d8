"""The `ludoteca` command: command line, start-up and wiring.

- `command`, `parser`, `complaint`: what is said, and one sentence for what is wrong
- `serve`: the hall and its listeners; `node`: journal and bus; `ports`, `operating`: how clients
  and the operator connect; `systemd`: messages to the service manager
- `catalogue`: our games and protocols; `extensions`: those of installed packages
- `cluster`, `cluster_up`, `cluster_nodes`: several nodes on one machine; `postgres_server`,
  `nats_server`: what they need
- `play`, `console`, `simulate`, `arena`, `bot`, `replay`, `score`, `wiretap`: the other commands;
  `bot_file`: bots in files of their own
- `table`: games, options, bots and points on the command line
"""

from ludoteca.cli.command import main

__all__ = ["main"]
