"""What people see: drawings for the terminal, the rules of the games, the console and the web page.

- `draw`: columns, colours, names and bars; `rulebook`: the rules for people
- `positions`: what `score` reads
- `console`: a client in the terminal; `full`: one in the whole window
- `web`: the page, as the server hands it out
"""

from ludoteca.ui.draw import (
    Bar,
    colours,
    columns,
    level_name,
    level_of,
    named,
    paint,
    shown,
    spoken_to,
)
from ludoteca.ui.rulebook import LANGUAGES, rules_of, terminal_rules

__all__ = [
    "LANGUAGES",
    "Bar",
    "colours",
    "columns",
    "level_name",
    "level_of",
    "named",
    "paint",
    "rules_of",
    "shown",
    "spoken_to",
    "terminal_rules",
]
