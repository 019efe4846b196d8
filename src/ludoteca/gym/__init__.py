"""Environments for learning to play: PettingZoo's for all seats, Gymnasium's against a bot.

- `environment`: a table as PettingZoo sees it; `against`: one seat of it as Gymnasium does
- a module for each game: its observations, and what its actions mean

They need the extra `gym`. `docs/bots.md` has an example.
"""

from ludoteca.gym.environment import AgainstBots, Environment, env

__all__ = ["AgainstBots", "Environment", "env"]
