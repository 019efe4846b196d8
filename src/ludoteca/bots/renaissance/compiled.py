"""The search of Masters of Renaissance as machine code, where the `bots` extra is installed.

Its modules are loaded a second time, and in that copy every function becomes its compiled self and
every table of numbers an array. So there is one source, and it has two speeds.
"""

import sys
from functools import cache
from hashlib import blake2b
from importlib import import_module
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

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
"""What Python calls; the rest is called by these, and is made without a way in for Python."""


@cache
def compiled() -> ModuleType:
    """The module `playouts` with functions of machine code, each made when it is first called."""
    # Not at the top of the file: an extra may be missing, and this one takes a while to load.
    numba, numpy = import_module("numba"), import_module("numpy")

    def zeros(size: int) -> Any:
        return numpy.zeros(size, numpy.int64)

    def copied(into: Any, source: Any) -> None:
        for place in range(len(source)):
            into[place] = source[place]

    version = _version()
    made = {
        name: _machine_code(numba, code, version)
        for name, code in (("memory", zeros), ("copy", copied))
    }
    copies = [_copy(module) for module in _SOURCES]
    for copy in copies:
        for name, value in list(vars(copy).items()):
            if isinstance(value, FunctionType) and value.__module__ == copy.__name__:
                made.setdefault(name, _machine_code(numba, value, version))
            if name in made:
                setattr(copy, name, made[name])
            elif isinstance(value, tuple) and all(isinstance(number, int) for number in value):
                setattr(copy, name, numpy.array(value, numpy.int64))
    return copies[-1]


@cache
def compiled_playout(name: str) -> Playout:
    """A playout of `playouts` as machine code, ready to run."""
    machine, numpy = getattr(compiled(), name), import_module("numpy")

    def playout(table: Cells, seat: int, number: int, turns: int) -> int:
        return int(machine(numpy.array(table, numpy.int64), seat, number, turns))

    over = [0] * cells.TABLE_SIZE
    over[cells.SEATS] = over[cells.OVER] = 1
    playout(over, 0, playouts.ANY_TURN, 1)
    return playout


def _machine_code(numba: Any, function: Any, version: str) -> Any:
    # What is kept goes by the name of the function, until its file changes. It is made of more than
    # that file, so the name tells the version of everything.
    function.__qualname__ = f"{function.__name__}_{version}"
    inner = function.__name__ not in _CALLED
    options = {"nogil": True, "no_cpython_wrapper": inner, "no_cfunc_wrapper": True}
    try:
        return numba.njit(cache=True, **options)(function)
    except RuntimeError:  # there is nowhere to keep it
        return numba.njit(**options)(function)


def _version() -> str:
    digest = blake2b(Path(__file__).read_bytes(), digest_size=8)
    for module in _SOURCES:
        digest.update(Path(str(module.__file__)).read_bytes())
        numbers = {name: n for name, n in vars(module).items() if isinstance(n, int | tuple)}
        digest.update(repr(numbers).encode())
    return digest.hexdigest()


def _copy(module: ModuleType) -> ModuleType:
    loader = SourceFileLoader(f"{__name__}.{module.__name__}", str(module.__file__))
    copy = ModuleType(loader.name)
    sys.modules[copy.__name__] = copy  # where machine code that was kept looks for its module
    loader.exec_module(copy)
    return copy
