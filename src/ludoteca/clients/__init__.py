"""What people see: drawings for the terminal, and the rules of the games."""

from ludoteca.clients.draw import Bar, colours, columns, paint, shown
from ludoteca.clients.rulebook import LANGUAGES, rules_of, terminal_rules

__all__ = ["LANGUAGES", "Bar", "colours", "columns", "paint", "rules_of", "shown", "terminal_rules"]
