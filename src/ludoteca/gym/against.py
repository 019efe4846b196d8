"""One seat of a table as an environment of Gymnasium: bots play the others."""

from typing import Any

import gymnasium
from numpy.typing import NDArray

from ludoteca.bots import BOTS, LEVELS, Question, Strategy, offered
from ludoteca.games import Dice
from ludoteca.gym.environment import Environment


class AgainstBots(gymnasium.Env[Any, Any]):
    """The seat of a learner, drawn for each game; an illegal action loses it."""

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012 - Gymnasium's own

    def __init__(
        self,
        game: str,
        bot: str = "greedy",
        seats: int | None = None,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        """Lay a table of a game, for two if no number is given, whose other seats a bot takes."""
        known = [name for name in BOTS if name not in LEVELS or name in offered(game)]
        if bot not in known:
            raise ValueError(f"there is no bot {bot} for {game} here (bots: {', '.join(known)})")
        self._table = Environment(game, seats or 2, render_mode, **options)
        self._strategy: Strategy = BOTS[bot]
        self._agent = self._table.possible_agents[0]
        self.render_mode = render_mode
        self.action_space = self._table.action_space(self._agent)
        self.observation_space = self._table.observation_space(self._agent)

    def reset(
        self,
        *,
        seed: int | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002 - Gymnasium's
    ) -> tuple[dict[str, NDArray[Any]], dict[str, Any]]:
        """Begin a game; by the same seed, the same one."""
        super().reset(seed=seed)
        table, bots = map(int, self.np_random.integers(2**32, size=2))
        self._chance = Dice(bots)
        self._agent = self._table.possible_agents[self._chance.below(self._table.max_num_agents)]
        self._table.reset(seed=table)
        self._let_bots_play()
        return self._table.observe(self._agent), {}

    def step(
        self, action: int
    ) -> tuple[dict[str, NDArray[Any]], float, bool, bool, dict[str, Any]]:
        """Play an action, and let the bots play until it is the learner's turn again."""
        table, agent = self._table, self._agent
        move = table.moves(agent).get(int(action))
        if move is None:
            return table.observe(agent), -1.0, True, False, {}
        table.play(move)
        self._let_bots_play()
        over = table.terminations[agent]
        return table.observe(agent), float(table.rewards[agent]), over, False, table.infos[agent]

    def render(self) -> str | None:
        """The table as everybody sees it, if it is to be drawn."""
        return self._table.render()

    def _let_bots_play(self) -> None:
        table = self._table
        while table.agent_selection != self._agent and not table.terminations[self._agent]:
            moves = list(table.moves(table.agent_selection).values())
            seat = table.seat(table.agent_selection)
            view = table.rules.view(table.table, seat)
            table.play(self._strategy(Question(table.rules, view, seat, moves), self._chance))
