"""Compiles modules that use only integers to machine code, if the `bots` extra is installed.

The source of a module is loaded a second time. In that copy, every function is compiled and every
tuple of integers becomes an array. The same source thus runs interpreted and compiled.
"""

import sys
from collections.abc import Callable, Sequence
from functools import cache, partial
from hashlib import blake2b
from importlib import import_module
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, TypeAlias

IntegerType: TypeAlias = Callable[[object], object]
"""An integer type of numba; calling it with argument types gives a signature."""


class NoCompilerError(ImportError):
    """The compiler is not installed."""


@cache
def machine(*modules: ModuleType, called: tuple[str, ...] | None = None) -> ModuleType:
    """Compile the last of these modules, with everything it imports from the others.

    Functions are compiled when first called. If two modules define a function with the same name,
    later modules call the later definition. Functions named `memory` and `copy` are replaced with
    array versions. With `called`, only those functions can be called from Python, which makes the
    rest compile faster.
    """
    # Imported here, because the extra may be missing and takes long to import.
    try:
        numba, numpy = import_module("numba"), import_module("numpy")
    except ImportError as error:
        raise NoCompilerError("There is no compiler here: install ludoteca[bots].") from error
    _define_bit_methods()
    version = version_of(*modules)
    copy = _copy(modules[-1], version)
    # Modules with a common prefix share the machine code of that prefix, which is compiled once.
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
def _arrays(numba: ModuleType, numpy: ModuleType) -> dict[str, object]:
    """Return array versions of the functions that make and fill lists."""

    def zeros(size: int) -> object:
        return numpy.zeros(size, numpy.int64)

    def copied(into: list[int], source: list[int]) -> None:
        for place in range(len(source)):
            into[place] = source[place]

    version = version_of()
    return {
        "memory": machine_code(numba, zeros, version),
        "copy": machine_code(numba, copied, version),
    }


def _is_code(value: object) -> bool:
    return hasattr(value, "py_func")


def machine_code(
    numba: ModuleType, function: Callable[..., object], version: str, *, inner: bool = False
) -> Any:
    """Compile a function, or load it from numba's cache.

    An inner function is called only by other machine code.
    """
    # numba caches by function name and source file. The code also depends on constants from other
    # modules, so the function name includes the hash from `version_of`.
    function.__qualname__ = f"{function.__name__}_{version}"
    options = {"nogil": True, "no_cpython_wrapper": inner, "no_cfunc_wrapper": True}
    try:
        code = numba.njit(cache=True, **options)(function)
    except RuntimeError:  # no writable cache directory
        code = numba.njit(**options)(function)
    # Without this, numba compiles a separate copy, with all callees, for each constant argument.
    resolve = code.get_call_template
    any_number = import_module("numba.types").unliteral
    code.get_call_template = lambda given, named: resolve(tuple(map(any_number, given)), named)
    return code


def version_of(*modules: ModuleType) -> str:
    """Return a hash of all inputs to the machine code: sources, constants, this file."""
    digest = blake2b(Path(__file__).read_bytes(), digest_size=8)
    for module in modules:
        digest.update(Path(str(module.__file__)).read_bytes())
        numbers = {name: n for name, n in vars(module).items() if isinstance(n, int | tuple)}
        digest.update(repr(numbers).encode())
    return digest.hexdigest()


def _copy(module: ModuleType, version: str) -> ModuleType:
    loader = SourceFileLoader(f"{__name__}.{version}.{module.__name__}", str(module.__file__))
    copy = ModuleType(loader.name)
    copy.__file__ = module.__file__
    sys.modules[copy.__name__] = copy  # cached machine code looks up its module here
    loader.exec_module(copy)
    return copy


@cache
def _define_bit_methods() -> None:
    """Define `bit_count` and `bit_length`, which the bitboards call, for numba's integers."""
    types, extending = import_module("numba.types"), import_module("numba.extending")

    def count(_: object, bits: IntegerType) -> tuple[object, object]:
        def code(
            _context: object, builder: Any, _signature: object, values: Sequence[object]
        ) -> object:
            return builder.ctpop(values[0])

        return bits(bits), code

    def leading_zeros(_: object, bits: IntegerType) -> tuple[object, object]:
        def code(
            context: Any, builder: Any, _signature: object, values: Sequence[object]
        ) -> object:
            return builder.ctlz(values[0], context.get_constant(types.boolean, 0))

        return bits(bits), code

    counted, leading = extending.intrinsic(count), extending.intrinsic(leading_zeros)
    method = partial(extending.overload_method, types.Integer)
    # The outer functions receive types, the inner ones values; their signatures must agree.
    method("bit_count")(lambda bits: lambda bits: counted(bits))  # noqa: ARG005, PLW0108
    method("bit_length")(lambda bits: lambda bits: 64 - leading(bits))  # noqa: ARG005
