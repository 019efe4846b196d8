"""The `ludoteca` command: command line, start-up and wiring.

- `command`, `parser`, `complaint`: commands, their arguments and their error messages
- `serve`: start a server; `cluster`: several nodes on one machine; `admin`: operate a server
- `journal`: check, copy and compact what a server has stored
- `play`, `console`, `simulate`, `arena`, `bot`, `replay`, `score`, `wiretap`: the other commands
- `extensions`: games and protocols of installed packages; `table`, `chronicle`: shared output
"""

from ludoteca.cli.command import main

__all__ = ["main"]
