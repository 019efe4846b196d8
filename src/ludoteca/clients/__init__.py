"""What people see: drawings for the terminal, the rules of the games, the console and the web page.

- `draw`: columns, colours and bars; `rulebook`: the rules for people
- `positions`: what `score` reads
- `console`: a client in the terminal; `full`: one in the whole window
- `web`: the page, as the server hands it out
"""

from ludoteca.clients.draw import Bar, colours, columns, named, paint, shown
from ludoteca.clients.rulebook import LANGUAGES, rules_of, terminal_rules

__all__ = [
    "LANGUAGES",
    "Bar",
    "colours",
    "columns",
    "named",
    "paint",
    "rules_of",
    "shown",
    "terminal_rules",
]
