"""Environments for reinforcement learning: PettingZoo for all seats, Gymnasium against a bot.

- `environment`: a table as a PettingZoo environment, and one of its seats as a Gymnasium
  environment
- a module for each game: its observations and actions

They need the `gym` extra. `docs/bots.md` has an example.
"""

from ludoteca.gym.environment import AgainstBots, Environment, env

__all__ = ["AgainstBots", "Environment", "env"]
