"""The `ludoteca` command: what can be said, start-up, and how the packages fit together.

- `command`, `parser`, `complaint`: what is said, and one sentence for what is wrong
- `serve`: the hall, its journal and its listeners; `extensions`: other packages
- `play`, `console`, `simulate`, `replay`, `score`, `wiretap`: the other commands
- `table`, `chronicle`, `points`, `browser`: what they show
"""

from ludoteca.app.command import main

__all__ = ["main"]
