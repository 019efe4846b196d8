"""Rate networks against `greedy`: python -m training.rate NET... [--games 200] [--players 2].

Networks look one move ahead, by the package's rules; every deal is played from each seat. Prints
one line of JSON for each network. With --against OTHER, another network replaces greedy.
"""

import argparse
import json
from functools import reduce
from math import sqrt
from pathlib import Path
from typing import Any

import torch

from ludoteca.bots.contract import Question
from ludoteca.bots.levels import greedy
from ludoteca.games import shelfie
from ludoteca.games.chance import Dice, seeded
from training.check import as_move, as_number
from training.core import Core
from training.net import Judge, evaluate, load
from training.selfplay import play_games


def interval(won: int, games: int) -> tuple[float, float]:
    """Return the 95% Wilson interval of the share of games won, in percent."""
    part, z = won / games, 1.96
    middle = (part + z * z / 2 / games) / (1 + z * z / games)
    reach = z * sqrt(part * (1 - part) / games + z * z / 4 / games**2) / (1 + z * z / games)
    return round(100 * (middle - reach), 1), round(100 * (middle + reach), 1)


def rate(core: Core, judge: Judge, players: int, games: int, seed: int) -> dict[str, Any]:
    """Play games of one network against `greedy` in every other seat."""
    deals, seats = [seed + n // players for n in range(games)], torch.arange(games) % players
    chosen = torch.tensor([[players, 2, 0, 0]] * games, dtype=torch.int8)
    tables = core.laid(torch.tensor([seeded(deal) for deal in deals]), chosen)
    dice, tastes = [Dice(deal) for deal in deals], [Dice(deal) for deal in deals]
    states = [
        reduce(shelfie.apply, shelfie.setup(players, shelfie.Options(), d), shelfie.BLANK)
        for d in dice
    ]
    while (turns := core.turns(tables)).max() >= 0:
        moves = torch.zeros(games, dtype=torch.int32)
        mine = (turns == seats).nonzero()[:, 0]
        if len(mine):
            offered = core.moves(tables[mine])
            best = core.best(evaluate(judge(tables[mine], offered)), offered)
            moves[mine] = offered.move[best]
        for n in (turns >= 0).nonzero()[:, 0].tolist():
            state, seat = states[n], states[n].turn
            if turns[n] == seats[n]:
                move = as_move(int(moves[n]))
            else:
                legal = list(shelfie.legal_moves(state, seat))
                question = Question(shelfie, shelfie.view(state, seat), seat, legal)
                move = greedy(question, tastes[n])
                moves[n] = as_number(move)
            states[n] = reduce(shelfie.apply, shelfie.play(state, seat, move, dice[n]), state)
        core.play(tables, moves)
    return rating(core.results(tables)[torch.arange(games), seats].float(), players)


def match(core: Core, one: Judge, other: Judge, games: int, seed: int) -> dict[str, Any]:
    """Play games of two networks against each other, every deal from both seats."""
    chance = torch.tensor([seeded(seed + n) for n in range(games // 2)])
    chosen = torch.tensor([[2, 2, 0, 0]] * len(chance), dtype=torch.int8)
    first, _ = play_games(core, [one, other], core.laid(chance, chosen), 0, keep=False)
    second, _ = play_games(core, [other, one], core.laid(chance, chosen), 0, keep=False)
    return rating(torch.cat([first[:, 0], second[:, 1]]).float(), 2)


def rating(told: torch.Tensor, players: int) -> dict[str, Any]:
    """Summarize results: points, the best other's points, and games won."""
    won, games = int(told[:, 2].sum()), len(told)
    points = [round(value, 2) for value in told[:, :2].mean(0).tolist()]
    return {
        "players": players,
        "games": games,
        "won": round(100 * won / games, 1),
        "interval": interval(won, games),
        "points": points,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("nets", type=Path, nargs="+")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--against", type=Path, help="network to play against, with two players")
    args = parser.parse_args()
    core = Core("cpu")
    other = Judge(core, load(args.against)) if args.against else None
    for path in args.nets:
        judge = Judge(core, load(path))
        if other:
            rated = match(core, judge, other, args.games, args.seed)
        else:
            rated = rate(core, judge, args.players, args.games, args.seed)
        print(json.dumps({"net": path.name, **rated}), flush=True)


if __name__ == "__main__":
    main()
