"""What all dialects of My Shelfie have in common: a table as a client follows it, and its rules."""

from ludoteca.wire.shelfie.rules import STATED, difference, has_two_goals, options_of
from ludoteca.wire.shelfie.table import FollowedTable, followed

__all__ = ["STATED", "FollowedTable", "difference", "followed", "has_two_goals", "options_of"]
