"""The search of Masters of Renaissance as machine code, where the `bots` extra is installed."""

from functools import cache
from importlib import import_module

from ludoteca.bots.machine_code import machine
from ludoteca.bots.renaissance import (
    cells,
    placing,
    playouts,
    prospects,
    runs,
    table,
    turns,
    weights,
    worth,
)
from ludoteca.bots.renaissance.cells import Cells
from ludoteca.bots.renaissance.playouts import Playout

_SOURCES = (weights, cells, table, prospects, worth, placing, runs, turns, playouts)
_CALLED = ("playout", "deep_playout")
"""Functions called from Python; the rest are compiled without Python wrappers."""


@cache
def compiled_playout(name: str) -> Playout:
    """Return a function of `playouts` as machine code, compiled by a first call."""
    code, numpy = getattr(machine(*_SOURCES, called=_CALLED), name), import_module("numpy")

    def playout(table: Cells, seat: int, number: int, turns: int) -> int:
        return int(code(numpy.array(table, numpy.int64), seat, number, turns))

    over = [0] * cells.TABLE_SIZE
    over[cells.SEATS] = over[cells.OVER] = 1
    playout(over, 0, playouts.ANY_TURN, 1)
    return playout
