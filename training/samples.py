"""Write sample positions with the network's input: python -m training.samples [NET] > FILE.

One line of JSON each: the table before the move (`position.write_state`), the move, the nonzero
features of FEATURES.md by index (`kind_...`: one list per kind), and the outputs of the network, if
one is given. Other implementations of the features can be compared with these.
"""

import json
import sys
from functools import reduce
from itertools import product
from pathlib import Path
from typing import Any

import torch

from ludoteca.games import shelfie
from ludoteca.games.chance import Dice, seeded
from ludoteca.games.shelfie.editions import RULE_SETS, Leftovers, Squares
from training.check import as_move
from training.core import Core
from training.net import Net, Seen, load, seen_after


def main() -> None:
    """Write a position for every sort of table, each later in its game than the last."""
    core, net = Core("cpu"), load(Path(sys.argv[1])) if len(sys.argv) > 1 else None
    torch.manual_seed(7)
    for n, (players, goals, rules) in enumerate(product((2, 3, 4), (0, 1, 2), RULE_SETS)):
        options = shelfie.Options(goals, squares=rules.squares, leftovers=rules.leftovers)
        dice = Dice(n)
        state = reduce(shelfie.apply, shelfie.setup(players, options, dice), shelfie.BLANK)
        returns, any_kind = rules.leftovers == Leftovers.RETURN, rules.squares == Squares.ANY_KIND
        chosen = torch.tensor([[players, goals, any_kind, returns]], dtype=torch.int8)
        tables = core.laid(torch.tensor([seeded(n)]), chosen)
        for turn in range(n + 1):
            moves = core.moves(tables)
            number = moves.move[core.best(torch.rand(len(moves.move)), moves)]
            move = as_move(int(number))
            if turn == n:
                told = told_of(seen_after(core, tables, number), net)
                where = {"cells": move.cells, "column": move.column}
                print(json.dumps({"state": shelfie.write_state(state), **where, **told}))
            core.play(tables, number)
            events = shelfie.play(state, state.turn, move, dice)
            state = reduce(shelfie.apply, events, state)


def told_of(seen: Seen, net: Net | None) -> dict[str, Any]:
    """Describe the features and evaluation of one position."""
    told: dict[str, Any] = {}
    for name, part in seen._asdict().items():
        rows = part[0] if name.startswith("kind") else part
        listed = [{i: round(v, 5) for i, v in enumerate(row.tolist()) if v} for row in rows]
        told[name] = listed if len(listed) > 1 else listed[0]
    if net is not None:
        told["out"] = [round(value, 4) for value in net(seen)[0].tolist()]
    return told


if __name__ == "__main__":
    main()
