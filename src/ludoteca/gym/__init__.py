"""Environments for reinforcement learning: PettingZoo for all seats, Gymnasium for one.

`Environment` is a table as a PettingZoo (AEC) environment, for any game with an encoding.
`AgainstBots` is one seat as a Gymnasium environment, with bots in the other seats. An action is a
number that stands for the same move in every position; the mask marks the legal actions.
Observations contain only the information that the seat may see. Each game has a module for its
observations and actions.

The environments need the `gym` extra. `docs/bots.md` has an example.
"""

import secrets
from collections.abc import Hashable, Mapping, Sequence
from functools import reduce
from typing import Any, Protocol, SupportsInt, TypeAlias

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from ludoteca.bots import BOTS, LEVELS, Question, Strategy, offered
from ludoteca.games import GAMES, ROWS, Chance, Dice, Refusal, Rules, Seat, replay, resolve
from ludoteca.games.contract import Event, Move, State, View
from ludoteca.gym import renaissance, shelfie

__all__ = ["AgainstBots", "Environment", "env"]

HIGHEST = 255
"""Maximum value in an observation; larger values are clipped."""

Observation: TypeAlias = dict[str, NDArray[np.uint8] | NDArray[np.int8]]


class Encoding(Protocol):
    """A module that encodes a game as numbers."""

    ACTIONS: Sequence[Hashable]
    """All actions that are possible in any position."""

    def action(self, view: View, seat: Seat, move: Move) -> Hashable:
        """Return the action that stands for a move."""
        ...

    def observe(self, view: View, seat: Seat) -> Sequence[int]:
        """Encode a seat's view as a fixed number of values, the seat's own pieces first."""
        ...


_OURS: Mapping[str, Encoding] = {"shelfie": shelfie, "renaissance": renaissance}


def encodings() -> dict[str, Encoding | str]:
    """Return the encodings by game; for games from other packages, these are names to resolve."""
    return {**_OURS, **{name: row.gym for name, row in ROWS.items() if row.gym}}


class Environment(AECEnv):  # type: ignore[misc] # PettingZoo has no types
    """A table where every seat is an agent: `seat_1`, `seat_2` and so on."""

    table: State
    """The complete state, including hidden information."""
    agent_selection: str

    def __init__(
        self,
        game: str,
        seats: int | None = None,
        render_mode: str | None = None,
        **options: object,
    ) -> None:
        """Create a table, by default for the fewest players."""
        super().__init__()
        known = encodings()
        if game not in known:
            raise ValueError(f"there is no environment for {game} (games: {', '.join(known)})")
        self.rules: Rules = GAMES[game]
        self.metadata = {
            "name": f"ludoteca_{game}_v0",
            "render_modes": ["ansi"],
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self._encoding = resolve(known[game])
        self._number = {action: place for place, action in enumerate(self._encoding.ACTIONS)}
        self._seats = seats or min(self.rules.SEATS)
        self._options = self.rules.OPTIONS(**options)
        self._chance: Chance = Dice(secrets.randbits(32))
        self._moves: dict[int, Move] | None = None
        self.possible_agents = [f"seat_{seat + 1}" for seat in range(self._seats)]
        self._lay(Dice(0))
        numbers = len(self._seen(Seat(0)))
        actions = len(self._number)
        self._action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        self._observation_spaces = {
            agent: spaces.Dict(
                observation=spaces.Box(0, HIGHEST, (numbers,), np.uint8),
                action_mask=spaces.Box(0, 1, (actions,), np.int8),
            )
            for agent in self.possible_agents
        }

    def action_space(self, agent: str) -> spaces.Discrete:
        return self._action_spaces[agent]

    def observation_space(self, agent: str) -> spaces.Dict:
        return self._observation_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, object] | None = None) -> None:
        """Start a new game; equal seeds give equal games."""
        if seed is not None:
            self._chance = Dice(seed)
        self._lay(self._chance)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, int]] = {agent: {} for agent in self.agents}
        self._pass_on()

    def observe(self, agent: str) -> Observation:
        """Return the observation of a seat and its action mask."""
        mask = np.zeros(len(self._number), np.int8)
        mask[list(self.moves(agent))] = 1
        return {"observation": self._seen(self.seat(agent)), "action_mask": mask}

    def seat(self, agent: str) -> Seat:
        return Seat(self.possible_agents.index(agent))

    def moves(self, agent: str) -> dict[int, Move]:
        """Return the legal moves of an agent, by action."""
        if agent != self.agent_selection or self.terminations[agent]:
            return {}
        if self._moves is None:
            seat = self.seat(agent)
            view = self.rules.view(self.table, seat)
            self._moves = {
                self._number[self._encoding.action(view, seat, move)]: move
                for move in self.rules.legal_moves(self.table, seat)
            }
        return self._moves

    def step(self, action: int | None) -> None:
        """Play an action for the agent to move."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        move = None if action is None else self.moves(agent).get(int(action))
        if move is None:
            raise ValueError(f"{agent} cannot play action {action} now")
        self.play(move)

    def play(self, move: Move) -> None:
        agent = self.agent_selection
        events = _accepted(self.rules.play(self.table, self.seat(agent), move, self._chance))
        self.table = reduce(self.rules.apply, events, self.table)
        self._moves = None
        self._cumulative_rewards[agent] = 0
        self._clear_rewards()
        if self.rules.seats_to_move(self.table):
            self._pass_on()
        else:
            self._end()
        self._accumulate_rewards()

    def render(self) -> str | None:
        """Draw the table as spectators see it, in the mode "ansi"."""
        if self.render_mode != "ansi":
            return None
        return self.rules.draw(self.rules.view(self.table, None))

    def close(self) -> None:
        """Do nothing: there are no resources to release."""

    def _lay(self, chance: Chance) -> None:
        events = _accepted(self.rules.setup(self._seats, self._options, chance))
        self.table = replay(self.rules, events)
        self._moves = None

    def _seen(self, seat: Seat) -> NDArray[np.uint8]:
        numbers = self._encoding.observe(self.rules.view(self.table, seat), seat)
        return np.minimum(numbers, HIGHEST).astype(np.uint8)

    def _pass_on(self) -> None:
        self.agent_selection = self.possible_agents[min(self.rules.seats_to_move(self.table))]

    def _end(self) -> None:
        """Reward a sole winner with 1, tied winners with 0 and all other seats with -1."""
        outcome = self.rules.outcome(self.table)
        winners = outcome.winners if outcome else ()
        end = self.rules.view(self.table, None)
        for agent in self.agents:
            seat = self.seat(agent)
            alone = len(winners) == 1
            self.rewards[agent] = int(alone) if seat in winners else -1
            self.terminations[agent] = True
            points = sum(point.amount for point in self.rules.points(end, seat))
            self.infos[agent] = {"points": points}


def env(
    game: str, seats: int | None = None, render_mode: str | None = None, **options: object
) -> AECEnv:
    """Wrap a table in PettingZoo's usual checks: an illegal action loses the game."""
    table = Environment(game, seats, render_mode, **options)
    guarded = wrappers.TerminateIllegalWrapper(table, illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(guarded))


