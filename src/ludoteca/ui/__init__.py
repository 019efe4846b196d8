"""User interfaces: terminal drawings, the rules of the games, the consoles and the web page.

- `draw`: columns, colours, names and progress bars; `rulebook`: the rules as text
- `records`: the records of a table as sentences
- `commands`: the commands of all terminal interfaces; `pager`: long texts on a terminal
- `positions`: positions given to `ludoteca score`
- `console`: a line-based client; `fullscreen`: a full-screen one
- `web`: the page, served unchanged
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
