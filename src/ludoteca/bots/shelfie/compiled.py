"""The search in machine code, where the `bots` extra is installed."""

from functools import cache
from pathlib import Path

import numpy as np

from ludoteca.bots.machine_code import machine
from ludoteca.bots.shelfie import features, network, search, tables, valuation
from ludoteca.bots.shelfie.choosing import Engine
from ludoteca.bots.shelfie.net import WEIGHTS, load
from ludoteca.games.shelfie import bitboard, bitshelf
from ludoteca.games.shelfie.bitshelf import Ints


@cache
def by_network(path: Path = WEIGHTS) -> Engine:
    """Return the search that evaluates with the network in this file."""
    code = machine(bitshelf, bitboard, tables, valuation, features, network, search)
    return Engine(code.assess, code.outlook, code.memory, laid, load(path))


def by_valuation() -> Engine:
    """Return the search that evaluates as in Python."""
    code = machine(bitshelf, bitboard, tables, valuation, search)
    return Engine(code.assess, code.outlook, code.memory, laid, 0)


def laid(table: Ints) -> Ints:
    """Convert a table for machine code."""
    array: Ints = np.array(table, np.int64)  # type: ignore[assignment]
    return array
