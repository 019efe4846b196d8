"""The rules of every game, by name and by version."""

from ludoteca.games import renaissance, shelfie
from ludoteca.games.contract import GameRules, Rules

# Each game is checked against the contract, with its own types.
_SHELFIE: GameRules[
    shelfie.State,
    shelfie.Move,
    shelfie.Event,
    shelfie.View,
    shelfie.Guide,
    shelfie.Options,
    shelfie.Hand,
    shelfie.Step,
] = shelfie
_RENAISSANCE: GameRules[
    renaissance.State,
    renaissance.Move,
    renaissance.Event,
    renaissance.View,
    renaissance.Guide,
    renaissance.Options,
    renaissance.Draft,
    renaissance.Step,
] = renaissance
_OURS: tuple[Rules, ...] = (_SHELFIE, _RENAISSANCE)
GAMES = {rules.NAME: rules for rules in _OURS}
"""The current rules of every game."""
RULEBOOKS = {(rules.NAME, rules.VERSION): rules for rules in _OURS}
"""Every version of the rules that can still be played; a running match keeps its version."""
