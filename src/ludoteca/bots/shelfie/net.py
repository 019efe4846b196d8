"""The weights of the network, as stored in a file."""

from pathlib import Path
from typing import NamedTuple

import numpy as np

from ludoteca.bots.shelfie.features import Floats

WEIGHTS = Path(__file__).with_name("weights") / "net.npz"


class Net(NamedTuple):
    """The weights, one row per input."""

    after: Floats
    after_bias: Floats
    now: Floats
    kind_after: Floats
    kind_now: Floats
    gate: Floats
    gate_bias: Floats
    second: Floats
    second_bias: Floats
    out: Floats
    out_bias: Floats


def load(path: Path = WEIGHTS) -> Net:
    with np.load(path) as arrays:
        return Net(*(np.ascontiguousarray(arrays[name], np.float32) for name in Net._fields))