class AgainstBots(gymnasium.Env[Any, np.int64]):
    """A learner's seat, drawn at random for each game; an illegal action loses the game."""

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012 - Gymnasium's own

    def __init__(
        self,
        game: str,
        bot: str = "greedy",
        seats: int | None = None,
        render_mode: str | None = None,
        **options: object,
    ) -> None:
        """Create a table, by default for two; a bot plays the other seats."""
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
        options: dict[str, object] | None = None,
    ) -> tuple[Observation, dict[str, int]]:
        """Start a new game; equal seeds give equal games."""
        super().reset(seed=seed)
        table, bots = map(int, self.np_random.integers(2**32, size=2))
        self._chance = Dice(bots)
        self._agent = self._table.possible_agents[self._chance.below(self._table.max_num_agents)]
        self._table.reset(seed=table)
        self._let_bots_play()
        return self._table.observe(self._agent), {}

    def step(self, action: SupportsInt) -> tuple[Observation, float, bool, bool, dict[str, int]]:
        """Play an action, and let the bots play until it is the learner's turn again."""
        table = self._table
        agent = self._agent
        move = table.moves(agent).get(int(action))
        if move is None:
            return table.observe(agent), -1.0, True, False, {}
        table.play(move)
        self._let_bots_play()
        over = table.terminations[agent]
        return table.observe(agent), float(table.rewards[agent]), over, False, table.infos[agent]

    def render(self) -> str | None:
        return self._table.render()

    def _let_bots_play(self) -> None:
        table = self._table
        while table.agent_selection != self._agent and not table.terminations[self._agent]:
            moves = list(table.moves(table.agent_selection).values())
            seat = table.seat(table.agent_selection)
            view = table.rules.view(table.table, seat)
            table.play(self._strategy(Question(table.rules, view, seat, moves), self._chance))


def _accepted(events: Sequence[Event] | Refusal) -> Sequence[Event]:
    """Return the events; raise a `ValueError` if there is a refusal instead."""
    if isinstance(events, Refusal):
        raise ValueError(events.detail)  # noqa: TRY004 - not a matter of types
    return events
