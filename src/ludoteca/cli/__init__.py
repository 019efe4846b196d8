"""The `ludoteca` command: command line, start-up and wiring.

- `command`, `parser`, `subparsers`, `complaint`: run a command; its arguments; one-line errors
- `serve`: start the server and its ports; `cluster`: several nodes on one machine
- `admin`, `journal`: operate a server and its data; `operating`: the server's side of `admin`
- `catalogue`: our games and protocols; `extensions`: those of installed packages
- `play`, `console`, `simulate`, `arena`, `bot`, `replay`, `wiretap`: the other commands;
  `bot_file`: bots in Python files
- `table`: games, options, bots and points on the command line
"""

from ludoteca.cli.command import main

__all__ = ["main"]
