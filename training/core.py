"""Rules and features for thousands of tables at once, in tensors on one device.

The work is done by `core.cu`, compiled on first use: with nvcc for a GPU, with g++ otherwise. Seats
are counted from 0; a table is a row of bytes with the layout of `TABLE`.
"""

import ctypes
import subprocess
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import numpy as np
import torch
from torch import Tensor

SOURCES = Path(__file__).parent
BUILD = Path("build/training")
AFTER, KIND_AFTER, NOW, KIND_NOW, GATE = 736, 112, 1120, 96, 48
"""Lengths of rows: those of FEATURES.md, padded with zeros."""

TABLE = np.dtype(
    [
        ("luck", np.uint64),
        ("room", np.uint64),
        ("shelf", np.uint64, (4, 6)),
        ("kind", np.uint8, 56),
        ("bag", np.uint8, 6),
        *((name, np.int8) for name in ("players", "any_kind", "leftovers_return", "first")),
        *((name, np.int8) for name in ("turn", "finisher", "over")),
        *((name, np.int8, 2) for name in ("goal", "taken")),
        ("token", np.int8, (2, 4)),
        ("card", np.int8, 4),
    ],
    align=True,
)


class Moves(NamedTuple):
    """The distinct moves of many tables, table by table."""

    game: Tensor
    move: Tensor
    counts: Tensor
    """Number of moves of each table."""
    ends: Tensor
    """End index of the moves of each table."""


class Core:
    """The compiled functions, for tensors on one device."""

    def __init__(self, device: str) -> None:
        """Load the library, compiling it if its sources have changed."""
        self.device = device
        self.number = torch.float16 if device == "cuda" else torch.float32
        library = BUILD / f"core_{device}_{_digest()}.so"
        if not library.exists():
            compile_core(device, library)
        self._library = ctypes.CDLL(str(library.resolve()))
        if self._library.table_size() != TABLE.itemsize:
            raise RuntimeError("tables in C++ and in Python differ")

    def _call(self, name: str, *values: Tensor | int, count: int) -> None:
        given = [
            ctypes.c_void_p(value.data_ptr()) if isinstance(value, Tensor) else ctypes.c_int(value)
            for value in values
        ]
        if failure := getattr(self._library, name)(*given, ctypes.c_int64(count)):
            raise RuntimeError(f"{name} failed with CUDA error {failure}")

    def _new(self, *shape: int, dtype: torch.dtype) -> Tensor:
        return torch.empty(shape, dtype=dtype, device=self.device)

    def _blank(self, *shape: int) -> Tensor:
        return torch.zeros(shape, dtype=self.number, device=self.device)

    def laid(self, chance: Tensor, choices: Tensor) -> Tensor:
        """Set up tables; a choice is (players, common goals, any squares, leftovers return)."""
        tables = self._new(len(chance), TABLE.itemsize, dtype=torch.uint8)
        self._call("lay_tables", tables, chance, choices, count=len(chance))
        return tables

    def moves(self, tables: Tensor) -> Moves:
        """List the moves of the seats to move."""
        counts = self._new(len(tables), dtype=torch.int64)
        self._call("count_moves", tables, counts, count=len(tables))
        ends = counts.cumsum(0)
        total = int(ends[-1])
        game, move = self._new(total, dtype=torch.int64), self._new(total, dtype=torch.int32)
        self._call("write_moves", tables, counts, ends, game, move, count=len(tables))
        return Moves(game, move, counts, ends)

    def situations(self, tables: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Return `now`, `kind_now` and `gate` of each table."""
        count = len(tables)
        seen = self._blank(count, NOW), self._blank(count, 6, KIND_NOW), self._blank(count, GATE)
        self._call("situations", tables, *seen, count=count)
        return seen

    def prospects(self, tables: Tensor, game: Tensor, move: Tensor) -> tuple[Tensor, Tensor]:
        """Return `after` and `kind_after` of each move."""
        count = len(move)
        seen = self._blank(count, AFTER), self._blank(count, 6, KIND_AFTER)
        self._call("prospects", tables, game, move, *seen, count=count)
        return seen

    def hidden(
        self, there: tuple[Tensor, Tensor], now: tuple[Tensor, Tensor, Tensor], game: Tensor
    ) -> Tensor:
        """Return the hidden units from the sums that moves change and those they do not."""
        (flat, kinds), (flat_now, kinds_now, gate) = there, now
        deep = kinds.shape[-1]
        hidden = torch.empty_like(flat)
        parts = flat, kinds, flat_now, kinds_now, gate, game, hidden
        self._call("hidden_units", *parts, flat.shape[1] - deep, deep, count=len(flat))
        return hidden

    def best(self, values: Tensor, moves: Moves) -> Tensor:
        """Return the index of the best move of each table."""
        best = self._new(len(moves.counts), dtype=torch.int64)
        self._call("best_moves", values, moves.counts, moves.ends, best, count=len(best))
        return best

    def play(self, tables: Tensor, move: Tensor) -> None:
        """Play a move at each table that is not over."""
        self._call("play_moves", tables, move, count=len(tables))

    def turns(self, tables: Tensor) -> Tensor:
        """Return the seat to move, or -1 where the game is over."""
        seats = self._new(len(tables), dtype=torch.int64)
        self._call("turns", tables, seats, count=len(tables))
        return seats

    def results(self, tables: Tensor) -> Tensor:
        """Return by seat: points, the best other's points, whether it wins."""
        told = self._new(len(tables), 4, 3, dtype=torch.int32)
        self._call("results", tables, told, count=len(tables))
        return told


def _digest() -> str:
    """Return a hash of the sources, so that an outdated library is never loaded."""
    parts = [SOURCES / name for name in ("core.cu", "features.h", "rules.h", "constants.h")]
    return sha256(b"".join(part.read_bytes() for part in parts)).hexdigest()[:12]


def compile_core(device: str, library: Path) -> None:
    BUILD.mkdir(parents=True, exist_ok=True)
    nvcc = ["nvcc", "-O3", "-arch=sm_90", "--extended-lambda", "-Xcompiler", "-fPIC"]
    plain = ["g++", "-O3", "-mpopcnt", "-fopenmp", "-fPIC", "-Wall", "-Wno-parentheses"]
    compiler = nvcc if device == "cuda" else [*plain, "-x", "c++"]
    source = str(SOURCES / "core.cu")
    command = [*compiler, "-shared", source, "-o", str(library)]
    subprocess.run(command, check=True)  # noqa: S603 - our own source


def read(tables: Tensor) -> "np.ndarray[tuple[int], np.dtype[np.void]]":
    """View the tables as records."""
    return tables.cpu().numpy().view(TABLE)[:, 0]
