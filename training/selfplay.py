"""Self-play: thousands of whole games at once, and the targets learned from them."""

from collections.abc import Sequence
from typing import NamedTuple

import torch
from torch import Tensor

from training.core import Core, Moves
from training.net import SCALE, Judge, Seen, evaluate, seen_after

STANDARD = {2: 0.55, 3: 0.12, 4: 0.13}
"""Share of tables with complete Italian rules, by number of players; the rest are random."""


class Turn(NamedTuple):
    """One move at each running table."""

    seen: Seen
    out: Tensor
    game: Tensor
    seat: Tensor


def drawn_tables(core: Core, count: int, generator: torch.Generator) -> Tensor:
    """Set up tables of many sorts."""
    chance = torch.randint(1, 698769069 * 2**32 - 1, (count,), generator=generator)
    sorts = [torch.randint(low, high, (count,), generator=generator) for low, high in _RANGES]
    choices = torch.stack(sorts, 1).to(torch.int8)
    place = 0
    for players, part in STANDARD.items():
        end = place + round(part * count)
        choices[place:end] = torch.tensor([players, 2, 0, 0], dtype=torch.int8)
        place = end
    return core.laid(chance.to(core.device), choices.to(core.device))


_RANGES = ((2, 5), (0, 3), (0, 2), (0, 2))


def play_games(
    core: Core, judges: Sequence[Judge], tables: Tensor, heat: float, *, keep: bool = True
) -> tuple[Tensor, list[Turn]]:
    """Play to the end, seat s by judge s modulo their number; return results and turns."""
    turns = []
    while (seats := core.turns(tables)).max() >= 0:
        moves = core.moves(tables)
        out = _thoughts(judges, tables, moves, seats)
        value = evaluate(out)
        if heat:
            chance = torch.rand_like(value).clamp(1e-9, 1 - 1e-7)
            value = value - heat * torch.log(-torch.log(chance))
        best = core.best(value, moves)
        move = moves.move[best]
        if keep:
            game = (seats >= 0).nonzero()[:, 0]
            seen = seen_after(core, tables[game], move[game])
            turns.append(Turn(seen, out[best[game]], game, seats[game]))
        core.play(tables, move)
    return core.results(tables), turns


def _thoughts(judges: Sequence[Judge], tables: Tensor, moves: Moves, seats: Tensor) -> Tensor:
    """Let the judge of the seat to move evaluate each move."""
    if len(judges) == 1:
        return judges[0](tables, moves)
    who = (seats % len(judges))[moves.game]
    out = torch.empty(len(who), 3, device=who.device)
    for number, judge in enumerate(judges):
        its = who == number
        out[its] = judge(tables, moves._replace(game=moves.game[its], move=moves.move[its]))
    return out


def lambda_returns(results: Tensor, turns: Sequence[Turn], trust: float) -> list[Tensor]:
    """Return the target of each turn: the result, mixed with evaluations of later own turns."""
    ends = results.float()
    ends[..., :2] /= SCALE
    following = ends.clone()  # by table and seat: the target at its next turn
    targets = []
    for turn in reversed(turns):
        target = following[turn.game, turn.seat]
        targets.append(target)
        thought = torch.cat([turn.out[:, :2], torch.sigmoid(turn.out[:, 2:])], 1)
        following[turn.game, turn.seat] = trust * target + (1 - trust) * thought
    return targets[::-1]
