"""The rules of every game, by name and by version."""

from ludoteca.games import renaissance, shelfie
from ludoteca.games.contract import Rules

_OURS: tuple[Rules, ...] = (shelfie, renaissance)
GAMES = {rules.NAME: rules for rules in _OURS}
"""The current rules of every game."""
RULEBOOKS = {(rules.NAME, rules.VERSION): rules for rules in _OURS}
"""Every version that can still be played: a running match keeps its own."""
