"""The bitboards of My Shelfie as machine code, where the `bots` extra is installed.

Their source is loaded a second time, and in that copy every function becomes its compiled self and
every table of numbers an array. So there is one source, and it has two speeds.
"""

import sys
from collections.abc import Callable
from functools import cache, partial
from hashlib import blake2b
from importlib import import_module
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from ludoteca.games.shelfie import bitboard, bitshelf


class NoCompilerError(ImportError):
    """The compiler is not installed."""


def compiled() -> ModuleType:
    """The module `bitboard` with functions of machine code, each made when it is first called."""
    return machine(bitshelf, bitboard)


@cache
def machine(*modules: ModuleType) -> ModuleType:
    """The last of these modules as machine code; what it imports of the others is theirs.

    If two of them have a function of the same name, those that follow call the later one.
    """
    # Not at the top of the file: an extra may be missing, and this one takes a while to load.
    try:
        numba, numpy = import_module("numba"), import_module("numpy")
    except ImportError as error:
        raise NoCompilerError("There is no compiler here: install ludoteca[bots].") from error
    _teach_to_count_bits()
    version = version_of(*modules)
    copy = _copy(modules[-1], version)
    # What begins with the same modules shares them: they are compiled once.
    known = {"memory": _zeros(numba, numpy)}
    for n in range(1, len(modules)):
        known |= {
            name: code for name, code in vars(machine(*modules[:n])).items() if _is_code(code)
        }
    for name, value in list(vars(copy).items()):
        if name in known and (name == "memory" or value.__module__ != copy.__name__):
            setattr(copy, name, known[name])
        elif isinstance(value, FunctionType) and value.__module__ == copy.__name__:
            setattr(copy, name, machine_code(numba, value, version))
        elif isinstance(value, tuple) and all(isinstance(number, int) for number in value):
            setattr(copy, name, numpy.array(value, numpy.int64))
    return copy


@cache
def _zeros(numba: Any, numpy: Any) -> Any:
    """The `memory` of machine code: an array."""

    def zeros(size: int) -> Any:
        return numpy.zeros(size, numpy.int64)

    return machine_code(numba, zeros, version_of())


def _is_code(value: Any) -> bool:
    return hasattr(value, "py_func")


def machine_code(numba: Any, function: Callable[..., Any], version: str) -> Any:
    """The function as it is compiled, or read back from where it was kept the last time."""
    # What is kept goes by the name of the function, until its file changes. It is made of more than
    # that file, numbers of the rules for example; so the name tells the version of everything.
    function.__qualname__ = f"{function.__name__}_{version}"
    try:
        code = numba.njit(cache=True, nogil=True, no_cfunc_wrapper=True)(function)
    except RuntimeError:  # there is nowhere to keep it
        code = numba.njit(nogil=True, no_cfunc_wrapper=True)(function)
    # Else there is one more of it, and of what it calls, for every constant that it is given.
    resolve, any_number = code.get_call_template, import_module("numba.types").unliteral
    code.get_call_template = lambda given, named: resolve(tuple(map(any_number, given)), named)
    return code


def version_of(*modules: ModuleType) -> str:
    """A name for what machine code is made of: these sources, all their numbers, this file."""
    digest = blake2b(Path(__file__).read_bytes(), digest_size=8)
    for module in modules:
        digest.update(Path(str(module.__file__)).read_bytes())
        numbers = {name: n for name, n in vars(module).items() if isinstance(n, int | tuple)}
        digest.update(repr(numbers).encode())
    return digest.hexdigest()


def _copy(module: ModuleType, version: str) -> ModuleType:
    loader = SourceFileLoader(f"{__name__}.{version}.{module.__name__}", str(module.__file__))
    copy = ModuleType(loader.name)
    sys.modules[copy.__name__] = copy  # where machine code that was kept looks for its module
    loader.exec_module(copy)
    return copy


@cache
def _teach_to_count_bits() -> None:
    """Give the integers of the compiler the two methods of Python's that the bitboards call."""
    types, extending = import_module("numba.types"), import_module("numba.extending")

    def count(_: Any, bits: Any) -> Any:
        def code(_context: Any, builder: Any, _signature: Any, values: Any) -> Any:
            return builder.ctpop(values[0])

        return bits(bits), code

    def leading_zeros(_: Any, bits: Any) -> Any:
        def code(context: Any, builder: Any, _signature: Any, values: Any) -> Any:
            return builder.ctlz(values[0], context.get_constant(types.boolean, 0))

        return bits(bits), code

    counted, leading = extending.intrinsic(count), extending.intrinsic(leading_zeros)
    method = partial(extending.overload_method, types.Integer)
    # The outer functions see types, the inner ones numbers, and their arguments have to agree.
    method("bit_count")(lambda bits: lambda bits: counted(bits))  # noqa: ARG005, PLW0108
    method("bit_length")(lambda bits: lambda bits: 64 - leading(bits))  # noqa: ARG005
