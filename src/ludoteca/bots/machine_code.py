"""Modules of plain integers as machine code, where the `bots` extra is installed.

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


class NoCompilerError(ImportError):
    """The compiler is not installed."""


@cache
def machine(*modules: ModuleType, called: tuple[str, ...] | None = None) -> ModuleType:
    """The last of these modules as machine code; what it imports of the others is theirs.

    Each function is made when it is first called. If two modules have a function of the same name,
    those that follow call the later one. Functions named `memory` and `copy` are replaced by those
    for arrays. Only what is `called` from Python can be, if that is given; the rest is made sooner.
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
    arrays = _arrays(numba, numpy)
    known = dict(arrays)
    for n in range(1, len(modules)):
        before = vars(machine(*modules[:n], called=called))
        known |= {name: code for name, code in before.items() if _is_code(code)}
    for name, value in list(vars(copy).items()):
        if name in known and (name in arrays or value.__module__ != copy.__name__):
            setattr(copy, name, known[name])
        elif isinstance(value, FunctionType) and value.__module__ == copy.__name__:
            inner = called is not None and name not in called
            setattr(copy, name, machine_code(numba, value, version, inner=inner))
        elif isinstance(value, tuple) and all(isinstance(number, int) for number in value):
            setattr(copy, name, numpy.array(value, numpy.int64))
    return copy


@cache
def _arrays(numba: Any, numpy: Any) -> dict[str, Any]:
    """What machine code has instead of functions that make and fill lists."""

    def zeros(size: int) -> Any:
        return numpy.zeros(size, numpy.int64)

    def copied(into: Any, source: Any) -> None:
        for place in range(len(source)):
            into[place] = source[place]

    version = version_of()
    return {
        "memory": machine_code(numba, zeros, version),
        "copy": machine_code(numba, copied, version),
    }


def _is_code(value: Any) -> bool:
    return hasattr(value, "py_func")


def machine_code(
    numba: Any, function: Callable[..., Any], version: str, *, inner: bool = False
) -> Any:
    """The function as it is compiled, or read back from where it was kept the last time.

    An inner one is called by machine code alone.
    """
    # What is kept goes by the name of the function, until its file changes. It is made of more than
    # that file, numbers of the rules for example; so the name tells the version of everything.
    function.__qualname__ = f"{function.__name__}_{version}"
    options = {"nogil": True, "no_cpython_wrapper": inner, "no_cfunc_wrapper": True}
    try:
        code = numba.njit(cache=True, **options)(function)
    except RuntimeError:  # there is nowhere to keep it
        code = numba.njit(**options)(function)
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
