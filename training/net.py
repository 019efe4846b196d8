"""The value network of FEATURES.md: the expected result for a seat after its move."""

from copy import deepcopy
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor, nn

from training.core import AFTER, GATE, KIND_AFTER, KIND_NOW, NOW, Core, Moves

SCALE = 10.0
"""Points per unit of the network's outputs."""
INPUTS = {"after": 732, "now": 1109, "kind_after": 109, "kind_now": 94, "gate": 43}
"""Input sizes of FEATURES.md; rows in tensors are longer, padded with zeros."""
CHUNK = 2**19
"""Number of moves evaluated at once."""


class Seen(NamedTuple):
    """The network's input for positions, one row each."""

    after: Tensor
    kind_after: Tensor
    now: Tensor
    kind_now: Tensor
    gate: Tensor


class Net(nn.Module):
    """Predicts own points, the best other's points and the logit of winning."""

    def __init__(self, wide: int = 320, deep: int = 160, second: int = 64) -> None:
        super().__init__()
        units = wide + deep
        self.wide = wide
        self.after = nn.Linear(AFTER, units)
        self.now = nn.Linear(NOW, units, bias=False)
        self.gate = nn.Linear(GATE, units)
        self.kind_after = nn.Linear(KIND_AFTER, deep, bias=False)
        self.kind_now = nn.Linear(KIND_NOW, deep, bias=False)
        self.second = nn.Linear(units, second)
        self.out = nn.Linear(second, 3)
        nn.init.zeros_(self.gate.weight)
        nn.init.ones_(self.gate.bias)

    def forward(self, seen: Seen) -> Tensor:
        """Evaluate positions, each at its own table."""
        flat, gate = self.after(seen.after) + self.now(seen.now), self.gate(seen.gate)
        wide = torch.relu(flat[:, : self.wide] * gate[:, : self.wide])
        kinds = self.kind_after(seen.kind_after) + self.kind_now(seen.kind_now)
        kinds = (kinds + flat[:, None, self.wide :]) * gate[:, None, self.wide :]
        hidden = torch.cat([wide, torch.relu(kinds).sum(1)], 1)
        out: Tensor = self.out(torch.relu(self.second(hidden)))
        return out


class Judge:
    """A network that evaluates all moves of many tables, in the number type of the core."""

    def __init__(self, core: Core, net: Net) -> None:
        self.core, self.net = core, deepcopy(net).to(core.device, core.number)

    def update(self, net: Net) -> None:
        self.net.load_state_dict(net.state_dict())

    @torch.no_grad()
    def __call__(self, tables: Tensor, moves: Moves) -> Tensor:
        """Return the network's outputs for each move."""
        net, (now, kind_now, gate) = self.net, self.core.situations(tables)
        same = net.now(now) + net.after.bias, net.kind_now(kind_now), net.gate(gate)
        last = net.out.weight.float().T, net.out.bias.float()
        thought = []
        for game, move in zip(moves.game.split(CHUNK), moves.move.split(CHUNK), strict=True):
            after, kind_after = self.core.prospects(tables, game, move)
            there = after @ net.after.weight.T, net.kind_after(kind_after)
            second = torch.relu(net.second(self.core.hidden(there, same, game)))
            thought.append(second.float() @ last[0] + last[1])
        return torch.cat(thought) if thought else torch.zeros(0, 3, device=tables.device)


def seen_after(core: Core, tables: Tensor, move: Tensor) -> Seen:
    """Return the network's input for one move at each table."""
    game = torch.arange(len(tables), device=tables.device)
    return Seen(*core.prospects(tables, game, move), *core.situations(tables))


def evaluate(out: Tensor, winning: float = 1.0) -> Tensor:
    """Combine the margin, in tens of points, and the probability of winning."""
    return out[:, 0] - out[:, 1] + winning * torch.sigmoid(out[:, 2])


def save(net: Net, path: Path) -> None:
    """Write the weights in half precision, one row per input."""
    arrays = {}
    for name, value in net.state_dict().items():
        layer, sort = name.split(".")
        array = value.float().cpu().numpy().T
        key = layer if sort == "weight" else f"{layer}_bias"
        arrays[key] = array[: INPUTS.get(key)].astype(np.float16)
    np.savez_compressed(path, **arrays)


def load(path: Path) -> Net:
    arrays = {name: torch.tensor(array.astype(np.float32)) for name, array in np.load(path).items()}
    deep, second = arrays["kind_after"].shape[1], arrays["second"].shape[1]
    net = Net(arrays["after"].shape[1] - deep, deep, second)
    state = net.state_dict()
    for name, value in state.items():
        layer, sort = name.split(".")
        array = arrays[layer].T if sort == "weight" else arrays[f"{layer}_bias"]
        value.zero_()
        value[..., : array.shape[-1]] = array
    return net
